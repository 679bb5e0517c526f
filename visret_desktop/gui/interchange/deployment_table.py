"""Deployments as rows of a table: what was said can be changed, what is guessed is dim."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QBrush, QFont, QPalette
from PySide6.QtWidgets import QApplication

from visret_desktop.errors import UsageError
from visret_desktop.gui.languages import figures
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.interchange.deployments.deployment import (
    CAPTURE,
    NAME,
    PERIOD,
    Deployment,
    editable,
)

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate
_PHOTOS = ""  # no field of the standard
_NEEDED = ("latitude", "longitude")
# Those that most people fill in come first.
COLUMNS = (
    *(NAME, _PHOTOS, "locationName", "latitude", "longitude", "coordinateUncertainty"),
    *("deploymentStart", "deploymentEnd", CAPTURE, "cameraID", "cameraModel", "cameraHeight"),
    *("habitat", "setupBy", "featureType", "baitUse", "timestampIssues", "cameraDelay"),
    *("cameraDepth", "cameraTilt", "cameraHeading", "detectionDistance", "locationID"),
    *("deploymentGroups", "deploymentTags", "deploymentComments"),
)


def title_of(column: str) -> str:
    """Return the title of a column in the person's language."""
    titles = {
        NAME: translate("Deployments", "Name"),
        _PHOTOS: translate("Deployments", "Photos"),
        "locationName": translate("Deployments", "Place"),
        "latitude": translate("Deployments", "Latitude"),
        "longitude": translate("Deployments", "Longitude"),
        "coordinateUncertainty": translate("Deployments", "Uncertainty in m"),
        "deploymentStart": translate("Deployments", "Start"),
        "deploymentEnd": translate("Deployments", "End"),
        CAPTURE: translate("Deployments", "Triggered by"),
        "cameraID": translate("Deployments", "Camera number"),
        "cameraModel": translate("Deployments", "Camera model"),
        "cameraHeight": translate("Deployments", "Height in m"),
        "habitat": translate("Deployments", "Habitat"),
        "setupBy": translate("Deployments", "Set up by"),
        "featureType": translate("Deployments", "Feature"),
        "baitUse": translate("Deployments", "Bait"),
        "timestampIssues": translate("Deployments", "Clock problems"),
        "cameraDelay": translate("Deployments", "Delay in s"),
        "cameraDepth": translate("Deployments", "Depth in m"),
        "cameraTilt": translate("Deployments", "Tilt in °"),
        "cameraHeading": translate("Deployments", "Heading in °"),
        "detectionDistance": translate("Deployments", "Sees up to m"),
        "locationID": translate("Deployments", "Place number"),
        "deploymentGroups": translate("Deployments", "Groups"),
        "deploymentTags": translate("Deployments", "Tags"),
        "deploymentComments": translate("Deployments", "Comments"),
    }
    return titles[column]


def choices_of(column: str) -> tuple[str, ...]:
    """Return the values that a column may have; () where it is free."""
    if column in (_PHOTOS, NAME):
        return ()
    known = editable()[column]
    return ("true", "false") if known.type == "boolean" else known.choices


class DeploymentTable(QAbstractTableModel):
    """A row for each deployment. `say` gets one that changed, `complain` why one did not."""

    def __init__(
        self,
        say: Callable[[Deployment], None],
        complain: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._say, self._complain = say, complain
        self._rows: list[Deployment] = []

    @property
    def deployments(self) -> Sequence[Deployment]:
        """What the rows show."""
        return self._rows

    def show(self, deployments: Sequence[Deployment]) -> None:
        """Show other deployments."""
        self.beginResetModel()
        self._rows = list(deployments)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many deployments there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column, and what the standard says of it."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(column)
        if role == Qt.ItemDataRole.ToolTipRole and column:
            return literally(f"{column}\n{editable()[column].description}")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let all be edited but the number of photos."""
        flags = super().flags(index)
        is_said = bool(COLUMNS[index.column()])
        return flags | Qt.ItemFlag.ItemIsEditable if is_said else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell says, and how it looks."""
        one, column = self._rows[index.row()], COLUMNS[index.column()]
        if column == _PHOTOS:
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            return figures.count(one.photos) if role == Qt.ItemDataRole.DisplayRole else None
        text = one.value(column)
        lacks = column in _NEEDED and not text and one.is_dated  # others are no deployments
        if role == Qt.ItemDataRole.EditRole:
            return text
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("Deployments", "fill in") if lacks else text
        if role == Qt.ItemDataRole.ToolTipRole:
            return literally(self._tip(one, column, text))
        is_guessed = column != NAME and column not in one.said
        if role == Qt.ItemDataRole.FontRole and (is_guessed or lacks):
            font = QFont()
            font.setItalic(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and lacks:
            return QBrush(QApplication.palette().color(QPalette.ColorRole.Accent))
        if role == Qt.ItemDataRole.ForegroundRole and is_guessed:
            return QBrush(QApplication.palette().color(QPalette.ColorRole.PlaceholderText))
        return None

    def _tip(self, one: Deployment, column: str, text: str) -> str:
        if column in _NEEDED and one.too_wide_km and not text:
            words = translate("Deployments", "Its photos are {0} km apart: say where it was.")
            return words.format(figures.count(one.too_wide_km))
        if text and column != NAME and column not in one.said:
            return translate("Deployments", "{0}\nThis is what the photos say.").format(text)
        return text

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what a person typed; "" leaves it to the photos again."""
        one, column = self._rows[index.row()], COLUMNS[index.column()]
        if role != Qt.ItemDataRole.EditRole or str(value) == one.value(column):
            return False
        try:
            changed = one.with_field(column, str(value))
            if column in PERIOD:
                changed.check_period()
        except UsageError as error:
            self._complain(translated(error))
            return False
        if column == NAME and any(other.name == changed.name for other in self._rows):
            words = translate("Deployments", "There is a deployment of the name “{0}” already.")
            self._complain(words.format(changed.name))
            return False
        self._rows[index.row()] = changed
        self.dataChanged.emit(self.index(index.row(), 0), self.index(index.row(), len(COLUMNS) - 1))
        self._say(changed)
        return True
