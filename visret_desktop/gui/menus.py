"""Menus with their keys, and the page that shows all keys."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox, QWidget

Entry = tuple[str, str, Callable[[], object]]


def add_menu(window: QMainWindow, title: str, entries: Iterable[Entry]) -> QMenu:
    """Add a menu of (text, keys, slot) to a window."""
    menu = window.menuBar().addMenu(title)
    for text, keys, slot in entries:
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False, slot=slot: slot())
    return menu


def show_keys(window: QMainWindow) -> None:
    """Show every key that does something."""
    lines = [
        f"{action.shortcut().toString()}   {action.text().replace('&', '')}"
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if not action.shortcut().isEmpty()
    ]
    more = QCoreApplication.translate(
        "Keys",
        "/   Go to the query\nSpace   View, and back\nEsc   Stop, then clear\n"
        "+  -  1  0   Zoom in the view\nCtrl + wheel   Size of the photos",
    )
    title = QCoreApplication.translate("Keys", "Keys")
    QMessageBox.information(window, title, "\n".join([*lines, more]))


def toggle(widget: QWidget) -> None:
    """Show a hidden widget, hide a shown one."""
    widget.setVisible(not widget.isVisible())
