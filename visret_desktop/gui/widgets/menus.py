"""Menus and keys that work while the menu bar is hidden, too."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

Entry = tuple[str, str, Callable[[], object]]


def add_menu(window: QMainWindow, title: str, entries: Iterable[Entry]) -> QMenu:
    """Add a menu of (text, keys, slot) to a window; an empty text makes a separator."""
    menu = window.menuBar().addMenu(title)
    for text, keys, slot in entries:
        if not text:
            menu.addSeparator()
            continue
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False, slot=slot: slot())
        # The keys of a hidden menu bar do nothing, those of the window do.
        window.addAction(action)
    return menu


def add_key(
    widget: QWidget,
    keys: str,
    slot: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> None:
    """Add keys for something that is in no menu."""
    action = QAction(widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(context)
    action.triggered.connect(lambda: slot())
    widget.addAction(action)
