"""Nearest vectors by cosine: exact below the crossover, with an HNSW graph above.

Vectors are of unit length, so the dot product is the cosine similarity. The matrix has all vectors;
the graph only proposes candidates, which the matrix scores. Points that the graph lacks so far are
compared exactly, so additions are found at once and the graph can grow in the background. While too
many are waiting, all answers are exact.

Locks, in the order to take them:

- `_changing`, while adding, removing or saving: a save takes seconds and must not meet a change,
  but queries need not wait for it.
- `_growing`, while the graph takes in points or is saved.
- `_state`, held briefly around every access.
- `_graph_lock`, around calls of hnswlib, which cannot answer while it takes in points (a few dozen
  ms at a time).
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop.retrieval import index_files
from visret_desktop.retrieval.background_worker import PAUSE_BETWEEN_STEPS, BackgroundGrowth
from visret_desktop.retrieval.hnsw_graph import HnswGraph, main_directions
from visret_desktop.retrieval.index_files import UNREADABLE, DamagedFiles
from visret_desktop.retrieval.vector_matrix import (
    Labels,
    Similarities,
    VectorMatrix,
    Vectors,
    usable,
)

Source = Callable[[], Iterator[tuple[list[int] | Labels, Vectors]]]

# Measured by `bench speed vectors-…` (512 dimensions, 4 server cores, median per query):
#     photos    exact     graph, k = 10 / 1000    to grow the graph
#     50,000    2.3 ms       0.9 / 4.5 ms            24 CPU seconds
#    100,000    4.9 ms       1.0 / 5.6 ms            52 CPU seconds
#    200,000   10.2 ms       1.2 /  12 ms           142 CPU seconds
# (With all directions in the graph; it now keeps about half of them, so both take less.)
# The graph is faster from 30,000 on for ten neighbors, but only from 200,000 on for the thousand
# that a search shows, and it takes half as much memory again. Nobody notices 10 ms; but during
# indexing on all cores exact took 25 ms (95th percentile: 73) at 200,000, growing with the library.
CROSSOVER = 200_000
_FORMAT = 3
_GROWTH_STEP = 128  # points added to the graph at a time, for which a query may have to wait
_MAX_WAITING_SHARE = 0.02  # of the points; with more, comparing all is as fast
_MAX_NEIGHBORS_SHARE = 0.02  # of the points; for more, the graph saves nothing
_MAX_DEAD_SHARE = 0.3  # of the graph's elements; with more, it is rebuilt
_log = logging.getLogger(__name__)


class VectorIndex:
    """Labels and their unit vectors. Thread-safe: queries see a consistent state.

    The graph grows with `threads` threads, by default half as many as there are cores.
    """

    def __init__(
        self,
        directory: Path,
        encoder: str,
        dimension: int,
        crossover: int = CROSSOVER,
        threads: int | None = None,
    ) -> None:
        self._directory = directory
        self._encoder = encoder
        self._dimension = dimension
        self._crossover = crossover
        self._threads = threads or max(1, (os.cpu_count() or 2) // 2)
        self._changing = threading.RLock()
        self._growing = threading.Lock()
        self._state = threading.RLock()
        self._graph_lock = threading.Lock()
        self._matrix = VectorMatrix(dimension)
        self._graph: HnswGraph | None = None
        self._waiting: dict[int, None] = {}  # labels that the graph lacks, oldest first
        self._touched: set[int] = set()  # labels that changed during a growth step
        self._is_saved = False
        self._growth = BackgroundGrowth(self, VectorIndex._grow_step)

    def __len__(self) -> int:
        with self._state:
            return len(self._matrix)

    def labels(self) -> set[int]:
        """Return the labels that are in."""
        with self._state:
            return set(self._matrix.labels.tolist())

    @property
    def version(self) -> int:
        """A number that changes whenever a vector does."""
        return self._matrix.version

    # ---- fill -------------------------------------------------------------------------------

    def open(self, generation: str, source: Source) -> None:
        """Load the saved index; if it is of another generation, make it equal to `source`.

        A damaged or missing index is filled from `source`. Exact answers are ready on return; the
        graph takes in what it lacks in the background.
        """
        with self._changing, self._growing, self._state:
            try:
                is_level = self._load() == generation
            except UNREADABLE as error:
                _log.info("filling the vector index from the catalog: %s", error)
                self._matrix, self._graph = VectorMatrix(self._dimension), None
                self._waiting, is_level = {}, False
            if not is_level:
                self._level(source)
            self._grow_in_background()

    def add(self, labels: Labels, vectors: Vectors) -> None:
        """Add or replace vectors (n, d) under labels (n,).

        Raises:
            ValueError: wrong shape, or a vector that is not finite and of unit length.
        """
        labels, vectors = np.asarray(labels, np.int64), np.asarray(vectors, np.float32)
        if vectors.shape != (len(labels), self._dimension):
            raise ValueError(f"expected ({len(labels)}, {self._dimension}), got {vectors.shape}")
        if not usable(vectors).all():
            raise ValueError("vectors must be finite and of unit length")
        with self._changing, self._state:
            self._put(labels, vectors)
            self._grow_in_background()

    def _put(self, labels: Labels, vectors: Vectors) -> None:
        changed = self._matrix.put(labels, vectors).tolist()
        self._waiting.update(dict.fromkeys(changed))
        self._touched.update(changed)
        self._hide_in_graph(changed)  # it has their old vectors
        self._is_saved = self._is_saved and not changed

    def remove(self, labels: Labels) -> None:
        """Forget labels; unknown ones are ignored."""
        with self._changing, self._state:
            removed = self._matrix.remove(np.asarray(labels, np.int64))
            self._touched.update(removed)
            for label in removed:
                self._waiting.pop(label, None)
            self._hide_in_graph(removed)
            self._drop_poor_graph()
            self._is_saved = self._is_saved and not removed

    def _level(self, source: Source) -> None:
        gone = set(self._matrix.labels.tolist())
        self._is_saved = False
        for some, vectors in source():
            labels = np.asarray(some, np.int64)
            good = usable(vectors)
            if not good.all():
                _log.warning("unusable vectors are left out: %s", labels[~good].tolist()[:20])
            self._put(labels[good], vectors[good])
            gone.difference_update(labels[good].tolist())
        self.remove(np.fromiter(gone, np.int64, len(gone)))

    # ---- ask --------------------------------------------------------------------------------

    def query(
        self, vector: Vectors, k: int, allowed: Labels | None = None
    ) -> tuple[Labels, Similarities]:
        """Return the k nearest (labels, similarities), best first; fewer if there are fewer.

        `allowed` restricts the answer to these labels; such a query is exact.

        Raises:
            ValueError: the vector has a wrong shape or is not finite.
        """
        vector = self._checked(vector)
        if allowed is not None:
            allowed = np.asarray(allowed, np.int64)
        with self._state:
            if allowed is None and self._graph is not None and self._graph_serves(k):
                with self._graph_lock:
                    neighbors = self._graph.near(vector, k)
                if neighbors is not None:
                    waiting = np.fromiter(self._waiting, np.int64, len(self._waiting))
                    return self._matrix.nearest(vector, k, np.concatenate((neighbors, waiting)))
            return self._matrix.nearest(vector, k, allowed)

    def _graph_serves(self, k: int) -> bool:
        count = len(self._matrix)
        return (
            count >= self._crossover
            and len(self._waiting) <= _MAX_WAITING_SHARE * count
            and 0 < k <= _MAX_NEIGHBORS_SHARE * count
        )

    def similarities(self, labels: Labels, vectors: Vectors) -> Similarities:
        """Return how similar the vectors of labels (n,) are to others (m, d), float32 (n, m).

        The row of a label that is not in is NaN.
        """
        rows_of_similarities: Similarities = np.full(
            (len(labels), len(vectors)), np.nan, np.float32
        )
        with self._state:
            is_in = np.array([label in self._matrix for label in labels.tolist()], bool)
            of_labels = self._matrix.vectors_of(labels[is_in])
        rows_of_similarities[is_in] = of_labels @ vectors.T
        return rows_of_similarities

    def sample(self, most: int) -> Vectors:
        """Return the vectors (n, d) of at most so many photos, evenly chosen."""
        with self._state:
            step = -(-len(self._matrix) // most)
            return self._matrix.vectors[:: max(1, step)].copy()

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return (mean, deviation) of the similarities to `vector` over the library or a sample.

        Raises:
            ValueError: the vector has a wrong shape or is not finite.
        """
        vector = self._checked(vector)
        with self._state:
            return self._matrix.statistics(vector)

    def _checked(self, vector: Vectors) -> Vectors:
        vector = np.ascontiguousarray(vector, np.float32)
        if vector.shape != (self._dimension,) or not np.isfinite(vector).all():
            raise ValueError(f"a query is {self._dimension} finite numbers, got {vector.shape}")
        return vector

    # ---- graph ------------------------------------------------------------------------------

    def grow(self, cancelled: Callable[[], bool] = lambda: False) -> bool:
        """Put what waits into the graph; return whether it is complete. Does not block others."""
        while not cancelled():
            if not self._grow_step():
                return True
            time.sleep(PAUSE_BETWEEN_STEPS)
        return False

    def _grow_step(self) -> bool:
        """Put some of what waits into the graph; return whether anything was waiting."""
        with self._growing:
            with self._state:
                if len(self._matrix) < self._crossover or not self._waiting:
                    return False
                graph = self._graph = self._graph or self._new_graph()
                labels = np.fromiter(islice(self._waiting, _GROWTH_STEP), np.int64)
                vectors = self._matrix.vectors_of(labels)
                self._touched.clear()
            with self._graph_lock:
                graph.add(labels, vectors)
            with self._state:
                self._settle(graph, labels.tolist())
        return True

    def _settle(self, graph: HnswGraph, labels: list[int]) -> None:
        if graph is not self._graph:
            return
        for label in labels:
            if label not in self._touched:
                self._waiting.pop(label, None)
        stale = (n for n in labels if n in self._waiting or n not in self._matrix)
        self._hide_in_graph(stale)
        self._is_saved = False

    def _hide_in_graph(self, labels: Iterable[int]) -> None:
        if self._graph is not None:
            with self._graph_lock:
                self._graph.drop(labels)

    def _new_graph(self) -> HnswGraph:
        directions = main_directions(self._matrix.vectors)
        return HnswGraph(directions, self._threads, len(self._matrix))

    def _drop_poor_graph(self) -> None:
        if self._graph is None:
            return
        is_poor = self._graph.dead_share() > _MAX_DEAD_SHARE
        if is_poor or len(self._matrix) < self._crossover // 2:
            self._graph = None
            self._waiting = dict.fromkeys(self._matrix.labels.tolist())

    def _grow_in_background(self) -> None:
        if self._waiting and len(self._matrix) >= self._crossover:
            self._growth.start()

    def close(self) -> None:
        """Stop growing; queries still work."""
        self._growth.stop()

    # ---- disk -------------------------------------------------------------------------------

    def save(self, generation: str) -> None:
        """Write the index atomically, or, if only the generation is new, just its description.

        Raises:
            OSError: no room or no permission; what was saved before is still valid.
        """
        with self._changing, self._growing:
            known = {**self._kind(), "generation": generation, "count": len(self._matrix)}
            if not (self._is_saved and self._describe_again(known)):
                index_files.write_whole(self._directory, self._writers(), known)
                self._is_saved = True

    def _kind(self) -> dict[str, Any]:
        return {"format": _FORMAT, "encoder": self._encoder, "dimension": self._dimension}

    def _writers(self) -> dict[str, index_files.Writer]:
        writers: dict[str, index_files.Writer] = {
            "labels.npy": lambda path: np.save(path, self._matrix.labels),
            "vectors.npy": lambda path: np.save(path, self._matrix.vectors),
        }
        if self._graph is not None:
            waiting = np.fromiter(self._waiting, np.int64, len(self._waiting))
            writers["waiting.npy"] = lambda path: np.save(path, waiting)
            writers["directions.npy"] = partial(np.save, arr=self._graph.directions)
            writers["hnsw"] = self._graph.save
        return writers

    def _describe_again(self, known: dict[str, Any]) -> bool:
        try:
            saved = index_files.read_description(self._directory)
        except DamagedFiles:
            return False
        if {**saved, **known} != saved:
            index_files.describe(self._directory, {**saved, **known})
        return True

    def _load(self) -> object:
        """Load what was saved and return its generation."""
        description = index_files.read_description(self._directory)
        if not self._kind().items() <= description.items():
            raise DamagedFiles("the saved index is of another encoder or program")
        paths = index_files.checked_files(self._directory, description)
        if not {"labels.npy", "vectors.npy"} <= set(paths):
            raise DamagedFiles("the saved index lacks files")
        matrix = VectorMatrix(self._dimension)
        labels = np.load(paths["labels.npy"], allow_pickle=False)
        matrix.load(labels, np.load(paths["vectors.npy"], allow_pickle=False))
        if len(matrix) != description.get("count"):
            raise DamagedFiles("the saved index has another count than its description")
        graph, waiting = None, matrix.labels
        if len(matrix) >= self._crossover and "hnsw" in paths:
            waiting = np.load(paths["waiting.npy"], allow_pickle=False)
            directions = np.load(paths["directions.npy"], allow_pickle=False)
            graph = HnswGraph(directions, self._threads, len(matrix), paths["hnsw"])
            graph.drop(graph.known - set(matrix.labels.tolist()) | set(waiting.tolist()))
        self._matrix, self._graph = matrix, graph
        self._waiting, self._is_saved = dict.fromkeys(waiting.tolist()), True
        return description.get("generation")


def read_vectors(directory: Path) -> tuple[str, Labels, Vectors]:
    """Return (generation, labels (n,), vectors (n, d)) of a saved index without opening it.

    For repairing a library that lost its own copy of the vectors.

    Raises:
        DamagedFiles: there is none, or it is not what was written.
    """
    description = index_files.read_description(directory)
    paths = index_files.checked_files(directory, description)
    try:
        labels = np.load(paths["labels.npy"], allow_pickle=False)
        vectors = np.load(paths["vectors.npy"], allow_pickle=False)
        generation = str(description["generation"])
        if len(labels) != len(vectors) or not usable(vectors).all():
            raise DamagedFiles("labels and vectors do not belong together")
    except UNREADABLE as error:
        raise DamagedFiles(str(error)) from error
    return generation, labels, vectors
