"""The map as a list: countries and towns by how many photos are there."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.photo_places import PlaceCount
from visret_desktop.gui.widgets.panel_delegate import COUNT
from visret_desktop.gui.widgets.panel_tree import PanelTree

_MOST_TOWNS = 200  # of a country
_PLACE = Qt.ItemDataRole.UserRole


class PlaceList(PanelTree):
    """Countries, and the towns of each. `chosen`: the condition of one."""

    chosen = Signal(object)  # Condition

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setUniformRowHeights(True)
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
        self.setAccessibleName(self.tr("%Ln place(s)", "", towns))
        for country in places:
            row = _row(country)
            for town in country.inside[:_MOST_TOWNS]:
                row.appendRow(_row(town))
            if (more := len(country.inside) - _MOST_TOWNS) > 0:
                row.appendRow(_silent(self.tr("and {0} more").format(figures.count(more))))
            self._model.appendRow(row)
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
        place = index.data(_PLACE)
        if isinstance(place, PlaceCount):
            self.chosen.emit(place.condition)


def _row(place: PlaceCount) -> QStandardItem:
    photos = figures.count(place.photos)
    row = QStandardItem(place.name)
    row.setEditable(False)
    row.setData(place, _PLACE)
    row.setData(photos, COUNT)
    row.setAccessibleText(f"{place.name}: {photos}")
    return row


def _silent(words: str) -> QStandardItem:
    row = QStandardItem(words)
    row.setData("", COUNT)
    row.setEnabled(False)
    return row
