"""The look: icons and colors follow the appearance, and a ring marks what has the keyboard."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets import theme
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.theme import FocusRing
from visret_desktop.paths import bundled


@pytest.fixture(autouse=True)
def _system_again(qapp: QApplication):
    yield
    theme.use(qapp, "system")


def _solid_colors(shown: QIcon) -> set[str]:
    image = shown.pixmap(QSize(24, 24), 1.0).toImage()
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    opaque = [image.pixelColor(x, y) for x, y in places if image.pixelColor(x, y).alpha() > 250]
    assert opaque
    return {color.name() for color in opaque}


@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_the_chosen_entry_of_a_box_of_choices_is_seen(
    qapp: QApplication, qtbot: QtBot, appearance: str
) -> None:
    theme.use(qapp, appearance)
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["Table", "Map"])
    box.show()
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    place = view.visualRect(box.model().index(0, 0))
    row = view.viewport().grab(place).toImage()
    ground = row.pixelColor(row.width() - 3, row.height() // 2)
    assert ground == qapp.palette().color(QPalette.ColorRole.Highlight)
    box.hidePopup()


def test_icons_have_the_color_of_text_and_follow_it(qapp: QApplication, qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    colors = []
    theme.use(qapp, "dark")
    button.setIcon(icon("search"))
    for appearance in ("light", "dark"):
        theme.use(qapp, appearance)
        colors.append(_solid_colors(button.icon()))
        text = qapp.palette().color(QPalette.ColorRole.ButtonText).name()
        assert colors[-1] == {text}
    assert colors[0] != colors[1]


def test_every_icon_can_be_drawn(qapp: QApplication) -> None:
    names = [path.stem for path in bundled("icons").glob("*.svg")]
    assert len(names) > 20
    for name in names:
        assert _solid_colors(icon(name))
    with pytest.raises(FileNotFoundError):
        icon("no such icon")


def test_text_can_be_read_in_both_appearances() -> None:
    for scheme in (Qt.ColorScheme.Light, Qt.ColorScheme.Dark):
        colors = theme.palette(scheme)
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.PlaceholderText):
            for ground in (QPalette.ColorRole.Window, QPalette.ColorRole.Base):
                assert _contrast(colors.color(role), colors.color(ground)) >= 4.5


def test_a_ring_with_a_gap_marks_what_has_the_keyboard(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    buttons = [QToolButton() for _ in range(2)]
    for button in buttons:
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row.addWidget(button)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton)  # another test may have left it pressed
    buttons[0].setFocus()
    QTest.keyClick(buttons[0], Qt.Key.Key_Tab)
    rings = [ring for ring in window.findChildren(FocusRing) if ring.isVisible()]
    assert len(rings) == 1
    assert rings[0].geometry() == buttons[1].geometry().adjusted(-4, -4, 4, 4)
    buttons[1].move(buttons[1].x() + 1, buttons[1].y())
    assert rings[0].geometry() == buttons[1].geometry().adjusted(-4, -4, 4, 4)
    buttons[1].clearFocus()
    assert not rings[0].isVisible()


def test_the_ring_goes_with_what_is_destroyed_under_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    for pressed in (
        Qt.MouseButton.LeftButton,
        Qt.MouseButton.MiddleButton,
        Qt.MouseButton.RightButton,
    ):
        QTest.mouseRelease(window, pressed)  # another test may have left it so
    for _ in range(3):
        window.setFocus()
        area, page, buttons = QScrollArea(), QWidget(), (QPushButton("one"), QPushButton("two"))
        inside = QHBoxLayout(page)
        for button in buttons:
            inside.addWidget(button)
        area.setWidget(page)
        row.addWidget(area)
        QCoreApplication.processEvents()
        buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
        assert [ring for ring in window.findChildren(FocusRing) if ring.isVisible()]
        area.setWidget(QPushButton("in its place"))  # which destroys the page at once
        area.widget().setFocus(Qt.FocusReason.TabFocusReason)
        window.resize(window.width() + 7, window.height())  # what was watched moves
        area.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _contrast(one: QColor, other: QColor) -> float:
    """WCAG 2.2 contrast."""
    lights = sorted(_luminance(color) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(color: QColor) -> float:
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
