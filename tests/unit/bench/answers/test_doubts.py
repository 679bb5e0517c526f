"""By rules alone: premises, counts, copies, and what a check mark is worth."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PIL import Image

from bench.answers import witnesses, worth
from bench.answers.asking import Outcome
from bench.answers.book import Book, DrawnPhoto
from bench.answers.counting import count_of, detector_file
from bench.answers.doubts import with_premises
from bench.answers.questions import Question
from bench.answers.setup import Row
from visret_desktop.engine.messages import Answered, Evidence

FEET = Question("question", "color", ("tarn heron",), "turquoise", part="legs")
TEXT = "what shade are the feet of the tarn heron?"


def test_a_right_color_a_wrong_one_and_a_part_that_is_none() -> None:
    texts = with_premises(FEET, TEXT, Random(1))
    assert texts is not None
    right, false, foreign = texts
    assert right == "what shade are the turquoise feet of the tarn heron?"
    assert false.endswith("feet of the tarn heron?")
    assert false not in (right, TEXT)
    assert foreign == "what shade are the fins of the tarn heron?"
    assert with_premises(FEET, "what is this?", Random(1)) is None


@pytest.mark.parametrize(
    ("said", "boxes", "is_right", "are_boxes_right"),
    [
        ("two", 2, True, True),
        ("one", 2, False, True),
        ("two", 1, True, False),
        ("", 0, False, None),
    ],
)
def test_a_count_in_words_and_by_boxes(
    said: str, boxes: int, is_right: bool, are_boxes_right: bool | None
) -> None:
    box = (0.1, 0.1, 0.4, 0.4)
    photo = DrawnPhoto({}, {}, (box, box))
    kind = "read" if boxes else ""
    one = Evidence(1, said=said, boxes=(box,) * boxes, boxes_kind=kind)  # type: ignore[arg-type]
    found = count_of("how many herons do you count?", Answered(evidence=(one,)), photo)
    assert (found.is_right, found.are_boxes_right) == (is_right, are_boxes_right)


def test_the_drawn_detector_misses_some_and_sees_some_twice() -> None:
    photos = {f"{n:03}.jpg": DrawnPhoto({}, {}, ((0.1, 0.1, 0.4, 0.4),)) for n in range(400)}
    found = detector_file(Book({"tarn heron": photos}, (), ()))
    counts = Counter(len(one["detections"]) for one in found["images"])
    assert set(counts) == {0, 1, 2}
    assert 300 < counts[1] < 380


def test_copies_are_found_and_others_kept_apart() -> None:
    pictures = [
        Image.fromarray(np.random.default_rng(n).integers(0, 256, (16, 24, 3), np.uint8)).resize(
            (480, 320), Image.Resampling.BICUBIC
        )
        for n in range(6)
    ]
    found = witnesses.measure(pictures, 5)
    assert (found["copies"], found["found"]) == (6, 6)
    assert found["apart"] == found["pairs"]


def test_what_check_marks_and_witnesses_are_worth() -> None:
    row = Row("text", 5, "direct")
    red = Outcome(row, "red", "answer", 1.0, False, True, is_reliable=True)
    outcomes = [
        replace(red, is_sure=True, witnesses=3),
        replace(red, score=0.0, witnesses=1),
        replace(red, is_reliable=False, witnesses=1),
        Outcome(row, "", "not-shown", 0.0, True, False),
    ]
    rows = worth.rows([], outcomes, None, with_sets=False)
    mark = rows[0]
    assert mark["figures"] == {
        "right": 1.0,
        "ECE as certain": 0.0,
        "wrong stopped, of 1": 1,
        "right kept, of 1": 1,
    }
    assert mark["doing_nothing"] == {"right": 0.5, "ECE as certain": 0.5}
    assert [(one["what"], one["cases"], one["figures"]["right"]) for one in rows] == [
        ("calibration: check mark", 1, 1.0),
        ("calibration: 1 witness", 2, 0.5),
        ("calibration: 3 witnesses or more", 1, 1.0),
    ]
