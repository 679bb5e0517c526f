"""Photos follow the typing, by real keys in a real window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from tests import indexed
from tests.gui.conftest import INDEXED_PHOTOS as PHOTOS
from tests.gui.conftest import use_profile
from tests.gui.driver import WindowDriver
from visret_desktop import settings as settings_file
from visret_desktop.engine.messages import CancelledJob, EncoderState, Ranked
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.widgets.pinned_chip import PinnedChip
from visret_desktop.settings import Settings

_ONLY_LOOKED_AT = Qt.WidgetAttribute.WA_TransparentForMouseEvents


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, indexed_photos: Path) -> Path:
    made = tmp_path_factory.mktemp("typing")
    indexed.copy(indexed_photos, made)
    return made


@pytest.fixture(scope="module")
def opened(qapp: QApplication, home: Path) -> Iterator[WindowDriver]:
    with pytest.MonkeyPatch.context() as patch:
        use_profile(patch, home)
        paths, chosen = indexed.directories(home), Settings(strategy="original")
        settings_file.save(paths.settings, chosen)
        driver = WindowDriver.open(paths, chosen)
        driver.window.begin([], "")
        driver.until(lambda: driver.bar.typing.is_followed)
        driver.until_indexed(PHOTOS)
        yield driver
    driver.close()


@pytest.fixture
def driver(opened: WindowDriver) -> Iterator[WindowDriver]:
    opened.line.setFocus()
    opened.forget()
    yield opened
    opened.escape()
    opened.settle()
    opened.until(lambda: opened.model.rowCount() == PHOTOS and opened.entry(0).rank is None)


def typed(driver: WindowDriver, text: str) -> None:
    """Type, and wait until the photos have followed."""
    QTest.keyClicks(driver.line, text)
    words = text.strip()
    search = driver.child(SearchController)
    driver.until(lambda: search.question == words and not driver.session.searching)


def previews(driver: WindowDriver) -> list[str]:
    chips = [chip for chip in driver.bar.findChildren(PinnedChip) if chip.isVisible()]
    shown = [chip for chip in chips if chip.testAttribute(_ONLY_LOOKED_AT)]
    return [chip.accessibleName() for chip in shown]


def test_photos_follow_and_enter_only_makes_them_better(driver: WindowDriver) -> None:
    earlier = driver.bar.line.earlier
    typed(driver, "a red square")
    assert driver.line.text() == "a red square"
    before = [entry.photo_id for entry in driver.entries()]
    assert len(before) == PHOTOS
    assert not driver.of(Ranked)[-1].is_settled
    assert driver.bar.line.earlier == earlier
    driver.press(driver.line, Qt.Key.Key_Return)
    assert not driver.is_dimmed()
    driver.settle()
    assert driver.of(Ranked)[-1].is_settled
    assert [entry.photo_id for entry in driver.entries()] == before
    assert driver.bar.line.earlier == ["a red square", *earlier]


def test_a_key_is_followed_at_once_and_a_burst_of_keys_in_time(driver: WindowDriver) -> None:
    due = driver.bar.typing._due
    driver.until(lambda: driver.bar.typing._since_read.elapsed() > 70)
    QTest.keyClicks(driver.line, "re")
    assert due.interval() == 0
    driver.until(lambda: not due.isActive())
    QTest.keyClicks(driver.line, "d")
    assert due.isActive()
    driver.until(lambda: driver.child(SearchController).question == "red")


def test_what_is_typed_begins_at_the_top_wherever_the_cursor_rests(driver: WindowDriver) -> None:
    view = driver.view
    typed(driver, "a red square")
    pinned = view._cell_of(len(driver.entries()) // 2).center()
    QCursor.setPos(view.viewport().mapToGlobal(pinned))
    QTest.mouseMove(view.viewport(), pinned)
    driver.line.selectAll()
    typed(driver, "blue")
    order = [hit.photo_id for hit in driver.of(Ranked)[-1].hits]
    assert view.verticalScrollBar().value() == 0
    assert [entry.photo_id for entry in driver.entries()] == order


def test_nothing_is_kept_of_what_was_only_typed(driver: WindowDriver, home: Path) -> None:
    typed(driver, "zyxwv")
    assert not driver.bar.forward.isEnabled()
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert b"zyxwv" not in path.read_bytes(), path


def test_back_goes_from_what_is_typed_to_what_was_asked(driver: WindowDriver) -> None:
    driver.ask("blue green")
    driver.ask("green")
    driver.line.selectAll()
    typed(driver, "blue")
    offered = driver.line.completer().popup()
    assert offered.isVisible()  # the earlier query with this word
    driver.bar.back.click()
    driver.settle()
    assert driver.line.text() == "green"
    assert not offered.isVisible()


def test_who_turns_to_the_photos_finds_the_search_again(driver: WindowDriver) -> None:
    typed(driver, "yellow")
    driver.press(driver.line, Qt.Key.Key_Down)
    driver.until(driver.view.hasFocus)
    assert driver.child(SearchController).history.here.text == "yellow"


def test_escape_clears_what_was_searched_once_more_while_photos_came(driver: WindowDriver) -> None:
    typed(driver, "red")
    driver.child(SearchController).again()
    driver.escape()
    assert driver.line.text() == ""


def test_letters_that_are_composed_are_left_alone(driver: WindowDriver) -> None:
    rested = QSignalSpy(driver.bar.typing.rested)
    typed(driver, "red")
    driver.forget()
    QApplication.sendEvent(driver.line, QInputMethodEvent("sa", []))
    assert driver.line.is_composing
    driver.until(lambda: rested.count() == 1)
    assert driver.of(Ranked) == []
    committed = QInputMethodEvent("", [])
    committed.setCommitString(" さ")
    QApplication.sendEvent(driver.line, committed)
    driver.until(lambda: driver.child(SearchController).question == "red さ")


def test_facts_and_excluded_terms_are_shown_as_they_are_understood(driver: WindowDriver) -> None:
    QTest.keyClicks(driver.line, "red -blue in 2019 ")
    driver.until(lambda: bool(previews(driver)))
    assert previews(driver) == ["away from blue", "2019"]
    assert driver.line.text() == "red -blue in 2019 "
    assert driver.bar.chips.chips() == []
    driver.press(driver.line, Qt.Key.Key_Return)
    driver.settle()
    assert previews(driver) == []
    assert [chip.text() for chip in driver.bar.chips.chips()] == ["− blue"]


def test_what_words_may_mean_too_is_offered_once_one_rests(driver: WindowDriver) -> None:
    facts = driver.bar.facts
    typed(driver, "red at night")
    assert facts.offers() == []
    driver.until(lambda: bool(facts.offers()))
    QTest.keyClicks(driver.line, " b")
    assert len(facts.offers()) == 1, "nothing flickers between keys"
    facts.offers()[0].click()
    driver.settle()
    assert [fact.text for fact in facts.facts()] == ["time:21:00..05:00"]
    assert driver.bar.line.earlier[0] == "time:21:00..05:00, red at night b"


def test_no_chip_moves_the_photos(driver: WindowDriver) -> None:
    def top() -> int:
        QApplication.processEvents()
        return driver.grid.mapTo(driver.window, QPoint(0, 0)).y()

    typed(driver, "red")
    before = top()
    for more in (" rating:3 ", "- blue "):
        QTest.keyClicks(driver.line, more)
        chips = len(previews(driver))
        driver.until(lambda chips=chips: len(previews(driver)) > chips)
        assert top() == before, more
    driver.press(driver.line, Qt.Key.Key_Return)
    driver.settle()
    driver.line.selectAll()
    QTest.keyClick(driver.line, Qt.Key.Key_Delete)
    driver.until(lambda: not previews(driver))


def test_a_newer_letter_ends_the_search_of_the_older(driver: WindowDriver) -> None:
    typed(driver, "red circle")
    ended = [message.job for message in driver.of(CancelledJob)]
    assert driver.of(Ranked)[-1].job not in ended


def test_it_is_off_by_a_setting_and_for_slow_encoders(driver: WindowDriver) -> None:
    state = driver.session.encoder_state
    state.emit(EncoderState("slow", ready=True, text_seconds=0.2))
    assert not driver.bar.typing.is_followed
    driver.until(lambda: "Press Enter" in driver.banner.text())
    state.emit(EncoderState("quick", ready=True, text_seconds=0.01))
    assert driver.bar.typing.is_followed
    assert "Press Enter" not in driver.banner.text()
    restarts = QSignalSpy(driver.keeper.engine_outdated)
    driver.keeper.change(search_as_typed=False)
    assert not driver.bar.typing.is_followed
    driver.keeper.change(search_as_typed=True)
    assert driver.bar.typing.is_followed
    assert restarts.count() == 0  # a fresh engine takes the time of its encoder, perhaps a long one
