"""Ask a vector index for contents, of which each may have several vectors: the best one counts.

An index knows its vectors by labels of its own. Here a content goes by one label, which is also its
label in another index: so two encoders can be asked about the same contents.
"""

from collections.abc import Hashable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.retrieval.vector_matrix import Labels, Similarities, Vectors


class Admitted(Protocol):
    """The photos that a filter admits, as their index knows them: labels, or the filter itself."""

    def __len__(self) -> int: ...

    def tobytes(self) -> bytes:
        """Return what no other photos have."""
        ...


class PhotoIndex(Protocol):
    """What ranks the photos of a library: a vector index, one by contents, or a server."""

    def __len__(self) -> int: ...

    @property
    def version(self) -> Hashable:
        """What changes with the vectors."""

    def query(self, vector: Vectors, k: int, allowed: Any = None) -> tuple[Labels, Similarities]:
        """Return the k nearest of those that are `Admitted` (None: of all), the nearest first."""
        ...

    def similarities(self, labels: Labels, vectors: Vectors) -> Similarities:
        """Return those of photos (n,) to vectors (m, d), float32 (n, m); NaN: it is not known."""
        ...

    def sample(self, most: int) -> Vectors:
        """Return at most so many of the vectors, evenly chosen."""
        ...

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return mean and deviation of the similarities to all vectors, or to a sample."""
        ...


class ContentIndex:
    """An index by contents. Like the index itself it may be asked by several threads."""

    def __init__(self, index: VectorIndex, contents: Labels, vectors: Labels) -> None:
        """Join an index and pairs of labels (n,): of a content, and of one of its vectors."""
        self.index = index
        by_content, by_vector = np.argsort(contents, kind="stable"), np.argsort(vectors)
        self._contents, self._vectors_of = contents[by_content], vectors[by_content]
        self._vectors, self._content_of = vectors[by_vector], contents[by_vector]

    def __len__(self) -> int:
        """Return how many contents have a vector."""
        return len(self._contents) and 1 + int(np.count_nonzero(np.diff(self._contents)))

    @property
    def version(self) -> tuple[str, object]:
        """What changes with the vectors; no other index has the same."""
        return "contents", self.index.version

    def query(
        self, vector: Vectors, k: int, allowed: Labels | None = None
    ) -> tuple[Labels, Similarities]:
        """Return the k contents with the nearest vectors, as `VectorIndex.query` does."""
        if allowed is not None:
            allowed = self._of_contents(allowed)
        asked = k
        while True:
            labels, similarities = self.index.query(vector, asked, allowed)
            contents, is_known = self._to_contents(labels)
            _, best = np.unique(contents, return_index=True)  # the first is the nearest
            if len(best) >= k or len(labels) < asked:
                best = np.sort(best)[:k]
                return contents[best], similarities[is_known][best]
            asked *= 2

    def similarities(self, labels: Labels, vectors: Vectors) -> Similarities:
        """Return how similar contents (n,) are to vectors (m, d): the best of each one's counts.

        The row of a content without a vector is NaN.
        """
        best: Similarities = np.full((len(labels), len(vectors)), np.nan, np.float32)
        firsts = np.searchsorted(self._contents, labels, "left")
        counts = np.searchsorted(self._contents, labels, "right") - firsts
        is_in = counts > 0
        if is_in.any():
            of_contents = self.index.similarities(self._of_contents(labels[is_in]), vectors)
            starts = np.cumsum(counts[is_in]) - counts[is_in]
            best[is_in] = np.fmax.reduceat(of_contents, starts, axis=0)
        return best

    def sample(self, most: int) -> Vectors:
        """Return at most so many of the vectors, evenly chosen."""
        return self.index.sample(most)

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return mean and deviation of the similarities to all vectors."""
        return self.index.statistics(vector)

    def _to_contents(self, labels: Labels) -> tuple[Labels, npt.NDArray[np.bool_]]:
        """Return the contents that vectors are of, and which of the vectors have one."""
        if not len(self._vectors):
            return self._contents, np.zeros(len(labels), bool)
        places = np.minimum(np.searchsorted(self._vectors, labels), len(self._vectors) - 1)
        is_known: npt.NDArray[np.bool_] = self._vectors[places] == labels
        return self._content_of[places[is_known]], is_known

    def _of_contents(self, contents: Labels) -> Labels:
        """Return the vectors that contents have."""
        first = np.searchsorted(self._contents, contents, "left")
        counts = np.searchsorted(self._contents, contents, "right") - first
        places = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
        vectors: Labels = self._vectors_of[places]
        return vectors
