"""The map as a list: countries and towns, with the number of photos taken there.

The locations of the photos in the grid are read and counted on a thread.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.clusters import PhotoPoints
from visret_desktop.gui.widgets.panel_tree import COUNT, PanelTree
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.fact_columns import FacetCount, FactColumns
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.places.gazetteer import Gazetteer

# Reading takes the GIL from the window: so at most one part of time in 20.
_PAUSES_PER_READ = 20
_AT_ONCE = 0.001  # seconds


@dataclass(frozen=True)
class PlaceCount:
    """How many photos are at a place; `inside` are the towns of a country."""

    name: str
    photos: int
    condition: Condition
    inside: Sequence["PlaceCount"] = field(default_factory=tuple)


class PhotoLocations:
    """The places of a library's photos, kept between results; used on one thread."""

    def __init__(self, reader: CatalogReader) -> None:
        self._reader = reader
        self._all: PhotoPoints | None = None
        self._columns: FactColumns | None = None
        self._version = self._wanted = 0
        self._may_read_at = 0.0

    def points(self, photo_ids: ArrayLike, version: int) -> tuple[PhotoPoints, int, float]:
        """Return those of some photos, how many the library has, and in how many seconds to ask.

        They are as the library was at `version` if that was read: seconds are 0 then.
        """
        wait = self._wait(version)
        if not wait:
            self.read(version)
        assert self._all is not None, "they were read"
        found = self._all.of(np.asarray(photo_ids, np.int64))
        return found, len(self._all), wait

    def counts(self, photo_ids: ArrayLike, language: str) -> list[PlaceCount]:
        """Count countries and their towns, the most frequent first."""
        if self._columns is None:
            self._columns = self._reader.fact_columns()
        columns, names = self._columns, Gazetteer.open()
        rows = columns.rows_of(np.sort(np.asarray(photo_ids, np.int64)))
        towns: dict[str, list[PlaceCount]] = defaultdict(list)
        for count in columns.counts("town", rows):
            if place := names.town(count.value, language):
                towns[place.country].append(_named(place.name, count))
        found = []
        for count in columns.counts("country", rows):
            if place := names.country(count.value, language):
                found.append(_named(place.name, count, towns[place.code]))
        return found

    def read(self, version: int) -> None:
        """Read where all photos are, as of `version`."""
        if version == self._version:
            return
        started = time.monotonic()
        self._all = PhotoPoints(*self._reader.photo_points())
        self._columns = None
        now = time.monotonic()
        self._version, self._may_read_at = version, now + _PAUSES_PER_READ * (now - started)

    def _wait(self, version: int) -> float:
        """Return the seconds for which what was read has to do; it is shown at once meanwhile."""
        if self._all is None or version == self._version:
            return 0.0
        is_new, self._wanted = version != self._wanted, version
        return max(self._may_read_at - time.monotonic(), _AT_ONCE if is_new else 0.0)


def _named(name: str, count: FacetCount, inside: Sequence[PlaceCount] = ()) -> PlaceCount:
    return PlaceCount(name, count.photos, count.condition, tuple(inside))


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
