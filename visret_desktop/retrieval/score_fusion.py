"""Fuse rankings by their scores, each measured in deviations above the library's mean.

    score(photo) = Σ weight · (similarity(photo, vector) − mean) / deviation

Mean and deviation are those of the vector's similarities to the whole library. Every term is linear
in the photo's vector, so the sum is one dot product with one vector: the fused ranking is an
ordinary query, exact for every photo and not only for the best of each list.

Similarities of words and of pictures differ in height and spread; in deviations they can be added.
Unlike rank fusion, this uses how far apart two scores are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
