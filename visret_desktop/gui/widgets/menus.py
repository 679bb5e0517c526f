"""Menus with their keys, in a form that works while the menu bar is hidden."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

Entry = tuple[str, str, Callable[[], object]]


def add_menu(window: QMainWindow, title: str, entries: Iterable[Entry]) -> QMenu:
    """Add a menu of (text, keys, slot) to a window; an empty text makes a line between groups."""
    menu = window.menuBar().addMenu(title)
    for text, keys, slot in entries:
        if not text:
            menu.addSeparator()
            continue
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False, slot=slot: slot())
        # The keys of a hidden menu bar are dead; those of the window are not.
        window.addAction(action)
    return menu


def add_key(
    widget: QWidget,
    keys: str,
    slot: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> None:
    """Let keys do something that stands in no menu."""
    action = QAction(widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(context)
    action.triggered.connect(lambda: slot())
    widget.addAction(action)
