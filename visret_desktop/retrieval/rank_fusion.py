"""Fusion of rankings, by ranks or by scores, and how much two rankings overlap.

Score fusion measures each score in standard deviations above the library's mean:

    score(photo) = Σ weight · (similarity(photo, vector) − mean) / deviation

Mean and deviation are those of the vector's similarities to the whole library. Every term is linear
in the photo's vector, so the sum is one dot product with one vector: the fused ranking is an
ordinary query, exact for every photo and not only for the best of each list.

Similarities of words and of pictures differ in mean and spread; in deviations they can be added.
Unlike rank fusion, this uses how far apart two scores are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[int]], k: float = 1.0
) -> list[tuple[int, float]]:
    """Return (label, score), best first; score = Σ 1 / (k + rank) over the lists with the label.

    Ranks start at 1. Ties keep the order of first appearance, list by list. Source: Cormack, Clarke
    and Büttcher, SIGIR 2009; k is the paper's λ of Visualize-then-Retrieve, there 1.

    Raises:
        ValueError: a list names a label twice, or k is negative or not finite.
    """
    if not 0 <= k < float("inf"):
        raise ValueError(f"the damping constant must be a number from 0 on, not {k}")
    if any(len(set(ranking)) != len(ranking) for ranking in rankings):
        raise ValueError("a ranking names a label twice")
    if not (longest := max(map(len, rankings), default=0)):
        return []
    of_ranks = 1.0 / (k + np.arange(1, longest + 1))
    shares = np.concatenate([of_ranks[: len(ranking)] for ranking in rankings])
    every = np.concatenate([np.array(ranking, np.int64) for ranking in rankings])
    labels, first, numbers = np.unique(every, return_index=True, return_inverse=True)
    # Summed in order of size, so that the order of the lists cannot decide between equals.
    by_label = np.lexsort((shares, numbers))
    starts = np.searchsorted(numbers[by_label], np.arange(len(labels)))
    scores = np.add.reduceat(shares[by_label], starts)
    best = np.lexsort((first, -scores))
    return list(zip(labels[best].tolist(), scores[best].tolist(), strict=True))


Vectors = npt.NDArray[np.float32]
Spread = tuple[float, float]  # mean and deviation of a vector's similarities to the library

_NEGLIGIBLE = 1e-9


@dataclass(frozen=True)
class FusedQuery:
    """The vector to ask the index for, and how to turn similarities into scores."""

    vector: Vectors  # float32 (d,), of unit length
    factor: float
    offset: float

    def score(self, similarity: float) -> float:
        """Return the fused score of a photo with this similarity to `vector`."""
        return self.factor * similarity - self.offset


def fuse_scores(
    vectors: Sequence[Vectors], spreads: Sequence[Spread], weights: Sequence[float]
) -> FusedQuery:
    """Return the query that ranks by the weighted sum of standardized similarities.

    A vector that is equally close to all photos (deviation 0) is left out. If none is left, all
    scores are 0 and the order is that of the first vector.

    Args:
        vectors: n of float32 (d,), of unit length.
        spreads: n of (mean, deviation) over the library.
        weights: n.
    """
    total = np.zeros(len(vectors[0]), np.float64)
    offset = 0.0
    for vector, (mean, deviation), weight in zip(vectors, spreads, weights, strict=True):
        if deviation > _NEGLIGIBLE:
            total += weight / deviation * vector.astype(np.float64)
            offset += weight * mean / deviation
    length = float(np.linalg.norm(total))
    if length <= _NEGLIGIBLE:
        return FusedQuery(np.asarray(vectors[0], np.float32), 0.0, 0.0)
    return FusedQuery((total / length).astype(np.float32), length, offset)


def mean_direction(vectors: Sequence[Vectors]) -> Vectors:
    """Return the unit vector (d,) of the mean of unit vectors; if that is 0, the first."""
    total: npt.NDArray[np.float64] = np.stack(vectors).sum(axis=0, dtype=np.float64)
    length = float(np.linalg.norm(total))
    if length <= _NEGLIGIBLE:
        return np.asarray(vectors[0], np.float32)
    mean: Vectors = (total / length).astype(np.float32)
    return mean


def agreement(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the mean share that the first 1, 2, 3 … of two rankings have in common, 0 to 1.

    So the first places count most. It is 1 for two rankings in the same order, and where both are
    empty. Source: "average overlap" in Webber, Moffat and Zobel, TOIS 2010.
    """
    depth = max(len(first), len(second))
    if not depth:
        return 1.0
    seen_first: set[int] = set()
    seen_second: set[int] = set()
    total = 0.0
    for place in range(depth):
        seen_first.update(first[place : place + 1])
        seen_second.update(second[place : place + 1])
        total += len(seen_first & seen_second) / (place + 1)
    return total / depth
