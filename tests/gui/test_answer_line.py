"""What the line above the photos shows of an answer, fed with what the engine says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, write_thumbnails
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    Event,
    Evidence,
    Failed,
    Finished,
    Hit,
    Planned,
    Ranked,
    Said,
)
from visret_desktop.errors import PackMissing
from visret_desktop.gui.answers.answer_controller import AnswerController
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.photo_painter import CellStyle, PhotoPainter
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.answer_view_model import GO_ON, READER, AnswerViewModel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.photo_boxes import Boxes, _box, paint_boxes
from visret_desktop.gui.widgets.plain_text import ClampedLabel, PlainLabel
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.library.records import PhotoRow
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

SHOWS = Evidence(1, content_hash="a1", name="feet.jpg", state="shows", said="red", decides=True)
NOT = Evidence(2, content_hash="a2", name="head.jpg", state="not-shown")
GONE = Evidence(3, content_hash="a3", name="gone.jpg", state="unreadable", note="It is empty.")
ANSWER = Answered(
    question="What color are the feet?",
    answer="red",
    verdict="answer",
    source="photos",
    sentence="Red, in photo 1.",
    witnesses=2,
    evidence=(SHOWS, NOT, GONE),
    is_settled=True,
)
_POOR = "This reader is not reliable at counting."
PHOTO = PhotoRow(1, "a", "/photos/a.jpg", "a.jpg", None, 400, 300, True, "")


@pytest.fixture
def line(qtbot: QtBot, tmp_path: Path) -> Iterator[AnswerLine]:
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", (), (3, 2)))
    pictures = SketchPictures(loader)
    made = AnswerLine(AnswerViewModel(), loader, pictures)
    qtbot.addWidget(made)
    made.resize(700, 100)
    made.set_room(600)
    yield made
    close_all(pictures)
    loader.close()


def show(line: AnswerLine, answered: Answered | None = None, **values: object) -> None:
    line._board.change(answered=answered, **values)


@pytest.mark.parametrize(
    ("changed", "icon", "said"),
    [
        ({}, "check", "Red, in photo 1."),
        (
            {"unproved": "count"},
            "info",
            "Red, in photo 1. This reader is not reliable at counting.",
        ),
        ({"unproved": "untried"}, "info", "Red, in photo 1."),
        ({"witnesses": 1}, "info", "Red, in photo 1."),
        ({"source": "memory"}, "info", "Red, in photo 1."),
        ({"source": "sketch"}, "info", "Red, in photo 1."),
        ({"verdict": "disagree"}, "triangle-alert", "Red, in photo 1."),
    ],
)
def test_a_check_mark_is_only_for_what_the_reader_is_reliable_at(
    line: AnswerLine, changed: dict[str, str], icon: str, said: str
) -> None:
    show(line, replace(ANSWER, **changed))
    assert line._icon_name == icon
    assert line.sentence.text() == said


def test_an_answer_is_its_sentence_where_it_is_from_and_its_photos(line: AnswerLine) -> None:
    show(line, ANSWER)
    assert line.isVisible()
    assert (line.sentence.text(), line.badge.text()) == ("Red, in photo 1.", "From photos")
    assert [chip.accessibleName() for chip in line.photos.chips()] == [
        "Photo 1, says “red”, the answer rests on it",
        "Photo 2, does not show it",
        "Photo 3, could not be read, It is empty.",
    ]
    line.details.show()
    QTest.mouseClick(line.fold, Qt.MouseButton.LeftButton)
    assert line.details.isVisible()
    show(line)
    assert not line.isVisible()


def test_that_sketches_or_memory_say_so_is_said_in_words(line: AnswerLine) -> None:
    show(line, replace(ANSWER, source="sketch"))
    assert line.badge.text() == "From a sketch"
    show(line, replace(ANSWER, source="memory", evidence=()))
    assert line.badge.text() == "From memory"
    show(line, replace(ANSWER, verdict="not-shown", answer="", source="", evidence=(NOT,)))
    assert line.badge.text() == ""
    assert line.copy.isVisible(), "that no photo shows it is worth telling, too"


def words_below(line: AnswerLine) -> list[str]:
    return [label.text() for label in line.details.findChildren(PlainLabel)]


def test_while_photos_are_read_it_says_how_far(line: AnswerLine, qtbot: QtBot) -> None:
    waiting = replace(NOT, state="reading"), replace(GONE, state="waiting", note="")
    going_on = replace(ANSWER, evidence=(SHOWS, *waiting), is_settled=False, expected_seconds=8.0)
    show(line, going_on, is_reading=True)
    assert line.status.text() == "Reading photo 2 of 3 · about 8 s"
    assert line.stop.isVisible()
    assert not line.again.isVisible()
    line.fold.click()
    assert "being read" in " ".join(words_below(line))
    show(line, going_on, is_reading=False, note="Stopped before all photos were read.", offer=GO_ON)
    assert line.sentence.text() == "Red, in photo 1."
    assert line.status.text() == "Stopped before all photos were read."
    assert "being read" not in " ".join(words_below(line))
    with qtbot.waitSignal(line.again_requested) as said:
        line.ask.click()
    assert said.args == ["go-on"]


def test_that_photos_disagree_rests_on_none_of_them(line: AnswerLine) -> None:
    blue = replace(SHOWS, n=3, content_hash="a3", said="blue")
    evidence = (replace(NOT, n=1), replace(SHOWS, n=2), blue)
    said = (Said("blue", photos=(3,)), Said("red", photos=(2,)))
    differ = replace(ANSWER, verdict="disagree", answer="", said=said, evidence=evidence)
    show(line, replace(differ, sentence="The photos disagree."))
    assert [chip.accessibleName() for chip in line.photos.chips()] == [
        "Photo 3, says “blue”",
        "Photo 2, says “red”",
        "Photo 1, does not show it",
    ]
    shown = [label.text() for label in line.photos.findChildren(PlainLabel)]
    assert shown == ["blue", "red", "Other photos"]
    show(line, replace(ANSWER, said=(Said("red", photos=(1,)),)))
    assert not any(label.isVisible() for label in line.photos.findChildren(PlainLabel))


def test_a_comparison_shows_its_photos_thing_by_thing(line: AnswerLine) -> None:
    mixed = (replace(SHOWS, entity=1), replace(NOT, entity=0), replace(GONE, entity=1))
    show(line, replace(ANSWER, entities=("a heron", "an owl"), evidence=mixed))
    assert [chip.evidence.n for chip in line.photos.chips()] == [2, 1, 3]


def test_without_a_reader_it_offers_one(line: AnswerLine, qtbot: QtBot) -> None:
    show(line, note="Answers need a reader.", offer=READER)
    shown = [b.text() for b in line.findChildren(QPushButton) if b.isVisible()]
    assert shown == ["Choose a reader …", "Do not answer questions"]
    with qtbot.waitSignal(line.models_requested):
        line.choose.click()


def test_keys_of_a_photo(line: AnswerLine, qtbot: QtBot) -> None:
    show(line, ANSWER)
    first = line.photos.chips()[0]
    for signal, key in (
        (line.chosen, Qt.Key.Key_Space),
        (line.opened, Qt.Key.Key_Return),
        (line.dropped, Qt.Key.Key_Delete),
    ):
        with qtbot.waitSignal(signal) as said:
            QTest.keyClick(first, key)
        assert said.args == [SHOWS]


def test_it_takes_a_fifth_of_a_small_window_however_long_the_answer(line: AnswerLine) -> None:
    show(line, replace(ANSWER, sentence="Turquoise, and darker towards the claws. " * 20))
    line.set_room(430)  # the page of a window of 560 pixels
    assert line.sizeHint().height() <= 0.21 * 560
    assert line.sentence.toolTip().startswith("Turquoise")
    line.fold.click()
    line.sentence.repaint()
    assert line.sentence.height() > 2 * line.sentence.fontMetrics().lineSpacing()


def test_the_keyboard_goes_to_the_next_photo_when_one_is_left_out(
    line: AnswerLine, qtbot: QtBot
) -> None:
    more = replace(GONE, n=4, content_hash="a4"), replace(GONE, n=5, content_hash="a5")
    show(line, replace(ANSWER, evidence=(*ANSWER.evidence, *more)))
    line.activateWindow()
    qtbot.waitUntil(line.isActiveWindow)
    line.fold.click()
    chips = line.photos.chips()
    chips[1].setFocus()
    assert chips[-1].nextInFocusChain() is line.details.findChildren(QToolButton)[0]
    left = (SHOWS, replace(GONE, n=2), replace(more[0], n=3), replace(more[1], n=4))
    show(line, replace(ANSWER, evidence=left))
    assert line.photos.chips()[1].hasFocus()
    assert line.photos.chips()[1].evidence == left[1]
    line.details.findChildren(QToolButton)[3].setFocus()
    show(line, replace(ANSWER, evidence=left[:3]))
    assert line.details.findChildren(QToolButton)[2].hasFocus()
    show(line)
    assert not line.isVisible()


def test_reasoning_without_photos_can_be_read(line: AnswerLine) -> None:
    show(line, replace(ANSWER, source="memory", evidence=(), reasoning="Herons are like that."))
    line.fold.click()
    assert "Herons are like that." in words_below(line)


# ---- from a search to its answer ----------------------------------------------------------------


class Desk:
    """A window whose engine is played by the test."""

    def __init__(self, window: MainWindow, client: EngineClient) -> None:
        self.window, self.client = window, client
        (self.session,) = window.findChildren(Session)
        (self.board,) = window.findChildren(AnswerViewModel)
        (self.line,) = window.findChildren(AnswerLine)
        (self.bar,) = window.findChildren(QueryBar)
        (self.grid,) = window.findChildren(GridPage)

    def plan(self, text: str, family: str = "question", things: tuple[str, ...] = ("it",)) -> None:
        self.bar.ask_text(text)
        self.client.take(Planned(self.job, family=family, instructions=things))

    def search(self, text: str, family: str = "question", photos: str = "ab") -> None:
        self.plan(text, family)
        self.rank(photos)

    def rank(self, photos: str) -> None:
        hits = tuple(structs.replace(hit(name), photo_id=ord(name)) for name in photos)
        self.client.take(Ranked(self.job, hits=hits, is_settled=True))
        self.client.take(Finished(self.job))

    @property
    def job(self) -> int:
        assert self.session.query is not None
        return self.session.query.request.job

    @property
    def asked(self) -> Ask | None:
        """What is being asked."""
        handle = self.session.question
        if handle is None or not handle.is_open:
            return None
        assert isinstance(handle.request, Ask)
        return handle.request

    def answer(self, *endings: Event) -> None:
        assert self.asked is not None
        job = self.asked.job
        for event in endings or (ANSWER, Finished()):
            self.client.take(replace(event, job=job))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    client = EngineClient()
    window = MainWindow(paths, Settings(watch_folders=False), client)
    window.show()
    yield Desk(window, client)
    window.close()
    window.deleteLater()


def test_photos_of_the_query_before_answer_nothing(desk: Desk) -> None:
    desk.search("what color is it?")
    desk.answer()
    desk.plan("what size is it?")
    desk.bar.escape()
    assert desk.asked is None
    assert desk.board.state.offer == ""
    desk.bar.ask_text("another heron")
    desk.bar.escape()
    assert not desk.board.state.is_shown, "nothing is known of this query"


def hit(name: str) -> Hit:
    return Hit(**structs.asdict(PHOTO) | {"content_hash": name})


@pytest.mark.parametrize(
    "above", ["Another program changed your settings.", "The engine was restarted. " * 6]
)
def test_photos_keep_half_of_a_small_window_below_an_answer(
    desk: Desk, qtbot: QtBot, above: str
) -> None:
    desk.window.resize(700, 560)
    desk.search("what color is it?")
    desk.answer()
    desk.board.change(is_reading=False, is_done=True)
    (banner,) = desk.window.findChildren(Banner)
    banner.say("test", above)
    qtbot.waitUntil(lambda: desk.grid.view.height() >= 0.5 * desk.window.height())
    assert not desk.line.badge.isVisible()
    desk.line.fold.click()
    assert "says “red”" in " ".join(words_below(desk.line))
    desk.line.fold.click()
    desk.board.change(answered=replace(ANSWER, source="memory"))
    assert desk.line.badge.isVisible(), "only photos need no word"


def test_that_a_search_failed_is_not_said_to_be_a_stop(desk: Desk) -> None:
    desk.plan("what color is it?")
    desk.client.take(Ranked(desk.job, hits=(hit("a"),)))
    desk.client.take(Failed(desk.job, "some-error", "It broke."))
    assert "failed" in desk.board.state.note


def test_no_more_photos_are_asked_than_the_engine_takes(desk: Desk) -> None:
    desk.search("what color is it?", photos="".join(map(chr, range(200, 350))))
    desk.answer()
    QTest.keyClick(desk.grid.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.line.ways["selected"].trigger()
    assert desk.asked is not None
    assert (desk.asked.images, len(desk.asked.photos)) == (100, 100)
    desk.answer(ANSWER, Finished())
    assert "100" in desk.line.status.text()
    desk.line.ways["more"].trigger()
    assert desk.asked.images == 100


def test_an_answer_waits_for_its_boxes(desk: Desk) -> None:
    desk.search("what color is it?")
    desk.answer(ANSWER)
    desk.search("a heron", "description")
    desk.bar.back.click()
    desk.client.take(Planned(desk.job, family="question", instructions=("it",)))
    desk.rank("ab")
    assert desk.asked is not None, "it was left before all boxes were there"
    assert not desk.asked.afresh
    desk.answer()
    desk.line.ways["found"].trigger()
    assert desk.asked.afresh


def test_an_answer_stays_when_what_follows_fails(desk: Desk) -> None:
    desk.search("what color is it?")
    desk.answer(ANSWER, Failed(0, "out-of-memory", "There is no memory."))
    assert desk.board.state.answered is not None
    assert desk.line.status.text() == "There is no memory."
    assert desk.line.again.isVisible()


def test_an_answer_to_what_is_no_question_stays_when_it_is_refined(desk: Desk) -> None:
    desk.search("a heron", "description")
    assert desk.asked is None
    desk.grid.view.select_row(0)
    desk.window.findChildren(AnswerController)[0].ask_selected()
    desk.answer()
    desk.bar.ask()
    desk.client.take(Planned(desk.job, family="description", instructions=("it",)))
    desk.rank("ab")
    assert desk.line.sentence.text() == ANSWER.sentence


def test_a_reader_that_was_repaired_answers_what_waits_for_one(desk: Desk) -> None:
    desk.search("what color is it?")
    desk.answer(Failed(0, PackMissing.code, "There is none."))
    assert desk.board.state.offer == READER
    desk.window.findChildren(SettingsController)[0].packs_changed.emit()
    assert desk.asked is not None
    desk.answer()
    desk.line.close_button.click()
    desk.session.folder_removed.emit(1)
    assert desk.board.state.is_dismissed


def test_a_long_sentence_loses_no_letter_to_signs_that_count_twice(qtbot: QtBot) -> None:
    label = ClampedLabel()
    qtbot.addWidget(label)
    label.set_most_lines(50)
    label.resize(90, 20)
    words = "🦩 feet 🦩 wings 🦩 head 🦩 tail 🦩 beak"
    label.setText(words)
    assert len(label._lines) > 2
    assert " ".join(label._lines) == words
    before = label.height()
    label.setFont(QFont(label.font().family(), 3 * label.font().pointSize()))
    assert label.height() > before


# ---- boxes --------------------------------------------------------------------------------------


def bright(image: QImage) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is painted in the color of boxes."""
    near = [
        (x, y)
        for y in range(image.height())
        for x in range(image.width())
        if (c := image.pixelColor(x, y)).red() > 200 and c.blue() < 150
    ]
    columns, rows = zip(*near, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def test_boxes_lie_where_they_are_in_the_photo(qtbot: QtBot) -> None:
    canvas = QImage(200, 100, QImage.Format.Format_RGB32)
    canvas.fill(QColor("black"))
    painter = QPainter(canvas)
    paint_boxes(painter, QRectF(0, 0, 200, 100), Boxes("1", "", ((0.25, 0.2, 0.75, 0.8),)))
    painter.end()
    assert bright(canvas) == pytest.approx((50, 20, 150, 80), abs=3)


def test_a_tiny_box_is_not_turned_inside_out(qtbot: QtBot) -> None:
    tiny = _box(QRectF(0, 0, 100, 100), (0.5, 0.5, 0.51, 0.9))
    assert (tiny.width(), tiny.height()) == pytest.approx((0, 36))


def test_boxes_follow_a_photo_that_its_tile_crops(qtbot: QtBot) -> None:
    """A photo twice as wide as high, in a square: only its middle half is in sight."""
    canvas, photo = (QImage(*size, QImage.Format.Format_RGB32) for size in ((100, 100), (200, 100)))
    canvas.fill(QColor("black"))
    photo.fill(QColor("black"))
    painter = QPainter(canvas)
    look = CellStyle(boxes=Boxes("1", "", ((0.375, 0.2, 0.625, 0.8),)))
    tile = PhotoPainter("offline", "new")
    tile.paint(painter, canvas.rect(), entry(1), photo, QPalette(), look)
    painter.end()
    assert bright(canvas) == pytest.approx((25, 20, 75, 80), abs=3)
