"""The table of all packs: what each is for, how large it is, whether it is here."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from visret_desktop.packs.manifest import Role
from visret_desktop.packs.shelf import Choice
from visret_desktop.packs.staging import in_units

Index = QModelIndex | QPersistentModelIndex


class ModelsTable(QAbstractTableModel):
    """One row for each pack."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices: list[Choice] = []
        self._used: frozenset[str] = frozenset()

    def show_choices(self, choices: Sequence[Choice], used: Collection[str]) -> None:
        """Show packs; those named in `used` are in use."""
        self.beginResetModel()
        self._choices, self._used = list(choices), frozenset(used)
        self.endResetModel()

    def choice(self, row: int) -> Choice | None:
        """Return the pack of a row."""
        return self._choices[row] if 0 <= row < len(self._choices) else None

    def row_of(self, name: str) -> int:
        """Return the row of a pack, -1 if there is none."""
        return next((row for row, each in enumerate(self._choices) if each.name == name), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many packs there are."""
        return 0 if parent is not None and parent.isValid() else len(self._choices)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._titles())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell."""
        choice = self.choice(index.row())
        if choice is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells(choice)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return choice.reason or (choice.offer.summary if choice.offer else choice.title)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title."""
        is_title = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return self._titles()[section] if is_title else None

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("Model"),
            self.tr("For"),
            self.tr("Size"),
            self.tr("License"),
            self.tr("State"),
        )

    def _cells(self, choice: Choice) -> tuple[str, ...]:
        about = "" if choice.pack else self.tr("about ")
        size = f"{about}{in_units(choice.size_bytes)}" if choice.size_bytes else ""
        terms = choice.license.removeprefix("LicenseRef-").replace("-Community", "")
        return (choice.title, self._purpose(choice.role), size, terms, self._state(choice))

    def _purpose(self, role: Role | None) -> str:
        purposes = {
            Role.ENCODER: self.tr("finding"),
            Role.REWRITER: self.tr("rewriting"),
            Role.VISUALIZER: self.tr("sketching"),
        }
        return purposes[role] if role else ""

    def _state(self, choice: Choice) -> str:
        if choice.state == "ready":
            in_use = self.tr("in use")
            here = self.tr("built in") if choice.is_built_in else self.tr("here")
            return in_use if choice.name in self._used else here
        return {
            "on offer": "",
            "unfinished": self.tr("begun"),
            "offline": self.tr("drive away"),
            "damaged": self.tr("damaged"),
        }[choice.state]
