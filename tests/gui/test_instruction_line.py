"""The instruction: shown, edited, taken back."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from visret_desktop.gui.sketches.sketch_group import InstructionLine

FEET = "the feet of a heron"


@pytest.fixture
def line(qtbot: QtBot) -> InstructionLine:
    made = InstructionLine(0)
    qtbot.addWidget(made)
    made.show_instruction(FEET, "question", "A, B")
    made.show()
    return made


def test_enter_takes_the_words_over(line: InstructionLine, qtbot: QtBot) -> None:
    line.edit.selectAll()
    qtbot.keyClicks(line.edit, "a beak")
    with qtbot.waitSignal(line.edited) as edited:
        qtbot.keyClick(line.edit, Qt.Key.Key_Return)
    assert edited.args == [0, "a beak"]


def test_escape_takes_the_typing_back_and_then_belongs_to_the_window(
    line: InstructionLine, qtbot: QtBot
) -> None:
    qtbot.keyClicks(line.edit, "x")
    qtbot.keyClick(line.edit, Qt.Key.Key_Escape)
    assert line.edit.text() == FEET
    assert not line.edit.isModified()


def test_a_plan_that_comes_in_does_not_disturb_typing(line: InstructionLine, qtbot: QtBot) -> None:
    qtbot.keyClicks(line.edit, "x")
    typed = line.edit.text()
    line.show_instruction("the head of a heron", "question", "A, B")
    assert line.edit.text() == typed
    qtbot.keyClick(line.edit, Qt.Key.Key_Escape)
    assert line.edit.text() == "the head of a heron"


def test_undo_is_for_typing_first(line: InstructionLine, qtbot: QtBot) -> None:
    undone: list[bool] = []
    line.undone.connect(lambda: undone.append(True))
    qtbot.keyClicks(line.edit, "x")
    qtbot.keyClick(line.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == []
    qtbot.keyClick(line.edit, Qt.Key.Key_Escape)
    qtbot.keyClick(line.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == [True]


def test_another_way_to_understand_the_query(line: InstructionLine, qtbot: QtBot) -> None:
    checked = [action.data() for action in line._group.actions() if action.isChecked()]
    assert checked == ["question"]
    with qtbot.waitSignal(line.family_chosen) as chosen:
        line._group.actions()[1].trigger()
    assert chosen.args == ["comparison"]


def test_only_the_first_instruction_says_how_the_query_is_understood(qtbot: QtBot) -> None:
    second = InstructionLine(1)
    qtbot.addWidget(second)
    second.show_instruction(FEET, "comparison", "C, D")
    assert second.family.isHidden()
    assert second.edit.accessibleName() == "Instruction for C, D"
