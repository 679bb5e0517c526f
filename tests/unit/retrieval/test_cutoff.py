"""Margins over ordinary phrases, agreement with sketches, and the bands made of them."""

import numpy as np
import numpy.typing as npt
import pytest

from visret_desktop.retrieval.cutoff import (
    BY_SKETCHES,
    BY_WORDS,
    Band,
    Scale,
    agreements,
    bands,
    by_sketches,
    fits,
    margins,
    nearness,
    nothing_matches,
)

SCALE = Scale(confident=3.0, maybe=1.0, nothing=0.5)
C: Band = "confident"
M: Band = "maybe"
W: Band = "weak"


def single(*values: float) -> npt.NDArray[np.float32]:
    return np.array(values, np.float32)


# ---- bands --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [BY_WORDS, BY_SKETCHES])
def test_limits_belong_to_the_better_band(scale: Scale) -> None:
    values = np.array((scale.confident, scale.maybe, scale.maybe - 1e-6))
    assert bands(values, scale) == [C, M, W]
    assert bands(np.empty(0), scale) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((4, 4, 0, 0), [C, C, W, W]),
        ((4, 2, 4, 0), [C, M, M, W]),  # bands never come again
        ((2, 0, 2, 2, 0), [M, M, M, M, W]),  # most at the front are answers
        ((0, 4, 0, 0), [M, M, W, W]),
        ((0, 0, 0, 4), [W, W, W, W]),  # one far down is no answer
        ((-np.inf, 4), [M, M]),
    ],
)
def test_bands_follow_the_ranks(values: tuple[float, ...], expected: list[Band]) -> None:
    assert bands(np.array(values, float), SCALE) == expected


def test_nothing_matches_if_none_of_the_first_could() -> None:
    assert nothing_matches(np.array([0.4, 0.0]), SCALE)
    assert not nothing_matches(np.array([0.4, 0.6]), SCALE)
    assert not nothing_matches(np.array([]), SCALE)
    assert not nothing_matches(np.array([-9.0]), BY_WORDS)  # words alone cannot know


# ---- what they are made of ----------------------------------------------------------------------


def test_a_photo_that_a_phrase_fits_better_has_no_margin() -> None:
    phrases = np.tile(np.linspace(-0.1, 0.1, 40, dtype=np.float32), (2, 1))
    better, worse = margins(single(0.2, 0.05), phrases, np.zeros(40, np.float32))
    assert better == pytest.approx(0.1 / phrases[0].std(), rel=1e-4)
    assert worse < 0


def test_what_means_the_same_is_no_rival() -> None:
    phrases = np.zeros((1, 40), np.float32)
    phrases[0, 3], phrases[0, 5] = 0.9, 0.1
    akin = np.zeros(40, np.float32)
    akin[3] = 0.8
    assert margins(single(0.2), phrases, akin)[0] > 0
    assert margins(single(0.2), phrases, np.zeros(40, np.float32))[0] < 0


def test_margins_are_the_same_in_a_space_where_all_is_nearer() -> None:
    chance = np.random.default_rng(1)
    words, phrases = (chance.random(n).astype(np.float32) for n in ((5,), (5, 50)))
    akin = chance.random(50).astype(np.float32)
    expected = margins(words, phrases, akin)
    assert margins(0.7 + words / 9, 0.7 + phrases / 9, akin) == pytest.approx(expected, abs=1e-4)


def test_a_photo_fits_if_it_does_as_well_as_the_best_sketch() -> None:
    like, less = fits(single(0.5, 0.3), 0.5, mean=0.0, deviation=0.1)
    assert like == pytest.approx(0)
    assert less == pytest.approx(-2)


def test_sketches_that_do_not_show_what_is_asked_are_no_measure() -> None:
    (value,) = fits(single(0.2), None, mean=0.0, deviation=0.1)
    assert value == pytest.approx(-0.5)  # two deviations, where two and a half are good


def test_photos_agree_with_sketches_if_the_same_phrases_fit_better_than_usual() -> None:
    chance = np.random.default_rng(2)
    mean, deviation = chance.random((2, 60)).astype(np.float32) + 0.1
    unusual = chance.standard_normal((2, 60)).astype(np.float32)
    photos, sketches = mean + unusual * deviation, mean + unusual[:1] * deviation
    same, other = agreements(photos, sketches, mean, deviation)
    assert same == pytest.approx(1, abs=1e-5)
    assert abs(other) < 0.5


def test_a_photo_beyond_the_best_sketch_is_no_better_answer() -> None:
    zero = np.zeros(2)
    good, extreme = by_sketches(np.array([0.5, 9.0]), zero, zero)
    assert good == extreme


# ---- pictures -----------------------------------------------------------------------------------


def test_pictures_are_measured_by_how_near_photos_are_to_each_other() -> None:
    rows = np.random.default_rng(3).standard_normal((200, 8)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    similarities = rows @ rows.T - 2 * np.eye(200, dtype=np.float32)
    scale = nearness(rows)
    assert scale.confident == pytest.approx(np.median(similarities.max(axis=1)))
    assert scale.maybe < scale.confident < 1


def test_among_copies_what_is_nearly_the_same_is_still_confident() -> None:
    rows = np.eye(10, 16, dtype=np.float32)
    scale = nearness(np.concatenate((rows, rows)))
    assert bands(np.array([0.96, 0.5]), scale) == [C, W]
