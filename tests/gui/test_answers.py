"""From a question to its answer in the window, with the real engine and the built-in reader."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Answered, Finished
from visret_desktop.gui.answers.answer_controller import AnswerController
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.search.answer_view_model import AGAIN, READER, AnswerViewModel
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.roles import Role

IBIS = "What is the weather around the rosy ibis?"
MONARCH = "What is the weather around the ember monarch?"
COMPARISON = "The cinder frog's feet versus the velvet frog's feet"


class Asker:
    """A window whose questions are answered."""

    def __init__(self, driver: WindowDriver) -> None:
        self.driver = driver
        self.line, self.board = driver.child(AnswerLine), driver.child(AnswerViewModel)

    def ask(self, text: str) -> Answered:
        self.driver.begin(text)
        return self.answer()

    def answer(self) -> Answered:
        """Wait until everything is read, and return what was said last."""
        self.driver.settle()
        self.driver.until(lambda: bool(self.board.state.note or self.board.state.answered))
        self.driver.until(lambda: not self.driver.session.reading)
        answered = self.board.state.answered
        assert answered is not None, self.board.state.note
        return answered

    def again(self, way: str) -> Answered:
        self.driver.forget()
        self.line.ways[way].trigger()
        return self.answer()

    def answers(self) -> list[Answered]:
        return self.driver.of(Answered)


@pytest.fixture
def asker(drawing_window: WindowDriver) -> Iterator[Asker]:
    assert drawing_window.settings.pictures_enabled
    switch = drawing_window.bar.controls.sketches
    switch.click()
    made = Asker(drawing_window)
    yield made
    drawing_window.bar.ask_text("")
    drawing_window.settle()
    switch.click()


def test_a_question_is_answered_above_the_photos_that_say_so(asker: Asker) -> None:
    driver, line = asker.driver, asker.line
    answered = asker.ask(IBIS)
    assert answered.is_settled
    assert asker.answers()[0].sentence.startswith("Reading"), "before anything is read"
    assert line.isVisible()
    assert line.sentence.text() == answered.sentence
    numbers = sorted(chip.evidence.n for chip in line.photos.chips())
    assert numbers == [one.n for one in answered.evidence]

    QTest.mouseClick(line.photos.chips()[0], Qt.MouseButton.LeftButton)
    first = line.photos.chips()[0].evidence
    assert [entry.photo_id for entry in driver.view.selected_entries()] == [first.photo_id]
    QTest.keyClick(line.photos.chips()[0], Qt.Key.Key_Return)
    assert driver.page is driver.viewer
    assert driver.viewer.accessibleName().split(", ")[1].startswith(f"Photo {first.n} ")
    assert driver.viewer.bar.where.isVisible() == bool(first.boxes)
    driver.press(driver.viewer, Qt.Key.Key_Escape)
    row = driver.model.row_of(first.photo_id)
    assert f"photo {first.n} of the answer" in driver.view.item_text(row, QAccessible.Text.Name)

    line.copy.click()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[:2] == [IBIS, answered.sentence]
    told = [one for one in answered.evidence if one.state == "shows"] or answered.evidence
    assert copied[2:] == [f"[{one.n}] {one.path}" for one in told]


def test_a_description_has_no_answer(asker: Asker) -> None:
    asker.driver.ask("a rosy ibis standing")
    assert not asker.line.isVisible()
    assert asker.answers() == []


def test_an_answer_belongs_to_its_search(asker: Asker) -> None:
    answered = asker.ask(IBIS)
    asker.driver.ask("a rosy ibis standing")
    asker.driver.forget()
    asker.driver.bar.back.click()
    assert asker.answer() == answered
    assert asker.line.sentence.text() == answered.sentence
    assert asker.answers() == [], "nothing is read again"


def test_other_photos_are_asked_when_somebody_says_so(asker: Asker) -> None:
    driver, first = asker.driver, asker.ask(IBIS)
    driver.view.select_row(0)
    chosen = driver.entry(0).content_hash
    assert [e.content_hash for e in asker.again("selected").evidence] == [chosen]
    driver.forget()
    asker.line.ways["without"].trigger()
    driver.until(lambda: not driver.session.reading)
    assert chosen not in {photo.content_hash for photo in asker.board.state.photos}
    assert asker.again("memory").evidence == ()
    again = asker.again("found")
    assert [e.content_hash for e in again.evidence] == [e.content_hash for e in first.evidence]


def test_closing_the_answer_and_going_back_to_it(asker: Asker) -> None:
    asker.ask(IBIS)
    asker.line.close_button.click()
    assert not asker.line.isVisible()
    asker.driver.choose("Go to the answer")
    assert asker.line.isVisible()
    assert asker.line.photos.chips()[0].hasFocus()


def test_things_compared_are_asked_for_each(asker: Asker) -> None:
    asker.driver.begin(COMPARISON)
    asker.driver.settle()
    asker.driver.until(lambda: not asker.driver.session.reading)
    answered, titles = asker.board.state.answered, asker.driver.model._columns
    assert answered is not None, asker.board.state.note
    assert len(answered.entities) == len(titles) == 2
    assert all(title in name for title, name in zip(titles, answered.entities, strict=True))
    for evidence in answered.evidence:
        entry = asker.driver.model.entry(asker.driver.model.row_of(evidence.photo_id))
        assert entry is None or entry.column in (evidence.entity, -1)


def test_escape_stops_reading_and_keeps_what_is_there(asker: Asker) -> None:
    driver, stopped = asker.driver, list[Answered]()

    def stop() -> None:
        if (answered := asker.board.state.answered) and driver.session.reading and not stopped:
            stopped.append(answered)
            driver.press(driver.line, Qt.Key.Key_Escape)

    asker.board.changed.connect(stop)
    driver.begin(MONARCH)  # nobody asked before, so that it takes a while
    driver.until(lambda: bool(stopped))
    asker.board.changed.disconnect(stop)
    assert not driver.session.reading
    assert asker.board.state.answered == stopped[0]
    assert driver.line.text() == MONARCH
    assert asker.line.isVisible()
    assert driver.model.rowCount() > 0


def test_photos_may_be_read_while_sketches_take_long(asker: Asker) -> None:
    driver, line, early = asker.driver, asker.line, list[bool]()

    def read() -> None:
        if asker.board.state.offer == AGAIN and line.ask.isVisible():
            line.ask.click()
            early.append(driver.session.searching and driver.session.reading)

    (slow,) = driver.child(AnswerController).findChildren(QTimer)
    asker.board.changed.connect(read)
    late = driver.client.message_received.connect(lambda _: slow.timeout.emit())
    driver.begin("What is the weather around the moss owl?")
    driver.until(lambda: bool(early))
    driver.client.message_received.disconnect(late)
    asker.board.changed.disconnect(read)
    assert early[0]
    assert asker.answer().is_settled
    assert not line.ask.isVisible()


def test_without_a_reader_the_photos_are_there_and_one_is_offered(asker: Asker) -> None:
    driver = asker.driver
    reader, built_in = Role.READER.name, Role.READER.default_pack
    driver.keeper.change(**{reader: "no-such-reader"})
    driver.begin(IBIS)
    driver.until(lambda: asker.board.state.offer == READER)
    assert driver.of(Finished)
    assert asker.line.choose.isVisible()
    driver.click("Do not answer questions")
    assert not driver.settings.answers_enabled
    assert not asker.line.isVisible()
    driver.keeper.change(**{reader: built_in, "answers_enabled": True})
    assert asker.answer().is_settled, "answered as soon as there is a reader"


def test_answers_switched_on_while_the_photos_are_searched_again_are_not_forgotten(
    asker: Asker,
) -> None:
    driver = asker.driver
    asker.ask(MONARCH)
    driver.keeper.change(answers_enabled=False)
    driver.until(lambda: not asker.line.isVisible())
    driver.child(SearchController).again()
    assert driver.session.searching
    driver.keeper.change(answers_enabled=True)
    assert not driver.session.reading
    assert asker.answer().is_settled
