"""Folders with counts and states; the choice survives every refresh that leaves it there."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import Progress
from visret_desktop.errors import FolderGone
from visret_desktop.gui.library.library_model import ALL, PROBLEMS, LibraryModel, PanelRow
from visret_desktop.gui.library.library_panel import LibraryPanel
from visret_desktop.gui.widgets.status_line import StatusLine, duration
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.records import Folder, FolderState


def folder(number: int, name: str, state: FolderState = FolderState.ONLINE) -> Folder:
    return Folder(number, Path("/photos") / name, state, 1000 * number, "uuid:1", 0.0)


NORWAY, TRAP = folder(1, "Norway 2025"), folder(2, "Trap 7", FolderState.OFFLINE)
EMPTY = Folder(4, Path("/photos/new"), FolderState.ONLINE, 0, "uuid:1", 0.0)
BRANCHES = {(1, ""): [Subfolder("Oslo", 600, True), Subfolder("Røst", 400, False)], (2, ""): []}


@pytest.fixture
def panel(qtbot: QtBot) -> LibraryPanel:
    made = LibraryPanel()
    qtbot.addWidget(made)
    QAbstractItemModelTester(made.tree.model(), made)
    made.resize(232, 600)
    made.show()
    made.show_library([NORWAY, TRAP], 3000, 3, BRANCHES)
    return made


def press(panel: LibraryPanel, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(panel.tree, key)


def test_rows_have_counts_states_and_problems(panel: LibraryPanel) -> None:
    panel.show_queries(["owl", "a heron"])
    assert panel.rows() == [
        ("All photos", "3,000", ""),
        ("Folders", "", ""),
        ("Norway 2025", "1,000", ""),
        ("Trap 7", "2,000", "drive not plugged in"),
        ("Searches", "", ""),
        ("owl", "", ""),
        ("a heron", "", ""),
        ("Problems", "3", ""),
    ]


def test_no_problems_no_row_and_no_folders_no_title(panel: LibraryPanel) -> None:
    panel.show_library([], 0, 0)
    assert [row[0] for row in panel.rows()] == ["All photos"]


def test_progress_is_shown_in_its_folder_and_goes(panel: LibraryPanel) -> None:
    panel.show_work({1: "indexing 4 of 9"}, is_working=True)
    assert panel.rows()[2][2] == "indexing 4 of 9"
    panel.show_library([NORWAY, TRAP], 3000, 3)
    assert panel.rows()[2][2] == "indexing 4 of 9"
    panel.show_work({}, is_working=False)
    assert panel.rows()[2][2] == ""


def test_a_folder_waits_while_another_is_indexed(panel: LibraryPanel) -> None:
    panel.show_work({1: "indexing 4 of 9"}, is_working=True)
    panel.show_library([NORWAY, EMPTY], 1000, 0)
    assert panel.rows()[3] == ("new", "0", "waiting")
    panel.show_work({}, is_working=False)
    assert panel.rows()[3] == ("new", "0", "no photos")


def test_folders_open_level_by_level_and_stay_open(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.choose(PanelRow("folder", 1))
    press(panel, qtbot, Qt.Key.Key_Right)
    assert [row[0] for row in panel.rows()[2:5]] == ["Norway 2025", "Oslo", "Røst"]
    press(panel, qtbot, Qt.Key.Key_Down)
    assert panel.place() == PanelRow("folder", 1, "Oslo")
    assert panel.path(panel.place()) == Path("/photos/Norway 2025/Oslo")
    with qtbot.waitSignal(panel.branch_wanted) as wanted:
        press(panel, qtbot, Qt.Key.Key_Right)
    assert wanted.args == [(1, "Oslo")]
    panel.show_branch((1, "Oslo"), [Subfolder("Frogner", 5, False)])
    panel.show_library(
        [NORWAY, TRAP], 3000, 3, {**BRANCHES, (1, "Oslo"): [Subfolder("B", 1, True)]}
    )
    assert [row[0] for row in panel.rows()[3:6]] == ["Oslo", "B", "Røst"]
    assert panel.place() == PanelRow("folder", 1, "Oslo")


def test_choice_is_kept_and_said_once(panel: LibraryPanel, qtbot: QtBot) -> None:
    heard: list[PanelRow] = []
    panel.chosen.connect(heard.append)
    panel.choose(PanelRow("folder", 2))
    panel.show_library([folder(3, "New"), NORWAY, TRAP], 6000, 0)
    panel.show_queries(["owl"])
    assert panel.place() == PanelRow("folder", 2)
    assert heard == [PanelRow("folder", 2)]


def test_choice_that_is_gone_becomes_all(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.choose(PanelRow("folder", 2))
    heard: list[PanelRow] = []
    panel.chosen.connect(heard.append)
    panel.show_library([NORWAY], 1000, 0)
    assert heard == [ALL]


def test_click_on_the_chosen_row_counts(panel: LibraryPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.chosen) as chosen:
        panel.tree.clicked.emit(panel.tree.model().index(0, 0))
    assert chosen.args == [ALL]


def test_a_search_is_asked_by_enter_and_chooses_nothing(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.show_queries(["owl", "a heron"])
    panel.choose(PanelRow("folder", 2))
    with qtbot.assertNotEmitted(panel.chosen):
        press(panel, qtbot, Qt.Key.Key_Down, Qt.Key.Key_Down)  # over the title
        with qtbot.waitSignal(panel.query_chosen) as asked:
            press(panel, qtbot, Qt.Key.Key_Return)
    assert asked.args == ["a heron"]
    assert panel.place() == PanelRow("folder", 2)
    panel.show_queries(["a heron", "owl"])
    assert panel.rows()[5][0] == "a heron"
    assert panel.tree.currentIndex().data() == "a heron"  # the ring moves with its row
    assert panel.place() == PanelRow("folder", 2)


def test_delete_asks_for_a_folder_only(panel: LibraryPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.remove_requested):
        press(panel, qtbot, Qt.Key.Key_Delete)
    panel.choose(PanelRow("folder", 2))
    with qtbot.waitSignal(panel.remove_requested) as removed:
        press(panel, qtbot, Qt.Key.Key_Delete)
    assert removed.args == [2]


def test_the_menu_key_opens_the_menu_of_the_current_row(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.choose(PanelRow("folder", 2))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(panel.tree.viewport(), event)
    menu = panel.findChild(QMenu)
    assert [action.text() for action in menu.actions() if action.text()] == [
        "Check for new photos",
        "Show in file manager",
        "Where is it now? …",  # as it is offline
        "Remove folder …",
    ]
    menu.close()


def test_a_folder_that_was_moved_is_no_drive_that_is_unplugged(panel: LibraryPanel) -> None:
    moved = replace(TRAP, reason=str(FolderGone(path=TRAP.path)))
    panel.show_library([NORWAY, moved], 3000, 3, BRANCHES)
    assert ("Trap 7", "2,000", "moved or deleted?") in panel.rows()


def test_problems_are_chosen(panel: LibraryPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.chosen) as chosen:
        panel.choose(PROBLEMS)
    assert chosen.args == [PROBLEMS]


def test_rows_speak(panel: LibraryPanel) -> None:
    seen = QAccessible.queryAccessibleInterface(panel.tree)
    assert seen.role() == QAccessible.Role.Tree
    assert seen.text(QAccessible.Text.Name) == "Library"
    names = [seen.child(place).text(QAccessible.Text.Name) for place in range(seen.childCount())]
    assert "Trap 7, 2,000, drive not plugged in" in names


def test_a_query_that_is_recent_again_moves_up(qtbot: QtBot) -> None:
    model = LibraryModel()
    QAbstractItemModelTester(model, model)
    model.set_queries(["a", "b", "c"])
    model.set_queries(["c", "a", "d"])
    shown = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert shown == ["All photos", "Searches", "c", "a", "d"]


def test_status_line_says_how_far_and_how_long(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    progress = Progress(1, "embed", 4210, 9800, rate=31.2, seconds_left=180.0)
    short = line.show_progress(progress, "Trap 7")
    assert line.text() == "Indexing Trap 7 … 4,210 of 9,800 · 31 photos/s · 3 min left"
    assert short == "indexing 4,210 of 9,800 · 31 photos/s · 3 min left"
    assert line.show_progress(Progress(1, "prepare"), "") == "getting ready …"
    assert line.text() == "Getting ready to look at photos, once on this computer …"
    line.show_progress(Progress(1, "prepare", 0, 299), "Trap 7")
    assert line.text().endswith("once on this computer … · 299 photos wait for it")
    paused = Progress(1, "embed", 4210, 9800, paused=True)
    assert line.show_progress(paused, "Trap 7") == "paused at 4,210 of 9,800"


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (1234.0, " · 1,234 photos/s"),
        (1.27, " · 1.3 photos/s"),
        (0.25, " · 4.0 s a photo"),
        (0.0, ""),
    ],
)
def test_slow_encoders_have_a_rate_too_and_unknown_ones_none(
    qtbot: QtBot, rate: float, words: str
) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_progress(Progress(1, "embed", 3, 16, rate=rate), "")
    assert line.text() == f"Indexing … 3 of 16{words}"


def test_videos_that_nobody_searches_are_said(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.finish({"indexed": 3, "videos": 2, "seconds": 4.0})
    assert line.text() == "3 photos indexed in 4 s · 2 videos not searched"
    line.finish({"indexed": 3, "videos": 0, "seconds": 4.0})
    assert line.text() == "3 photos indexed in 4 s"


def test_pause_only_while_there_is_work(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    heard: list[bool] = []
    line.pause_toggled.connect(heard.append)
    line.toggle_pause()
    assert heard == []
    line.show_progress(Progress(1, "embed", 1, 2), "Trap 7")
    line.toggle_pause()
    line.end()
    assert heard == [True, False]


def test_reading_words_is_said_and_can_be_switched_off(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show()
    refused = list[bool]()
    line.reading_refused.connect(lambda: refused.append(True))
    line.end_reading({"looked_at": 0})
    assert line.text() == ""
    line.show_reading(Progress(1, "words", 120, 4000, seconds_left=180.0))
    assert line.text() == "Reading words that stand in pictures · 120 of 4,000 · 3 min left"
    switch = next(b for b in line.findChildren(QPushButton) if b.text() == "Switch off")
    switch.click()
    assert refused == [True]
    line.end_reading({"looked_at": 4000})
    assert "looked at for words" in line.text()
    assert not switch.isVisible()
    line.show_progress(Progress(1, "embed", 1, 2), "Trap 7")
    line.end_reading(None)
    assert line.text().startswith("Indexing"), "what is waited for keeps the line"
    assert not switch.isVisible()


@pytest.mark.parametrize(
    ("seconds", "words"), [(8, "8 s"), (59.6, "1 min"), (180, "3 min"), (7500, "2 h 5 min")]
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
