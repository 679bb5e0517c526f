"""The page of keys: all of them, in as much room as there is."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QShortcut
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.widgets.menus import add_menu
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.gui.window.shortcuts_page import ShortcutsPage, _group, _KeysArea
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


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


def test_no_two_things_have_the_same_keys(tmp_path: Path, qtbot: QtBot) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    window = MainWindow(paths, Settings(watch_folders=False), EngineClient())
    qtbot.addWidget(window)
    anywhere = Qt.ShortcutContext.WindowShortcut
    keys = [
        keys.toString()
        for action in window.findChildren(QAction)
        if action.shortcutContext() == anywhere
        for keys in action.shortcuts()
    ]
    keys += [
        one.key().toString() for one in window.findChildren(QShortcut) if one.context() == anywhere
    ]
    assert len(keys) > 30
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    window.close()
