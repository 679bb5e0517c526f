"""An HNSW graph that proposes near vectors; the only module that knows hnswlib. Not thread-safe.

Walking the graph reads thousands of vectors from all over the memory, so it holds shortened ones,
projected to the directions in which the library's vectors differ most. That halves the time of a
query, the time to grow and the memory. To make up for what gets lost, it proposes more than was
asked for; `vector_index` scores the proposals by the whole vectors.
"""

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop.retrieval.vector_matrix import Labels, Vectors

# recall@10 against exact at 100,000 (photos / words as queries): 0.980 / 0.974 with 16 links and
# ef_search 128, 0.993 / 0.996 with 24 and 384; more ef_construction doubles the time to grow for
# 0.005. At 200,000: 0.996 / 0.994 with ef_search 384, 0.997 / 0.996 with 448, a sixth slower.
_M = 24
_EF_CONSTRUCTION = 200
_EF_SEARCH = 448
_EF_PER_NEIGHBOR = 2
# At 50,000 with 256 of 512 directions, which hold 97 %: recall@10 is 0.883 / 0.919 without extra
# proposals; with 30 more it is 0.998 / 0.994, as with all directions.
_ENERGY_SHARE = 0.97
_MORE_PROPOSALS = 30
_MORE_PER_NEIGHBOR = 0.5
_SAMPLE = 8192  # vectors that the directions are found from
_LEAST_PER_DIRECTION = 4  # of them; with fewer, directions would be chance
_WIDTH = 16  # the number of directions is a multiple: hnswlib compares as many numbers at a time
_log = logging.getLogger(__name__)


def main_directions(vectors: Vectors) -> Vectors:
    """Return the directions (d, kept), of unit length, that hold nearly all of vectors (n, d)."""
    dimension = vectors.shape[1]
    sample = vectors[:: max(1, len(vectors) // _SAMPLE)]
    if len(sample) < _LEAST_PER_DIRECTION * dimension:
        return np.eye(dimension, dtype=np.float32)
    energies, directions = np.linalg.eigh(sample.T @ sample)  # the greatest last
    shares = np.cumsum(energies[::-1]) / energies.sum()
    kept = int(np.searchsorted(shares, _ENERGY_SHARE)) + 1
    kept = min(dimension, -(-kept // _WIDTH) * _WIDTH)
    return np.ascontiguousarray(directions[:, ::-1][:, :kept], np.float32)


class HnswGraph:
    """Labels and their vectors along `directions` (d, kept).

    Hides that hnswlib resets `ef_search` to 10 on load, still counts removed labels as elements,
    and raises when asked for more than there are.
    """

    def __init__(
        self, directions: Vectors, threads: int, capacity: int, saved: Path | None = None
    ) -> None:
        """Begin empty, or with what `save` wrote; grow with `threads`."""
        import hnswlib

        self.directions = directions
        self._threads = threads
        self._index: Any = hnswlib.Index(space="ip", dim=directions.shape[1])
        self.known: set[int] = set()
        self._dead: set[int] = set()
        if saved is None:
            self._index.init_index(_room(capacity), ef_construction=_EF_CONSTRUCTION, M=_M)
        else:
            self._index.load_index(os.fspath(saved), max_elements=_room(capacity))
            self.known.update(self._index.get_ids_list())

    def add(self, labels: Labels, vectors: Vectors) -> None:
        """Add or replace points; a removed label can be found again."""
        fresh = set(labels.tolist()) - self.known
        if len(self.known) + len(fresh) > self._index.get_max_elements():
            self._index.resize_index(_room(len(self.known) + len(fresh)))
        self._index.add_items(vectors @ self.directions, labels, num_threads=self._threads)
        self.known |= fresh
        self._dead.difference_update(labels.tolist())

    def drop(self, labels: Iterable[int]) -> None:
        """Hide points from queries."""
        for label in (set(labels) & self.known) - self._dead:  # usually few
            try:
                self._index.mark_deleted(label)
            except RuntimeError:  # the saved file had it marked already
                _log.debug("label %d was removed before", label)
            self._dead.add(label)

    def dead_share(self) -> float:
        """Return the share of elements that can no longer be found."""
        return len(self._dead) / len(self.known) if self.known else 0.0

    def near(self, vector: Vectors, k: int) -> Labels | None:
        """Return labels, in no order, that contain the k nearest; None if that fails."""
        wanted = k + max(_MORE_PROPOSALS, int(_MORE_PER_NEIGHBOR * k))
        wanted = min(wanted, len(self.known) - len(self._dead))
        if wanted <= 0:
            return np.empty(0, np.int64)
        self._index.set_ef(max(_EF_SEARCH, _EF_PER_NEIGHBOR * k))
        try:
            labels, _ = self._index.knn_query(vector @ self.directions, wanted, num_threads=1)
        except RuntimeError:  # it does not reach that many
            return None
        return np.asarray(labels[0], np.int64)

    def save(self, path: Path) -> None:
        """Write the graph to a file, without its directions."""
        self._index.save_index(os.fspath(path))


def _room(count: int) -> int:
    return int(1.25 * count) + 1024
