"""A window comes back as it was, as far as it fits on the screen that is there now."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.window_layout import PanelSplitter, arrange, toggle
from visret_desktop.gui.window.window_state import WindowState


class Window:
    """A window of five empty widgets that is restored from a file."""

    def __init__(self, file: Path) -> None:
        self.window, self.state = QMainWindow(), WindowState(file)
        self.panels = {"library": QWidget(), "photo": QWidget()}
        left, right = self.panels.values()
        others = (QWidget(), left, QWidget(), right, QWidget())
        self.splitter: PanelSplitter = arrange(self.window, *others)
        self.state.restore(self.window, self.splitter, self.panels)

    def keep(self) -> None:
        """Save its state and close it."""
        self.splitter.unfold()  # the screen may be narrow
        self.state.keep(self.window, self.splitter, self.panels)
        self.window.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "window.ini"


@pytest.mark.parametrize(
    "place", [QRect(10, 40, 9000, 7000), QRect(-3000, 50, 700, 500), QRect(50, 90000, 700, 500)]
)
def test_a_window_fits_the_screen(qtbot: QtBot, file: Path, place: QRect) -> None:
    before = Window(file)
    qtbot.addWidget(before.window)
    before.window.setGeometry(place)
    before.keep()
    after = Window(file)
    qtbot.addWidget(after.window)
    room = after.window.screen().availableGeometry()
    assert room.contains(after.window.geometry())
    assert after.window.geometry().size() == place.size().boundedTo(after.window.size())


def test_a_window_that_fits_is_where_it_was(qtbot: QtBot, file: Path) -> None:
    before = Window(file)
    qtbot.addWidget(before.window)
    before.window.setGeometry(60, 70, 640, 400)
    before.keep()
    after = Window(file)
    qtbot.addWidget(after.window)
    assert after.window.geometry() == QRect(60, 70, 640, 400)


def test_a_panel_that_was_dragged_shut_opens_by_its_key(qtbot: QtBot, file: Path) -> None:
    """Earlier versions kept it as shown, without any width."""
    before = Window(file)
    qtbot.addWidget(before.window)
    with qtbot.waitExposed(before.window):
        before.window.show()
    before.splitter.setSizes([0, 1000, 232])
    assert not before.panels["library"].isHidden()
    before.keep()
    after = Window(file)
    qtbot.addWidget(after.window)
    with qtbot.waitExposed(after.window):
        after.window.show()
    panel = after.panels["library"]
    assert panel.isHidden()
    after.splitter.unfold()  # the screen may be narrow
    assert not after.panels["photo"].isHidden()
    toggle(panel)
    assert panel.width() > 200
