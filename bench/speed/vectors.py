"""The vector index, compared with exact search in NumPy and, where it is installed, faiss."""

import time
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from bench.index_speed import DIMENSION, Embeddings, measure_index
from bench.speed.desk import Desk, percentiles
from bench.speed.rows import Row

Vectors = npt.NDArray[np.float32]
_QUERIES = 30
_K = 10
_MS_AT_A_MILLION = 2.0
_RECALL = 0.98


def ten_thousand(desk: Desk) -> Iterator[Row]:
    """10,000 vectors."""
    yield from _measure(desk, "vectors-10k", 10_000)


def hundred_thousand(desk: Desk) -> Iterator[Row]:
    """100,000 vectors."""
    yield from _measure(desk, "vectors-100k", 100_000)


def million(desk: Desk) -> Iterator[Row]:
    """A million vectors."""
    yield from _measure(desk, "vectors-1m", 1_000_000)


def _measure(desk: Desk, name: str, count: int) -> Iterator[Row]:
    directory = desk.work / name
    directory.mkdir()
    found = measure_index(count, directory, desk.size(400, 40))
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
