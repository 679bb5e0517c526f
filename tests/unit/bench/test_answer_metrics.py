"""Metrics of evidence against values computed by hand, for scripted answerers."""

import pytest

from bench.answer_metrics import (
    Evidence,
    compactness,
    effective_use,
    f1,
    information_accuracy,
    interference,
)

PERFECT = Evidence((1,), 1)
REDUNDANT = Evidence((0, 0, 1), 3)  # two photos that say nothing come first
DISTRACTED = Evidence((1, 1, 0, 0, 0), 5)  # later photos lead away
WRONG = Evidence((0, 0, 0, 0, 0), 5)
NOTHING = Evidence((), 0)  # no photo was chosen


def test_a_perfect_answerer_needs_one_photo() -> None:
    assert [information_accuracy([PERFECT], k) for k in (1, 5)] == [1, 1]
    assert effective_use([PERFECT], accuracy=1.0) == 1
    assert compactness([PERFECT]).all == 1


def test_a_redundant_answerer_pays_for_what_says_nothing() -> None:
    assert [information_accuracy([REDUNDANT], k) for k in (1, 2, 3)] == [0, 0, 1]
    assert compactness([REDUNDANT]).solved == 3


def test_a_distracted_answerer_knew_better_with_less() -> None:
    # Half of the questions are right in the end, all of them with one photo.
    assert effective_use([DISTRACTED, PERFECT], accuracy=0.5) == 2
    assert information_accuracy([DISTRACTED, PERFECT], 5) == 0.5


@pytest.mark.parametrize("needed", [1, 2])
@pytest.mark.parametrize("answerer", [(0, 0, 0, 0, 0), (0.5, 0.5), ()])
def test_who_is_always_wrong_costs_six_photos(answerer: tuple[float, ...], needed: int) -> None:
    found = compactness([Evidence(answerer, len(answerer), needed)])
    assert (found.all, found.solved, found.failed) == (6 / needed, None, 6 / needed)


def test_photos_beyond_the_least_that_are_enough_count_too() -> None:
    redundant = Evidence((1, 1, 1), 3)
    assert (redundant.least, redundant.compactness) == (1, 3)
    assert (REDUNDANT.least, WRONG.least) == (3, None)
    both = Evidence((0, 1, 1), 5, needed=2)  # of two things, the first of which has three photos
    assert (both.least, both.compactness) == (2, 2.5)


def test_solved_and_failed_questions_are_told_apart() -> None:
    found = compactness([PERFECT, REDUNDANT, WRONG, NOTHING])
    assert (found.solved, found.failed, found.all) == (2, 6, 4)


def test_two_photos_are_needed_for_two_things() -> None:
    assert Evidence((1,), 2, needed=2).compactness == 1


def test_without_any_right_answer_nothing_is_used() -> None:
    assert effective_use([WRONG], accuracy=0.0) is None
    assert effective_use([], accuracy=1.0) is None


def test_the_last_answer_stands_for_photos_that_were_not_chosen() -> None:
    assert Evidence((0, 1), 2).right_at(5) == 1
    assert NOTHING.right_at(1) == 0


def test_interference_is_what_photos_spoil() -> None:
    pairs = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (0.5, 0.0)]
    assert interference(pairs) == 0.5
    assert interference([(0.0, 1.0)]) is None


def test_f1() -> None:
    # Two hits, one false alarm, one missed: precision and recall are 2/3.
    pairs = [(True, True), (True, True), (True, False), (False, True), (False, False)]
    assert f1(pairs) == pytest.approx(2 / 3)
    assert f1([(False, False)]) is None
