"""The window: one line to ask in, one grid to look at, quiet panels beside it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QMainWindow,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from visret_desktop import settings as settings_file
from visret_desktop.engine.messages import EncoderState, Progress, QueryTerm, Ranked
from visret_desktop.gui.banner import Banner
from visret_desktop.gui.demo_library import DemoLibrary
from visret_desktop.gui.empty_page import EmptyPage
from visret_desktop.gui.engine_client import EngineClient
from visret_desktop.gui.grid_page import GridPage
from visret_desktop.gui.library_panel import ALL, PROBLEMS, LibraryPanel
from visret_desktop.gui.library_view import LibraryView, Snapshot
from visret_desktop.gui.menus import add_menu, show_keys, toggle
from visret_desktop.gui.photo_actions import PhotoActions
from visret_desktop.gui.photo_panel import PhotoPanel
from visret_desktop.gui.problems_page import ProblemsPage
from visret_desktop.gui.query_bar import QueryBar
from visret_desktop.gui.results_model import GridEntry, ResultsModel, entry_of_hit
from visret_desktop.gui.session import Session
from visret_desktop.gui.settings_dialog import SettingsDialog
from visret_desktop.gui.status_line import StatusLine
from visret_desktop.gui.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.viewer import PhotoViewer
from visret_desktop.library.watch import FolderWatcher
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_DRIVES_MS = 15_000


class MainWindow(QMainWindow):
    """Owns the widgets and joins their signals."""

    _folders_changed = Signal(object)  # from the watcher's thread

    def __init__(self, paths: Paths, settings: Settings, client: EngineClient) -> None:
        super().__init__()
        self._paths = paths
        self._settings = settings
        self._client = client
        self._session = Session(client, self)
        self._library = LibraryView(paths.catalog, self)
        self._model = ResultsModel(self)
        self._loader = ThumbnailLoader(paths.thumbnails, self)
        self._watcher = FolderWatcher(self._folders_changed.emit)
        self._state = QSettings(str(paths.config / "window.ini"), QSettings.Format.IniFormat)
        self._terms: tuple[QueryTerm, ...] = ()
        self._query = ""
        self._demo = DemoLibrary(self)
        self._build()
        self._build_menus()
        self._connect()
        self._restore()

    def begin(self, folders: Sequence[Path], query: str) -> None:
        """Start the engine and read the library; then add folders and ask."""
        self._client.start()
        self._session.set_indexing(False, self._settings.free_cores)
        self._library.open()
        self._drives.start(_DRIVES_MS)
        self._session.index()
        if folders:
            self.add_folders(folders)
        if query:
            self._query_bar.ask_text(query)

    # ---- build ------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle(self.tr("visret"))
        self.setAcceptDrops(True)
        self._query_bar = QueryBar(self._paths.cache / "pasted")
        self._panel = LibraryPanel()
        self._grid = GridPage(self._model, self._loader)
        self._viewer = PhotoViewer(self._loader)
        self._empty = EmptyPage()
        self._problems = ProblemsPage()
        self._photo = PhotoPanel()
        self._banner = Banner()
        self._status = StatusLine()
        self._actions = PhotoActions(self)
        self._pages = QStackedWidget()
        for page in (self._empty, self._grid, self._viewer, self._problems):
            self._pages.addWidget(page)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banner)
        column.addWidget(self._pages, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        for widget in (self._panel, middle, self._photo):
            self._splitter.addWidget(widget)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([220, 900, 260])
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._query_bar)
        rows.addWidget(self._splitter, 1)
        rows.addWidget(self._status)
        self.setCentralWidget(whole)
        self._empty.say(self.tr("Opening the library …"))
        self._drives = QTimer(self)
        QWidget.setTabOrder(self._query_bar.line, self._panel)
        QWidget.setTabOrder(self._panel, self._grid.view)

    def _build_menus(self) -> None:
        library = (
            (self.tr("Add folder …"), "Ctrl+O", self._choose_folder),
            (self.tr("Look for changes"), "F5", self._session.index),
            (self.tr("Problems"), "", lambda: self._on_chosen(PROBLEMS)),
            (self.tr("Settings …"), "Ctrl+,", self._edit_settings),
            (self.tr("Quit"), "Ctrl+Q", self.close),
        )
        view = (
            (self.tr("Go to the query"), "Ctrl+F", self._focus_query),
            (self.tr("Library panel"), "F9", lambda: toggle(self._panel)),
            (self.tr("Photo panel"), "F10", lambda: toggle(self._photo)),
            (self.tr("Only photos"), "F11", self._toggle_only_photos),
            (self.tr("Keys"), "?", lambda: show_keys(self)),
        )
        add_menu(self, self.tr("&Library"), library)
        self._actions.fill(self.menuBar().addMenu(self.tr("&Photo")))
        add_menu(self, self.tr("&View"), view)
        slash = QAction(self._grid.view)
        slash.setShortcut("/")
        slash.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        slash.triggered.connect(self._focus_query)
        self._grid.view.addAction(slash)

    def _connect(self) -> None:
        bar, session, view = self._query_bar, self._session, self._grid.view
        bar.asked.connect(self._on_asked)
        bar.stopped.connect(session.stop_search)
        bar.refused.connect(self._status.show_times)
        session.ranked.connect(self._on_ranked)
        session.search_failed.connect(self._on_search_failed)
        session.progress.connect(self._on_progress)
        session.indexing_ended.connect(self._on_indexing_ended)
        session.failed.connect(lambda sentence: self._banner.say("failed", sentence))
        session.library_changed.connect(self._library.read_soon)
        session.encoder_state.connect(self._on_encoder)
        self._client.lost.connect(lambda sentence: self._banner.say("engine", sentence))
        self._client.state_changed.connect(self._on_engine_state)
        self._library.opened.connect(self._on_opened)
        self._library.changed.connect(self._on_library)
        self._library.returned.connect(session.index)
        self._library.failed.connect(lambda sentence: self._banner.say("catalog", sentence))
        self._drives.timeout.connect(self._library.look_for_drives)
        self._folders_changed.connect(lambda roots: session.index(sorted(roots)))
        self._panel.add_requested.connect(self._choose_folder)
        self._panel.rescan_requested.connect(self._on_rescan)
        self._panel.remove_requested.connect(self._on_remove)
        self._panel.chosen.connect(self._on_chosen)
        self._empty.add_requested.connect(self._choose_folder)
        self._empty.demo_requested.connect(self._start_demo)
        self._demo.ready.connect(lambda path: self.add_folders([path]))
        self._demo.failed.connect(self._on_demo_failed)
        self._problems.retry_requested.connect(lambda paths: session.index(retry=paths))
        self._problems.closed.connect(lambda: self._on_chosen(ALL))
        self._status.pause_toggled.connect(
            lambda paused: session.set_indexing(paused, self._settings.free_cores)
        )
        view.activated.connect(self._view_entry)
        view.selection_changed.connect(self._on_selection)
        view.similar_requested.connect(self._search_similar)
        view.menu_requested.connect(self._actions.fill)
        self._actions.view_requested.connect(self._view_entry)
        self._actions.similar_requested.connect(self._search_similar)
        self._actions.add_requested.connect(
            lambda entry: bar.add_example(_example(entry), entry.name)
        )
        self._viewer.closed.connect(self._on_viewer_closed)
        self._viewer.shown.connect(self._photo.show_entry)
        self._banner.dismissed.connect(self._on_dismissed)

    # ---- asking -----------------------------------------------------------------------------

    def _on_asked(self, terms: tuple[QueryTerm, ...], text: str) -> None:
        self._terms, self._query = terms, text
        if not terms:
            self._session.stop_search()
            self._status.show_times("")
            self._browse(self._library.snapshot)
            return
        chosen = self._panel.chosen_id()
        folders = (chosen,) if chosen > 0 else ()
        self._session.search(terms, self._settings.top_k, folders)

    def _on_ranked(self, ranked: Ranked) -> None:
        self._grid.set_searching(True)
        self._model.set_entries([entry_of_hit(hit) for hit in ranked.hits])
        if not ranked.answered:
            words = self.tr("Nothing here matches well. These are the nearest {0}.")
        else:
            words = self.tr("The best {0} for your query")
        self._grid.title.setText(words.format(f"{len(ranked.hits):,}"))
        seconds = sum(ranked.timings.values())
        self._status.show_times(self.tr("text {0:.2f} s").format(seconds))
        self._pages.setCurrentWidget(self._grid if ranked.hits else self._empty)
        if not ranked.hits:
            self._empty.say(self.tr("There are no photos to search yet."))
        self._grid.view.verticalScrollBar().setValue(0)

    def _on_search_failed(self, sentence: str) -> None:
        self._banner.say("search", sentence)

    def _search_similar(self, entry: GridEntry) -> None:
        self._query_bar.ask_similar(_example(entry), entry.name)
        self._pages.setCurrentWidget(self._grid)

    # ---- the library ------------------------------------------------------------------------

    def _on_opened(self, reader: object) -> None:
        self._photo.reader = self._library.reader
        if self._library.reader is not None:
            self._query_bar.remember(self._state.value("queries", [], list) or [])

    def _on_library(self, snapshot: Snapshot) -> None:
        self._panel.show_library(snapshot.folders, snapshot.photos, len(snapshot.problems))
        self._problems.show_problems(snapshot.problems)
        self._grid.view.refresh_thumbnails()
        if not self._terms:
            self._browse(snapshot)
        self._watch(snapshot)

    def _browse(self, snapshot: Snapshot) -> None:
        self._grid.set_searching(False)
        self._model.set_entries(snapshot.entries)
        self._grid.title.setText(self.tr("{0} photos").format(f"{len(snapshot.entries):,}"))
        if self._pages.currentWidget() in (self._viewer, self._problems):
            return
        self._pages.setCurrentWidget(self._grid if snapshot.entries else self._empty)
        if not snapshot.folders:
            self._empty.say(
                self.tr("Find any photo by saying what it shows."),
                self.tr(
                    "Add a folder of photos to begin. They are only read, and nothing leaves"
                    " this computer."
                ),
                with_buttons=True,
            )
        elif not snapshot.entries and self._session.indexing:
            self._empty.say(self.tr("The first photos will appear in a moment."))
        elif not snapshot.entries:
            self._empty.say(self.tr("There are no photos in this folder."))

    def _watch(self, snapshot: Snapshot) -> None:
        roots = [folder.path for folder in snapshot.folders]
        if self._settings.watch_folders and roots != getattr(self, "_watched", None):
            self._watched = roots
            self._watcher.start(roots)

    def add_folders(self, folders: Sequence[Path]) -> None:
        """Add folders and index them."""
        self._session.index(folders)

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Add a folder of photos"))
        if path:
            self.add_folders([Path(path)])

    def _on_rescan(self, folder_ids: list[int]) -> None:
        paths = [self._panel.folder_path(number) for number in folder_ids]
        self._session.index([path for path in paths if path is not None])

    def _on_remove(self, folder_id: int) -> None:
        question = self.tr("Remove {0} from the library? Your files are not touched.")
        answer = QMessageBox.question(
            self, self.tr("Remove folder"), question.format(self._panel.folder_path(folder_id))
        )
        if answer == QMessageBox.StandardButton.Yes:
            self._session.remove_folder(folder_id)

    def _on_chosen(self, number: int) -> None:
        if number == PROBLEMS:
            self._pages.setCurrentWidget(self._problems)
            return
        self._pages.setCurrentWidget(self._grid)
        self._library.choose(number)
        if self._terms:
            self._on_asked(self._terms, self._query)

    def _start_demo(self) -> None:
        self._empty.say(self.tr("Drawing the demonstration library …"), self.tr("About a minute."))
        self._demo.start()

    def _on_demo_failed(self, sentence: str) -> None:
        self._banner.say("demo", sentence)
        self._browse(self._library.snapshot)

    # ---- indexing ---------------------------------------------------------------------------

    def _on_progress(self, progress: Progress) -> None:
        path = self._panel.folder_path(progress.folder_id)
        words = self._status.show_progress(progress, path.name if path is not None else "")
        self._panel.show_progress(progress.folder_id, words)

    def _on_indexing_ended(self, summary: object) -> None:
        if self._session.indexing:
            return
        words = ""
        if isinstance(summary, dict) and summary.get("indexed"):
            words = self.tr("{0} photos indexed in {1:.0f} s").format(
                f"{summary['indexed']:,}", summary["seconds"]
            )
        self._status.end(words)
        self._banner.clear("failed")
        self._panel.show_progress(0, "")
        self._library.read_soon()

    def _on_encoder(self, state: EncoderState) -> None:
        if not state.ready:
            self._banner.say("encoder", state.sentence)
        elif state.name == "starter" and not self._state.value("dismissed/starter", False, bool):
            self._banner.say(
                "starter",
                self.tr(
                    "The built-in encoder knows the drawn wildlife of the demonstration only. For"
                    " your own photos it can compare pictures roughly, but hardly read words."
                ),
                only_if_free=True,
            )

    def _on_engine_state(self, state: str) -> None:
        if state == "lost":
            self._banner.say("engine", self.tr("The search engine ended. It is being restarted."))
        elif state == "ready":
            self._banner.clear("engine")

    def _on_dismissed(self, key: str) -> None:
        if key == "starter":
            self._state.setValue("dismissed/starter", True)

    # ---- looking ----------------------------------------------------------------------------

    def _on_selection(self, entries: list[GridEntry]) -> None:
        self._actions.set_entries(entries)
        self._photo.show_entry(entries[0] if len(entries) == 1 else None)

    def _view_entry(self, entry: GridEntry) -> None:
        self._viewer.show_entries(self._model.entries(), self._model.row_of(entry.photo_id))
        self._pages.setCurrentWidget(self._viewer)
        self._viewer.setFocus()

    def _on_viewer_closed(self, photo_id: int) -> None:
        self._pages.setCurrentWidget(self._grid)
        self._grid.view.setFocus()
        self._grid.view.select_row(self._model.row_of(photo_id))

    def _focus_query(self) -> None:
        self._query_bar.line.setFocus()
        self._query_bar.line.selectAll()

    def _toggle_only_photos(self) -> None:
        around = (self._query_bar, self._panel, self._photo, self._status, self.menuBar())
        visible = not self._query_bar.isVisible()
        for widget in around:
            widget.setVisible(visible)

    def _edit_settings(self) -> None:
        dialog = SettingsDialog(self._settings, self)
        if dialog.exec():
            self._settings = dialog.settings()
            settings_file.save(self._paths.settings, self._settings)
            self._session.set_indexing(self._session.paused, self._settings.free_cores)

    def report_mistake(self, error: BaseException) -> None:
        """Tell the person that we made a mistake."""
        words = self.tr("The program made a mistake: {0}. Its log tells more: {1}")
        self._banner.say("mistake", words.format(error, self._paths.logs))

    # ---- the window itself ------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take folders."""
        if any(Path(url.toLocalFile()).is_dir() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add dropped folders."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls()]
        self.add_folders([path for path in paths if path.is_dir()])

    def _restore(self) -> None:
        self.resize(1280, 800)
        geometry = self._state.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        sizes = self._state.value("splitter")
        if isinstance(sizes, QByteArray):
            self._splitter.restoreState(sizes)
        self._grid.size_slider.setValue(int(self._state.value("cell", 176)))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the window's state and end the engine in order."""
        self._state.setValue("geometry", self.saveGeometry())
        self._state.setValue("splitter", self._splitter.saveState())
        self._state.setValue("cell", self._grid.size_slider.value())
        self._state.setValue("queries", self._query_bar.recent()[:50])
        self._drives.stop()
        self._watcher.stop()
        self._library.close()
        for part in (self._viewer, self._photo, self._actions):
            part.close_pool()
        self._loader.close()
        self._client.shutdown()
        super().closeEvent(event)


def _example(entry: GridEntry) -> QueryTerm:
    return QueryTerm(image=f"hash:{entry.content_hash}")
