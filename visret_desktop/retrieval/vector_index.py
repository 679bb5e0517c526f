"""Nearest vectors by cosine: exact below the crossover, an HNSW graph above; one call for both.

Vectors are of unit length, so the dot product is the cosine similarity. The matrix of all is always
there (it answers filtered queries exactly and everything while no graph is whole); the graph
is an accelerator beside it. Three habits of hnswlib stay in this module: ef_search falls back to 10
on load, removed labels still count as elements, and asking for more than there are raises.
"""

import json
import logging
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]
Source = Callable[[], Iterator[tuple[list[int] | Labels, Vectors]]]

# One exact query over 100,000 x 512 floats reads 200 MB, about 20 to 25 ms on a desktop core, while
# building the graph costs 150 CPU seconds per 100,000: below this, exact is the better bargain.
CROSSOVER = 200_000
_M = 16
_EF_CONSTRUCTION = 200
_EF_SEARCH = 128
_STATISTICS_SAMPLE = 20_000
_log = logging.getLogger(__name__)


class VectorIndex:
    """Labels and their unit vectors. Thread-safe: queries see a consistent state."""

    def __init__(
        self, directory: Path, encoder: str, dimension: int, crossover: int = CROSSOVER
    ) -> None:
        self._directory = directory
        self._encoder = encoder
        self._dimension = dimension
        self._crossover = crossover
        self._lock = threading.RLock()
        self._matrix: Vectors = np.empty((0, dimension), np.float32)
        self._labels: Labels = np.empty(0, np.int64)
        self._row_of: dict[int, int] = {}
        self._count = 0
        self._graph: Any = None

    def __len__(self) -> int:
        return self._count

    # ---- fill -------------------------------------------------------------------------------

    def open(self, generation: str, source: Source) -> None:
        """Load the saved index if it is whole and of this generation, else rebuild it."""
        with self._lock:
            if not self._load(generation):
                self._rebuild(source)

    def add(self, labels: Labels, vectors: Vectors) -> None:
        """Add or replace vectors (n, d) under labels (n,).

        Raises:
            ValueError: wrong shape, or a vector that is not finite and of unit length.
        """
        vectors = np.asarray(vectors, np.float32)
        if vectors.shape != (len(labels), self._dimension):
            raise ValueError(f"expected ({len(labels)}, {self._dimension}), got {vectors.shape}")
        lengths = np.linalg.norm(vectors, axis=1)
        if not np.all(np.abs(lengths - 1) < 1e-2):  # also false for NaN
            raise ValueError("vectors must be finite and of unit length")
        with self._lock:
            self._reserve(self._count + len(labels))
            for label, vector in zip(np.asarray(labels, np.int64).tolist(), vectors, strict=True):
                row = self._row_of.setdefault(label, self._count)
                self._matrix[row] = vector
                self._labels[row] = label
                self._count = max(self._count, row + 1)
            self._grow_graph(np.asarray(labels, np.int64), vectors)

    def remove(self, labels: Labels) -> None:
        """Forget labels; unknown ones are ignored."""
        with self._lock:
            for label in np.asarray(labels, np.int64).tolist():
                row = self._row_of.pop(label, None)
                if row is None:
                    continue
                self._count -= 1
                if row != self._count:
                    moved = int(self._labels[self._count])
                    self._matrix[row] = self._matrix[self._count]
                    self._labels[row] = moved
                    self._row_of[moved] = row
                if self._graph is not None:
                    self._graph.mark_deleted(label)

    def labels(self) -> set[int]:
        """Return the labels that are in."""
        with self._lock:
            return set(self._row_of)

    # ---- ask --------------------------------------------------------------------------------

    def query(
        self, vector: Vectors, k: int, allowed: Labels | None = None
    ) -> tuple[Labels, Vectors]:
        """Return the k nearest (labels, similarities), best first; fewer if there are fewer.

        `allowed` restricts the answer to these labels; such a query is exact.
        """
        vector = np.asarray(vector, np.float32)
        with self._lock:
            if allowed is None and self._graph is not None and self._count >= self._crossover:
                return self._ask_graph(vector, min(k, self._count))
            return self._ask_matrix(vector, k, allowed)

    def _ask_matrix(
        self, vector: Vectors, k: int, allowed: Labels | None
    ) -> tuple[Labels, Vectors]:
        if allowed is None:
            labels, matrix = self._labels[: self._count], self._matrix[: self._count]
        else:
            rows = [self._row_of[label] for label in allowed.tolist() if label in self._row_of]
            labels, matrix = self._labels[rows], self._matrix[rows]
        similarities = matrix @ vector
        k = min(k, len(labels))
        if k <= 0:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        nearest = np.argpartition(-similarities, k - 1)[:k]
        order = np.lexsort((labels[nearest], -similarities[nearest]))
        nearest = nearest[order]
        return labels[nearest].copy(), similarities[nearest].astype(np.float32)

    def _ask_graph(self, vector: Vectors, k: int) -> tuple[Labels, Vectors]:
        self._graph.set_ef(max(_EF_SEARCH, 2 * k))
        labels, distances = self._graph.knn_query(vector[np.newaxis], k)
        return labels[0].astype(np.int64), (1.0 - distances[0]).astype(np.float32)

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return (mean, deviation) of the similarities to `vector` over the library or a sample."""
        with self._lock:
            step = max(1, self._count // _STATISTICS_SAMPLE)
            similarities = self._matrix[: self._count : step] @ np.asarray(vector, np.float32)
        if not len(similarities):
            return 0.0, 0.0
        return float(similarities.mean()), float(similarities.std())

    # ---- graph ------------------------------------------------------------------------------

    def _grow_graph(self, labels: Labels, vectors: Vectors) -> None:
        if self._count < self._crossover:
            return
        if self._graph is None:
            self._graph = self._new_graph(self._count)
            labels, vectors = self._labels[: self._count], self._matrix[: self._count]
        if self._graph.get_current_count() + len(labels) > self._graph.get_max_elements():
            self._graph.resize_index(int(1.5 * (self._graph.get_current_count() + len(labels))))
        self._graph.add_items(vectors, labels)

    def _new_graph(self, count: int) -> Any:
        import hnswlib

        graph = hnswlib.Index(space="ip", dim=self._dimension)
        graph.init_index(int(1.2 * count) + 1000, ef_construction=_EF_CONSTRUCTION, M=_M)
        return graph

    # ---- disk -------------------------------------------------------------------------------

    def save(self, generation: str) -> None:
        """Write the index atomically: the description goes last and names what belongs to it."""
        with self._lock:
            self._directory.mkdir(parents=True, exist_ok=True)
            stem = f"{generation.rpartition('/')[2]}.{self._count}"
            files = [f"{stem}.labels.npy", f"{stem}.vectors.npy"]
            _write_array(self._directory / files[0], self._labels[: self._count])
            _write_array(self._directory / files[1], self._matrix[: self._count])
            if self._graph is not None:
                files.append(f"{stem}.hnsw")
                self._graph.save_index(str(self._directory / files[2]))
            description = {
                "generation": generation,
                "encoder": self._encoder,
                "dimension": self._dimension,
                "files": {name: (self._directory / name).stat().st_size for name in files},
            }
        temporary = self._directory / "index.json.new"
        temporary.write_text(json.dumps(description))
        temporary.replace(self._directory / "index.json")
        for old in self._directory.iterdir():
            if old.name not in (*files, "index.json"):
                old.unlink(missing_ok=True)

    def _load(self, generation: str) -> bool:
        try:
            description = json.loads((self._directory / "index.json").read_text())
            expected = (generation, self._encoder, self._dimension)
            if (
                tuple(description[key] for key in ("generation", "encoder", "dimension"))
                != expected
            ):
                return False
            files = description["files"]
            if any((self._directory / n).stat().st_size != size for n, size in files.items()):
                return False
            return self._load_files(list(files))
        except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
            _log.info("no usable index in %s: %s", self._directory, error)
            return False

    def _load_files(self, names: list[str]) -> bool:
        labels = np.load(self._directory / names[0], allow_pickle=False)
        matrix = np.load(self._directory / names[1], allow_pickle=False)
        if matrix.shape != (len(labels), self._dimension) or not np.isfinite(matrix[:1]).all():
            return False
        self._labels, self._matrix, self._count = labels, matrix, len(labels)
        self._row_of = {label: row for row, label in enumerate(labels.tolist())}
        if len(names) > 2:
            graph = self._new_graph(0)
            graph.load_index(str(self._directory / names[2]), max_elements=len(labels) + 1000)
            self._graph = graph
        elif self._count >= self._crossover:
            self._grow_graph(labels[:0], matrix[:0])
        return True

    def _rebuild(self, source: Source) -> None:
        parts = [(np.asarray(labels, np.int64), vectors) for labels, vectors in source()]
        self._graph = None
        self._count = sum(len(labels) for labels, _ in parts)
        empty = np.empty((0, self._dimension), np.float32)
        self._labels = np.concatenate([np.empty(0, np.int64), *(labels for labels, _ in parts)])
        self._matrix = np.concatenate([empty, *(vectors for _, vectors in parts)])
        self._row_of = {label: row for row, label in enumerate(self._labels.tolist())}
        self._grow_graph(self._labels[:0], self._matrix[:0])

    def _reserve(self, count: int) -> None:
        if count <= len(self._labels):
            return
        room = max(count, int(len(self._labels) * 1.5), 1024)
        matrix = np.empty((room, self._dimension), np.float32)
        matrix[: self._count] = self._matrix[: self._count]
        labels = np.empty(room, np.int64)
        labels[: self._count] = self._labels[: self._count]
        self._matrix, self._labels = matrix, labels


def _write_array(path: Path, array: npt.NDArray[Any]) -> None:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
