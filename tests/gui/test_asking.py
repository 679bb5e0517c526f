"""Nothing is taken away by a key that was meant for something else."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.dialog import is_confirmed


def answer(qtbot: QtBot, key: Qt.Key) -> bool:
    """Ask, press a key once the question is there, and return what was understood."""
    owner = QWidget()
    qtbot.addWidget(owner)

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        qtbot.keyClick(box, key)

    QTimer.singleShot(200, press)
    return is_confirmed(owner, "Remove folder", "Remove <it>?", "Remove folder")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_return_and_escape_take_nothing_away(qtbot: QtBot, key: Qt.Key) -> None:
    assert not answer(qtbot, key)


def test_the_verb_is_yes(qtbot: QtBot) -> None:
    def press_verb() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert "&lt;it&gt;" in box.text()
        (remove,) = (button for button in box.buttons() if button.text() == "Remove folder")
        remove.click()

    owner = QWidget()
    qtbot.addWidget(owner)
    QTimer.singleShot(200, press_verb)
    assert is_confirmed(owner, "Remove folder", "Remove <it>?", "Remove folder")
