"""The history of changes where the engine fails at one of them."""

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from visret_desktop.gui.widgets.undo_history import UndoHistory


@pytest.fixture
def deeds() -> list[str]:
    return []


@pytest.fixture
def history(qapp: QApplication, deeds: list[str]) -> UndoHistory:
    made = UndoHistory()
    push(made, deeds, "tag")
    return made


def push(history: UndoHistory, deeds: list[str], words: str) -> None:
    undo, redo = partial(deeds.append, f"undo {words}"), partial(deeds.append, f"redo {words}")
    history.push(words, undo, redo)


def test_what_failed_is_tried_again(history: UndoHistory, deeds: list[str]) -> None:
    for step in (history.undo, history.redo):
        assert step()
        history.put_back()
        assert step()
    assert deeds == ["undo tag", "undo tag", "redo tag", "redo tag"]


def test_a_later_change_is_not_taken_for_the_one_that_failed(
    history: UndoHistory, deeds: list[str]
) -> None:
    history.undo()
    history.redo()
    push(history, deeds, "mark")  # while the engine is at it
    history.put_back()
    assert history.undo()
    assert deeds[-1] == "undo mark"
