"""Problems can be read, tried again, and cost nothing while nothing changes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from visret_desktop.gui.library.problems_page import ProblemsPage
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.records import Problem

PROBLEMS = [
    Problem("/p/broken.jpg", "not-an-image", "This is not a picture.", False),
    Problem("/p/cut.jpg", "truncated", "The file ends early.", True),
]


@pytest.fixture
def page(qtbot: QtBot) -> ProblemsPage:
    made = ProblemsPage(Path("/demonstration"))
    qtbot.addWidget(made)
    QAbstractItemModelTester(made.model, made)
    made.show_problems(PROBLEMS)
    made.show()
    return made


def button(page: ProblemsPage, text: str) -> QPushButton:
    return next(b for b in page.findChildren(QPushButton) if b.text() == text)


def test_each_file_has_its_reason(page: ProblemsPage) -> None:
    cells = [[page.model.index(r, c).data() for c in range(4)] for r in range(2)]
    assert cells == [
        ["broken.jpg", "/p", "This is not a picture.", "no"],
        ["cut.jpg", "/p", "The file ends early.", "in part"],
    ]
    assert page.title().startswith("2 files could not be read")


def test_damaged_files_of_the_demonstration_are_there_on_purpose(page: ProblemsPage) -> None:
    assert "demonstration" not in page.title()
    drawn = Problem("/demonstration/2023/cut.jpg", "truncated", "The file ends early.", True)
    page.show_problems([*PROBLEMS, drawn])
    assert "1 of them belongs to the demonstration, on purpose." in page.title()


def test_without_problems_it_says_so_and_offers_nothing(page: ProblemsPage) -> None:
    page.show_problems([])
    assert page.title() == "Every file could be read."
    assert not button(page, "Try all again").isEnabled()


def test_selected_are_tried_again(page: ProblemsPage, qtbot: QtBot) -> None:
    again = button(page, "Try again")
    assert not again.isEnabled()
    page.table.selectRow(1)
    with qtbot.waitSignal(page.retry_requested) as retry:
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert retry.args == [["/p/cut.jpg"]]


def test_names_are_whole_where_there_is_room_and_rows_can_be_sorted(
    page: ProblemsPage, qtbot: QtBot
) -> None:
    name = "a letter with a long name that says a lot about it.jpg"
    page.show_problems([*PROBLEMS, Problem(f"/a/{name}", "not-an-image", "No picture.", False)])
    page.resize(1000, 400)
    assert page.table.columnWidth(0) > page.table.fontMetrics().horizontalAdvance(name)
    page.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    page.table.selectRow(0)
    with qtbot.waitSignal(page.retry_requested) as retry:
        button(page, "Try again").click()
    assert retry.args == [[f"/a/{name}"]]


def test_all_are_tried_again(page: ProblemsPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.retry_requested) as retry:
        qtbot.mouseClick(button(page, "Try all again"), Qt.MouseButton.LeftButton)
    assert retry.args == [["/p/broken.jpg", "/p/cut.jpg"]]


def test_selection_outlives_a_refresh_without_news(page: ProblemsPage) -> None:
    page.table.selectRow(1)
    page.show_problems(list(PROBLEMS))
    assert page.table.selectionModel().selectedRows()[0].row() == 1


def test_banner_shows_what_matters_most(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    started: list[bool] = []
    banner.say("starter", "Only a hint.", is_hint=True)
    banner.say("engine", "It ended.", button="Start", action=lambda: started.append(True))
    banner.say("hint", "Another hint.", is_hint=True)
    assert banner.text() == "It ended."
    start = next(b for b in banner.findChildren(QPushButton) if b.text() == "Start")
    qtbot.mouseClick(start, Qt.MouseButton.LeftButton)
    assert started == [True]
    assert banner.text() == "Another hint."
    with qtbot.waitSignal(banner.dismissed) as dismissed:
        qtbot.mouseClick(banner.findChildren(QPushButton)[-1], Qt.MouseButton.LeftButton)
    assert dismissed.args == ["hint"]
    assert banner.text() == "Only a hint."
    banner.clear("starter")
    assert banner.text() == ""
