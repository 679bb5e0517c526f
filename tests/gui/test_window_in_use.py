"""What one does in a window that has its photos, and what it outlives: one for all tests."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests import indexed
from tests.gui.conftest import INDEXED_PHOTOS as PHOTOS
from tests.gui.conftest import use_profile
from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Finished
from visret_desktop.gui.library.library_model import ALL, PanelRow
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.search.search_flow import Heard, Visited
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory, indexed_photos: Path) -> Path:
    """The photos, beside the profile that knows them."""
    home = tmp_path_factory.mktemp("window")
    indexed.copy(indexed_photos, home)
    return home / indexed.PHOTOS


@pytest.fixture(scope="module")
def opened(qapp: QApplication, photos: Path) -> Iterator[WindowDriver]:
    """The window, after its first look at the photos."""
    home = photos.parent
    with pytest.MonkeyPatch.context() as patch:
        use_profile(patch, home)
        # Nothing is drawn: loading what draws takes seconds.
        driver = WindowDriver.open(indexed.directories(home), Settings(strategy="original"))
        driver.window.begin([], "")
        driver.until_said(Finished)
        driver.until_indexed(PHOTOS)
        _make_room_for_panels(driver)
        yield driver
    driver.close()


@pytest.fixture
def driver(opened: WindowDriver) -> Iterator[WindowDriver]:
    """The window as it was opened, and as each test leaves it."""
    yield opened
    opened.escape()
    opened.settle()
    opened.library.panel.choose(ALL)
    opened.view.select_row(0)
    _make_room_for_panels(opened)
    opened.until(lambda: opened.model.rowCount() == PHOTOS and opened.entry(0).rank is None)


def _make_room_for_panels(driver: WindowDriver) -> None:
    """Make the window wider than the screen that it may have been fitted to."""
    driver.window.resize(1280, 800)
    driver.until(lambda: not driver.photo_panel.isHidden())


def test_photos_that_come_while_it_is_searched_are_shown(driver: WindowDriver) -> None:
    driver.ask("a tarn heron")
    search = driver.window.findChild(SearchController)
    assert isinstance(search, SearchController)
    full = search.ranked
    assert full is not None
    search.take(Visited(search.history.here.query))
    search.take(Heard(replace(full, hits=())))
    assert driver.page is driver.library.empty
    search.take(Heard(full))
    assert driver.page is driver.grid


def test_query_ranks_and_escape_goes_back(driver: WindowDriver) -> None:
    driver.ask("a tarn heron")
    assert [entry.rank for entry in driver.entries()] == list(range(1, PHOTOS + 1))
    driver.escape()
    assert driver.line.text() == ""
    assert driver.entry(0).rank is None


def test_back_goes_to_another_part_of_the_library_too(driver: WindowDriver) -> None:
    folder = PanelRow("folder", driver.library.view.snapshot.folders[0].id)
    driver.ask("red")
    driver.library.panel.choose(folder)
    driver.settle()
    driver.window.findChild(SearchController).history.go_back()
    driver.settle()
    assert driver.library.panel.place() == ALL
    assert driver.is_answered()
    driver.bar.back.click()
    assert driver.entry(0).rank is None
    for place in (ALL, folder):
        driver.bar.forward.click()
        driver.settle()
        assert driver.library.panel.place() == place
        assert driver.line.text() == "red"
    assert not driver.bar.forward.isEnabled()


def test_newer_query_wins(driver: WindowDriver) -> None:
    answers = QSignalSpy(driver.child(SearchController).answered)
    for text in ("red", "green", "blue"):
        driver.begin(text)
    driver.settle()
    assert answers.count() == 1


def test_dropped_and_pasted_pictures_are_searched_by(driver: WindowDriver, photos: Path) -> None:
    dropped, pasted = QMimeData(), QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(photos / "03.jpg"))])
    pasted.setImageData(QImage(str(photos / "07.jpg")))
    driver.drop(dropped)
    assert driver.entry(0).name == "03.jpg"
    driver.escape()
    driver.drop(pasted)
    assert driver.entry(0).name == "07.jpg"


def test_space_opens_the_viewer_and_similar_finds_itself(driver: WindowDriver) -> None:
    name = driver.entry(4).name
    driver.look_at(4)
    assert driver.page is driver.viewer
    driver.until(lambda: driver.viewer.photo() is not None)
    driver.press(driver.viewer, Qt.Key.Key_Escape)
    assert driver.page is driver.grid
    driver.press(driver.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    driver.settle()
    assert (driver.entry(0).name, driver.entry(0).rank) == (name, 1)


def test_stopping_before_any_answer_says_whose_photos_are_shown(driver: WindowDriver) -> None:
    driver.begin("red")
    driver.press(driver.line, Qt.Key.Key_Escape)
    assert "Stopped" in driver.grid.title.text()
    assert not driver.is_dimmed()
    assert driver.entry(0).rank is None


def test_only_photos_comes_and_goes_by_the_same_key(driver: WindowDriver) -> None:
    _make_room_for_panels(driver)
    driver.press(driver.window, Qt.Key.Key_F10)
    assert driver.photo_panel.isHidden()
    driver.view.setFocus()
    driver.press(driver.view, Qt.Key.Key_F11)
    around = (driver.bar, driver.library.panel, driver.status, driver.window.menuBar())
    assert not any(widget.isVisible() for widget in around)
    driver.press(driver.view, Qt.Key.Key_F11)
    assert all(widget.isVisible() for widget in around)
    assert driver.photo_panel.isHidden()
    driver.press(driver.view, Qt.Key.Key_F11)
    driver.press(driver.view, Qt.Key.Key_Escape)
    assert not driver.bar.isHidden()
    driver.press(driver.window, Qt.Key.Key_F10)
    _make_room_for_panels(driver)


def test_the_viewer_fills_the_screen_and_escape_leaves_that_first(driver: WindowDriver) -> None:
    _make_room_for_panels(driver)
    driver.look_at(2)
    assert driver.photo_panel.isVisible()
    driver.press(driver.viewer, Qt.Key.Key_F)
    assert driver.window.isFullScreen()
    around = (driver.bar, driver.library.panel, driver.photo_panel, driver.banner)
    driver.press(driver.viewer, Qt.Key.Key_Right)
    assert not any(widget.isVisible() for widget in around)
    driver.press(driver.viewer, Qt.Key.Key_Escape)
    assert not driver.window.isFullScreen()
    assert driver.page is driver.viewer
    driver.until(driver.photo_panel.isVisible)
    driver.press(driver.viewer, Qt.Key.Key_Escape)
    assert driver.page is driver.grid


def test_actions_follow_the_viewer(driver: WindowDriver) -> None:
    driver.look_at(2)
    driver.press(driver.viewer, Qt.Key.Key_Right)
    driver.choose("Copy path")
    assert QGuiApplication.clipboard().text() == driver.entry(3).path
    driver.press(driver.viewer, Qt.Key.Key_Escape)


def test_every_control_has_a_name(driver: WindowDriver) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSlider

    for kind in (QAbstractButton, QComboBox, QLineEdit, QSlider):
        for widget in driver.window.findChildren(kind):
            if widget.isVisible() and not widget.objectName().startswith("qt_"):
                named = widget.accessibleName() or getattr(widget, "text", str)()
                assert named or widget.parent().objectName().startswith("qt_"), widget


def test_engine_death_is_survived(driver: WindowDriver, qtbot: QtBot) -> None:
    with qtbot.waitSignal(driver.client.restarted):
        driver.kill_engine()
    driver.ask("red")
    assert driver.is_answered()


def test_query_outlives_the_engine(driver: WindowDriver) -> None:
    driver.kill_engine()
    driver.begin("red")
    # Until then photos that answer something else are dimmed.
    driver.until(driver.is_dimmed)
    driver.until(driver.is_answered)
    assert not driver.is_dimmed()


def test_given_up_engine_is_started_by_its_button(driver: WindowDriver, qtbot: QtBot) -> None:
    given_up: list[str] = []
    driver.client.lost.connect(given_up.append)
    while not given_up:  # it is started again some times before
        driver.kill_engine()
        driver.until(lambda: bool(given_up) or driver.client.pid > 0)
    with qtbot.waitSignal(driver.client.ready):
        driver.click("Start it again")
    assert driver.banner.text() == "" or "ended" not in driver.banner.text()


def test_who_asks_in_another_language_is_told_what_the_models_read(driver: WindowDriver) -> None:
    driver.ask("ein Reiher auf einem Stein im Regen")
    assert "These models read English" in driver.banner.text()
    assert len(driver.buttons("Get models")) == 1
    driver.ask("a heron on a stone in the rain")
    assert "English, and" not in driver.banner.text()
