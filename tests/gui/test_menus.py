"""Entries of menus: keys that work, and check marks that show how things are."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.menus import Toggle, add_menu


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_a_check_mark_follows_what_it_stands_for(window: QMainWindow) -> None:
    on: set[str] = set()
    entry = Toggle(
        "Panel", "F9", lambda: on.symmetric_difference_update({"panel"}), lambda: bool(on)
    )
    menu = add_menu(window, "View", (entry,))
    (action,) = menu.actions()
    action.trigger()
    assert on
    assert action.isChecked()
    on.clear()  # by something else than the menu
    menu.aboutToShow.emit()
    assert not action.isChecked()


def test_keys_work_while_the_menu_bar_is_hidden(window: QMainWindow, qtbot: QtBot) -> None:
    done: list[str] = []
    shared = QAction("Shared", window)
    shared.setShortcut("F7")
    shared.triggered.connect(lambda: done.append("shared"))
    menu = add_menu(
        window, "Do", (("One", "F6", lambda: done.append("one")), ("", "", list), shared)
    )
    window.menuBar().hide()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.keyClick(window, Qt.Key.Key_F7)
    assert done == ["one", "shared"]
    assert [action.isSeparator() for action in menu.actions()] == [False, True, False]
