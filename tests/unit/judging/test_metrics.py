"""The figures against worked examples and, for all rankings, against their definitions."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from visret_desktop.judging.metrics import (
    adjusted,
    average_precision,
    interval,
    measure,
    ndcg,
    paper_ndcg,
    recall,
    reciprocal_rank,
    sign_flip_test,
    success,
)


def _flags(text: str) -> np.ndarray:
    return np.array([letter == "x" for letter in text])


def test_worked_examples() -> None:
    ranking = _flags("..x.x.....")  # two of three relevant photos, at 3 and 5
    assert (success(ranking, 1), success(ranking, 5)) == (0.0, 1.0)
    assert recall(ranking, 5, 3) == pytest.approx(2 / 3)
    assert average_precision(ranking, 3) == pytest.approx((1 / 3 + 2 / 5) / 3)
    assert reciprocal_rank(ranking) == pytest.approx(1 / 3)
    gained = 1 / math.log2(4) + 1 / math.log2(6)
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg(ranking, 10, 3) == pytest.approx(gained / best)


@pytest.mark.parametrize("rank", range(2, 11))
def test_the_papers_ndcg_of_one_late_hit_is_0_39(rank: int) -> None:
    flags = np.zeros(10, bool)
    flags[rank - 1] = True
    assert paper_ndcg(flags, 10) == pytest.approx(0.394, abs=5e-4)


def test_the_papers_ndcg_ignores_what_is_behind() -> None:
    assert paper_ndcg(_flags("x........."), 10) == 1.0
    assert paper_ndcg(_flags("xxx......."), 10) == 1.0
    assert paper_ndcg(_flags("..........x"), 10) == 0.0
    assert paper_ndcg(_flags("x.........xxxxx"), 10) == 1.0


def _averaged_over_ties(flags: np.ndarray, k: int) -> float:
    """Compute the paper's form by its definition: the mean DCG over all orders of equal scores."""
    scores = flags[:k].astype(float)
    truth = np.sort(scores)[::-1]
    discounts = 1 / np.log2(np.arange(2, len(scores) + 2))
    order = np.argsort(-scores, kind="stable")
    gain = truth[order]
    for value in (0.0, 1.0):
        tied = scores[order] == value
        if tied.any():
            gain[tied] = gain[tied].mean()
    best = (truth * discounts).sum()
    return float((gain * discounts).sum() / best) if best else 0.0


def test_the_papers_ndcg_agrees_with_its_definition() -> None:
    for flags in product((False, True), repeat=7):
        ranking = np.array(flags)
        for k in (1, 3, 5, 7):
            assert paper_ndcg(ranking, k) == pytest.approx(_averaged_over_ties(ranking, k))


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(0, 5))
def test_all_figures_lie_between_0_and_1_and_grow_with_earlier_hits(
    flags: list[bool], unranked: int
) -> None:
    ranking = np.array(flags)
    total = int(ranking.sum()) + unranked
    if total == 0:
        with pytest.raises(ValueError, match="relevant"):
            measure(ranking, total)
        return
    given_order = measure(ranking, total)
    best = measure(np.sort(ranking)[::-1], total)
    for name, value in given_order.items():
        assert -1e-9 <= value <= 1 + 1e-9
        assert value <= best[name] + 1e-9


def test_intervals_hold_the_mean_and_narrow() -> None:
    values = [0.0, 1.0] * 50
    low, high = interval(values)
    assert low < 0.5 < high
    narrow = interval(values * 16)
    assert narrow[1] - narrow[0] < (high - low) / 3
    assert interval([]) == (0.0, 0.0)


def _discounted(hits: Sequence[bool]) -> float:
    return math.fsum(1 / math.log2(rank + 1) for rank, hit in enumerate(hits, start=1) if hit)


@given(st.lists(st.booleans(), min_size=2, max_size=40).filter(any))
def test_the_standard_figures_agree_with_their_definitions(flags: list[bool]) -> None:
    """As in Manning and others, Introduction to Information Retrieval, 8.4."""
    ranking = np.array(flags)
    total = sum(flags)
    for k in (1, 5, 10, 30):
        defined = _discounted(flags[:k]) / _discounted(sorted(flags, reverse=True)[:k])
        assert ndcg(ranking, k, total) == pytest.approx(defined)
    precisions = [sum(flags[:rank]) / rank for rank, hit in enumerate(flags, start=1) if hit]
    assert average_precision(ranking, total) == pytest.approx(math.fsum(precisions) / total)


@given(st.lists(st.booleans(), min_size=2, max_size=40), st.sampled_from((5, 10, 30)))
def test_the_papers_ndcg_agrees_with_its_definition_in_longer_rankings(
    flags: list[bool], k: int
) -> None:
    assert paper_ndcg(np.array(flags), k) == pytest.approx(_averaged_over_ties(np.array(flags), k))


def test_paired_differences() -> None:
    assert sign_flip_test([0.0, 0.0]) == 1.0
    assert sign_flip_test([0.3] * 40) < 0.001
    assert sign_flip_test([0.3, -0.3] * 20) > 0.5
    assert sign_flip_test([1.0]) > 0.9  # one query proves nothing
    assert adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
