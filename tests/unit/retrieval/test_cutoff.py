"""Bands relative to the library under the same query."""

from visret_desktop.retrieval.cutoff import (
    CONFIDENT_DEVIATIONS,
    MAYBE_DEVIATIONS,
    answered,
    bands,
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
