"""Search, look, mark, exclude and open by keyboard alone, and what screen readers hear."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.gui.driver import WindowDriver
from visret_desktop.gui.window.shortcuts_page import ShortcutsPage
from visret_desktop.settings import Settings

Key, Role = Qt.Key, QAccessible.Role
NOTHING, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
QUERY = "a rosy ibis standing"
MOST_STOPS = 9  # of the Tab key from the query to the photos
SILENT = {Role.NoRole, Role.Client, Role.Window, Role.Border, Role.Pane}


class Hands:
    """Keys that go wherever the keyboard is, as a person's do."""

    def __init__(self, driver: WindowDriver) -> None:
        self.driver = driver

    @property
    def here(self) -> QWidget:
        widget = QApplication.activePopupWidget() or QApplication.focusWidget()
        assert widget is not None, "the keyboard is nowhere"
        return widget

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NOTHING) -> None:
        QTest.keyClick(self.here, key, modifiers)
        if QApplication.activePopupWidget() is None:
            self.driver.window.activateWindow()  # offscreen no one else does
        QCoreApplication.processEvents()

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClicks(self.here, letter)


@pytest.fixture(scope="module")
def without_sketches(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(pictures_enabled=False))


@pytest.fixture
def hands(without_sketches: WindowDriver) -> Iterator[Hands]:
    driver = without_sketches
    driver.ask(f"{QUERY} again")  # so that the list of earlier queries opens
    driver.bar.ask_text("")
    driver.to_front()
    driver.line.setFocus()
    yield Hands(driver)
    driver.bar.ask_text("")
    driver.settle()


def heard(widget: QWidget) -> tuple[Role, str]:
    """Return as what a widget is announced, and with which name."""
    found = QAccessible.queryAccessibleInterface(widget)
    return found.role(), found.text(QAccessible.Text.Name)


def test_search_look_mark_exclude_and_open(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, marks = hands.driver, hands.driver.judging.marks
    hands.type(QUERY)
    hands.press(Key.Key_Return)
    driver.settle()
    hands.press(Key.Key_Down)
    assert hands.here is driver.view
    first, second = driver.entry(0), driver.entry(1)
    assert driver.view.selected_entries() == [first]

    hands.press(Key.Key_Space)
    assert driver.page is driver.viewer
    hands.press(Key.Key_Right)
    hands.press(Key.Key_Escape)
    assert hands.here is driver.view
    assert driver.view.selected_entries() == [second]

    hands.press(Key.Key_P)
    hands.press(Key.Key_Left)
    hands.press(Key.Key_X)
    assert (marks.grade(second), marks.grade(first)) == (True, False)
    hands.press(Key.Key_Z, CONTROL)
    assert marks.grade(first) is None

    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    hands.press(Key.Key_O, CONTROL | SHIFT)
    assert opened == [first.path]

    hands.press(Key.Key_E, CONTROL | SHIFT)
    driver.settle()
    assert first.photo_id not in [entry.photo_id for entry in driver.entries()]
    assert [chip.term.weight < 0 for chip in driver.bar.chips.chips()] == [True]


def test_what_is_typed_is_typed_into_the_line_and_does_nothing_else(hands: Hands) -> None:
    driver = hands.driver
    hands.type("px/?+-rlmo 1")
    assert driver.line.text() == "px/?+-rlmo 1"
    assert driver.window.findChildren(ShortcutsPage) == []
    driver.line.clear()
    driver.view.setFocus()
    hands.press(Key.Key_Slash)
    assert hands.here is driver.line
    assert driver.line.text() == ""


def test_f1_shows_the_keys_also_while_the_line_has_the_keyboard(hands: Hands) -> None:
    hands.type("heron")
    hands.press(Key.Key_F1)
    [page] = hands.driver.window.findChildren(ShortcutsPage)
    assert page.isVisible()
    page.reject()
    page.deleteLater()
    QCoreApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)  # others look for pages
    assert hands.driver.line.text() == "heron"


def test_escape_in_the_photos_selects_nothing_and_keeps_the_search(hands: Hands) -> None:
    driver = hands.driver
    hands.type(QUERY)
    hands.press(Key.Key_Return)
    driver.settle()
    hands.press(Key.Key_Down)
    assert len(driver.view.selected_entries()) == 1
    for _ in range(2):
        hands.press(Key.Key_Escape)
        assert driver.view.selected_entries() == []
        assert driver.line.text() == QUERY
        assert driver.is_answered()


def test_undo_and_redo_are_in_the_one_menu_of_edits(hands: Hands) -> None:
    menus = hands.driver.window.menuBar().findChildren(QMenu)
    found = {menu.title(): [action.text() for action in menu.actions()] for menu in menus}
    assert [text.split(":")[0] for text in found["&Edit"][:2]] == ["Undo", "Redo"]
    others = [text for title, texts in found.items() if title != "&Edit" for text in texts]
    assert not {"Undo", "Redo"} & set(others)


def test_escape_stops_then_clears_and_alt_left_brings_it_back(hands: Hands) -> None:
    driver = hands.driver
    hands.type(QUERY)
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Escape)
    assert not driver.session.searching
    assert driver.line.text() == QUERY
    hands.press(Key.Key_Escape)
    assert driver.line.text() == ""
    hands.press(Key.Key_Left, ALT)
    driver.settle()
    assert driver.line.text() == QUERY
    assert driver.is_answered()


def test_every_stop_of_the_tab_key_says_what_it_is(hands: Hands) -> None:
    driver = hands.driver
    driver.ask(f"{QUERY} - snow")
    driver.line.setFocus()
    stops: list[QWidget] = []
    while hands.here not in stops:
        stops.append(hands.here)
        hands.press(Key.Key_Tab)
    assert hands.here is driver.line
    silent = {stop: heard(stop) for stop in stops if heard(stop)[0] in SILENT or not heard(stop)[1]}
    assert silent == {}
    order = [
        driver.line,
        driver.bar.add_button,
        driver.strip.fold,
        driver.view,
        driver.library.panel.tree,
    ]
    assert [stop for stop in stops if stop in order] == order
    assert stops.index(driver.view) <= MOST_STOPS
    assert {heard(button)[1] for button in driver.bar.chips.chips()[0].buttons} == {
        "away from snow",
        "weight of snow",
        "keep snow for a new line",
        "remove snow",
    }


def test_photos_are_items_of_a_list_with_names(hands: Hands) -> None:
    driver = hands.driver
    driver.ask(QUERY)
    hands.press(Key.Key_Down)
    photos = QAccessible.queryAccessibleInterface(driver.view)
    assert (photos.role(), photos.text(QAccessible.Text.Name)) == (Role.List, "Photos")
    item = photos.focusChild()
    assert item.role() == Role.ListItem
    assert driver.entry(0).name in item.text(QAccessible.Text.Name)
