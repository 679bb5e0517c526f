"""Panels beside the photos, in windows of all widths."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.plain_text import ElidedLabel
from visret_desktop.gui.widgets.window_layout import (
    PanelSplitter,
    SidePanel,
    arrange,
    room_on,
    scrolled,
    toggle,
)


class Window:
    """A window of five empty widgets."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.left, self.right = QWidget(), QWidget()
        others = (QWidget(), self.left, QWidget(), self.right, QWidget())
        self.splitter: PanelSplitter = arrange(self.window, *others)

    def shown(self, width: int) -> tuple[bool, bool]:
        """Make it so wide and return whether the panels are shown."""
        self.window.resize(width, 500)
        return not self.left.isHidden(), not self.right.isHidden()


def test_a_leaf_shown_by_its_key_goes_by_it_to_what_was_there_before(qtbot: QtBot) -> None:
    leaves = {"library": ("Library", QWidget()), "facts": ("Narrow", QWidget())}
    side = SidePanel(leaves)
    qtbot.addWidget(side)
    side.show()
    for _ in range(2):
        side.toggle("facts")
        assert side.shows("facts")
        side.toggle("facts")
        assert side.shows("library")
    side.toggle("library")
    assert side.isHidden()
    side.toggle("facts")
    assert side.shows("facts")
    side.toggle("facts")
    assert side.isHidden()


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = Window()
    qtbot.addWidget(made.window)
    made.window.resize(1280, 500)
    with qtbot.waitExposed(made.window):
        made.window.show()
    return made


def test_panels_fold_where_it_is_narrow_and_come_back(window: Window) -> None:
    assert window.shown(1280) == (True, True)
    assert window.shown(800) == (True, False)
    assert window.shown(600) == (False, False)
    assert window.shown(800) == (True, False)
    assert window.shown(1000) == (True, True)


def test_what_the_person_hid_stays_hidden(window: Window) -> None:
    window.right.hide()
    assert window.shown(600) == (False, False)
    assert window.shown(1280) == (True, False)


def test_what_the_person_shows_all_the_same_stays(window: Window) -> None:
    window.shown(800)
    window.right.show()
    assert window.shown(780) == (True, True)
    window.shown(1280)
    assert window.shown(780) == (True, False)


def test_a_panel_that_comes_back_has_the_width_it_had(qtbot: QtBot, window: Window) -> None:
    window.splitter.setSizes([232, 700, 340])
    before = window.right.width()
    window.right.hide()
    qtbot.waitUntil(lambda: window.splitter.sizes()[2] == 0)
    window.right.show()
    qtbot.waitUntil(lambda: window.splitter.sizes()[2] > 0)
    assert window.right.width() == before


def drag(window: Window, pixels: int) -> None:
    """Drag the handle beside the left panel."""
    handle = window.splitter.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    end = handle.rect().center() + QPoint(pixels, 0)
    QTest.mouseMove(handle, end)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=end)


def test_a_panel_dragged_shut_is_hidden_and_opens_at_its_usual_width(window: Window) -> None:
    window.left.setMinimumWidth(100)
    before = window.left.width()
    assert before > 100
    drag(window, -1000)
    assert window.left.isHidden()
    toggle(window.left)
    assert window.left.width() == before
    toggle(window.left)
    assert window.left.isHidden()


def test_a_panel_that_hides_itself_keeps_its_width(window: Window) -> None:
    drag(window, 60)
    width = window.left.width()
    for is_shown in (False, True):
        window.left.setVisible(is_shown)
        window.right.setVisible(not is_shown)
    assert window.left.width() == width


def test_closing_narrow_forgets_no_panel(window: Window) -> None:
    window.shown(600)
    window.splitter.unfold()
    assert not window.left.isHidden()
    assert not window.right.isHidden()


def test_a_line_without_room_ends_in_dots_and_has_a_tip(qtbot: QtBot) -> None:
    label = ElidedLabel("The nearest <1,000> photos, best first")
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.grab()
    assert "&lt;1,000&gt;" in label.toolTip()
    label.resize(label.sizeHint())
    label.grab()
    assert label.toolTip() == ""


def test_large_dialogs_can_be_scrolled_on_small_screens(qtbot: QtBot) -> None:
    content = QWidget()
    content.setMinimumSize(300, 900)
    area = scrolled(content)
    qtbot.addWidget(area)
    area.resize(400, 200)
    with qtbot.waitExposed(area):
        area.show()
    assert area.verticalScrollBar().maximum() == 700
    assert room_on(area).height() < area.screen().availableSize().height()
