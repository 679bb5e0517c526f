"""What one can do with the selected photos. Nothing here changes a file."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from visret_desktop.file_changes import as_usual
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.grid.sections import day_of
from visret_desktop.gui.grid.selection import files_as_mime
from visret_desktop.gui.pictures.photo_decoding import decode_picture
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import literally

_MOST_PROGRAMS = 10  # one slip of the hand must not open a thousand windows
_MOST_EXAMPLES = 5  # nor fill the line of the query


class PhotoActions(QObject):
    """Actions with shortcuts, for the menu bar, the context menu and the keyboard."""

    view_requested = Signal(object)
    similar_requested = Signal(object)
    add_requested = Signal(object)  # the photo joins the query as an example
    avoid_requested = Signal(object)  # the query leads away from the photo
    picture_requested = Signal(object)  # the photo stands beside the sketches
    day_requested = Signal(object)  # all photos of its day are shown
    event_requested = Signal(object)
    burst_requested = Signal(object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._entries: list[GridEntry] = []
        self._background = Background(self)
        self._make_actions(owner)
        self.set_entries([])

    def _make_actions(self, owner: QWidget) -> None:
        view = self._action(owner, _with_key(self.tr("View"), "Space"), "", self._view)
        opened = self._action(owner, self.tr("Open in another program"), "Ctrl+Shift+O", self._open)
        revealed = self._action(owner, self.tr("Show in file manager"), "Ctrl+R", self._reveal)
        similar = self._action(owner, self.tr("Find similar"), "Ctrl+Return", self._similar)
        added = self._action(owner, self.tr("Add to the query"), "Ctrl+E", self._add)
        avoided = self._action(owner, self.tr("Not like this"), "Ctrl+Shift+E", self._avoid)
        used = self._action(owner, self.tr("Use as sketch"), "Ctrl+U", self._use_as_picture)
        day = self._action(owner, self.tr("Show this photo’s day"), "Ctrl+T", self._show_day)
        event = self._action(
            owner, self.tr("Show this photo’s event"), "Ctrl+Shift+T", self._show_event
        )
        burst = self._action(owner, self.tr("Show this burst"), "Ctrl+B", self._show_burst)
        copied = self._action(owner, self.tr("Copy picture"), "Ctrl+C", self._copy_picture)
        path = self._action(owner, self.tr("Copy path"), "Ctrl+Shift+C", self._copy_path)
        around = (day, event, burst)
        self.actions = [view, opened, revealed, similar, added, avoided, used]
        self.actions += [*around, copied, path]
        self._need_the_file = (opened, revealed, copied)
        self._need_a_query = (avoided,)
        self._need_a_day, self._need_an_event, self._need_a_burst = (day,), (event,), (burst,)
        self._for_one = (view, revealed, similar, avoided, used, *around)
        self.for_panel = (opened, revealed, similar, added, day, path)
        names = ("external-link", "folder-open", "images", "image-plus", "calendar", "copy")
        for action, name in zip(self.for_panel, names, strict=True):
            show_as_icon(action, name)

    def set_entries(self, entries: list[GridEntry]) -> None:
        """Act on these photos from now on. What needs the file is off while that is offline."""
        self._entries = entries
        is_online = any(entry.online for entry in entries)
        is_dated = any(day_of(entry.sort_key) for entry in entries[:1])
        has_event = any(entry.event for entry in entries[:1])
        has_burst = any(entry.burst for entry in entries[:1])
        is_ranked = any(entry.rank is not None for entry in entries[:1])
        for action in self.actions:
            action.setEnabled(
                bool(entries)
                and (is_online or action not in self._need_the_file)
                and (is_ranked or action not in self._need_a_query)
                and (is_dated or action not in self._need_a_day)
                and (has_event or action not in self._need_an_event)
                and (has_burst or action not in self._need_a_burst)
                and (len(entries) == 1 or action not in self._for_one)
            )

    def fill(self, menu: QMenu) -> None:
        """Put the actions into a menu."""
        menu.addActions(self.actions)

    def _action(
        self, owner: QWidget, text: str, shortcut: str, slot: Callable[[], None]
    ) -> QAction:
        action = QAction(text, self)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda: slot())
        owner.addAction(action)
        return action

    def _first(self) -> GridEntry:
        return self._entries[0]

    def _view(self) -> None:
        self.view_requested.emit(self._first())

    def _similar(self) -> None:
        self.similar_requested.emit(self._first())

    def _add(self) -> None:
        for entry in self._entries[:_MOST_EXAMPLES]:
            self.add_requested.emit(entry)

    def _avoid(self) -> None:
        self.avoid_requested.emit(self._first())

    def _show_day(self) -> None:
        self.day_requested.emit(self._first())

    def _show_event(self) -> None:
        self.event_requested.emit(self._first())

    def _show_burst(self) -> None:
        self.burst_requested.emit(self._first())

    def _use_as_picture(self) -> None:
        self.picture_requested.emit(self._first())

    def _online(self) -> list[str]:
        return [entry.path for entry in self._entries if entry.online]

    def _open(self) -> None:
        for path in self._online()[:_MOST_PROGRAMS]:
            _let_desktop_open(path)

    def _reveal(self) -> None:
        reveal(self._online()[0])

    def _copy_path(self) -> None:
        text = "\n".join(entry.path for entry in self._entries)
        QGuiApplication.clipboard().setText(text)

    def _copy_picture(self) -> None:
        paths = self._online()
        first = Path(paths[0])
        self._background.run(
            "copy", lambda: decode_picture(first), lambda result: self._on_copied(result, paths)
        )

    def _on_copied(self, result: object, paths: list[str]) -> None:
        mime = files_as_mime(paths)
        if isinstance(result, QImage):  # else it is no picture any more, but still a file
            mime.setImageData(result)
        QGuiApplication.clipboard().setMimeData(mime)


def show_as_icon(action: QAction, name: str) -> None:
    """Give an action an icon for buttons, and a tooltip that names its keys, too."""
    action.setIcon(icon(name))
    action.setIconVisibleInMenu(False)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(literally(f"{action.text()} ({keys})" if keys else action.text()))


def _with_key(text: str, keys: str) -> str:
    """Return a menu's text that shows keys which the grid itself listens to."""
    return f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}"


def reveal(path: str) -> None:
    """Show a file in the system's file manager, selected where that is possible."""
    if sys.platform == "darwin":
        QProcess.startDetached("/usr/bin/open", ["-R", path])
    elif sys.platform == "win32":
        # By its whole path: Windows would look for it in the current folder first.
        explorer = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "explorer.exe"
        QProcess.startDetached(str(explorer), ["/select,", str(Path(path))])
    elif not _reveal_over_dbus(path):
        _let_desktop_open(str(Path(path).parent))


def reveal_folder(path: Path) -> None:
    """Open a folder in the system's file manager."""
    _let_desktop_open(str(path))


def _let_desktop_open(path: str) -> None:
    """Let the desktop open a file or folder with its own program: never a command line."""
    with as_usual():
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def _reveal_over_dbus(path: str) -> bool:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return False
    name = "org.freedesktop.FileManager1"
    services = bus.interface()
    startable = services.activatableServiceNames().value()
    if name not in startable and not services.isServiceRegistered(name).value():
        return False
    call = QDBusMessage.createMethodCall(name, "/org/freedesktop/FileManager1", name, "ShowItems")
    call.setArguments([[QUrl.fromLocalFile(path).toString()], ""])
    return bus.send(call)
