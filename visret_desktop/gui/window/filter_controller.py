"""Connects facets and timeline with query, grid and library."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.facet_panel import FacetPanel, fact_of_condition
from visret_desktop.gui.facts.filter_counter import FilterCounter
from visret_desktop.gui.facts.timeline_bar import Timeline
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.library.library_view import LibraryView, Snapshot
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Condition


class FilterController(QObject):
    """Facets beside the grid, the timeline, and what was taken around a photo."""

    photos_shown = Signal()  # they are to be seen: those of a day, an event or a burst

    def __init__(
        self,
        bar: QueryBar,
        search: SearchController,
        session: Session,
        library: LibraryView,
        model: ResultsModel,
        grid: GridPage,
        actions: PhotoActions,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bar, self._search, self._library = bar, search, library
        self._model, self._view = model, grid.view
        self._chosen = 0  # the photo around which photos are to be shown
        self._open = 0  # the burst that is to be shown with all its photos
        counting = self._counting = FilterCounter(model, self)
        self.panel = FacetPanel(counting, bar.facts.facts)
        self.timeline = Timeline(model, grid, self)
        self.panel.toggled.connect(bar.facts.toggle)
        search.narrowed.connect(lambda _: self.panel.show_facts())
        library.opened.connect(counting.open)
        for changed in (session.library_changed, session.folder_removed, session.indexing_ended):
            changed.connect(lambda *_: counting.read_again())
        library.changed.connect(self._on_library)
        actions.day_requested.connect(self._show_day)
        actions.event_requested.connect(self._show_event)
        actions.burst_requested.connect(self._show_burst)

    def _show_day(self, entry: GridEntry) -> None:
        from visret_desktop.facts.dates import following

        day = entry.sort_key[:10]
        self._show_around(entry, Condition("taken", (Span(day, following(day)),)))

    def _show_event(self, entry: GridEntry) -> None:
        self._open = entry.event if self._shows_events else 0
        self._show_around(entry, Condition("event", (entry.path,)))

    @property
    def _shows_events(self) -> bool:
        return self._library.one_per == "event"

    def _show_burst(self, entry: GridEntry) -> None:
        self._open = entry.event if self._shows_events else entry.burst
        self._show_around(entry, Condition("burst", (entry.path,)))

    def _show_around(self, entry: GridEntry, condition: Condition) -> None:
        self._chosen = entry.photo_id
        self._bar.ask_facts([fact_of_condition(condition)])
        self.photos_shown.emit()
        self._on_library(self._library.snapshot)  # where they are shown already

    def _on_library(self, snapshot: Snapshot) -> None:
        """Select the photo once those around it are there, and open its burst if that was asked."""
        is_there = snapshot.only == self._search.wanted and not self._search.is_active
        if not self._chosen or not is_there:
            return
        if self._open:
            self._model.open_bursts(self._open)
        self._view.select_row(self._model.row_of(self._chosen))
        self._chosen = self._open = 0
