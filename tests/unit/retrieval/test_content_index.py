"""Contents are found by the best of their vectors, each once, by the labels of another index."""

from pathlib import Path

import numpy as np
import pytest

from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.vector_index import VectorIndex


def index_of(directory: Path, labels: list[int], vectors: list[list[float]]) -> VectorIndex:
    index = VectorIndex(directory, "space", 2)
    index.open("1", lambda: iter(()))
    index.add(np.array(labels, np.int64), np.array(vectors, np.float32))
    return index


def ints(*labels: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(labels, np.int64)


def test_an_index_speaks_in_the_labels_of_another(tmp_path: Path) -> None:
    index = index_of(tmp_path, [7, 5, 6], [[1, 0], [0.8, 0.6], [0, 1]])
    vector = np.array([1, 0], np.float32)
    joined = ContentIndex(index, ints(30, 10), ints(7, 5))
    labels, similarities = joined.query(vector, 10)
    assert labels.tolist() == [30, 10]  # 6 is a photo that the other does not know
    assert similarities.tolist() == pytest.approx([1, 0.8])
    labels, _ = joined.query(vector, 10, ints(10, 99))
    assert labels.tolist() == [10]
    nothing = ContentIndex(index, ints(), ints())
    assert nothing.query(vector, 10)[0].tolist() == []


def test_the_best_of_a_contents_vectors_counts(tmp_path: Path) -> None:
    index = index_of(
        tmp_path, [1, 2, 3, 4, 5], [[0, 1], [1, 0], [0.8, 0.6], [0.6, 0.8], [0.96, 0.28]]
    )
    # Content 1 has two parts, content 4 has one.
    joined = ContentIndex(index, ints(1, 1, 1, 4, 4), ints(1, 2, 5, 4, 3))
    vector = np.array([1, 0], np.float32)
    labels, similarities = joined.query(vector, 10)
    assert labels.tolist() == [1, 4]
    assert similarities.tolist() == pytest.approx([1, 0.8])
    assert joined.query(vector, 1)[0].tolist() == [1]
    assert joined.query(vector, 2)[0].tolist() == [1, 4]  # the three nearest are of two contents
    labels, similarities = joined.query(vector, 10, ints(4))
    assert (labels.tolist(), similarities.tolist()) == ([4], [pytest.approx(0.8)])


def test_many_vectors_of_few_contents_are_all_asked_for(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    vectors = random.normal(size=(300, 2))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    owners = random.integers(0, 20, 300)
    index = index_of(tmp_path, list(range(300)), vectors.tolist())
    joined = ContentIndex(index, owners.astype(np.int64), np.arange(300, dtype=np.int64))
    vector = np.array([0.6, 0.8], np.float32)
    scores = (vectors @ vector).astype(np.float32)
    best = {owner: scores[owners == owner].max() for owner in range(20)}
    wanted = sorted(best, key=lambda owner: -best[owner])
    for k in (1, 5, 20, 50):
        labels, similarities = joined.query(vector, k)
        assert labels.tolist() == wanted[:k]
        assert similarities.tolist() == pytest.approx([best[owner] for owner in wanted[:k]])
