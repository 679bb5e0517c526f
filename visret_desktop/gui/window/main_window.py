"""The window: a line to search with, a grid of photos, panels at the sides."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMainWindow

from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.library.server_browsing import ServerBrowsing
from visret_desktop.gui.opening.one_window import bring_forward
from visret_desktop.gui.opening.open_request import OpenRequest
from visret_desktop.gui.pictures.photo_decoding import end_decoding
from visret_desktop.gui.widgets.accessibility import order_tabs
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.gui.widgets.incoming_pictures import has_picture
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.gui.widgets.window_layout import OnlyPhotos, SidePanel, arrange, column
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.window_menus import WindowCommands, WindowMenus
from visret_desktop.gui.window.window_parts import WindowParts
from visret_desktop.gui.window.window_state import WindowState, parts_kept
from visret_desktop.paths import Paths, ServerPaths
from visret_desktop.settings import Settings


class MainWindow(QMainWindow):
    """Builds the parts of the window and connects their signals."""

    def __init__(self, paths: Paths, settings: Settings, client: EngineClient) -> None:
        super().__init__()
        self._paths, self._client = paths, client
        self._keeper = SettingsController(paths, settings, self)
        is_of_server = isinstance(paths, ServerPaths)
        self._session = Session(client, self, is_of_server=is_of_server)
        self._state = WindowState(paths.config / "window.ini")
        self.setWindowTitle(self.tr("visret"))
        self._parts = WindowParts(paths, self._keeper, self._session, client, self._state, self)
        self._lay_out()
        WindowMenus(
            self._parts,
            self._keeper,
            self._session,
            self._commands(),
            paths.logs,
            self,
            is_of_server=is_of_server,
        )
        self._connect()
        self._state.restore(self, self._splitter, self._side_panels)
        self._kept = parts_kept(
            self._parts.grid, self._parts.viewer, self._side, self._parts.facts.timeline
        )
        self._state.show_in(self._kept)
        self._parts.grid.bursts.setChecked(settings.stacks)
        self._browsing: ServerBrowsing | None = None
        if isinstance(paths, ServerPaths):
            self._show_server(paths)

    def _show_server(self, paths: ServerPaths) -> None:
        """Leave out what needs the catalog of all photos; have them come in by pages."""
        parts, session = self._parts, self._session
        self.setWindowTitle(self.tr("visret – {0}").format(paths.library_name))
        self._side.hide()
        self._browsing = ServerBrowsing(
            session, parts.search, parts.library, parts.grid.view, parts.banner, self
        )

    def begin(self, folders: Sequence[Path], query: str) -> None:
        """Start the engine and read the library; then add folders and search."""
        self._client.start()
        self._session.set_indexing(False, self._settings.free_cores)
        self._parts.library.view.open()
        if self._browsing is not None:
            self._browsing.begin()
        if folders:
            self._parts.library.add(folders)
        if query:
            self._parts.query_bar.ask_text(query)

    def open_with(self, what: OpenRequest) -> None:
        """Add the folders and search by the photos and words that the program is opened with."""
        self._parts.sorting.sort(what)

    def take_over(self, what: OpenRequest) -> None:
        """Come to the front with what another start of the program was opened with."""
        bring_forward(self, what.activation)
        self.open_with(what)

    def _start_engine_again(self) -> None:
        self._client.start()
        self._session.set_indexing(False, self._settings.free_cores)
        self._session.index()
        self._parts.search.again()

    @property
    def _settings(self) -> Settings:
        return self._keeper.settings

    # ---- build ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        parts = self._parts
        library = parts.library
        for page in (library.empty, parts.grid, parts.viewer, library.problems, parts.duplicates):
            parts.pages.addWidget(page)
        banner, examples = column(parts.banner), column(library.examples)
        bar = parts.tags.bar
        middle = column(banner, examples, parts.pages, bar, grows=parts.pages)
        leaves = {
            "library": (self.tr("Library"), library.panel),
            "facts": (self.tr("Narrow"), parts.facts.panel),
        }
        self._side = SidePanel(leaves)
        self._splitter = arrange(
            self, parts.query_bar, self._side, middle, parts.photo, parts.status
        )
        self._side_panels = {"library": self._side, "photo": parts.photo}
        around = (
            parts.query_bar,
            *self._side_panels.values(),
            parts.status,
            banner,
            examples,
            parts.grid.strip_place,
            self.menuBar(),
        )
        self._only_photos = OnlyPhotos(self, around)
        order_tabs(self, (parts.query_bar, middle, parts.photo, self._side, parts.status))
        parts.query_bar.line.setFocus()

    def _connect(self) -> None:
        self._connect_settings()
        parts = self._parts
        parts.history.undo_action.triggered.connect(lambda: self._undo())
        parts.answer_photos.view_requested.connect(self._view_entry)
        bar, view, actions, library = parts.query_bar, parts.grid.view, parts.actions, parts.library
        parts.drops.folders_dropped.connect(library.add)
        parts.drops.tracks_dropped.connect(parts.tracks.open)
        parts.sorting.folders_found.connect(library.add)
        parts.sorting.query_found.connect(bar.ask_photos)
        parts.sorting.refused.connect(lambda sentence: parts.banner.say("opened", sentence))
        parts.drops.pictures_dropped.connect(bar.accept_mime)
        library.examples.chosen.connect(bar.ask_text)
        bar.line.left_down.connect(self._focus_photos)
        parts.search.only_wanted.connect(library.show)
        library.panel.query_chosen.connect(bar.ask_text)
        library.view.opened.connect(self._on_opened)
        library.view.changed.connect(parts.judging.show_library)
        library.view.changed.connect(lambda snapshot: bar.reading.take(snapshot.known))
        self._session.library_changed.connect(bar.read_again)
        parts.tags.tagging.notes_changed.connect(bar.read_again)
        parts.facts.photos_shown.connect(lambda: parts.pages.setCurrentWidget(parts.grid))
        library.own_photos_noticed.connect(parts.notices.note_own_photos)
        view.activated.connect(self._view_entry)
        view.selection_changed.connect(self._on_selection)
        view.similar_requested.connect(self._search_similar)
        view.menu_requested.connect(actions.fill)
        view.menu_requested.connect(parts.judging.fill)
        view.menu_requested.connect(lambda menu: menu.addAction(parts.exports.action))
        actions.view_requested.connect(self._view_entry)
        actions.similar_requested.connect(self._search_similar)
        actions.add_requested.connect(lambda entry: bar.add_example(*self._example(entry)))
        self._session.folder_removed.connect(lambda _: bar.offer_recent())
        self._session.folder_removed.connect(lambda _: parts.judging.marks.read_again())
        parts.duplicates.closed.connect(lambda: parts.pages.setCurrentWidget(parts.grid))
        parts.viewer.verdict_of = parts.model.verdict
        parts.viewer.written_of = self._words_in
        parts.viewer.found_of = parts.detections.boxes_of
        parts.detections.changed.connect(parts.photo.read_again)
        parts.viewer.closed.connect(self._on_viewer_closed)
        parts.viewer.shown.connect(lambda entry: self._on_selection([entry]))
        parts.viewer.shown.connect(parts.photo.appear)
        parts.viewer.full_screen_requested.connect(self._show_only_photos)
        self._session.library_changed.connect(parts.map.read_again)
        self._session.folder_removed.connect(lambda _: parts.map.read_again())
        parts.map.toggled.connect(self._on_map_toggled)
        parts.map.place_shown.connect(lambda: parts.pages.setCurrentWidget(parts.grid))
        parts.notices.start_requested.connect(self._start_engine_again)
        parts.search.slowed.connect(parts.notices.note_slow_encoder)
        parts.tags.closed.connect(self._focus_photos)

    def _connect_settings(self) -> None:
        keeper, parts = self._keeper, self._parts
        keeper.changed.connect(self._on_settings)
        keeper.engine_outdated.connect(self._on_engine_outdated)
        keeper.packs_changed.connect(parts.answers.look_for_reader)
        keeper.machine_wanted.connect(self._session.describe_machine)
        self._session.machine_described.connect(keeper.machine_described)
        parts.query_bar.settings_requested.connect(keeper.edit)
        parts.notices.models_requested.connect(keeper.choose_models)
        parts.library.empty.models_requested.connect(keeper.choose_models)
        parts.search.models_requested.connect(keeper.choose_models)
        parts.sketches.sketches_switched.connect(lambda on: keeper.change(pictures_enabled=on))
        parts.sketches.strategy_kept.connect(lambda name: keeper.change(strategy=name))
        parts.answer.models_requested.connect(keeper.choose_models)
        parts.answer.never_requested.connect(lambda: keeper.change(answers_enabled=False))
        parts.grid.bursts.clicked.connect(
            lambda on: keeper.change(
                bursts_as_one=on, events_as_one=on and keeper.settings.events_as_one
            )
        )
        parts.judging.file_chosen.connect(lambda path: keeper.change(judgments=path))
        parts.judging.settings_chosen.connect(lambda best: keeper.change(**best))
        parts.status.reading_refused.connect(lambda: keeper.change(read_words=False))
        parts.status.pause_toggled.connect(
            lambda paused: self._session.set_indexing(paused, self._settings.free_cores)
        )

    def _commands(self) -> WindowCommands:
        return WindowCommands(
            focus_query=self._focus_query,
            paste=self._paste,
            show_duplicates=self._show_duplicates,
            show_only_photos=self._show_only_photos,
            are_only_photos_shown=lambda: self._only_photos.is_on,
            side=self._side,
        )

    # ---- searching --------------------------------------------------------------------------

    def _search_similar(self, entry: GridEntry) -> None:
        self._parts.query_bar.ask_similar(*self._example(entry))
        self._parts.pages.setCurrentWidget(self._parts.grid)

    def _example(self, entry: GridEntry) -> tuple[QueryTerm, str, QImage | None]:
        term = QueryTerm(image=HASH_PREFIX + entry.content_hash)
        return term, entry.name, self._parts.loader.image(entry.content_hash)

    def _show_duplicates(self) -> None:
        self._only_photos.leave()
        self._parts.duplicates.read(self._parts.library.view.reader)
        self._parts.pages.setCurrentWidget(self._parts.duplicates)
        self._parts.duplicates.list.setFocus()

    def _paste(self) -> None:
        mime = QGuiApplication.clipboard().mimeData()
        if mime is not None and has_picture(mime):
            self._parts.query_bar.accept_mime(mime)

    def _on_opened(self, reader: object) -> None:
        self._parts.photo.reader = self._parts.library.view.reader
        if self._parts.photo.reader is not None:
            self._parts.query_bar.reading.open(self._parts.photo.reader.facts)
            self._parts.map.open(self._parts.photo.reader)
            self._parts.map.set_open(self._state.has_map)

    def _on_map_toggled(self, is_open: bool) -> None:
        self._state.has_map = is_open
        if is_open:
            self._parts.pages.setCurrentWidget(self._parts.grid)

    # ---- looking ----------------------------------------------------------------------------

    def _words_in(self, entry: GridEntry) -> Boxes | None:
        """Return where words stand in a photo, if any were read."""
        reader = self._parts.library.view.reader
        lines = [] if reader is None else reader.inscriptions.lines(entry.content_hash)
        return Boxes("", "", tuple(line.box for line in lines)) if lines else None

    def _on_selection(self, entries: list[GridEntry]) -> None:
        self._parts.actions.set_entries(entries)
        self._parts.judging.set_entries(entries)
        self._parts.photo.show_entries(entries)
        self._parts.detections.set_entries(entries)
        self._parts.tags.set_entries(entries)
        self._parts.map.mark(entries)

    def _view_entry(self, entry: GridEntry) -> None:
        self._parts.viewer.show_entries(
            self._parts.model.entries(), self._parts.model.row_of(entry.photo_id)
        )
        self._parts.pages.setCurrentWidget(self._parts.viewer)
        self._parts.viewer.setFocus()

    def _on_viewer_closed(self, photo_id: int) -> None:
        self._parts.pages.setCurrentWidget(self._parts.grid)
        self._parts.grid.view.setFocus()
        self._parts.grid.view.select_row(self._parts.model.row_of(photo_id))

    def _undo(self) -> None:
        """Undo the last change, or the sketches' if it came last or they have the keyboard."""
        focus, strip = self.focusWidget(), self._parts.grid.strip
        is_of_sketches = focus is not None and strip.isAncestorOf(focus)
        if (
            is_of_sketches
            or self._parts.judging.marked_search.is_newest
            or not self._parts.history.undo()
        ):
            self._parts.sketches.board.undo()

    def _focus_query(self) -> None:
        self._only_photos.leave()
        self._parts.query_bar.line.setFocus()
        self._parts.query_bar.line.selectAll()

    def _focus_photos(self) -> None:
        """Go to the photos, or to what stands in their place."""
        view, page, reason = (
            self._parts.grid.view,
            self._parts.pages.currentWidget(),
            Qt.FocusReason,
        )
        if view.isVisible():
            view.setFocus(reason.ShortcutFocusReason)
            if not view.selected_entries():
                view.select_row(0)
        elif page is self._parts.grid:
            self._parts.grid.no_match.button.setFocus(reason.ShortcutFocusReason)
        elif page is not None:
            page.setFocus(reason.ShortcutFocusReason)

    def _on_settings(self, chosen: Settings) -> None:
        self._session.set_indexing(self._session.paused, chosen.free_cores)
        self._parts.search.apply(chosen)
        self._parts.answers.apply(chosen)
        self._parts.library.apply(chosen)
        self._parts.judging.apply(chosen)
        self._parts.grid.bursts.setChecked(chosen.stacks)
        self._parts.library.view.read_soon()

    def _on_engine_outdated(self) -> None:
        self._parts.notices.renew()
        self._session.index()

    def report_mistake(self, error: BaseException) -> None:
        """Say that the program has a bug."""
        words = self.tr("The program made a mistake: {0}. Its log says more: {1}")
        self._parts.banner.say("mistake", words.format(error, self._paths.logs))

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
        elif not self._parts.query_bar.stop():
            self._parts.grid.view.select_none()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back and forward by the buttons that a mouse may have for it."""
        if event.button() == Qt.MouseButton.BackButton:
            self._parts.search.history.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self._parts.search.history.go_forward()
        else:
            super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Look for drives when the window becomes active again."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._parts.library.watch.look_for_drives()
            self._parts.saved.read()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the window's state and shut the engine down."""
        self._only_photos.leave()
        self._splitter.unfold()
        self._state.keep(self, self._splitter, self._side_panels)
        self._state.read_from(self._kept)
        self._parts.history.close()
        self.hide()  # shutting down may wait for the engine to commit
        self._parts.tracks.close()
        self._parts.saved.close()
        end_decoding()
        close_all(self)
        self._parts.loader.close()
        self._parts.library.close()  # after all that reads from it on threads
        self._client.shutdown()
        super().closeEvent(event)
