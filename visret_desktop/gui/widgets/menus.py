"""Menus and keys that work while the menu bar is hidden, too."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

Entry = tuple[str, str, Callable[[], object]]


@dataclass(frozen=True)
class Toggle:
    """An entry with a check mark while `is_on`."""

    text: str
    keys: str
    slot: Callable[[], object]
    is_on: Callable[[], bool]


def add_menu(window: QMainWindow, title: str, entries: Iterable[Entry | Toggle | QAction]) -> QMenu:
    """Add a menu to a window; an entry with an empty text makes a separator."""
    menu = window.menuBar().addMenu(title)
    for entry in entries:
        if isinstance(entry, QAction):
            action = entry
            menu.addAction(action)
        elif isinstance(entry, Toggle):
            action = _with_keys(QAction(entry.text, menu), entry.keys, entry.slot)
            menu.addAction(action)
            _check(menu, action, entry.is_on)
        elif entry[0]:
            action = _with_keys(QAction(entry[0], menu), *entry[1:])
            menu.addAction(action)
        else:
            menu.addSeparator()
            continue
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
    action = _with_keys(QAction(widget), keys, slot)
    action.setShortcutContext(context)
    widget.addAction(action)


def _with_keys(action: QAction, keys: str, slot: Callable[[], object]) -> QAction:
    if keys:
        action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked=False: slot())
    return action


def _check(menu: QMenu, action: QAction, is_on: Callable[[], bool]) -> None:
    """Show the check mark as things are whenever the menu opens."""
    action.setCheckable(True)
    action.setChecked(is_on())
    menu.aboutToShow.connect(lambda: action.setChecked(is_on()))
    action.triggered.connect(lambda _checked=False: action.setChecked(is_on()))
