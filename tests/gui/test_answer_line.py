"""What the line above the photos shows of an answer, fed with what the engine says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, write_thumbnails
from visret_desktop.engine.messages import Answered, AskedPhoto, Evidence, Hit
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.grid.photo_painter import Look, PhotoPainter
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.answer_board import READER, AnswerBoard, Way, photos_to_ask
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.photo_boxes import Boxes, paint_boxes
from visret_desktop.library.records import PhotoRow

SHOWS = Evidence(1, content_hash="a1", name="feet.jpg", state="shows", said="red", decides=True)
NOT = Evidence(2, content_hash="a2", name="head.jpg", state="not-shown")
GONE = Evidence(3, content_hash="a3", name="gone.jpg", state="unreadable", note="It is empty.")
ANSWER = Answered(
    question="What color are the feet?",
    answer="red",
    verdict="answer",
    source="photos",
    sentence="Red, in photo 1.",
    evidence=(SHOWS, NOT, GONE),
    is_settled=True,
)
PHOTO = PhotoRow(1, "a", "/photos/a.jpg", "a.jpg", None, 400, 300, True, "")


@pytest.fixture
def line(qtbot: QtBot, tmp_path: Path) -> Iterator[AnswerLine]:
    loader = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", (), (3, 2)))
    pictures = SketchPictures(loader)
    made = AnswerLine(AnswerBoard(), loader, pictures)
    qtbot.addWidget(made)
    made.resize(700, 100)
    made.set_room(600)
    yield made
    pictures.close_pool()
    loader.close()


def show(line: AnswerLine, answered: Answered | None = None, **values: object) -> None:
    line._board.change(answered=answered, **values)


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
    assert not line.copy.isVisible()


def test_while_photos_are_read_it_says_how_far(line: AnswerLine) -> None:
    waiting = replace(NOT, state="reading"), replace(GONE, state="waiting", note="")
    going_on = replace(ANSWER, evidence=(SHOWS, *waiting), is_settled=False, expected_seconds=8.0)
    show(line, going_on, is_reading=True)
    assert line.status.text() == "Reading photo 2 of 3 · about 8 s"
    assert line.stop.isVisible()
    assert not line.again.isVisible()
    show(line, going_on, is_reading=False, note="Stopped before all photos were read.")
    assert line.sentence.text() == "Red, in photo 1."
    assert line.status.text() == "Stopped before all photos were read."


def test_that_photos_disagree_rests_on_none_of_them(line: AnswerLine) -> None:
    show(line, replace(ANSWER, verdict="disagree", answer="", sentence="The photos disagree."))
    assert line.photos.chips()[0].accessibleName() == "Photo 1, says “red”"


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


# ---- which photos -------------------------------------------------------------------------------


def hit(name: str, column: int = 0) -> Hit:
    return Hit(**vars(PHOTO) | {"content_hash": name, "column": column})


def asked(found: int, way: Way) -> str:
    hits = [hit(name) for name in "abcdef"]
    return "".join(p.content_hash for p in photos_to_ask(hits, found, way, is_compared=False))


def test_photos_that_answer_the_query_are_asked() -> None:
    assert asked(2, Way()) == "ab"
    assert asked(2, Way(images=4)) == "abcd", "more were wanted"
    assert asked(0, Way()) == asked(-1, Way()) == "abcdef", "the closest, where none stands out"
    assert asked(3, Way(dropped=frozenset("b"))) == "ac"
    assert asked(2, Way(chosen=("e", "a"), dropped=frozenset("a"))) == "e"


def test_compared_things_keep_their_photos() -> None:
    compared = photos_to_ask((hit("a", 0), hit("b", 1)), 2, Way(), is_compared=True)
    assert compared == (AskedPhoto("a", 0), AskedPhoto("b", 1))


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


def test_boxes_follow_a_photo_that_its_tile_crops(qtbot: QtBot) -> None:
    """A photo twice as wide as high, in a square: only its middle half is in sight."""
    canvas, photo = (QImage(*size, QImage.Format.Format_RGB32) for size in ((100, 100), (200, 100)))
    canvas.fill(QColor("black"))
    photo.fill(QColor("black"))
    painter = QPainter(canvas)
    look = Look(boxes=Boxes("1", "", ((0.375, 0.2, 0.625, 0.8),)))
    tile = PhotoPainter("offline", "offline")
    tile.paint(painter, canvas.rect(), entry(1), photo, QPalette(), look)
    painter.end()
    assert bright(canvas) == pytest.approx((25, 20, 75, 80), abs=3)
