"""Photos on their way: from the old places to the new, briefly, or at once."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry
from tests.gui.still import ask_for_stillness
from visret_desktop.gui.grid.grid_motion import DURATION_MS, GridMotion


def _motion(qtbot: QtBot) -> GridMotion:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return GridMotion(widget)


def test_begins_where_photos_were_and_ends_where_they_belong(qtbot: QtBot) -> None:
    motion = _motion(qtbot)
    cell = QRect(0, 0, 100, 88)
    motion.start({1: QPoint(40, -20)}, frozenset({2}), [(entry(3), cell, QPoint(0, 500))])
    assert motion.is_running
    assert motion.offset(1) == QPoint(40, -20)
    assert motion.opacity(2) == 0.0
    assert motion.opacity(1) == 1.0
    assert motion.leaving() == [(entry(3), cell, 1.0)]
    qtbot.waitUntil(lambda: not motion.is_running)
    assert motion.offset(1) == QPoint()
    assert motion.opacity(2) == 1.0
    assert motion.leaving() == []


def test_is_short() -> None:
    assert DURATION_MS <= 200


def test_stays_away_where_less_motion_is_wanted(qtbot: QtBot) -> None:
    motion = _motion(qtbot)
    ask_for_stillness(motion.parent())
    motion.start({1: QPoint(40, 0)}, frozenset({2}), [])
    assert not motion.is_running
    assert motion.offset(1) == QPoint()
    assert motion.opacity(2) == 1.0


def test_nothing_to_move_moves_nothing(qtbot: QtBot) -> None:
    motion = _motion(qtbot)
    motion.start({}, frozenset(), [])
    assert not motion.is_running
