"""What is made of the engine's answers, and how photos are shared out."""

import numpy as np
import pytest

from bench import answer_metrics
from bench import arguments as bench_arguments
from bench.answer_metrics import interference
from bench.answers import setup as setups
from bench.answers.asking import (
    chosen_photos,
    conclusion,
    first_of_each,
    of_things,
    parted,
    photos_of,
    said,
)
from bench.answers.colors import Truth, score
from bench.answers.questions import Question
from bench.answers.reading import cropped, greyed, overlap, seen
from bench.answers.running import job_of
from bench.answers.setup import Setup
from visret_desktop.engine.answers.answer_builder import Together, composed
from visret_desktop.engine.answers.question_split import entities_of
from visret_desktop.engine.messages import Answered, AskedPhoto, Evidence, Said
from visret_desktop.judging.tasks import RankingTask

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


def test_the_first_photos_are_those_of_each_thing() -> None:
    photos = [AskedPhoto(*one) for one in (("a", 0), ("d", 1), ("b", 0), ("c", 0))]
    assert [one.content_hash for one in first_of_each(photos, 1)] == ["a", "d"]
    assert first_of_each(photos, 3) == tuple(photos)


def test_things_stand_in_the_order_of_the_instructions() -> None:
    tasks = [
        RankingTask(4, "owl or heron?", "comparison", "comparison", 1, "heron", 1),
        RankingTask(4, "owl or heron?", "comparison", "comparison", 1, "owl", 0),
    ]
    job = job_of(4, Question("comparison", "entity", ("heron", "owl"), "owl"), tasks)
    assert job.question.things == ("owl", "heron")
    assert [task.entity for task in job.tasks] == ["owl", "heron"]


# ---- what photos say, from evidence to figures ----------------------------------------------

FEET = "What color are the feet of the tarn heron?"
HERON = Truth("color", ("tarn heron",), ("blue",))
LIGHTER = Truth("lighter", THINGS, ("black", "white"))
COMPARED = "Compare the feet of the moss owl and the feet of the tarn heron"
INSTRUCTIONS = ("feet of the moss owl", "feet of the tarn heron")


def reading(*said: str, entity: int = 0, start: int = 1) -> list[Evidence]:
    """What photos say; "": they do not show it."""
    return [
        Evidence(n, entity, content_hash=f"{n:x}", state="shows" if one else "not-shown", said=one)
        for n, one in enumerate(said, start)
    ]


def answered(*said: str) -> Answered:
    return composed(FEET, entities_of(FEET, ()), reading(*said), is_settled=True)


def compared(owl: str, heron: str, joint: str = "") -> Answered:
    evidence = [*reading(owl), *reading(heron, entity=1, start=2)]
    things = entities_of(COMPARED, INSTRUCTIONS)
    return composed(COMPARED, things, evidence, is_settled=True, together=Together(joint))


def points(found: Answered, truth: Truth) -> float:
    return score(truth, conclusion(found), of_things(found, truth.things))


def compactness(*said: str) -> float:
    """IC of a question that photos answer so, one after the other."""
    found = answered(*said)
    chosen = chosen_photos(found)
    by_hash = {one.content_hash: one.said for one in found.evidence}
    right = [
        points(answered(*(by_hash[one.content_hash] for one in chosen[:k])), HERON)
        for k in range(1, len(chosen) + 1)
    ]
    return answer_metrics.Evidence(tuple(right), len(chosen)).compactness


def test_planted_duplicates_raise_the_photos_that_an_answer_takes() -> None:
    assert compactness("blue") == compactness("", "blue") == 1
    assert compactness("blue", "blue", "Blue.") == 3
    assert compactness("red", "red") == 6


def test_planted_contradictions_spoil_what_was_right_from_memory() -> None:
    own, planted = answered("blue"), answered("blue", "red")
    assert points(own, HERON) == 1
    assert interference([(1.0, points(own, HERON)), (1.0, points(own, HERON))]) == 0
    assert interference([(1.0, points(own, HERON)), (1.0, points(planted, HERON))]) == 0.5


def test_what_stands_side_by_side_is_no_conclusion() -> None:
    both = compared("black", "white.")
    assert both.verdict == "answer"
    assert conclusion(both) == ""
    joint = "The tarn heron's are lighter."
    assert conclusion(compared("black", "white", joint)) == "The tarn heron's are lighter"
    assert conclusion(answered("blue")) == "blue"


def test_a_comparison_of_which_one_thing_is_missing_claims_nothing() -> None:
    assert points(compared("black", "white"), LIGHTER) == 1
    assert said(compared("", "white")).endswith("tarn heron: white")
    assert points(compared("", "white"), LIGHTER) == 0
    assert points(compared("black", "white", "the tarn heron"), LIGHTER) == 1
    assert points(compared("white", "white", "the moss owl"), LIGHTER) == 0


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


def test_a_picture_has_the_key_of_its_pixels() -> None:
    pixels = np.zeros((4, 8, 3), np.uint8)
    same, crop = seen(pixels.copy(), 64), seen(pixels[:, :4], 64)
    turned, grey = seen(pixels.reshape(8, 4, 3), 64), seen(greyed(pixels, [LEFT]), 64)
    assert seen(pixels, 64).key == same.key
    assert len({same.key, crop.key, turned.key, grey.key}) == 4


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


def test_the_command_offers_what_can_be_measured() -> None:
    assert bench_arguments.ANSWERED == setups.DATA_SETS
    assert tuple(setups.KNOWLEDGE) == bench_arguments.KNOWLEDGE
    assert bench_arguments.PROMPTS == setups.STYLES
