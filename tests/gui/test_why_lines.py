"""Why a photo is here: its place in every list."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from visret_desktop.gui.photo.photo_facts import WhyLines
from visret_desktop.gui.widgets.plain_text import PlainLabel


def _sketch(name: str) -> QImage | None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    return image if name == "A" else None


def test_the_best_place_comes_first_and_sketches_stand_beside_their_lists(qtbot: QtBot) -> None:
    lines = WhyLines({"text": 14, "A": 5, "B": 2}, _sketch)
    qtbot.addWidget(lines)
    buttons = lines.findChildren(QPushButton)
    words = ["2nd by sketch B", "5th by sketch A", "14th by text"]
    assert [button.text() for button in buttons] == words
    assert [button.icon().isNull() for button in buttons] == [True, False, True]
    assert lines.accessibleName() == ", ".join(words)


def test_a_line_asks_to_order_by_its_list(qtbot: QtBot) -> None:
    lines = WhyLines({"text": 14, "A": 5}, _sketch)
    qtbot.addWidget(lines)
    with qtbot.waitSignal(lines.chosen) as chosen:
        lines.findChildren(QPushButton)[1].click()
    assert chosen.args == ["text"]


def test_what_names_the_photo_comes_first(qtbot: QtBot) -> None:
    lines = WhyLines({"text": 14}, _sketch, "keywords")
    qtbot.addWidget(lines)
    (label,) = lines.findChildren(PlainLabel)
    assert label.text() == "Its keywords say so"
    assert lines.accessibleName() == "Its keywords say so, 14th by text"
