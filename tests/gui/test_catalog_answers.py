"""What the catalog knows is answered in the window before any photo is read."""

import os
import signal
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Answered
from visret_desktop.gui.answers.answer_controller import AnswerController
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.answers.catalog_questions import CatalogQuestions
from visret_desktop.gui.library.library_model import ALL, PanelRow
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel


@pytest.fixture
def driver(drawing_window: WindowDriver) -> Iterator[WindowDriver]:
    switch = drawing_window.bar.controls.sketches
    switch.click()
    yield drawing_window
    drawing_window.bar.clear()
    drawing_window.bar.refine()
    drawing_window.settle()
    switch.click()


def asked(driver: WindowDriver, text: str) -> Answered:
    board = driver.child(AnswerViewModel)
    driver.begin(text)
    driver.until(lambda: board.state.is_of_catalog and not board.state.is_awaited)
    answered = board.state.answered
    assert answered is not None
    return answered


def test_a_table_opens_and_its_rows_show_their_photos(driver: WindowDriver) -> None:
    line = driver.child(AnswerLine)
    answered = asked(driver, "photos per month")
    assert line.isVisible()
    assert line.badge.text() == "From the catalog"
    assert line.sentence.text() == answered.sentence
    assert line.details.isVisible()
    assert not driver.session.reading
    buttons = line.details.findChildren(QPushButton)
    assert len(buttons) == len(answered.rows) > 1
    first = answered.rows[0]
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    driver.settle()
    driver.until(lambda: len(driver.model.whole_ids()) == first.photos)
    assert {int(one) for one in driver.model.whole_ids()} == set(first.ids)
    assert not line.isVisible(), "no question is asked any more"


def test_the_answer_stays_when_the_photos_come_and_belongs_to_its_question(
    driver: WindowDriver,
) -> None:
    line = driver.child(AnswerLine)
    answered = asked(driver, "How many photos did I take in 2023?")
    assert answered.rows[0].photos
    driver.settle()
    assert driver.child(AnswerViewModel).state.answered == answered
    driver.ask("a rosy ibis standing")
    assert not line.isVisible()


def test_the_photos_behind_the_answer_are_shown_and_nothing_is_drawn(driver: WindowDriver) -> None:
    """Neither searched nor drawn, until a person wants photos to be read after all."""
    driver.bar.controls.sketches.click()
    answered = asked(driver, "When did I last take a photo?")
    driver.until(lambda: "behind the answer" in driver.grid.title.text())
    assert {int(one) for one in driver.model.whole_ids()} == set(answered.rows[0].ids)
    assert not driver.session.searching
    assert not driver.child(SketchViewModel).slots()
    driver.child(AnswerController).ask_again("found")
    driver.until(lambda: not driver.child(AnswerViewModel).state.is_of_catalog)
    driver.settle()
    assert "behind the answer" not in driver.grid.title.text()
    driver.bar.escape()
    driver.bar.clear()
    driver.bar.refine()
    driver.until(lambda: len(driver.model.whole_ids()) > len(answered.rows[0].ids))
    driver.bar.controls.sketches.click()


def test_what_no_name_says_is_looked_for_first(driver: WindowDriver) -> None:
    answered = asked(driver, "How many photos did I take of purple submarines?")
    assert answered.counted_by == "looks"
    assert "“purple submarines”" in answered.sentence


def test_an_answer_that_comes_while_one_types_on_is_shown_no_more(driver: WindowDriver) -> None:
    questions, search = driver.child(CatalogQuestions), driver.child(SearchController)
    counted = QSignalSpy(search.counted)
    held: list[int] = []

    def hold() -> None:
        held.append(driver.client.pid)
        os.kill(held[0], signal.SIGSTOP)
        driver.line.selectAll()
        QTest.keyClicks(driver.line, "red bird")

    driver.until(lambda: driver.bar.typing.is_followed)
    questions.looking.connect(hold)
    driver.begin("How many photos did I take of purple canoes?")
    driver.until(lambda: search.question == "red bird")
    os.kill(held[0], signal.SIGCONT)
    driver.until(lambda: questions._job is not None and questions._job.ending is not None)
    driver.settle()
    questions.looking.disconnect()
    assert search.question == "red bird"
    assert counted.count() == 0
    assert not driver.child(AnswerViewModel).state.is_of_catalog


def test_a_search_for_looks_that_is_lost_leaves_the_question_to_a_reader(
    driver: WindowDriver,
) -> None:
    """The engine ends while it looks, and once more: the answer is awaited no longer."""
    questions, state = driver.child(CatalogQuestions), driver.child(AnswerViewModel)

    def end_twice() -> None:
        os.kill(driver.client.pid, signal.SIGSTOP)  # so that it never looks to the end
        for _ in range(2):
            driver.until(lambda: driver.client.pid > 0)
            driver.kill_engine()

    looking: list[bool] = []
    questions.looking.connect(lambda: looking.append(questions.is_answering))
    questions.looking.connect(end_twice, Qt.ConnectionType.QueuedConnection)
    driver.begin("How many photos did I take of purple zeppelins?")
    driver.until(lambda: bool(looking) and not questions.is_answering)
    assert looking == [True]
    driver.settle()
    assert not state.state.is_of_catalog
    assert not state.state.is_awaited
    questions.looking.disconnect()
    assert asked(driver, "How many photos did I take of purple zeppelins?").counted_by == "looks"


def test_what_follows_an_answer_is_shown_in_full_before_it_is_answered(
    driver: WindowDriver,
) -> None:
    """Line, chips, answer and the list of searches say what is asked; Back leads to the one before.

    Each in words, not as it would be typed for a machine.
    """
    first = asked(driver, "How many photos did I take in 2023?")
    driver.settle()
    assert "(2023)" in first.sentence
    driver.begin("and in 2022?")
    driver.until(lambda: driver.line.text() == "How many photos did I take?")
    board = driver.child(AnswerViewModel)
    driver.until(lambda: board.state.is_of_catalog and board.state.answered != first)
    assert board.state.answered is not None
    assert "(2022)" in board.state.answered.sentence
    assert driver.line.earlier[0] == "in 2022, How many photos did I take?"
    assert "and in 2022?" not in driver.line.earlier
    assert [fact.text for fact in driver.bar.facts.facts()] == ["taken:2022"]
    driver.until(lambda: "behind the answer" in driver.grid.title.text())
    driver.bar.back.click()
    driver.until(lambda: board.state.answered == first)
    assert [fact.text for fact in driver.bar.facts.facts()] == ["taken:2023"]
    driver.until(driver.child(SearchController).may_follow)
    driver.begin("Which camera was that?")
    driver.until(lambda: board.state.is_of_catalog and board.state.answered != first)
    assert [fact.text for fact in driver.bar.facts.facts()] == ["taken:2023"]
    assert driver.line.text() == "Which camera was that?"


def test_an_answer_names_the_folder_that_is_chosen(driver: WindowDriver) -> None:
    driver.library.panel.choose(PanelRow("folder", 1))
    answered = asked(driver, "How many photos did I take?")
    folder = driver.library.panel.path(PanelRow("folder", 1))
    assert folder is not None
    assert f"({folder.name})" in answered.sentence
    driver.library.panel.choose(ALL)
