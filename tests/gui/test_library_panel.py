"""Folders with counts and states; the choice survives every refresh that leaves it there."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import Progress
from visret_desktop.gui.library.library_panel import ALL, PROBLEMS, LibraryPanel
from visret_desktop.gui.widgets.status_line import StatusLine, duration
from visret_desktop.library.records import Folder, FolderState


def folder(number: int, name: str, state: FolderState = FolderState.ONLINE) -> Folder:
    return Folder(number, Path("/photos") / name, state, 1000 * number, "uuid:1", 0.0)


NORWAY, TRAP = folder(1, "Norway 2025"), folder(2, "Trap 7", FolderState.OFFLINE)


@pytest.fixture
def panel(qtbot: QtBot) -> LibraryPanel:
    made = LibraryPanel()
    qtbot.addWidget(made)
    made.show()
    made.show_library([NORWAY, TRAP], 3000, 3)
    return made


def test_rows_have_counts_states_and_problems(panel: LibraryPanel) -> None:
    assert panel.rows() == [
        ("All photos", "3,000", ""),
        ("Norway 2025", "1,000", ""),
        ("Trap 7", "2,000", "⏏ drive not plugged in"),
        ("Problems", "3", ""),
    ]


def test_no_problems_no_row(panel: LibraryPanel) -> None:
    panel.show_library([NORWAY], 1000, 0)
    assert [row[0] for row in panel.rows()] == ["All photos", "Norway 2025"]


def test_progress_is_shown_in_its_folder_and_goes(panel: LibraryPanel) -> None:
    panel.show_progress(1, "indexing 4 of 9")
    assert panel.rows()[1][2] == "indexing 4 of 9"
    panel.show_library([NORWAY, TRAP], 3000, 3)
    assert panel.rows()[1][2] == "indexing 4 of 9"
    panel.show_progress(0, "")
    assert panel.rows()[1][2] == ""


def test_choice_is_kept_and_said_once(panel: LibraryPanel, qtbot: QtBot) -> None:
    heard: list[int] = []
    panel.chosen.connect(heard.append)
    panel.choose(2)
    panel.show_library([folder(3, "New"), NORWAY, TRAP], 6000, 0)
    assert panel.chosen_id() == 2
    assert heard == [2]


def test_choice_that_is_gone_becomes_all(panel: LibraryPanel, qtbot: QtBot) -> None:
    panel.choose(2)
    with qtbot.waitSignal(panel.chosen) as chosen:
        panel.show_library([NORWAY], 1000, 0)
    assert chosen.args == [ALL]


def test_click_on_the_current_row_counts(panel: LibraryPanel, qtbot: QtBot) -> None:
    rows = panel.findChild(QListWidget)
    with qtbot.waitSignal(panel.chosen) as chosen:
        rows.itemClicked.emit(rows.item(0))
    assert chosen.args == [ALL]


def test_problems_are_chosen_by_number(panel: LibraryPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.chosen) as chosen:
        panel.choose(PROBLEMS)
    assert chosen.args == [PROBLEMS]


def test_rows_speak(panel: LibraryPanel) -> None:
    from PySide6.QtCore import Qt

    item = panel.findChild(QListWidget).item(2)
    spoken = item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Trap 7, 2,000, ⏏ drive not plugged in"


def test_status_line_says_how_far_and_how_long(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    progress = Progress(1, "embed", 4210, 9800, rate=31.2, seconds_left=180.0)
    short = line.show_progress(progress, "Trap 7")
    assert line.text() == "Indexing Trap 7 … 4,210 of 9,800 · 31 photos/s · 3 min left"
    assert short == "indexing 4,210 of 9,800 · 31 photos/s · 3 min left"
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


@pytest.mark.parametrize(
    ("seconds", "words"), [(8, "8 s"), (59.6, "1 min"), (180, "3 min"), (7500, "2 h 5 min")]
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
