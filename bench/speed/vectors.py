"""The vector index, compared with exact search in NumPy and, where it is installed, faiss."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import psutil

from bench.embeddings import DIMENSION, Embeddings, Vectors
from bench.speed.desk import Desk, percentiles
from bench.speed.rows import Row
from visret_desktop.retrieval.vector_index import VectorIndex

_QUERIES = 30
_K = 10
_MS_AT_A_MILLION = 2.0
_RECALL = 0.98


@dataclass(frozen=True)
class _Answers:
    """The graph against exact answers at one size.

    Times of queries in milliseconds: median and 95th percentile.
    """

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


def ten_thousand(desk: Desk) -> Iterator[Row]:
    """10,000 vectors."""
    yield from _measure(desk, "vectors-10k", 10_000)


def hundred_thousand(desk: Desk) -> Iterator[Row]:
    """100,000 vectors."""
    yield from _measure(desk, "vectors-100k", 100_000)


def two_hundred_thousand(desk: Desk) -> Iterator[Row]:
    """200,000 vectors."""
    yield from _measure(desk, "vectors-200k", 200_000)


def million(desk: Desk) -> Iterator[Row]:
    """A million vectors."""
    yield from _measure(desk, "vectors-1m", 1_000_000)


def _measure(desk: Desk, name: str, count: int) -> Iterator[Row]:
    directory = desk.work / name
    directory.mkdir()
    found = _measure_index(count, directory, desk.size(400, 40))
    embeddings = Embeddings(count)
    vectors, queries = embeddings.photos(count), embeddings.photos(_QUERIES)
    numpy_ms = _time(queries, lambda query: _numpy_best(vectors, query))
    is_million = count == 1_000_000
    yield Row(
        name,
        found.graph_10[0],
        "ms",
        found.graph_10[0] / numpy_ms[0],
        "graph / exact in NumPy",
        "value at most" if is_million else None,
        _MS_AT_A_MILLION if is_million else None,
        f"median of the best 10; p95 {found.graph_10[1]:.2f} ms; exact {found.exact_10[0]:.2f} ms;"
        f" NumPy {numpy_ms[0]:.2f} ms",
    )
    yield Row(
        f"{name}, recall",
        min(found.recall_10_photos, found.recall_10_words),
        "recall@10",
        aim="value at least",
        target=_RECALL,
        detail=f"photos {found.recall_10_photos:.4f}, words {found.recall_10_words:.4f}",
    )
    yield Row(
        f"{name}, build",
        found.build_seconds,
        "s",
        detail=f"{found.build_cpu_seconds:.1f} s of processor; {found.megabytes:.0f} MB of memory",
    )
    yield from _faiss(name, vectors, queries, found.graph_10[0])


def _faiss(name: str, vectors: Vectors, queries: Vectors, graph_ms: float) -> Iterator[Row]:
    """Yield faiss's exact search over float16, if faiss is there; it is no dependency."""
    try:
        import faiss
    except ImportError:
        return
    flat = faiss.IndexScalarQuantizer(
        DIMENSION, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
    )
    flat.train(vectors)
    flat.add(vectors)
    median, slow = _time(queries, lambda query: flat.search(query[np.newaxis], _K))
    detail = f"faiss flat float16 {median:.2f} ms, p95 {slow:.2f} ms"
    yield Row(f"{name}, faiss", graph_ms, "ms", graph_ms / median, "graph / faiss", detail=detail)


def _numpy_best(vectors: Vectors, query: Vectors) -> None:
    similarities = vectors @ query
    best = np.argpartition(-similarities, _K)[:_K]
    best[np.argsort(-similarities[best])]


def _time(queries: Vectors, ask: Callable[[Vectors], object]) -> tuple[float, float]:
    seconds = []
    for query in queries:
        started = time.perf_counter()
        ask(query)
        seconds.append(time.perf_counter() - started)
    return percentiles(seconds)


# ---- exact answers and the graph's --------------------------------------------------------------


def _measure_index(count: int, directory: Path, asked: int) -> _Answers:
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
    return _Answers(
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
