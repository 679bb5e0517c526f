"""The graph keeps as many directions as the vectors need, and proposes enough."""

import numpy as np
import pytest

from bench.embeddings import Embeddings
from visret_desktop.retrieval.hnsw_graph import HnswGraph, main_directions


def test_directions_hold_nearly_all_of_the_vectors_and_are_fewer() -> None:
    vectors = Embeddings(4000).photos(4000)
    directions = main_directions(vectors)
    dimension, kept = directions.shape
    assert dimension == 512
    assert 100 < kept < 300
    assert directions.T @ directions == pytest.approx(np.eye(kept), abs=1e-4)
    assert np.square(vectors @ directions).sum(axis=1).mean() > 0.965


def test_vectors_that_differ_in_all_directions_keep_all() -> None:
    rows = np.random.default_rng(1).standard_normal((2000, 48)).astype(np.float32)
    for vectors in (rows, rows[:10]):  # of ten nobody can tell
        unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        assert main_directions(unit).shape == (48, 48)


def test_the_nearest_are_among_what_is_proposed() -> None:
    embeddings = Embeddings(3000)
    vectors, queries = embeddings.photos(3000), embeddings.words(100)
    graph = HnswGraph(main_directions(vectors), threads=2, capacity=3000)
    graph.add(np.arange(3000), vectors)
    found = 0
    for query in queries:
        near = graph.near(query, 10)
        assert near is not None
        assert len(near) == 40
        found += len(np.intersect1d(near, np.argsort(-(vectors @ query))[:10]))
    assert found >= 0.99 * 1000
    graph.drop(range(2995))
    assert sorted(graph.near(queries[0], 10)) == [2995, 2996, 2997, 2998, 2999]  # type: ignore[arg-type]
