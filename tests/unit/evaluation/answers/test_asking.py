"""What is made of the engine's answers, and how photos are shared out."""

import numpy as np
import pytest

from visret_desktop.engine.messages import Answered, AskedPhoto, Evidence, Said
from visret_desktop.evaluation.answers.asking import (
    chosen_photos,
    of_things,
    parted,
    photos_of,
    said,
)
from visret_desktop.evaluation.answers.reading import cropped, greyed, overlap
from visret_desktop.evaluation.answers.setup import Setup

THINGS = ("moss owl", "tarn heron")


def photo(n: int, entity: int = 0, *, is_sketch: bool = False) -> Evidence:
    return Evidence(n, entity, content_hash=f"{n:x}", is_sketch=is_sketch, state="shows")


def test_photos_are_shared_out_among_the_things() -> None:
    rankings = (["a", "b", "c"], ["d", "e"])
    assert photos_of(rankings, 3) == tuple(
        AskedPhoto(*one) for one in (("a", 0), ("b", 0), ("d", 1))
    )
    assert [one.content_hash for one in photos_of(rankings, 1)] == ["a", "d"]


def test_contradicting_photos_say_all_that_they_say() -> None:
    found = Answered(verdict="disagree", said=(Said("red.", 0, (1, 2)), Said("blue", 0, (3,))))
    assert said(found) == "red or blue"
    assert said(Answered(verdict="answer", answer="red", said=(Said("red"),))) == "red"
    assert said(Answered(verdict="not-shown")) == ""


def test_what_photos_say_of_a_thing_counts_before_what_sketches_say() -> None:
    found = Answered(
        entities=THINGS,
        said=(Said("red", 0, (1,)), Said("blue", 0, (3,)), Said("green", 1, (4,))),
        evidence=(
            photo(1),
            photo(2, 1),
            photo(3, is_sketch=True),
            photo(4, 1, is_sketch=True),
        ),
    )
    assert of_things(found, THINGS) == ["red", "green"]
    assert said(found) == "moss owl: red; tarn heron: green"


def test_a_whole_answer_is_parted_by_the_names_in_it() -> None:
    answer = "The tarn heron has blue feet, the Moss owl red ones"
    assert parted(answer, THINGS) == ["Moss owl red ones", "tarn heron has blue feet, the "]
    assert parted("Both are red", THINGS) == ["", ""]


def test_the_photos_that_an_answer_rests_on_are_chosen_things_taking_turns() -> None:
    found = Answered(
        said=(Said("red", 0, (2, 1)), Said("pink", 0, (3,)), Said("blue", 1, (4,))),
        evidence=(photo(1), photo(2), photo(3), photo(4, 1), photo(5, 1)),
    )
    assert [(one.content_hash, one.entity) for one in chosen_photos(found)] == [
        ("2", 0),
        ("4", 1),
        ("1", 0),
        ("3", 0),
    ]


# ---- boxes ----------------------------------------------------------------------------------

LEFT, RIGHT = (0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0)


def test_boxes_are_compared_as_unions() -> None:
    assert overlap([LEFT, RIGHT], [(0.0, 0.0, 1.0, 1.0)]) == 1
    assert overlap([LEFT], [RIGHT]) == 0
    assert overlap([LEFT, LEFT], [LEFT, RIGHT]) == 0.5
    assert overlap([], [LEFT]) == 0


def test_a_crop_has_what_the_boxes_hold_and_greying_takes_it_away() -> None:
    pixels = np.zeros((4, 8, 3), np.uint8)
    pixels[:, :4] = 200
    crop = cropped(pixels, [LEFT])
    assert crop is not None
    assert crop.shape == (4, 4, 3)
    assert (crop == 200).all()
    assert cropped(pixels, []) is None
    assert not (greyed(pixels, [LEFT]) == 200).any()
    assert (greyed(pixels, []) == pixels).all()
    tiny = cropped(pixels, [(1.0, 1.0, 1.0, 1.0)])
    assert tiny is not None
    assert tiny.shape == (1, 1, 3)


# ---- rows -----------------------------------------------------------------------------------


def test_rows_are_every_knowledge_with_each_number_and_prompt_once() -> None:
    rows = Setup().rows()
    assert len(rows) == len(set(rows)) == 2 + 5 * 2 * 2
    assert {row.images for row in rows if row.knowledge == "none"} == {0}
    assert {row.images for row in rows if row.knowledge == "sketch"} == {1, 3}
    assert {row.name for row in Setup().examined} == {
        "text, 10, direct",
        "visret, 10, direct",
        "hybrid, 10, direct",
    }


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup("inquire"), "no data set"),
        (Setup("visual-rag-me"), "--file"),
        (Setup(knowledge=("rumors",)), "not among"),
        (Setup(images=(0,)), "1 to 100"),
    ],
)
def test_what_cannot_be_measured_is_said(setup: Setup, reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        setup.check()
