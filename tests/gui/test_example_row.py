"""Queries to try on the demonstration."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.gui.search.example_row import ExampleRow


def _book(directory: Path) -> None:
    directory.mkdir()
    queries = [{"query": f"query {n} & more"} for n in range(5)]
    (directory / "fieldbook.json").write_text(json.dumps({"queries": queries}))


def test_three_examples_while_browsing(qtbot: QtBot, tmp_path: Path) -> None:
    row = ExampleRow(tmp_path / "demonstration")
    qtbot.addWidget(row)
    row.refresh(True)
    assert row.isHidden()  # there is no demonstration yet
    _book(tmp_path / "demonstration")
    row.refresh(True)
    assert not row.isHidden()
    assert row.queries() == [f"query {n} & more" for n in range(3)]
    row.refresh(False)
    assert row.isHidden()


def test_a_button_asks_its_query(qtbot: QtBot, tmp_path: Path) -> None:
    _book(tmp_path / "demonstration")
    row = ExampleRow(tmp_path / "demonstration")
    qtbot.addWidget(row)
    row.refresh(True)
    with qtbot.waitSignal(row.chosen) as asked:
        qtbot.mouseClick(row._buttons[1], Qt.MouseButton.LeftButton)
    assert asked.args == ["query 1 & more"]


def test_a_damaged_description_shows_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "demonstration").mkdir()
    (tmp_path / "demonstration" / "fieldbook.json").write_text("{")
    row = ExampleRow(tmp_path / "demonstration")
    qtbot.addWidget(row)
    row.refresh(True)
    assert row.isHidden()


def test_only_what_can_be_read_whole_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    _book(tmp_path / "demonstration")
    row = ExampleRow(tmp_path / "demonstration")
    qtbot.addWidget(row)
    row.resize(1200, 40)
    row.refresh(True)
    assert [button.isVisible() for button in row._buttons] == [True, True, True]
    row.resize(row._buttons[0].sizeHint().width() * 2 + 120, 40)
    assert [button.isVisible() for button in row._buttons] == [True, True, False]
    row.resize(80, 40)
    assert [button.isVisible() for button in row._buttons] == [True, False, False]


def test_tab_comes_to_the_examples_in_their_order(qtbot: QtBot, tmp_path: Path) -> None:
    _book(tmp_path / "demonstration")
    whole = QWidget()
    qtbot.addWidget(whole)
    row, below = ExampleRow(tmp_path / "demonstration"), QPushButton("below")
    column = QVBoxLayout(whole)
    column.addWidget(row)
    column.addWidget(below)
    whole.resize(1200, 80)
    row.refresh(True)
    with qtbot.waitExposed(whole):
        whole.show()
    order = [row._buttons[0]]
    while len(order) < 4:
        order.append(order[-1].nextInFocusChain())
    assert order == [*row._buttons, below]
