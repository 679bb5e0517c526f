"""The menus of the window, and keys that are in none."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.library.library_model import PROBLEMS
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.menus import Entry, Toggle, add_key, add_menu
from visret_desktop.gui.widgets.window_layout import SidePanel, toggle
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.shortcuts_page import ShortcutsPage
from visret_desktop.gui.window.window_parts import WindowParts

Entries = tuple[Entry | Toggle | QAction, ...]

_SEPARATOR = ("", "", lambda: None)


@dataclass(frozen=True)
class WindowCommands:
    """What a menu does with the window as a whole."""

    focus_query: Callable[[], None]
    paste: Callable[[], None]
    show_duplicates: Callable[[], None]
    show_only_photos: Callable[[], None]
    are_only_photos_shown: Callable[[], bool]
    side: SidePanel


class WindowMenus(QObject):
    """Builds the menus from what the window is made of."""

    def __init__(
        self,
        parts: WindowParts,
        keeper: SettingsController,
        session: Session,
        commands: WindowCommands,
        logs: Path,
        window: QMainWindow,
        *,
        is_of_server: bool,
    ) -> None:
        super().__init__(window)
        self._is_of_server = is_of_server
        self._parts, self._keeper, self._session = parts, keeper, session
        self._commands, self._logs, self._window = commands, logs, window
        add_menu(window, self.tr("&Library"), self._library())
        add_menu(window, self.tr("&Edit"), self._edit())
        self._fill_photo()
        add_menu(window, self.tr("&Search"), self._search())
        add_menu(window, self.tr("&View"), self._view())
        add_menu(window, self.tr("&Help"), self._help())
        add_key(window, "/", commands.focus_query)
        add_key(window, "Ctrl+V", commands.paste)
        add_key(window, "?", lambda: ShortcutsPage(window).open())

    def _library(self) -> Entries:
        parts, keeper, library = self._parts, self._keeper, self._parts.library
        of_catalog = (
            (self.tr("Add folder …"), "Ctrl+O", library.choose_new),
            (self.tr("Check for new photos"), "F5", self._session.index),
            Toggle(
                self.tr("Pause indexing"),
                "Ctrl+P",
                parts.status.toggle_pause,
                lambda: self._session.paused,
            ),
            (self.tr("Problems"), "Ctrl+Shift+P", lambda: library.panel.choose(PROBLEMS)),
            (self.tr("Duplicates"), "", self._commands.show_duplicates),
            (self.tr("Place photos by a track …"), "", parts.tracks.open),
            (self.tr("Correct a camera’s clock …"), "", parts.exports.open_clocks),
            (self.tr("Import deployments …"), "", parts.deployments.import_package),
            (self.tr("Join a colleague’s notes …"), "", parts.notes.open),
            (self.tr("Deployments …"), "", parts.deployments.open),
            (self.tr("A season in figures …"), "", parts.exports.open_season),
            (self.tr("Take in what a detector found …"), "", parts.detections.open),
            (self.tr("Open a library on a server …"), "", self._open_server),
            _SEPARATOR,
        )
        faster = (self.tr("Index photos faster …"), "", parts.judging.check_precision)
        return (
            *self._own(*of_catalog),
            (self.tr("Models …"), "Ctrl+M", keeper.choose_models),
            *self._own(faster),
            (self.tr("Settings …"), "Ctrl+,", keeper.edit),
            _SEPARATOR,
            (self.tr("Quit"), "Ctrl+Q", self._window.close),
        )

    def _own(self, *entries: Entry | Toggle | QAction) -> Entries:
        """Return what needs the library's own folders: those of a server's go with the session."""
        return () if self._is_of_server else entries

    def _open_server(self) -> None:
        from visret_desktop.gui.library.server_dialog import ServerDialog  # rarely opened

        dialog = ServerDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _edit(self) -> Entries:
        parts = self._parts
        return (
            parts.history.undo_action,
            parts.history.redo_action,
            _SEPARATOR,
            (self.tr("Select all photos"), "", parts.grid.view.select_all),
        )

    def _fill_photo(self) -> None:
        parts = self._parts
        photo = self._window.menuBar().addMenu(self.tr("&Photo"))
        parts.actions.fill(photo)
        photo.addSeparator()
        photo.addActions(list(parts.judging.actions))
        parts.tags.fill(photo)
        photo.addSeparator()
        photo.addAction(parts.exports.action)
        photo.addAction(self.tr("Write sidecars …"), lambda: parts.exports.open_sidecars())
        photo.addAction(parts.detections.accept)

    def _search(self) -> Entries:
        parts, keeper, bar = self._parts, self._keeper, self._parts.query_bar
        history = parts.search.history
        return (
            (self.tr("Go to the query"), "Ctrl+F", self._commands.focus_query),
            (self.tr("Search by a photo of yours …"), "Ctrl+Shift+F", bar.choose_photo),
            (self.tr("Back"), _keys(QKeySequence.StandardKey.Back), history.go_back),
            (self.tr("Forward"), _keys(QKeySequence.StandardKey.Forward), history.go_forward),
            *self._own(
                Toggle(
                    self.tr("Each event once"),
                    "",
                    lambda: keeper.change(events_as_one=not keeper.settings.events_as_one),
                    lambda: keeper.settings.events_as_one,
                )
            ),
            _SEPARATOR,
            *self._own(*parts.saved.entries(), _SEPARATOR),
            *parts.sketches.entries(bar.controls),
            *parts.answers.entries(),
            *self._own(*parts.judging.entries()),
        )

    def _view(self) -> Entries:
        parts, strip = self._parts, self._parts.grid.strip
        captions, bursts = parts.grid.captions, parts.grid.bursts
        return (
            *self._own(
                self._leaf(self.tr("Library"), "F9", "library"),
                self._leaf(self.tr("Narrow the photos"), "F8", "facts"),
            ),
            _panel(self.tr("About the photo"), "F10", parts.photo),
            Toggle(
                self.tr("Timeline"),
                "",
                parts.facts.timeline.toggle,
                lambda: parts.facts.timeline.is_wanted,
            ),
            Toggle(self.tr("Sketches folded away"), "", strip.fold.click, lambda: strip.is_folded),
            Toggle(self.tr("Names and dates"), "", captions.click, captions.isChecked),
            Toggle(self.tr("Bursts as one picture"), "", bursts.click, bursts.isChecked),
            *self._own(
                Toggle(
                    self.tr("Blank frames hidden"),
                    "",
                    parts.facts.panel.toggle_blank,
                    lambda: parts.facts.panel.are_blank_hidden,
                )
            ),
            Toggle(self.tr("Map"), "F7", parts.map.toggle, lambda: parts.map.is_open),
            Toggle(
                self.tr("Only photos"),
                "F11",
                self._commands.show_only_photos,
                self._commands.are_only_photos_shown,
            ),
        )

    def _help(self) -> Entries:
        return (
            (self.tr("Keys"), "F1", lambda: ShortcutsPage(self._window).open()),
            (self.tr("What leaves this computer"), "", self._keeper.show_privacy),
            (self.tr("Problems with visret: show the log"), "", lambda: reveal_folder(self._logs)),
            _SEPARATOR,
            (self.tr("About visret"), "", self._keeper.show_about),
        )

    def _leaf(self, text: str, keys: str, name: str) -> Toggle:
        side = self._commands.side
        return Toggle(text, keys, lambda: side.toggle(name), lambda: side.shows(name))


def _keys(usual: QKeySequence.StandardKey) -> str:
    """Return the keys that this system has for something, such as Alt+Left for going back."""
    return QKeySequence(usual).toString()


def _panel(text: str, keys: str, panel: QWidget) -> Toggle:
    return Toggle(text, keys, lambda: toggle(panel), lambda: not panel.isHidden())
