"""The page of keys: all of them, in as much room as there is."""

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.menus import add_menu
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.window.shortcuts_page import ShortcutsPage, _group, _KeysArea


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    add_menu(
        made, "&Library", [("Add folder …", "Ctrl+O", made.update), ("Quiet", "", made.update)]
    )
    return made


def test_keys_of_menus_and_of_places_are_told(window: QMainWindow) -> None:
    told = [label.text() for label in ShortcutsPage(window).findChildren(PlainLabel)]
    assert {"Library", "Ctrl+O", "Add folder …", "Query", "Stop, then clear"} <= set(told)
    assert not {"Quiet", "Mute", "Silent"} & set(told), "nothing without keys"


def test_it_is_no_larger_than_the_screen(window: QMainWindow) -> None:
    page = ShortcutsPage(window)
    room = window.screen().availableSize()
    assert page.width() < room.width()
    assert page.height() < room.height()


@pytest.mark.parametrize("room", [300, 640, 900, 4000])
def test_columns_fit_the_room_there_is(qtbot: QtBot, room: int) -> None:
    groups = [_group("Photos", [("Ctrl+A", "Select all")] * count) for count in (7, 8, 3, 5, 2)]
    area = _KeysArea(groups, room)
    qtbot.addWidget(area)
    assert area.sizeHint().width() <= room
