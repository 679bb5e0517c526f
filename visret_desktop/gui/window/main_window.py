"""The window: a line to search with, a grid of photos, panels at the sides."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm
from visret_desktop.gui.answers.answer_controller import AnswerController
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.answers.answer_photos import AnswerPhotos
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.judging.judging_controller import JudgingController
from visret_desktop.gui.library.duplicates_page import DuplicatesPage
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.library.library_model import PROBLEMS
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.gui.opening.one_window import bring_forward
from visret_desktop.gui.opening.open_paths import PathSorting
from visret_desktop.gui.opening.open_request import OpenRequest
from visret_desktop.gui.photo.photo_actions import PhotoActions, reveal_folder
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.pictures.photo_decoding import end_decoding
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.saved.saved_controller import SavedController
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.accessibility import order_tabs
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.incoming_pictures import DropTarget, has_picture
from visret_desktop.gui.widgets.menus import Toggle, add_key, add_menu
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.widgets.window_layout import OnlyPhotos, SidePanel, arrange, column, toggle
from visret_desktop.gui.window.engine_notices import EngineNotices
from visret_desktop.gui.window.filter_controller import FilterController
from visret_desktop.gui.window.interchange_controllers import (
    DeploymentController,
    DetectionController,
    ExportController,
    TrackController,
)
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.shortcuts_page import ShortcutsPage
from visret_desktop.gui.window.sketch_controller import SketchController
from visret_desktop.gui.window.tag_panel_controller import TagPanelController
from visret_desktop.gui.window.window_state import WindowState, parts_kept
from visret_desktop.paths import Paths
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.settings import Settings

_NARROWEST_PAGE = 320  # pixels
_SEPARATOR = ("", "", lambda: None)


class MainWindow(QMainWindow):
    """Builds the parts of the window and connects their signals."""

    def __init__(self, paths: Paths, settings: Settings, client: EngineClient) -> None:
        super().__init__()
        self._paths, self._client = paths, client
        self._keeper = SettingsController(paths, settings, self)
        self._session = Session(client, self)
        self._state = WindowState(paths.config / "window.ini")
        self.setWindowTitle(self.tr("visret"))
        self._build_places()
        self._build_work()
        self._lay_out()
        self._build_menus()
        self._connect()
        self._state.restore(self, self._splitter, self._side_panels)
        self._parts = parts_kept(self._grid, self._viewer, self._side, self._facts.timeline)
        self._state.show_in(self._parts)
        self._grid.bursts.setChecked(settings.bursts_as_one)

    def begin(self, folders: Sequence[Path], query: str) -> None:
        """Start the engine and read the library; then add folders and search."""
        self._client.start()
        self._session.set_indexing(False, self._settings.free_cores)
        self._library.view.open()
        if folders:
            self._library.add(folders)
        if query:
            self._query_bar.ask_text(query)

    def open_with(self, what: OpenRequest) -> None:
        """Add the folders and search by the photos and words that the program is opened with."""
        self._sorting.sort(what)

    def take_over(self, what: OpenRequest) -> None:
        """Come to the front with what another start of the program was opened with."""
        bring_forward(self, what.activation)
        self.open_with(what)

    def _start_engine_again(self) -> None:
        self._client.start()
        self._session.set_indexing(False, self._settings.free_cores)
        self._session.index()
        self._search.again()

    @property
    def _settings(self) -> Settings:
        return self._keeper.settings

    # ---- build ------------------------------------------------------------------------------

    def _build_places(self) -> None:
        """Make the widgets, and what they show."""
        pasted = self._paths.cache / "pasted"
        self._model = ResultsModel(self)
        self._loader = ThumbnailLoader(self._paths.thumbnails, self)
        self._query_bar = QueryBar(pasted, RecentQueries(self._paths.recent_queries))
        self._board = SketchViewModel(self)
        self._pictures = SketchPictures(self._loader, self)
        strip = SketchStrip(self._board, self._pictures, pasted)
        self._answer_board = AnswerViewModel(self)
        self._answer = AnswerLine(self._answer_board, self._loader, self._pictures)
        self._grid = GridPage(self._model, self._loader, strip, self._answer)
        self._grid.height_changed.connect(self._answer.set_room)
        self._grid.height_changed.connect(strip.set_room)
        self._viewer = PhotoViewer(self._loader)
        self._photo = PhotoPanel()
        self._duplicates = DuplicatesPage(self._loader)
        self._banner = Banner()
        self._status = StatusLine()
        self._pages = QStackedWidget()
        self._pages.setMinimumWidth(
            _NARROWEST_PAGE
        )  # else the widest page that is not shown counts

    def _build_work(self) -> None:
        """Make what connects the widgets with the engine and the library."""
        paths, settings, session, client = self._paths, self._settings, self._session, self._client
        bar, model, grid, photo = self._query_bar, self._model, self._grid, self._photo
        loader, board, banner, status = self._loader, self._board, self._banner, self._status
        actions = self._actions = PhotoActions(self)
        self._drops = DropTarget(self)
        answers = self._answer_board
        search = SearchController(bar, session, board, answers, model, grid, status, banner, self)
        self._search = search
        self._answers = AnswerController(
            answers, self._answer, search, session, board, bar, grid, self
        )
        history = self._history = UndoHistory(self)
        history.undo_action.triggered.connect(lambda: self._undo())
        # What can be undone may be of photos that are forgotten.
        session.folder_removed.connect(lambda _: history.clear())
        shown = AnswerPhotos(answers, self._answer, model, grid, self._viewer, self)
        shown.view_requested.connect(self._view_entry)
        self._sketches = SketchController(
            loader, board, self._pictures, grid.strip, bar, search, photo, actions, self
        )
        self._judging = JudgingController(
            paths, settings, client, search, board, grid, self._viewer, history, banner, self
        )
        self._map = MapController(model, grid, bar.facts.toggle, self)
        photo.spot_of = self._map.spot_of
        photo.add_actions((*actions.for_panel, *self._judging.actions))
        self._library = LibraryController(
            paths, session, search, model, grid, self._pages, banner, status, self
        )
        self._saved = SavedController(
            paths,
            settings.folder_seconds,
            session,
            search,
            self._library,
            bar,
            grid.view,
            loader.image,
            history,
            banner,
            self,
        )
        self._facts = FilterController(
            bar, search, session, self._library.view, model, grid, actions, self
        )
        chosen = grid.view.selected_entries
        known = self._library.view
        self._deployments = DeploymentController(
            client, lambda: known.reader, history, banner, self
        )
        described = self._deployments.open
        self._exports = ExportController(client, self._keeper, model, chosen, described, self)
        self._tags = TagPanelController(
            client,
            paths,
            session,
            self._keeper,
            lambda: known.reader,
            model,
            grid,
            self._viewer,
            photo,
            history,
            banner,
            self,
        )
        tagging = self._tags.tagging
        self._tracks = TrackController(
            tagging.changes, lambda: known.reader, model, chosen, banner, self
        )
        self._detections = DetectionController(
            client, lambda: known.reader, chosen, tagging, banner, self
        )
        photo.found_in = self._detections.lines_of
        self._sorting = PathSorting(self)
        search.apply(settings)
        self._answers.apply(settings)
        self._library.apply(settings)
        self._notices = EngineNotices(client, session, banner, self._state, self)

    def _lay_out(self) -> None:
        library = self._library
        for page in (library.empty, self._grid, self._viewer, library.problems, self._duplicates):
            self._pages.addWidget(page)
        banner, examples = column(self._banner), column(library.examples)
        bar = self._tags.bar
        middle = column(banner, examples, self._pages, bar, grows=self._pages)
        leaves = {
            "library": (self.tr("Library"), library.panel),
            "facts": (self.tr("Narrow"), self._facts.panel),
        }
        self._side = SidePanel(leaves)
        self._splitter = arrange(
            self, self._query_bar, self._side, middle, self._photo, self._status
        )
        self._side_panels = {"library": self._side, "photo": self._photo}
        around = (
            self._query_bar,
            *self._side_panels.values(),
            self._status,
            banner,
            examples,
            self._grid.strip_place,
            self.menuBar(),
        )
        self._only_photos = OnlyPhotos(self, around)
        order_tabs(self, (self._query_bar, middle, self._photo, self._side, self._status))
        self._query_bar.line.setFocus()

    def _build_menus(self) -> None:
        work, keeper, judging, bar = self._library, self._keeper, self._judging, self._query_bar
        status, strip, captions = self._status, self._grid.strip, self._grid.captions
        bursts = self._grid.bursts
        library = (
            (self.tr("Add folder …"), "Ctrl+O", work.choose_new),
            (self.tr("Check for new photos"), "F5", self._session.index),
            Toggle(
                self.tr("Pause indexing"),
                "Ctrl+P",
                status.toggle_pause,
                lambda: self._session.paused,
            ),
            (self.tr("Problems"), "Ctrl+Shift+P", lambda: work.panel.choose(PROBLEMS)),
            (self.tr("Duplicates"), "", self._show_duplicates),
            (self.tr("Place photos by a track …"), "", self._tracks.open),
            (self.tr("Import a Camtrap DP package …"), "", self._deployments.import_package),
            (self.tr("Deployments …"), "", self._deployments.open),
            (self.tr("Take in what a detector found …"), "", self._detections.open),
            _SEPARATOR,
            (self.tr("Models …"), "Ctrl+M", keeper.choose_models),
            (self.tr("Index photos faster …"), "", judging.check_precision),
            (self.tr("Settings …"), "Ctrl+,", keeper.edit),
            _SEPARATOR,
            (self.tr("Quit"), "Ctrl+Q", self.close),
        )
        search = (
            (self.tr("Go to the query"), "Ctrl+F", self._focus_query),
            (self.tr("Search by a photo of yours …"), "Ctrl+Shift+F", bar.choose_photo),
            (self.tr("Back"), _keys(QKeySequence.StandardKey.Back), self._search.go_back),
            (self.tr("Forward"), _keys(QKeySequence.StandardKey.Forward), self._search.go_forward),
            Toggle(
                self.tr("Each event once"),
                "",
                lambda: keeper.change(events_as_one=not self._settings.events_as_one),
                lambda: self._settings.events_as_one,
            ),
            _SEPARATOR,
            *self._saved.entries(),
            _SEPARATOR,
            *self._sketches.entries(bar.controls),
            *self._answers.entries(),
            *judging.entries(),
        )
        view = (
            self._leaf(self.tr("Library"), "F9", "library"),
            self._leaf(self.tr("Narrow the photos"), "F8", "facts"),
            _panel(self.tr("About the photo"), "F10", self._photo),
            Toggle(
                self.tr("Timeline"),
                "",
                self._facts.timeline.toggle,
                lambda: self._facts.timeline.is_wanted,
            ),
            Toggle(self.tr("Sketches folded away"), "", strip.fold.click, lambda: strip.is_folded),
            Toggle(self.tr("Names and dates"), "", captions.click, captions.isChecked),
            Toggle(self.tr("Bursts as one picture"), "", bursts.click, bursts.isChecked),
            Toggle(
                self.tr("Blank frames hidden"),
                "",
                self._facts.panel.toggle_blank,
                lambda: self._facts.panel.are_blank_hidden,
            ),
            Toggle(self.tr("Map"), "F7", self._map.toggle, lambda: self._map.is_open),
            Toggle(
                self.tr("Only photos"),
                "F11",
                self._show_only_photos,
                lambda: self._only_photos.is_on,
            ),
        )
        edit = (
            self._history.undo_action,
            self._history.redo_action,
            _SEPARATOR,
            (self.tr("Select all photos"), "", self._grid.view.select_all),
        )
        add_menu(self, self.tr("&Library"), library)
        add_menu(self, self.tr("&Edit"), edit)
        photo = self.menuBar().addMenu(self.tr("&Photo"))
        self._actions.fill(photo)
        photo.addSeparator()
        photo.addActions(list(judging.actions))
        self._tags.fill(photo)
        photo.addSeparator()
        photo.addAction(self._exports.action)
        photo.addAction(self.tr("Write sidecars …"), lambda: self._exports.open_sidecars())
        photo.addAction(self._detections.accept)
        add_menu(self, self.tr("&Search"), search)
        add_menu(self, self.tr("&View"), view)
        self._build_help()
        add_key(self, "/", self._focus_query)
        add_key(self, "Ctrl+V", self._paste)

    def _leaf(self, text: str, keys: str, name: str) -> Toggle:
        side = self._side
        return Toggle(text, keys, lambda: side.toggle(name), lambda: side.shows(name))

    def _build_help(self) -> None:
        logs = self._paths.logs
        entries = (
            (self.tr("Keys"), "F1", lambda: ShortcutsPage(self).open()),
            (self.tr("What leaves this computer"), "", self._keeper.show_privacy),
            (self.tr("Problems with visret: show the log"), "", lambda: reveal_folder(logs)),
            _SEPARATOR,
            (self.tr("About visret"), "", self._keeper.show_about),
        )
        add_menu(self, self.tr("&Help"), entries)
        add_key(self, "?", lambda: ShortcutsPage(self).open())

    def _connect(self) -> None:
        self._connect_settings()
        bar, view, actions, library = self._query_bar, self._grid.view, self._actions, self._library
        self._drops.folders_dropped.connect(library.add)
        self._drops.tracks_dropped.connect(self._tracks.open)
        self._sorting.folders_found.connect(library.add)
        self._sorting.query_found.connect(bar.ask_photos)
        self._sorting.refused.connect(lambda sentence: self._banner.say("opened", sentence))
        self._drops.pictures_dropped.connect(bar.accept_mime)
        library.examples.chosen.connect(bar.ask_text)
        bar.line.left_down.connect(self._focus_photos)
        self._search.only_wanted.connect(library.show)
        library.panel.query_chosen.connect(bar.ask_text)
        library.view.opened.connect(self._on_opened)
        library.view.changed.connect(self._judging.show_library)
        library.view.changed.connect(lambda snapshot: bar.reading.take(snapshot.known))
        self._session.library_changed.connect(bar.read_again)
        self._tags.tagging.notes_changed.connect(bar.read_again)
        self._facts.photos_shown.connect(lambda: self._pages.setCurrentWidget(self._grid))
        library.own_photos_noticed.connect(self._notices.note_own_photos)
        view.activated.connect(self._view_entry)
        view.selection_changed.connect(self._on_selection)
        view.similar_requested.connect(self._search_similar)
        view.menu_requested.connect(actions.fill)
        view.menu_requested.connect(self._judging.fill)
        view.menu_requested.connect(lambda menu: menu.addAction(self._exports.action))
        actions.view_requested.connect(self._view_entry)
        actions.similar_requested.connect(self._search_similar)
        actions.add_requested.connect(lambda entry: bar.add_example(*self._example(entry)))
        self._session.folder_removed.connect(lambda _: bar.offer_recent())
        self._session.folder_removed.connect(lambda _: self._judging.marks.read_again())
        self._duplicates.closed.connect(lambda: self._pages.setCurrentWidget(self._grid))
        self._viewer.verdict_of = self._model.verdict
        self._viewer.written_of = self._words_in
        self._viewer.found_of = self._detections.boxes_of
        self._detections.changed.connect(self._photo.read_again)
        self._viewer.closed.connect(self._on_viewer_closed)
        self._viewer.shown.connect(lambda entry: self._on_selection([entry]))
        self._viewer.shown.connect(self._photo.appear)
        self._viewer.full_screen_requested.connect(self._show_only_photos)
        self._session.library_changed.connect(self._map.read_again)
        self._session.folder_removed.connect(lambda _: self._map.read_again())
        self._map.toggled.connect(self._on_map_toggled)
        self._map.place_shown.connect(lambda: self._pages.setCurrentWidget(self._grid))
        self._notices.start_requested.connect(self._start_engine_again)
        self._search.slowed.connect(self._notices.note_slow_encoder)
        self._tags.closed.connect(self._focus_photos)

    def _connect_settings(self) -> None:
        keeper = self._keeper
        keeper.changed.connect(self._on_settings)
        keeper.engine_outdated.connect(self._on_engine_outdated)
        keeper.packs_changed.connect(self._answers.look_for_reader)
        keeper.machine_wanted.connect(self._session.describe_machine)
        self._session.machine_described.connect(keeper.machine_described)
        self._query_bar.settings_requested.connect(keeper.edit)
        self._notices.models_requested.connect(keeper.choose_models)
        self._library.empty.models_requested.connect(keeper.choose_models)
        self._search.models_requested.connect(keeper.choose_models)
        self._sketches.sketches_switched.connect(lambda on: keeper.change(pictures_enabled=on))
        self._sketches.strategy_kept.connect(lambda name: keeper.change(strategy=name))
        self._answer.models_requested.connect(keeper.choose_models)
        self._answer.never_requested.connect(lambda: keeper.change(answers_enabled=False))
        self._grid.bursts.clicked.connect(lambda on: keeper.change(bursts_as_one=on))
        self._judging.file_chosen.connect(lambda path: keeper.change(judgments=path))
        self._judging.settings_chosen.connect(lambda best: keeper.change(**best))
        self._status.reading_refused.connect(lambda: keeper.change(read_words=False))
        self._status.pause_toggled.connect(
            lambda paused: self._session.set_indexing(paused, self._settings.free_cores)
        )

    # ---- searching --------------------------------------------------------------------------

    def _search_similar(self, entry: GridEntry) -> None:
        self._query_bar.ask_similar(*self._example(entry))
        self._pages.setCurrentWidget(self._grid)

    def _example(self, entry: GridEntry) -> tuple[QueryTerm, str, QImage | None]:
        term = QueryTerm(image=HASH_PREFIX + entry.content_hash)
        return term, entry.name, self._loader.image(entry.content_hash)

    def _show_duplicates(self) -> None:
        self._only_photos.leave()
        self._duplicates.read(self._library.view.reader)
        self._pages.setCurrentWidget(self._duplicates)
        self._duplicates.list.setFocus()

    def _paste(self) -> None:
        mime = QGuiApplication.clipboard().mimeData()
        if mime is not None and has_picture(mime):
            self._query_bar.accept_mime(mime)

    def _on_opened(self, reader: object) -> None:
        self._photo.reader = self._library.view.reader
        if self._photo.reader is not None:
            self._query_bar.reading.open(self._photo.reader.facts)
            self._map.open(self._photo.reader)
            self._map.show(self._state.has_map)

    def _on_map_toggled(self, is_open: bool) -> None:
        self._state.has_map = is_open
        if is_open:
            self._pages.setCurrentWidget(self._grid)

    # ---- looking ----------------------------------------------------------------------------

    def _words_in(self, entry: GridEntry) -> Boxes | None:
        """Return where words stand in a photo, if any were read."""
        reader = self._library.view.reader
        lines = [] if reader is None else reader.inscriptions.lines(entry.content_hash)
        return Boxes("", "", tuple(line.box for line in lines)) if lines else None

    def _on_selection(self, entries: list[GridEntry]) -> None:
        self._actions.set_entries(entries)
        self._judging.set_entries(entries)
        self._photo.show_entries(entries)
        self._detections.set_entries(entries)
        self._tags.set_entries(entries)
        self._map.mark(entries)

    def _view_entry(self, entry: GridEntry) -> None:
        self._viewer.show_entries(self._model.entries(), self._model.row_of(entry.photo_id))
        self._pages.setCurrentWidget(self._viewer)
        self._viewer.setFocus()

    def _on_viewer_closed(self, photo_id: int) -> None:
        self._pages.setCurrentWidget(self._grid)
        self._grid.view.setFocus()
        self._grid.view.select_row(self._model.row_of(photo_id))

    def _undo(self) -> None:
        """Undo the last change, or the sketches' if it came last or they have the keyboard."""
        focus, strip = self.focusWidget(), self._grid.strip
        is_of_sketches = focus is not None and strip.isAncestorOf(focus)
        if is_of_sketches or self._judging.marked_search.is_newest or not self._history.undo():
            self._sketches.board.undo()

    def _focus_query(self) -> None:
        self._only_photos.leave()
        self._query_bar.line.setFocus()
        self._query_bar.line.selectAll()

    def _focus_photos(self) -> None:
        """Go to the photos, or to what stands in their place."""
        view, page, reason = self._grid.view, self._pages.currentWidget(), Qt.FocusReason
        if view.isVisible():
            view.setFocus(reason.ShortcutFocusReason)
            if not view.selected_entries():
                view.select_row(0)
        elif page is self._grid:
            self._grid.no_match.button.setFocus(reason.ShortcutFocusReason)
        elif page is not None:
            page.setFocus(reason.ShortcutFocusReason)

    def _on_settings(self, chosen: Settings) -> None:
        self._session.set_indexing(self._session.paused, chosen.free_cores)
        self._search.apply(chosen)
        self._answers.apply(chosen)
        self._library.apply(chosen)
        self._judging.apply(chosen)
        self._grid.bursts.setChecked(chosen.bursts_as_one)
        self._library.view.read_soon()

    def _on_engine_outdated(self) -> None:
        self._notices.renew()
        self._session.index()

    def report_mistake(self, error: BaseException) -> None:
        """Say that the program has a bug."""
        words = self.tr("The program made a mistake: {0}. Its log says more: {1}")
        self._banner.say("mistake", words.format(error, self._paths.logs))

    # ---- the window itself ------------------------------------------------------------------

    def _show_only_photos(self) -> None:
        self._splitter.unfold()
        self._only_photos.toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave 'only photos' with Escape, or stop the query, or select nothing.

        A search stays: it is cleared in its line alone.
        """
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._only_photos.is_on:
            self._only_photos.leave()
        elif not self._query_bar.stop():
            self._grid.view.select_none()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back and forward by the buttons that a mouse may have for it."""
        if event.button() == Qt.MouseButton.BackButton:
            self._search.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self._search.go_forward()
        else:
            super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Look for drives when the window becomes active again."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._library.watch.look_for_drives()
            self._saved.read()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the window's state and shut the engine down."""
        self._only_photos.leave()
        self._splitter.unfold()
        self._state.keep(self, self._splitter, self._side_panels)
        self._state.read_from(self._parts)
        self._history.close()
        self.hide()  # shutting down may wait for the engine to commit
        self._tracks.close()
        self._saved.close()
        end_decoding()
        close_all(self)
        self._loader.close()
        self._library.close()  # after all that reads from it on threads
        self._client.shutdown()
        super().closeEvent(event)


def _keys(usual: QKeySequence.StandardKey) -> str:
    """Return the keys that this system has for something, such as Alt+Left for going back."""
    return QKeySequence(usual).toString()


def _panel(text: str, keys: str, panel: QWidget) -> Toggle:
    return Toggle(text, keys, lambda: toggle(panel), lambda: not panel.isHidden())
