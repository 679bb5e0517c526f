"""Opens the map beside the photos, and lets it show what the grid shows.

Where photos are and the outlines are read ahead, some seconds after the start, so that the map
opens with them. The names of towns are read when it is first opened.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from visret_desktop.facts.fact import Fact
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.gui.map.clusters import PhotoPoints
    from visret_desktop.gui.map.earth import Earth
    from visret_desktop.gui.map.map_panel import MapPanel, PhotoLocations
    from visret_desktop.gui.map.town_labels import TownLabels
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_PATIENCE_MS = 60  # a query in work shows several rankings
_AHEAD_MS = 3000  # the window is in use by then
_AFTER_MS = 200  # the map is painted by then, which counting would slow down
_log = logging.getLogger(__name__)


class MapController(QObject):
    """Connects the map with grid and catalog.

    `toggle_fact` adds a fact to the query, or takes it out. `toggled`: the map was opened
    or closed. `place_shown`: it is to be seen now, as it shows a photo's place. `dropped`: the
    selected photos were, there.
    """

    toggled = Signal(bool)
    place_shown = Signal()
    dropped = Signal(float, float)

    def __init__(
        self,
        model: ResultsModel,
        grid: GridPage,
        toggle_fact: Callable[[Fact], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._grid, self._toggle_fact = model, grid, toggle_fact
        self._background = Background(self, threads=1)  # what is read is used on one thread
        self._outlines = Background(self, threads=1)
        self.panel: MapPanel | None = None
        self._small: Earth | None = None
        self._places: PhotoLocations | None = None
        self._reader: CatalogReader | None = None
        self._points: PhotoPoints | None = None
        self._marked: list[GridEntry] = []
        self._version = 1  # of the library
        self._is_first = True  # whether nothing was shown yet
        self._is_warm = False
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._later = QTimer(self, singleShot=True)
        for timer in (self._soon, self._later):
            timer.timeout.connect(self._read)
        self._ahead = QTimer(self, singleShot=True, interval=_AHEAD_MS)
        self._ahead.timeout.connect(self._read_ahead)
        self._is_reading_ahead = False
        self._after = QTimer(self, singleShot=True, interval=_AFTER_MS)
        self._after.timeout.connect(self._count)
        model.modelReset.connect(self._read_soon)
        grid.map_switch.toggled.connect(self.set_open)

    @property
    def is_open(self) -> bool:
        """Whether the map is shown."""
        return self.panel is not None and not self.panel.isHidden()

    @property
    def knows_places(self) -> bool:
        """Whether it was read where photos are: the map opens with them."""
        return self._places is not None and not self._is_reading_ahead

    def open(self, reader: "CatalogReader") -> None:
        """Show the photos of this catalog."""
        self._reader, self._places = reader, None
        self._read_soon()
        self._ahead.start()

    def read_again(self) -> None:
        """Read where photos are: it may have changed."""
        self._version += 1
        self._read_soon()

    def set_open(self, is_open: bool) -> None:
        """Open or close the map."""
        if is_open == self.is_open:
            return
        if self.panel is None:
            self.panel = self._made()
        self.panel.setVisible(is_open)
        self._grid.map_switch.setChecked(is_open)
        self._read_soon()
        self.toggled.emit(is_open)

    def toggle(self) -> None:
        """Open the map, or close it."""
        self.set_open(not self.is_open)

    def show_place(self, latitude: float, longitude: float) -> None:
        """Open the map where a photo is."""
        self.set_open(True)
        if self.panel is not None:
            self._is_first = False
            self.panel.canvas.pin((latitude, longitude))
            self.panel.canvas.go_to(latitude, longitude)
        self.place_shown.emit()

    def mark(self, entries: list[GridEntry]) -> None:
        """Mark the one photo that is selected, also where it is placed later."""
        self._marked = entries
        if self.panel is None or self._points is None:
            return
        row = self._points.row_of(entries[0].photo_id) if len(entries) == 1 else -1
        place = tuple(self._points.degrees[row].tolist()) if row >= 0 else None
        self.panel.canvas.pin(place)

    def spot_of(self, photo: Photo) -> QWidget | None:
        """Return a small map of where a photo was taken; None if it does not say."""
        from visret_desktop.gui.map.earth import Earth
        from visret_desktop.gui.map.spot_map import SpotMap

        metadata = photo.metadata
        if metadata.latitude is None or metadata.longitude is None:
            return None
        self._warm()
        self._small = self._small or Earth()
        place = metadata.latitude, metadata.longitude
        return SpotMap(place, self._small, lambda: self.show_place(*place))

    def _made(self) -> "MapPanel":
        from visret_desktop.gui.map.map_panel import MapPanel
        from visret_desktop.gui.map.spot_map import name_of

        made = MapPanel()
        made.canvas.name_of = name_of
        made.chosen.connect(self._on_chosen)
        made.canvas.dropped.connect(self.dropped)
        self._grid.set_beside(made)
        self._warm()
        return made

    def _warm(self) -> None:
        if not self._is_warm:
            from visret_desktop.gui.map.earth import make_ready

            self._is_warm = True
            self._outlines.run("outlines", make_ready, self._on_warm)

    def _on_warm(self, result: object) -> None:
        if isinstance(result, Exception):
            _log.warning("outlines could not be read: %s", result)
        self._grid.window().update()  # all that draws the earth is in it

    def _on_labels(self, labels: object) -> None:
        if self.panel is None or isinstance(labels, Exception):
            _log.warning("towns could not be read: %s", labels)
            return
        self.panel.canvas.labels = labels  # type: ignore[assignment]
        self.panel.canvas.update()

    def _on_chosen(self, condition: Condition) -> None:
        from visret_desktop.facts.operators import condition_text
        from visret_desktop.places.gazetteer import Gazetteer

        self._toggle_fact(Fact(condition_text(condition, Gazetteer.open()), condition))

    # ---- reading ----------------------------------------------------------------------------

    def _read_soon(self) -> None:
        if self.is_open and self._reader is not None and not self._soon.isActive():
            self._soon.start()

    def _read(self) -> None:
        from visret_desktop.gui.map.map_panel import PhotoLocations

        if not self.is_open or self._reader is None or self._is_reading_ahead:
            return
        if self._places is None:
            self._places = PhotoLocations(self._reader)
        ids = self._model.whole_ids()  # as facets: a burst has all its photos, folded or not
        work = partial(self._places.points, ids, self._version)
        self._background.run("points", work, self._on_points)
        self._after.start()

    def _count(self) -> None:
        from visret_desktop.gui.map.spot_map import language

        if self.is_open and self._places is not None:
            work = partial(self._places.counts, self._model.whole_ids(), language())
            self._background.run("places", work, self._on_places)
            if self.panel is not None and self.panel.canvas.labels is None:
                self._outlines.run("towns", town_labels, self._on_labels)

    def _read_ahead(self) -> None:
        if self._reader is None or self._places is not None or self._grid.map_switch.isHidden():
            return
        self._is_reading_ahead = True
        self._warm()
        self._background.run(
            "ahead",
            partial(places_read, self._reader, self._version),
            partial(self._on_ahead, self._reader),
        )

    def _on_ahead(self, reader: "CatalogReader", outcome: object) -> None:
        self._is_reading_ahead = False
        if reader is self._reader and not isinstance(outcome, Exception):
            self._places = cast("PhotoLocations", outcome)
        self._read_soon()

    def _on_points(self, outcome: object) -> None:
        if self.panel is None or not isinstance(outcome, tuple):
            _log.warning("places of photos could not be read: %s", outcome)
            return
        points, of_all, wait = outcome
        self._points = points
        self.panel.show_points(points, of_all=of_all, fits=self._is_first and bool(len(points)))
        self._is_first = self._is_first and not len(points)
        if self._marked:
            self.mark(self._marked)
        if wait:
            self._later.start(round(1000 * wait) + 1)

    def _on_places(self, outcome: object) -> None:
        if self.panel is not None and isinstance(outcome, list):
            self.panel.show_places(outcome)
        else:
            _log.warning("places could not be counted: %s", outcome)


def places_read(reader: "CatalogReader", version: int) -> "PhotoLocations":
    """Return where the photos of a catalog are, on any thread; it takes half a second a million."""
    from visret_desktop.gui.map.map_panel import PhotoLocations

    places = PhotoLocations(reader)
    places.read(version)
    return places


def town_labels() -> "TownLabels":
    """Return what names towns on a map; it takes some tenths of a second, on any thread."""
    from visret_desktop.gui.map.spot_map import town_name
    from visret_desktop.gui.map.town_labels import TownIndex, TownLabels
    from visret_desktop.places.gazetteer import Gazetteer

    towns = Gazetteer.open().towns_by_people()
    town_name(int(towns.numbers[0]))  # the first one takes its time
    return TownLabels(TownIndex(towns), town_name)
