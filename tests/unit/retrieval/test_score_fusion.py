"""Fusion by standardized scores, against sums made photo by photo."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visret_desktop.retrieval.rank_fusion import fuse_scores, mean_direction

Rows = npt.NDArray[np.float32]


def unit_rows(count: int, dimension: int, seed: int) -> Rows:
    rows = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def spread(library: Rows, vector: Rows) -> tuple[float, float]:
    similarities = library @ vector
    return float(similarities.mean(dtype=float)), float(similarities.std(dtype=float))


@settings(deadline=None)
@given(
    st.integers(2, 60),
    st.integers(3, 40),
    st.lists(st.floats(0, 5, width=16), min_size=1, max_size=4),
    st.integers(0, 10**6),
)
def test_scores_are_the_weighted_sum_of_standardized_similarities(
    photos: int, dimension: int, weights: list[float], seed: int
) -> None:
    library = unit_rows(photos, dimension, seed)
    vectors = list(unit_rows(len(weights), dimension, seed + 1))
    spreads = [spread(library, vector) for vector in vectors]
    fused = fuse_scores(vectors, spreads, weights)
    expected = sum(
        weight * (library.astype(float) @ vector - mean) / deviation
        for vector, (mean, deviation), weight in zip(vectors, spreads, weights, strict=True)
    )
    scores = [fused.score(float(similarity)) for similarity in library @ fused.vector]
    if any(weights):
        assert np.linalg.norm(fused.vector) == pytest.approx(1.0, abs=1e-5)
        assert scores == pytest.approx(np.asarray(expected), abs=1e-3)
    else:
        assert set(scores) == {0.0}


def test_a_list_without_spread_has_no_part() -> None:
    vectors = list(unit_rows(2, 8, 1))
    one = fuse_scores(vectors[:1], [(0.1, 0.2)], [1.0])
    both = fuse_scores(vectors, [(0.1, 0.2), (0.5, 0.0)], [1.0, 3.0])
    assert (both.vector == one.vector).all()
    nothing = fuse_scores(vectors, [(0.1, 0.0), (0.5, 0.0)], [1.0, 1.0])
    assert (nothing.vector == vectors[0]).all()
    assert nothing.score(0.7) == 0.0


def test_the_mean_has_unit_length_and_opposites_have_one_too() -> None:
    vectors = list(unit_rows(3, 16, 4))
    mean = mean_direction(vectors)
    assert np.linalg.norm(mean) == pytest.approx(1.0, abs=1e-5)
    assert mean @ np.mean(vectors, axis=0) > 0
    assert (mean_direction([vectors[0], -vectors[0]]) == vectors[0]).all()
