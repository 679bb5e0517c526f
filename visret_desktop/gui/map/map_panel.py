"""The map beside the photos: what can be done with it, the map, and the same as a list."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.clusters import PhotoPoints
from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import flat_button
from visret_desktop.gui.widgets.panel_tree import COUNT, PanelTree
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.fact_columns import FacetCount, FactColumns
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.places.gazetteer import Gazetteer

# The locations of the photos in the grid are read and counted on a thread.

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
        of_photos = self._all.of(np.asarray(photo_ids, np.int64))
        return of_photos, len(self._all), wait

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


_MAP, _SENTENCE = 0, 1
_LIST_SHARE = (3, 1)
_LOW = 280  # pixels: below them there is no room for the list


class MapPanel(QWidget):
    """Shows where photos are. `chosen`: the condition of what was clicked or drawn around."""

    chosen = Signal(object)  # Condition

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map"))
        self.canvas, self.places = MapCanvas(), PlaceList()
        self.title = ElidedLabel()
        self.lasso = flat_button("lasso", self.tr("Draw around photos (or Shift + drag: a box)"))
        self.lasso.setCheckable(True)
        self.lasso.toggled.connect(self.canvas.set_lasso)
        whole = flat_button("maximize", self.tr("Show all of them (0)"))
        whole.clicked.connect(self.canvas.show_all)
        nearer = flat_button("zoom-in", self.tr("Larger (+)"))
        nearer.clicked.connect(lambda: self.canvas.zoom(2))
        farther = flat_button("zoom-out", self.tr("Smaller (−)"))
        farther.clicked.connect(lambda: self.canvas.zoom(1 / 2))
        self._buttons = (self.lasso, whole, nearer, farther)
        ArrowGroup(self, self._buttons)
        self.canvas.chosen.connect(self.chosen)
        self.canvas.drawing_ended.connect(lambda: self.lasso.setChecked(False))
        self.places.chosen.connect(self.chosen)
        parts = QSplitter(Qt.Orientation.Vertical)
        for widget, share in zip((self.canvas, self.places), _LIST_SHARE, strict=True):
            parts.addWidget(widget)
            parts.setStretchFactor(parts.indexOf(widget), share)
        parts.setChildrenCollapsible(True)
        parts.setCollapsible(0, False)
        self._sentence = PlainLabel(is_wrapped=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setMargin(24)
        self._pages = QStackedWidget()
        self._pages.addWidget(parts)
        self._pages.addWidget(self._sentence)
        header = QHBoxLayout()
        fill(header, (self.title, 1), *self._buttons, margins=(12, 4, 8, 4), spacing=2)
        fill(QVBoxLayout(self), header, (self._pages, 1), margins=(0, 0, 0, 0))
        self.say("")

    @property
    def sentence(self) -> str:
        """What stands in the place of the map; "": the map is shown."""
        return self._sentence.text() if self._pages.currentIndex() == _SENTENCE else ""

    def say(self, sentence: str) -> None:
        """Show a sentence instead of the map; "": the map."""
        self._sentence.setText(sentence)
        self._pages.setCurrentIndex(_SENTENCE if sentence else _MAP)
        for button in self._buttons:
            button.setEnabled(not sentence)

    def show_points(self, points: PhotoPoints, *, of_all: int, fits: bool) -> None:
        """Show photos, of so many that the library has a place of."""
        if not of_all:
            self.say(
                self.tr(
                    "No photo in the library says where it was taken. Phones note it, and cameras"
                    " that have GPS."
                )
            )
        elif not len(points):
            self.say(self.tr("None of these photos says where it was taken."))
        else:
            self.say("")
            self.canvas.show_points(points, fits=fits)
        self.title.setText(self.tr("%Ln photo(s) with a place", "", len(points)))

    def show_places(self, places: Sequence[PlaceCount]) -> None:
        """Show the same as a list."""
        self.places.show_places(places)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list out where it would cover the map."""
        super().resizeEvent(event)
        self.places.setVisible(event.size().height() >= _LOW)
