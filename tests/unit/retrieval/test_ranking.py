"""Fusion against the formula, spelled out naively."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visret_desktop.retrieval.rank_fusion import reciprocal_rank_fusion

rankings_of_labels = st.lists(st.lists(st.integers(0, 30), unique=True, max_size=20), max_size=6)


def test_the_worked_example() -> None:
    fused = dict(reciprocal_rank_fusion([[7, 8], [8, 9]], k=1.0))
    assert fused == {
        7: pytest.approx(1 / 2),
        8: pytest.approx(1 / 3 + 1 / 2),
        9: pytest.approx(1 / 3),
    }


@given(rankings_of_labels, st.integers(0, 100))
def test_scores_are_the_sum_over_lists(rankings: list[list[int]], k: int) -> None:
    expected = {
        label: sum(Fraction(1, k + r.index(label) + 1) for r in rankings if label in r)
        for label in {label for r in rankings for label in r}
    }
    fused = reciprocal_rank_fusion(rankings, float(k))
    assert {label: pytest.approx(float(s)) for label, s in expected.items()} == dict(fused)
    scores = [score for _, score in fused]
    assert scores == sorted(scores, reverse=True)


@given(rankings_of_labels)
def test_equal_scores_keep_the_order_of_first_appearance(rankings: list[list[int]]) -> None:
    appearance = list(dict.fromkeys(label for ranking in rankings for label in ranking))
    fused = reciprocal_rank_fusion(rankings)
    again = sorted(fused, key=lambda pair: (-pair[1], appearance.index(pair[0])))
    assert fused == again


@given(rankings_of_labels, st.randoms())
def test_scores_do_not_depend_on_the_order_of_lists(rankings: list[list[int]], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(rankings)
    random.shuffle(shuffled)
    assert dict(reciprocal_rank_fusion(rankings)) == dict(reciprocal_rank_fusion(shuffled))


def test_one_list_stays_as_it_is() -> None:
    assert [label for label, _ in reciprocal_rank_fusion([[3, 1, 2]])] == [3, 1, 2]


def test_nothing_gives_nothing() -> None:
    assert reciprocal_rank_fusion([]) == []
    assert reciprocal_rank_fusion([[], []]) == []


@pytest.mark.parametrize("k", [-0.5, float("nan"), float("inf")])
def test_an_impossible_constant_is_refused(k: float) -> None:
    with pytest.raises(ValueError, match="damping"):
        reciprocal_rank_fusion([[1]], k)


def test_a_list_that_repeats_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        reciprocal_rank_fusion([[1, 2, 1]])
