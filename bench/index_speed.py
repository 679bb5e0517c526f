"""Measure the vector index, exact against graph, and the scan of folders.

    python -m bench.index_speed [--sizes 10000 50000 100000 200000] [--scan N]

The vectors are made up but not easy: 512 dimensions whose energy falls off as in embeddings
of photos (an effective dimension in the dozens), groups from single photos to long bursts, all
within one cone. Half of the queries are like photos (an example picture), half like words, which
lie far from all photos and only lean towards some.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import psutil

from visret_desktop import file_changes
from visret_desktop.library.folders.scan import FoundFile, walk
from visret_desktop.retrieval.vector_index import VectorIndex

Vectors = npt.NDArray[np.float32]
SIZES = (10_000, 50_000, 100_000, 200_000)
DIMENSION = 512
_QUERIES = 400
_PHOTOS_PER_GROUP = 60
_BLOCK = 8192


@dataclass(frozen=True)
class Row:
    """What was measured at one size; times of queries in milliseconds (median, 95th percentile)."""

    count: int
    build_seconds: float
    build_cpu_seconds: float
    megabytes: float  # vectors and graph
    exact_10: tuple[float, float]
    graph_10: tuple[float, float]
    exact_1000: tuple[float, float]
    graph_1000: tuple[float, float]
    recall_10_photos: float
    recall_10_words: float
    recall_1000: float


# ---- made-up embeddings ---------------------------------------------------------------------


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


# ---- the index ------------------------------------------------------------------------------


def measure_index(count: int, directory: Path, asked: int = _QUERIES) -> Row:
    """Compare exact answers with the graph's over `count` vectors, `asked` queries of each kind."""
    embeddings = Embeddings(count)
    vectors, labels = embeddings.photos(count), np.arange(count, dtype=np.int64)
    queries = np.concatenate((embeddings.photos(asked), embeddings.words(asked)))
    exact = VectorIndex(directory, "measured", DIMENSION, crossover=count + 1)
    exact.add(labels, vectors)
    exact_10, truth_10 = _ask(exact, queries, 10)
    exact_1000, truth_1000 = _ask(exact, queries[::8], 1000)
    del exact
    before = psutil.Process().memory_info().rss
    graph = VectorIndex(directory, "measured", DIMENSION, 1, os.cpu_count())
    graph.add(labels, vectors)
    wall, processor = time.perf_counter(), time.process_time()
    graph.grow()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    megabytes = (psutil.Process().memory_info().rss - before) / 1e6
    del vectors  # the index has its own copy
    graph_10, found_10 = _ask(graph, queries, 10)
    graph_1000, found_1000 = _ask(graph, queries[::8], 1000)
    graph.close()
    return Row(
        count,
        wall,
        processor,
        megabytes,
        exact_10,
        graph_10,
        exact_1000,
        graph_1000,
        _recall(truth_10[:asked], found_10[:asked]),
        _recall(truth_10[asked:], found_10[asked:]),
        _recall(truth_1000, found_1000),
    )


def _ask(
    index: VectorIndex, queries: Vectors, k: int
) -> tuple[tuple[float, float], list[npt.NDArray[np.int64]]]:
    seconds, answers = [], []
    for query in queries:
        start = time.perf_counter()
        labels, _ = index.query(query, k)
        seconds.append(time.perf_counter() - start)
        answers.append(labels)
    median, slow = np.percentile(seconds, [50, 95]) * 1000
    return (float(median), float(slow)), answers


def _recall(
    truth: Sequence[npt.NDArray[np.int64]], found: Sequence[npt.NDArray[np.int64]]
) -> float:
    pairs = zip(truth, found, strict=True)
    return float(np.mean([len(np.intersect1d(a, b)) / len(a) for a, b in pairs]))


# ---- the scan -------------------------------------------------------------------------------


def measure_scan(count: int, directory: Path, per_folder: int = 500) -> tuple[float, float]:
    """Write `count` empty photos and return files per second of a first and a second scan."""
    for number in range(count):
        if number % per_folder == 0:
            folder = directory / f"{number // per_folder:05}"
        file_changes.write(folder / f"IMG_{number:07}.jpg", b"", is_durable=False)
    rates = []
    for _ in range(2):
        start = time.perf_counter()
        found = sum(isinstance(file, FoundFile) for file in walk(directory))
        rates.append(found / (time.perf_counter() - start))
    return rates[0], rates[1]


# ---- the report -----------------------------------------------------------------------------


def report(rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of a table, each as soon as it is measured."""
    yield (
        f"{'photos':>8} {'build s':>8} {'cpu s':>8} {'exact@10':>13} {'graph@10':>13}"
        f" {'exact@1000':>13} {'graph@1000':>13} {'photo r@10':>10} {'word r@10':>9} {'r@1000':>7}"
    )
    for row in rows:
        times = (row.exact_10, row.graph_10, row.exact_1000, row.graph_1000)
        cells = " ".join(f"{f'{median:.2f}/{slow:.2f}':>13}" for median, slow in times)
        yield (
            f"{row.count:8} {row.build_seconds:8.1f} {row.build_cpu_seconds:8.1f} {cells}"
            f" {row.recall_10_photos:10.4f} {row.recall_10_words:9.4f} {row.recall_1000:7.4f}"
        )


def main() -> int:
    """Measure what the arguments ask for and write a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="numbers of vectors")
    parser.add_argument("--scan", type=int, default=0, help="files to scan instead")
    arguments = parser.parse_args()
    with file_changes.temporary_folder() as directory:
        if arguments.scan:
            first, second = measure_scan(arguments.scan, directory)
            sys.stdout.write(f"scan: {first:.0f} files/s, again {second:.0f} files/s\n")
            return 0
        sys.stdout.write(f"query times: median/95th percentile in ms; {os.cpu_count()} cores\n")
        for line in report(measure_index(n, directory) for n in arguments.sizes):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
