"""The map as a list: countries and towns by how many photos are there."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.photo_places import PlaceCount

_MOST_TOWNS = 200  # of a country
_PLACE = Qt.ItemDataRole.UserRole


class PlaceList(QTreeView):
    """Countries, and the towns of each. `chosen`: the condition of one."""

    chosen = Signal(object)  # Condition

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(self.tr("Places"))
        self.clicked.connect(self._choose)
        self._shown: Sequence[PlaceCount] = ()

    def show_places(self, places: Sequence[PlaceCount]) -> None:
        """Show countries; where there is one alone its towns are shown, too."""
        if places == self._shown:
            return
        self._shown = places
        self._model.clear()
        towns = sum(len(country.inside) for country in places)
        title = self.tr("%Ln place(s)", "", towns)
        self._model.setHorizontalHeaderLabels([title, self.tr("Photos")])
        self.setAccessibleName(title)
        for country in places:
            row = _row(country)
            for town in country.inside[:_MOST_TOWNS]:
                row[0].appendRow(_row(town))
            if (more := len(country.inside) - _MOST_TOWNS) > 0:
                row[0].appendRow(_silent(self.tr("and {0} more").format(figures.count(more))))
            self._model.appendRow(row)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        if len(places) == 1:
            self.expandAll()

    def count(self) -> int:
        """Return how many countries there are."""
        return self._model.rowCount()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a place by Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        place = index.siblingAtColumn(0).data(_PLACE)
        if isinstance(place, PlaceCount):
            self.chosen.emit(place.condition)


def _row(place: PlaceCount) -> list[QStandardItem]:
    photos = figures.count(place.photos)
    name, count = QStandardItem(place.name), QStandardItem(photos)
    name.setData(place, _PLACE)
    name.setAccessibleText(f"{place.name}: {photos}")
    count.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return [name, count]


def _silent(words: str) -> QStandardItem:
    item = QStandardItem(words)
    item.setEnabled(False)
    return item
