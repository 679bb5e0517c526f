"""Labels and their unit vectors in one growing matrix; every answer is exact.

Not thread-safe: `vector_index` holds the lock.
"""

from itertools import count

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]
Similarities = npt.NDArray[np.float32]
Rows = npt.NDArray[np.intp]

_UNIT_TOLERANCE = 1e-3
_GROWTH = 1.5
_STATISTICS_SAMPLE = 20_000
# Above this share it is faster to compare all rows and drop those that are not allowed.
_GATHER_SHARE = 0.5
_GATHERED = 256  # rows at a time: so few stay in the processor's cache until they are compared
_versions = count()


class VectorMatrix:
    """Unit vectors in dense rows: removing moves the last row into the gap.

    `version` differs for every state of every matrix in this process.
    """

    def __init__(self, dimension: int) -> None:
        self.version = next(_versions)
        self._dimension = dimension
        self._rows: Vectors = np.empty((0, dimension), np.float32)
        self._labels: Labels = np.empty(0, np.int64)
        self._row_of: dict[int, int] = {}
        self._count = 0
        # The last vector that was compared with all, and the rows by label, for a version each.
        self._compared: tuple[int, bytes, Similarities] | None = None
        self._by_label: tuple[int, Rows] | None = None

    def __len__(self) -> int:
        return self._count

    def __contains__(self, label: int) -> bool:
        return label in self._row_of

    @property
    def labels(self) -> Labels:
        """The labels (n,), row by row; a view, valid until the next change."""
        return self._labels[: self._count]

    @property
    def vectors(self) -> Vectors:
        """The vectors (n, d), row by row; a view, valid until the next change."""
        return self._rows[: self._count]

    def vectors_of(self, labels: Labels) -> Vectors:
        """Return a copy of the vectors (n, d) of labels (n,), all of which are in."""
        return self._rows[[self._row_of[label] for label in labels.tolist()]]

    def put(self, labels: Labels, vectors: Vectors) -> Labels:
        """Add or replace vectors; return the labels that are new or whose vector changed."""
        self.version = next(_versions)
        self._reserve(self._count + len(labels))
        before = self._count
        rows = np.empty(len(labels), np.intp)
        for number, label in enumerate(labels.tolist()):
            row = self._row_of.setdefault(label, self._count)
            self._count += row == self._count
            rows[number] = row
        changed = np.ones(len(labels), np.bool_)
        known = rows < before
        changed[known] = (self._rows[rows[known]] != vectors[known]).any(axis=1)
        self._rows[rows] = vectors
        self._labels[rows] = labels
        return labels[changed]

    def remove(self, labels: Labels) -> list[int]:
        """Forget labels and return those that were in."""
        self.version = next(_versions)
        removed = []
        for label in labels.tolist():
            row = self._row_of.pop(label, None)
            if row is None:
                continue
            removed.append(label)
            self._count -= 1
            if row != self._count:
                moved = int(self._labels[self._count])
                self._rows[row] = self._rows[self._count]
                self._labels[row] = moved
                self._row_of[moved] = row
        return removed

    def load(self, labels: Labels, vectors: Vectors) -> None:
        """Replace everything by these, without copying.

        Raises:
            ValueError: shapes or types do not fit, or a label comes twice.
        """
        if labels.dtype != np.int64 or vectors.dtype != np.float32:
            raise ValueError(f"expected int64 and float32, got {labels.dtype} and {vectors.dtype}")
        if vectors.shape != (len(labels), self._dimension):
            raise ValueError(f"expected ({len(labels)}, {self._dimension}), got {vectors.shape}")
        row_of = {label: row for row, label in enumerate(labels.tolist())}
        if len(row_of) != len(labels):
            raise ValueError("a label comes twice")
        self.version = next(_versions)
        self._labels, self._rows, self._row_of = labels, vectors, row_of
        self._count = len(labels)

    def nearest(
        self, vector: Vectors, k: int, allowed: Labels | None = None
    ) -> tuple[Labels, Similarities]:
        """Return up to k (labels, similarities), best first, equals by label."""
        labels, similarities = self._compare(vector, allowed)
        k = min(k, len(labels))
        if k <= 0:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        # The kth value first, then all that reach it: among equals the label has to decide, not
        # the order of rows, which removing changes.
        least = np.partition(similarities, len(labels) - k)[len(labels) - k]
        reach = np.flatnonzero(similarities >= least)
        order = np.lexsort((labels[reach], -similarities[reach]))[:k]
        return labels[reach[order]], similarities[reach[order]]

    def _compare(self, vector: Vectors, allowed: Labels | None) -> tuple[Labels, Similarities]:
        if allowed is None:
            return self.labels, self._compare_all(vector)
        rows = self._rows_of(allowed)
        if len(rows) > _GATHER_SHARE * self._count:
            return self._labels[rows], self._compare_all(vector)[rows]
        return self._labels[rows], self._compare_some(vector, rows)

    def _rows_of(self, labels: Labels) -> Rows:
        """Return the rows of those of labels that are in, ascending."""
        if self._by_label is None or self._by_label[0] != self.version:
            self._by_label = self.version, np.argsort(self.labels)
        order = self._by_label[1]
        places = np.searchsorted(self.labels, labels, sorter=order)
        rows = order[places[places < self._count]]
        is_in = self._labels[rows] == labels[places < self._count]
        ordered = np.sort(rows[is_in])  # `np.unique` takes five times as long
        return ordered[np.diff(ordered, prepend=-1) > 0]

    def _compare_some(self, vector: Vectors, rows: Rows) -> Similarities:
        similarities: Similarities = np.empty(len(rows), np.float32)
        gathered = np.empty((_GATHERED, self._dimension), np.float32)
        for start in range(0, len(rows), _GATHERED):
            some = rows[start : start + _GATHERED]
            part = gathered[: len(some)]
            np.take(self._rows, some, axis=0, out=part, mode="clip")  # else it makes a copy first
            np.dot(part, vector, out=similarities[start : start + len(some)])
        return similarities

    def _compare_all(self, vector: Vectors) -> Similarities:
        similarities: Similarities = self.vectors @ vector
        self._compared = self.version, vector.tobytes(), similarities
        return similarities

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return (mean, deviation) of the similarities to `vector` over all or an even sample.

        The similarities of the last query are reused.
        """
        if not self._count:
            return 0.0, 0.0
        step = max(1, self._count // _STATISTICS_SAMPLE)
        if self._compared and self._compared[:2] == (self.version, vector.tobytes()):
            similarities = self._compared[2][::step]
        else:
            similarities = self.vectors[::step] @ vector
        return float(similarities.mean(dtype=float)), float(similarities.std(dtype=float))

    def _reserve(self, count: int) -> None:
        if count <= len(self._labels):
            return
        room = max(count, int(len(self._labels) * _GROWTH), 1024)
        rows = np.empty((room, self._dimension), np.float32)
        rows[: self._count] = self.vectors
        labels = np.empty(room, np.int64)
        labels[: self._count] = self.labels
        self._rows, self._labels = rows, labels


def usable(vectors: Vectors) -> npt.NDArray[np.bool_]:
    """Return for each row (n,) whether it is finite and of unit length."""
    lengths = np.sqrt(np.einsum("nd,nd->n", vectors, vectors))
    return np.asarray(np.abs(lengths - 1) < _UNIT_TOLERANCE)  # false for NaN, too
