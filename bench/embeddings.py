"""Made-up embeddings that are not easy to search.

512 dimensions whose energy falls off as in embeddings of photos (an effective dimension in the
dozens), groups from single photos to long bursts, all within one cone. Half of the queries are like
photos (an example picture), half like words, which lie far from all photos and only lean towards
some.
"""

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
DIMENSION = 512
_PHOTOS_PER_GROUP = 60
_BLOCK = 8192


class Embeddings:
    """Makes unit vectors that are distributed like those of a photo library."""

    def __init__(self, count: int, dimension: int = DIMENSION, seed: int = 7) -> None:
        self._random = np.random.default_rng(seed)
        self._dimension = dimension
        self._energy = (np.arange(1, dimension + 1) ** -0.6).astype(np.float32)
        groups = max(8, count // _PHOTOS_PER_GROUP)
        self._centers = 0.8 * self._normal(groups)
        popularity = self._random.pareto(1.1, groups) + 0.2
        self._popularity = popularity / popularity.sum()
        self._cone = self._normal(1)[0]
        # Words have a cone of their own, at a right angle to that of the photos.
        cone = self._normal(1)[0]
        self._word_cone = cone - self._cone * (cone @ self._cone) / (self._cone @ self._cone)

    def photos(self, count: int) -> Vectors:
        """Return photos (count, d)."""
        blocks = [self._photos(min(_BLOCK, count - at)) for at in range(0, count, _BLOCK)]
        return np.concatenate(blocks)

    def words(self, count: int) -> Vectors:
        """Return queries in words (count, d): cosine to the best photos about 0.3."""
        meant = 0.35 * self._photos(count)
        return _unit(meant + _unit(self._word_cone + self._normal(count)))

    def _photos(self, count: int) -> Vectors:
        groups = self._random.choice(len(self._centers), count, p=self._popularity)
        grain = 0.02 * self._random.standard_normal((count, self._dimension), dtype=np.float32)
        return _unit(self._centers[groups] + 0.6 * self._normal(count) + grain + self._cone)

    def _normal(self, count: int) -> Vectors:
        shape = (count, self._dimension)
        drawn: Vectors = self._random.standard_normal(shape, dtype=np.float32) * self._energy
        return drawn


def _unit(vectors: Vectors) -> Vectors:
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit
