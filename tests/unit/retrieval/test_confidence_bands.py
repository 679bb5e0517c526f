"""Margins over ordinary phrases, the line between found and less likely, and bands."""

import numpy as np
import numpy.typing as npt
import pytest

from visret_desktop.retrieval.confidence_bands import (
    Band,
    Presence,
    bands,
    best_answer,
    best_margin,
    fits,
    leads,
    line,
    margins,
    most_fits,
    nearness,
    needed_margin,
    whole_curve,
)

C: Band = "confident"
M: Band = "maybe"
W: Band = "weak"


def single(*values: float) -> npt.NDArray[np.float32]:
    return np.array(values, np.float32)


# ---- bands --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "sure", "expected"),
    [
        ((1, 1, 1, 0), (1, 1, 0, 0), [C, C, M, W]),
        ((1, 1, 1, 0), (1, 0, 1, 0), [C, M, M, W]),  # confident ones are at the front
        ((0, 1, 0, 1), (0, 1, 0, 1), [W, C, W, C]),  # what is no answer there changes nothing
        ((0, 0), (1, 1), [W, W]),
        ((), (), []),
    ],
)
def test_found_ones_are_confident_until_one_is_not(
    found: tuple[int, ...], sure: tuple[int, ...], expected: list[Band]
) -> None:
    assert bands(np.array(found, bool), np.array(sure, bool)) == expected


# ---- whether anything answers -------------------------------------------------------------------


def test_words_alone_find_something_and_never_that_there_is_nothing() -> None:
    assert Presence(0.7).is_found()
    assert not Presence(0.6).is_found()
    assert not Presence(-2.0).is_nothing()


def test_sketches_find_more_and_take_nothing_away() -> None:
    assert Presence(0.7, sketch=-5.0).is_found()
    assert Presence(0.3, sketch=0.9).is_found()
    doubtful, absent = Presence(0.3, sketch=0.2), Presence(0.0, sketch=0.1)
    assert (doubtful.is_found(), doubtful.is_nothing()) == (False, False)
    assert (absent.is_found(), absent.is_nothing()) == (False, True)


def test_words_with_rivals_know_it_by_themselves_and_no_sketch_talks_them_round() -> None:
    assert Presence(1.1, needed=1.0).is_found()
    for absent in (Presence(0.9, needed=1.0), Presence(0.9, sketch=5.0, needed=1.0)):
        assert (absent.is_found(), absent.is_nothing(), absent.can_deny) == (False, True, True)
    assert not Presence(0.6).can_deny
    assert Presence(0.6, sketch=0.0).can_deny


def test_of_more_photos_the_best_has_to_answer_better() -> None:
    few, some, many = map(needed_margin, (1, 1_000, 100_000))
    assert 0 < few <= some < many < 1.5  # no more than a photo without a rival near it has


def test_one_of_the_photos_that_fit_best_is_enough() -> None:
    falling = -np.arange(6.0)
    assert best_margin(falling[:3], np.array([0.1, 0.9, 0.2])) == 0.9
    assert best_margin(falling, np.array([0.0] * 5 + [9.0])) == 0.0
    assert best_margin(falling[::-1], np.array([0.0] * 5 + [9.0])) == 9.0
    assert best_margin(np.array([]), np.array([])) == -np.inf


def test_a_photo_that_a_rival_fits_better_answers_less() -> None:
    fit, margin = np.array([1.0]), np.array([1.0])
    ahead, level, behind = (best_answer(fit, margin, np.array([n])) for n in (0.5, 0.0, -0.5))
    assert ahead > best_answer(fit, margin, usual(1)) == 1.0 > level > behind


def test_no_lead_makes_up_for_words_that_any_phrase_beats() -> None:
    fit, lead = np.array([1.0]), np.array([0.5])
    assert best_answer(fit, np.array([0.65]), lead) > needed_margin(10_000)
    assert best_answer(fit, np.array([0.0]), lead) < needed_margin(1_000)
    assert best_answer(fit, np.array([9.0]), np.array([-1.0])) < needed_margin(30)


def usual(count: int) -> npt.NDArray[np.float64]:
    """Return the leads of photos without rivals."""
    return leads(np.zeros(count, np.float32), np.empty((count, 0), np.float32), 1.0)


# ---- the line -----------------------------------------------------------------------------------


def library(count: int, right: int, *, above: float = 3.0) -> npt.NDArray[np.float64]:
    """Return the fits of a library in which some photos stand above the others."""
    chance = np.random.default_rng(count + right)
    others = np.minimum(chance.standard_normal(count - right), above - 1.0)
    return np.sort(np.append(above + 0.15 * chance.standard_normal(right), others))[::-1]


@pytest.mark.parametrize("count", [1_000, 10_000, 100_000])
@pytest.mark.parametrize("share", [0.005, 0.03, 0.1])
def test_the_line_is_at_the_step_in_a_library_of_any_size(count: int, share: float) -> None:
    right = int(count * share)
    fits = library(count, right)
    assert (fits[:right] >= line(fits)).mean() > 0.95
    assert (fits[right:] >= line(fits)).sum() <= 0.05 * right


def test_of_a_large_library_a_sample_is_enough_below_the_front() -> None:
    fits = library(100_000, 3_000)
    curve = whole_curve(fits[:300], fits[::100], len(fits))
    assert len(curve) >= len(fits) / 3
    assert (np.diff(curve) <= 0).all()
    assert (fits >= line(curve)).sum() == pytest.approx(3_000, rel=0.05)


def test_a_small_library_is_known_photo_by_photo() -> None:
    fits = library(300, 9)
    assert (whole_curve(fits, fits, 300) == fits).all()


def test_there_is_a_line_in_any_library() -> None:
    assert line(np.empty(0)) == line(np.ones(1)) == -np.inf
    assert line(np.zeros(50)) == 0.0  # where all are alike, all are found or none


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


def test_a_lead_is_what_is_left_of_the_best_rival_in_deviations() -> None:
    found = leads(single(0.3, 0.3), np.array([[0.1, 0.2], [0.4, 0.1]], np.float32), 0.1)
    assert found == pytest.approx([1.0, -1.0], abs=1e-5)
    assert leads(single(0.3), np.array([[0.1]], np.float32), 0.0) == [0.0]  # all are alike


def test_a_photo_that_a_rival_fits_better_fits_less_and_no_lead_makes_it_fit_more() -> None:
    words, margin = single(0.3, 0.3, 0.3, 0.3), np.zeros(4)
    ahead, level, behind, far = fits(words, margin, np.array([2.0, 0.0, -0.5, -9.0]), 0.1, 0.1)
    assert ahead == fits(words, margin, usual(4), 0.1, 0.1)[0]
    assert ahead > level > behind > far
    assert ahead - far == pytest.approx(2.0)  # in deviations, whatever the rival


def test_a_fit_is_a_height_with_a_part_of_the_margin() -> None:
    words, margin = single(0.3, 0.3, 0.3), np.array([-1.0, 0.5, 7.0])
    worse, good, better = fits(words, margin, usual(3), 0.1, 0.1)
    assert (worse, good) == (pytest.approx(1.7), pytest.approx(2.15))
    assert better == pytest.approx(2.3)  # beyond a margin of 1 it counts no more
    assert most_fits(words, 0.1, 0.1) == pytest.approx(2.3)
    assert fits(words, margin, usual(3), 0.1, 0.0)[0] == pytest.approx(-0.3)  # all photos are alike


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
    assert 0.5 < scale.maybe <= scale.confident < 0.96
