"""Browsing the library, and adding, watching and removing folders."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from visret_desktop.engine.messages import Progress
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.library.demo_library import DemoLibrary
from visret_desktop.gui.library.empty_page import EmptyPage
from visret_desktop.gui.library.folder_watch import FolderWatch
from visret_desktop.gui.library.library_panel import ALL, PROBLEMS, LibraryPanel
from visret_desktop.gui.library.library_view import LibraryView, Snapshot
from visret_desktop.gui.library.problems_page import ProblemsPage
from visret_desktop.gui.search.example_row import ExampleRow
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.widgets.asking import is_confirmed
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.incoming_pictures import pictures_folder
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


class LibraryWork(QObject):
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
        self._watches = True
        self._is_engine_looking = False  # it was asked to index because the catalog is damaged
        self._browsed: Sequence[GridEntry] | None = None  # what the grid shows while browsing
        self.view = LibraryView(paths, self)
        self.watch = FolderWatch(self)
        self._demo = DemoLibrary(paths.demo, self)
        self.panel = LibraryPanel()
        self.problems = ProblemsPage()
        self.empty = EmptyPage()
        self.examples = ExampleRow(paths.demo)
        self.empty.say(self.tr("Opening the library …"))
        self._connect_parts()
        session.progress.connect(self._on_progress)
        session.indexing_ended.connect(self._on_indexing_ended)
        session.library_changed.connect(self.view.read_soon)
        session.catalog_restored.connect(self._on_restored)
        session.folder_removed.connect(lambda _: search.forget_removed())
        search.cleared.connect(self.browse)
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
        panel.chosen.connect(self._on_chosen)
        self.empty.add_requested.connect(self.choose_new)
        self.empty.demo_requested.connect(self._start_demo)
        self.problems.closed.connect(lambda: panel.choose(ALL))
        self._grid.no_match.all_requested.connect(lambda: panel.choose(ALL))
        self.problems.retry_requested.connect(lambda paths: session.index(retry=paths))
        self._demo.progressed.connect(self._on_drawn)
        self._demo.ready.connect(lambda path: self.add([path]))
        self._demo.failed.connect(self._on_demo_failed)

    def apply(self, settings: Settings) -> None:
        """Watch the folders or not, from the next reading of the library on."""
        self._watches = settings.watch_folders

    def close(self) -> None:
        """Stop drawing, watching and reading."""
        self._demo.stop()
        self.watch.close()
        self.view.close()

    # ---- folders ----------------------------------------------------------------------------

    def add(self, folders: Sequence[Path]) -> None:
        """Add folders and index them."""
        self._session.index(folders)
        if not self._search.is_active:
            self.browse()

    def choose_new(self) -> None:
        """Ask for a folder to add."""
        title = self.tr("Add a folder of photos")
        path = QFileDialog.getExistingDirectory(self._window, title, pictures_folder())
        if path:
            self.add([Path(path)])

    def _on_rescan(self, folder_ids: list[int]) -> None:
        paths = [self.panel.folder_path(number) for number in folder_ids]
        self._session.index([path for path in paths if path is not None])

    def _on_remove(self, folder_id: int) -> None:
        question = self.tr(
            "Remove {0} from the library? Your files are not touched. What is known about them here"
            " is forgotten, including your marks of right and wrong."
        )
        words = question.format(self.panel.folder_path(folder_id))
        if is_confirmed(self._window, self.tr("Remove folder"), words):
            self._session.remove_folder(folder_id)

    def _on_chosen(self, number: int) -> None:
        if number == PROBLEMS:
            self._pages.setCurrentWidget(self.problems)
            return
        self._pages.setCurrentWidget(self._grid if self._model.rowCount() else self.empty)
        path = self.panel.folder_path(number)
        self._grid.no_match.set_folder(path.name or str(path) if path else "")
        only = Filter.of(folder=[number]) if number > 0 else ALL_PHOTOS
        self.view.choose(only)
        self._search.choose(only)

    def show(self, only: Filter) -> None:
        """Choose in the panel what a filter is made of."""
        number = only.conditions[0].values[0] if only.conditions else ALL
        if self.panel.chosen_id() != number:
            self.panel.choose(number)
        self._pages.setCurrentWidget(self._grid)

    def _start_demo(self) -> None:
        self.empty.say(self.tr("Drawing the demonstration library …"), self.tr("About a minute."))
        self._demo.start()

    def _on_drawn(self, done: int, total: int) -> None:
        words = self.tr("{0} of {1} pictures are there.").format(f"{done:,}", f"{total:,}")
        self.empty.say(self.tr("Drawing the demonstration library …"), words)

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
        self._grid.show_count(len(snapshot.entries))
        if self._pages.currentWidget() in (self._grid, self.empty):
            self._pages.setCurrentWidget(self._grid if snapshot.entries else self.empty)
        work = self._session
        if not self._demo.is_drawing:
            self.empty.explain(snapshot, is_indexing=work.indexing, is_adding=work.adding)
        self._offer_examples()

    def _on_answered(self, has_photos: bool) -> None:
        self._browsed = None
        self._pages.setCurrentWidget(self._grid if has_photos else self.empty)
        if not has_photos:
            self.empty.say(self.tr("There are no photos to search yet."))
        self._offer_examples()

    def _offer_examples(self) -> None:
        is_grid = self._pages.currentWidget() is self._grid
        path = self.panel.folder_path(self.panel.chosen_id())
        is_drawn = path in (None, self._demo_folder)  # others lack what the examples show
        self.examples.refresh(is_grid and is_drawn and not self._search.is_active)

    # ---- the catalog ------------------------------------------------------------------------

    def _on_opened(self) -> None:
        if not self._watches:
            self._session.index()  # otherwise each is scanned when watching it begins

    def _on_library(self, snapshot: Snapshot) -> None:
        self._banner.clear("catalog")
        self._mention_traces(snapshot.is_forgetting)
        self._is_engine_looking = False
        self.panel.show_library(snapshot.folders, snapshot.photos, len(snapshot.problems))
        self.problems.show_problems(snapshot.problems)
        own = (folder for folder in snapshot.folders if folder.path != self._demo_folder)
        self.own_photos_noticed.emit(any(folder.photo_count for folder in own))
        self._grid.view.refresh_thumbnails()
        if not self._search.is_active:
            self.browse()
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

    def _on_progress(self, progress: Progress) -> None:
        path = self.panel.folder_path(progress.folder_id)
        words = self._status.show_progress(progress, path.name if path is not None else "")
        self.panel.show_progress(progress.folder_id, words)

    def _on_indexing_ended(self, summary: object) -> None:
        if self._session.indexing:
            return
        self._status.finish(summary)
        self._banner.clear("failed")
        self.panel.show_progress(0, "")
        self.view.read_soon()
        self._search.again()
