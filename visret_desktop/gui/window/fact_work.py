"""Connects facets and timeline with query, grid and library."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.facet_panel import FacetPanel, fact_of_condition
from visret_desktop.gui.facts.fact_counting import FactCounting
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.library.library_view import LibraryView, Snapshot
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.timeline.timeline import Timeline
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Condition


class FactWork(QObject):
    """Facets beside the grid, the timeline, and a photo's day."""

    day_shown = Signal()  # the photos of a day are to be seen

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
        self._chosen = 0  # the photo whose day is to be shown
        counting = self._counting = FactCounting(model, self)
        self.panel = FacetPanel(counting, bar.facts.facts)
        self.timeline = Timeline(model, grid, self)
        self.panel.toggled.connect(bar.facts.toggle)
        search.narrowed.connect(lambda _: self.panel.show_facts())
        library.opened.connect(counting.open)
        for changed in (session.library_changed, session.folder_removed, session.indexing_ended):
            changed.connect(lambda *_: counting.read_again())
        library.changed.connect(self._on_library)
        actions.day_requested.connect(self._show_day)

    def close_pool(self) -> None:
        """Stop counting."""
        self._counting.close()

    def _show_day(self, entry: GridEntry) -> None:
        from visret_desktop.facts.dates import following

        day = entry.sort_key[:10]
        self._chosen = entry.photo_id
        fact = fact_of_condition(Condition("taken", (Span(day, following(day)),)))
        self._bar.ask_facts([fact])
        self.day_shown.emit()
        self._on_library(self._library.snapshot)  # where that day is shown already

    def _on_library(self, snapshot: Snapshot) -> None:
        """Select the photo once its day is there."""
        is_there = snapshot.only == self._search.wanted and not self._search.is_active
        if self._chosen and is_there:
            self._view.select_row(self._model.row_of(self._chosen))
            self._chosen = 0
