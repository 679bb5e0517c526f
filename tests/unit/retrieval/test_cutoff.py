"""Bands relative to the library under the same query."""

import numpy as np

from visret_desktop.retrieval.cutoff import (
    CONFIDENT_DEVIATIONS,
    MAYBE_DEVIATIONS,
    answered,
    bands,
    bands_of_lists,
)


def test_bands_count_deviations_above_the_mean() -> None:
    mean, deviation = 0.2, 0.05
    high, low = CONFIDENT_DEVIATIONS, MAYBE_DEVIATIONS
    heights = (high + 2, high + 0.01, high - 0.01, low + 0.01, low - 0.01, 0.0, -3.0)
    expected = ["confident", "confident", "maybe", "maybe", "weak", "weak", "weak"]
    assert bands([mean + n * deviation for n in heights], mean, deviation) == expected


def test_the_same_score_means_different_things_under_different_queries() -> None:
    assert bands([0.3], 0.1, 0.04) == ["confident"]
    assert bands([0.3], 0.28, 0.04) == ["weak"]


def test_limits_belong_to_the_better_band() -> None:
    assert bands([CONFIDENT_DEVIATIONS, MAYBE_DEVIATIONS], 0.0, 1.0) == ["confident", "maybe"]


def test_a_library_without_spread_says_nothing() -> None:
    assert bands([0.9], 0.9, 0.0) == ["weak"]
    assert bands([], 0.0, 0.0) == []


def test_a_query_is_answered_by_any_hit_that_is_not_weak() -> None:
    assert answered(["weak", "maybe", "weak"])
    assert not answered(["weak", "weak"])
    assert not answered([])


# ---- several lists ------------------------------------------------------------------------------


def test_height_is_the_weighted_mean() -> None:
    heights = np.array([[4.0, 2.6], [2.2, 2.6]])
    assert bands_of_lists(heights, [3.0, 1.0]) == ["confident", "maybe"]
    assert bands_of_lists(heights[:, :1], [1.0, 3.0]) == ["maybe"]


def test_what_few_lists_hold_up_is_a_band_lower() -> None:
    heights = np.array([[9.0, 3.1], [0.1, 3.1], [0.1, 3.1]])
    assert bands_of_lists(heights, [1.0, 1.0, 1.0]) == ["maybe", "confident"]


def test_hits_before_a_gap_are_a_band_higher() -> None:
    even = np.array([[2.6, 2.5, 2.4, 2.3], [2.6, 2.5, 2.4, 2.3]])
    assert bands_of_lists(even, [1.0, 1.0]) == ["maybe", "maybe", "weak", "weak"]
    gap = np.array([[2.6, 2.5, 1.4, 1.3], [2.6, 2.5, 1.4, 1.3]])
    assert bands_of_lists(gap, [1.0, 1.0]) == ["confident", "confident", "weak", "weak"]


def test_a_hit_out_of_order_closes_the_gap() -> None:
    heights = np.array([[2.6, 1.6, 2.5, 1.5], [2.6, 1.6, 2.5, 1.5]])
    assert bands_of_lists(heights, [1.0, 1.0]) == ["maybe", "weak", "maybe", "weak"]


def test_no_hits_have_no_bands() -> None:
    assert bands_of_lists(np.empty((2, 0)), [1.0, 1.0]) == []
    assert bands_of_lists(np.array([[3.5], [3.5]]), [1.0, 1.0]) == ["confident"]
