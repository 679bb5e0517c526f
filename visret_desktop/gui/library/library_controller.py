"""Browsing the library, and adding, watching and removing folders."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QStackedWidget, QWidget

from visret_desktop.engine.messages import Progress
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.condition_text import fact_words
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.library.added_folders import FolderAdding, MissingFolders
from visret_desktop.gui.library.demo_library import DemoLibrary
from visret_desktop.gui.library.empty_page import EmptyPage
from visret_desktop.gui.library.folder_watch import FolderWatch
from visret_desktop.gui.library.library_model import ALL, PROBLEMS, PanelRow
from visret_desktop.gui.library.library_panel import LibraryPanel
from visret_desktop.gui.library.library_view import LibraryView, Snapshot
from visret_desktop.gui.library.problems_page import ProblemsPage
from visret_desktop.gui.search.example_row import ExampleRow
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.dialog import is_confirmed
from visret_desktop.gui.widgets.incoming_pictures import pictures_folder
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.library.catalog.catalog_annotations import NoteCounts
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.paths import Paths, ServerPaths
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.settings import Settings

_OTHERS_REST_MS = 3_000  # after another process wrote, until it is taken to be done


class LibraryController(QObject):
    """Connects library panel, problems, empty page and examples with engine and catalog."""

    own_photos_noticed = Signal(bool)  # whether there are any but the demonstration's

    def __init__(
        self,
        paths: Paths,
        session: Session,
        search: SearchController,
        model: ResultsModel,
        grid: GridPage,
        pages: QStackedWidget,
        banner: Banner,
        status: StatusLine,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._demo_folder = paths.demo
        self._window, self._session, self._search = window, session, search
        self._model, self._grid, self._pages = model, grid, pages
        self._banner, self._status = banner, status
        self._is_of_server = isinstance(paths, ServerPaths)
        self.on_server = 0  # photos of what is browsed, of which more and more come in
        self._watches = True
        self._is_engine_looking = False  # it was asked to index because the catalog is damaged
        self._browsed: Sequence[GridEntry] | None = None  # what the grid shows while browsing
        self.view = LibraryView(paths, self)
        self.watch = FolderWatch(self)
        self._demo = DemoLibrary(paths.demo, self)
        self._recent = RecentQueries(paths.recent_queries)
        self._places: dict[Filter, PanelRow] = {}  # by what they show; places that were chosen
        self._busy: dict[int, str] = {}  # what happens in folders, by id
        self._adding = FolderAdding(session, banner, self._on_remove, self)
        self._missing = MissingFolders(session, banner, window)
        self.panel = LibraryPanel()
        self.problems = ProblemsPage(paths.demo)
        self.empty = EmptyPage()
        self.examples = ExampleRow(paths.demo)
        self.empty.say(self.tr("Opening the library …"))
        self._connect_parts()
        session.progress.connect(self._on_progress)
        session.looking.connect(status.show_reading)
        session.looking_ended.connect(status.end_reading)
        session.indexing_ended.connect(self._on_indexing_ended)
        session.library_changed.connect(self.view.read_soon)
        self._others_rest = QTimer(self, singleShot=True, interval=_OTHERS_REST_MS)
        self._others_rest.timeout.connect(search.again)
        session.others_wrote.connect(self._others_rest.start)
        session.catalog_restored.connect(self._on_restored)
        session.folder_removed.connect(lambda _: search.forget_removed())
        session.folder_removed.connect(lambda _: self._show_queries())
        session.folder_added.connect(lambda _: self.view.read())
        search.question_changed.connect(lambda _: self._show_queries())
        self._show_queries()
        search.cleared.connect(self.browse)
        search.narrowed.connect(self.view.choose)
        search.counted.connect(self.view.choose)
        search.answered.connect(self._on_answered)
        pages.currentChanged.connect(self._offer_examples)

    def _connect_parts(self) -> None:
        session, panel = self._session, self.panel
        self.view.opened.connect(self._on_opened)
        self.view.changed.connect(self._on_library)
        self.view.failed.connect(self._on_library_failed)
        self.watch.changed.connect(session.index)
        self.watch.returned.connect(session.index)
        panel.add_requested.connect(self.choose_new)
        panel.rescan_requested.connect(self._on_rescan)
        panel.remove_requested.connect(self._on_remove)
        panel.search_requested.connect(self._on_sought)
        panel.chosen.connect(self._on_chosen)
        panel.branch_wanted.connect(self.view.read_branch)
        self.view.branch_read.connect(panel.show_branch)
        self.empty.add_requested.connect(self.choose_new)
        self.empty.demo_requested.connect(self._start_demo)
        self.problems.closed.connect(lambda: panel.choose(ALL))
        self._grid.no_match.all_requested.connect(lambda: panel.choose(ALL))
        self.problems.retry_requested.connect(lambda paths: session.index(retry=paths))
        self.empty.cancel_requested.connect(self._cancel_demo)
        self._demo.progressed.connect(self.empty.show_drawing)
        self._demo.ready.connect(lambda path: self.add([path]))
        self._demo.failed.connect(self._on_demo_failed)

    def apply(self, settings: Settings) -> None:
        """Watch the folders or not, and show each event once, from the next reading on."""
        self._watches = settings.watch_folders
        is_by_event = settings.events_as_one and not self._is_of_server
        self.view.one_per = "event" if is_by_event else "burst"

    def close(self) -> None:
        """Stop drawing, watching and reading."""
        self._demo.stop()
        self.watch.close()
        self.view.close()

    # ---- folders ----------------------------------------------------------------------------

    def add(self, folders: Sequence[Path]) -> None:
        """Add folders and index them."""
        self._session.add(folders)
        if not self._search.is_active:
            self.browse()

    def choose_new(self) -> None:
        """Ask for a folder to add."""
        title = self.tr("Add a folder of photos")
        path = QFileDialog.getExistingDirectory(self._window, title, pictures_folder())
        if path:
            self.add([Path(path)])

    def _on_rescan(self, folder_ids: list[int]) -> None:
        paths = [self.panel.path(PanelRow("folder", number)) for number in folder_ids]
        self._session.index([path for path in paths if path is not None])

    def _on_remove(self, folder_id: int) -> None:
        path = self.panel.path(PanelRow("folder", folder_id))
        if path is None:
            return
        question = self.tr(
            "Remove “{0}” from the library?\n\nYour photos stay where they are. What the library"
            " knows about them is forgotten, your marks of right and wrong included."
        ).format(path)
        reader = self.view.reader
        counts = NoteCounts() if reader is None else reader.notes.only_in(folder_id)
        keep = None
        if counts != NoteCounts():
            keep = QCheckBox(self.tr("Keep these notes for when the photos come back"))
            keep.setChecked(True)
            question = f"{question}\n\n{self._notes_words(counts)}"
        title, verb = self.tr("Remove folder"), self.tr("Remove folder")
        if is_confirmed(self._window, title, question, verb, keep):
            is_kept = keep is not None and keep.isChecked()
            self._session.remove_folder(folder_id, keeps_notes=is_kept)

    def _notes_words(self, counts: NoteCounts) -> str:
        """Return which notes go with a folder."""
        parts = (
            (counts.tags, self.tr("tags of %Ln photo(s)", "", counts.tags)),
            (counts.ratings, self.tr("ratings of %Ln photo(s)", "", counts.ratings)),
            (counts.names, self.tr("accepted names of %Ln photo(s)", "", counts.names)),
            (counts.places, self.tr("places from tracks of %Ln photo(s)", "", counts.places)),
        )
        listed = ", ".join(words for count, words in parts if count)
        return self.tr("Your notes of photos in this folder alone: {0}.").format(listed)

    def _on_sought(self, folder_id: int) -> None:
        folders = (folder for folder in self.view.snapshot.folders if folder.id == folder_id)
        if (folder := next(folders, None)) is not None:
            self._missing.ask(folder)

    def _on_chosen(self, place: PanelRow) -> None:
        if place == PROBLEMS:
            self._pages.setCurrentWidget(self.problems)
            return
        self._pages.setCurrentWidget(self._grid if self._model.rowCount() else self.empty)
        path = self.panel.path(place)
        self._grid.no_match.set_folder(path.name or str(path) if path else "")
        only = ALL_PHOTOS if path is None else Filter.of(folder=[place.folder])
        if place.inside:
            only = Filter.of(below=[str(path)])
        self._places[only] = place
        self._search.choose(only)

    def show(self, only: Filter) -> None:
        """Choose the place in the panel that a filter came from."""
        place = self._places.get(only, ALL)
        if self.panel.place() != place:
            self.panel.choose(place)
        self._pages.setCurrentWidget(self._grid)

    def _show_queries(self) -> None:
        self.panel.show_queries(self._recent.newest_first())

    # ---- the demonstration ------------------------------------------------------------------

    def _start_demo(self) -> None:
        self.empty.show_drawing()
        self._demo.start()

    def _cancel_demo(self) -> None:
        self._demo.cancel()
        self.browse()

    def _on_demo_failed(self, sentence: str) -> None:
        self._banner.say("demo", sentence)
        self.browse()

    # ---- what is shown ----------------------------------------------------------------------

    def browse(self) -> None:
        """Show all photos of the chosen folder."""
        snapshot = self.view.snapshot
        self._grid.set_searching(False)
        if snapshot.entries is not self._browsed:
            self._browsed = snapshot.entries
            self._model.set_entries(snapshot.entries)
        is_answered = self._search.is_counted  # above the grid, also where there is no photo
        count = len(snapshot.entries)
        self._grid.show_count(count, is_answer=is_answered, of=self.on_server)
        if self._pages.currentWidget() in (self._grid, self.empty):
            is_grid = bool(snapshot.entries) or is_answered
            self._pages.setCurrentWidget(self._grid if is_grid else self.empty)
        work = self._session
        if not self._demo.is_drawing:
            if self._is_of_server:
                self.empty.say(self.tr("No photo came from the server so far."))
            elif self._search.facts and snapshot.photos and not snapshot.entries:
                self._explain_facts()
            else:
                self.empty.explain(snapshot, is_indexing=work.indexing, is_adding=work.adding)
        self._offer_examples()

    def _on_answered(self, has_photos: bool) -> None:
        self._browsed = None
        self._pages.setCurrentWidget(self._grid if has_photos else self.empty)
        if not has_photos:
            work = self._session
            is_indexing = work.indexing or work.adding
            if self._search.facts and self.view.snapshot.photos:
                self._explain_facts()
            else:
                self.empty.explain_query(self.view.snapshot, is_indexing=is_indexing)
        self._offer_examples()

    def _explain_facts(self) -> None:
        """Say that no photo fits, and which condition none fits once that is counted."""
        facts, only = self._search.facts, self._search.only
        work = self._session
        is_indexing = work.indexing or work.adding
        self.empty.explain_facts([], is_indexing=is_indexing)

        def explain(photos: list[int]) -> None:
            if (facts, only) == (self._search.facts, self._search.only):
                words = [fact_words(fact) for fact in facts]
                alone = list(zip(words, photos, strict=True))
                self.empty.explain_facts(alone, is_indexing=is_indexing)

        filters = [Filter((*only.conditions, fact.condition)) for fact in facts]
        self.view.count(filters, explain)

    def _offer_examples(self) -> None:
        is_grid = self._pages.currentWidget() is self._grid
        path, folders = self.panel.path(self.panel.place()), self.view.snapshot.folders
        # Other photos lack what the examples show.
        has_others = any(folder.path != self._demo_folder for folder in folders)
        is_drawn = path == self._demo_folder or (path is None and not has_others)
        self.examples.refresh(is_grid and is_drawn and not self._search.question)

    # ---- the catalog ------------------------------------------------------------------------

    def _on_opened(self) -> None:
        if not self._watches:
            self._session.index()  # otherwise each is scanned when watching it begins

    def _on_library(self, snapshot: Snapshot) -> None:
        self._banner.clear("catalog")
        self._mention_traces(snapshot.is_forgetting)
        self._is_engine_looking = False
        self._show_work()
        problems = len(snapshot.problems)
        self.panel.show_library(snapshot.folders, snapshot.photos, problems, snapshot.branches)
        self._adding.look_for_empty(snapshot)
        self._missing.look(snapshot)
        self.problems.show_problems(snapshot.problems)
        own = (folder for folder in snapshot.folders if folder.path != self._demo_folder)
        is_own = not self._is_of_server
        self.own_photos_noticed.emit(is_own and any(folder.photo_count for folder in own))
        self._grid.view.refresh_thumbnails()
        if not self._search.is_active:
            self.browse()
        if not self._is_of_server:
            self.watch.follow(snapshot.folders, snapshot.places, watch=self._watches)

    def _mention_traces(self, are_left: bool) -> None:
        if not are_left or self._session.removing:  # the engine is removing them
            self._banner.clear("traces")
            return
        words = self.tr(
            "Traces of a folder that was removed are still on the disk, because another window or"
            " command of visret is reading them. Close it; the next indexing run removes them."
        )
        self._banner.say("traces", words)

    def _on_library_failed(self, sentence: str) -> None:
        self._banner.say("catalog", sentence)
        if self.view.reader is None:
            self.empty.say(self.tr("The library cannot be opened."), sentence)
        if not self._is_engine_looking:  # it restores what is damaged
            self._is_engine_looking = True
            self._session.index()

    def _on_restored(self, sentence: str) -> None:
        self._banner.say("restored", sentence)
        if self.view.reader is None:
            self.view.open()
        else:
            self.view.read()
        self._session.index()
        self._search.again()

    # ---- indexing ---------------------------------------------------------------------------

    def _show_work(self) -> None:
        is_working = self._session.indexing or self._session.adding
        self.panel.show_work(self._busy, is_working=is_working)

    def _on_progress(self, progress: Progress) -> None:
        path = self.panel.path(PanelRow("folder", progress.folder_id))
        words = self._status.show_progress(progress, path.name if path is not None else "")
        self._busy = {progress.folder_id: words}
        self._show_work()

    def _on_indexing_ended(self, summary: object) -> None:
        if self._session.indexing:
            return
        self._status.finish(summary)
        self._banner.clear("failed")
        self._busy = {}
        self._show_work()
        self.view.read_soon()
        self._search.again()
