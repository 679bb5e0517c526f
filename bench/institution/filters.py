"""Searches by the share of photos that pass a filter: milliseconds, and what is found.

What is right is what NumPy finds by comparing all of those that pass.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.embeddings import Vectors
from bench.institution.drawn_photos import hash_of
from visret_desktop.institution.store import Store
from visret_desktop.library.catalog.filter_values import Range, Rating
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

Json = dict[str, Any]
Numbers = npt.NDArray[np.int64]
HEADERS = (
    "photos that pass",
    "share",
    *("p50 ms", "p95 ms", "computed ms"),
    *("of photos", "of words"),
    "least",
)
# A name, the filter, and which photos pass it, by their numbers.
CASES: tuple[tuple[str, Filter, Callable[[Numbers], npt.NDArray[np.bool_]]], ...] = (
    ("all", ALL_PHOTOS, lambda n: n >= 0),
    ("a rating", Filter.of(rating=[Rating(3, 3)]), lambda n: n // 7 % 5 == 3),
    ("a camera", Filter.of(camera=["by ten 3"]), lambda n: n % 10 == 3),
    ("six ISO speeds", Filter.of(iso=[Range(7, 12)]), lambda n: between(n // 11 % 100, 7, 12)),
    ("four ISO speeds", Filter.of(iso=[Range(7, 10)]), lambda n: between(n // 11 % 100, 7, 10)),
    ("an ISO speed", Filter.of(iso=[Range(7, 7)]), lambda n: n // 11 % 100 == 7),
    ("a focal length", Filter.of(focal=[Range(7, 7)]), lambda n: n // 13 % 1000 == 7),
    (
        "camera, ISO speed and rating",
        Filter.of(camera=["by ten 3"], iso=[Range(7, 9)], rating=[Rating(1, 3)]),
        lambda n: (n % 10 == 3) & between(n // 11 % 100, 7, 9) & between(n // 7 % 5, 1, 3),
    ),
)


def between(numbers: Numbers, low: int, high: int) -> npt.NDArray[np.bool_]:
    """Return which numbers lie between two, both included."""
    inside: npt.NDArray[np.bool_] = (numbers >= low) & (numbers <= high)
    return inside


def measured(
    store: Store,
    vectors: Vectors,
    queries: Mapping[str, Vectors],
    computed: Callable[[], float] | None,
) -> list[Json]:
    """Return what each filter takes and finds, for queries of each kind.

    `computed` returns for how many seconds the server has; None: nobody knows.
    """
    return [_measured(store, vectors, queries, computed, *case) for case in CASES]


def _measured(
    store: Store,
    vectors: Vectors,
    queries: Mapping[str, Vectors],
    computed: Callable[[], float] | None,
    name: str,
    only: Filter,
    passes: Callable[[Numbers], npt.NDArray[np.bool_]],
) -> Json:
    numbers = np.arange(len(vectors))
    passing = numbers[passes(numbers)]
    those = vectors if len(passing) == len(vectors) else vectors[passing]
    times: list[float] = []
    before = computed() if computed else 0.0
    shares: dict[str, list[float]] = {kind: [] for kind in queries}
    for kind, of_kind in queries.items():
        for query, similar in zip(of_kind, of_kind @ those.T, strict=True):
            nearest = passing[np.argpartition(-similar, np.arange(min(10, len(similar))))[:10]]
            right = {hash_of(one) for one in nearest.tolist()}
            began = time.perf_counter()
            hits = store.search(query, 10, only)
            times.append(1000 * (time.perf_counter() - began))
            both = right & {hit.content_hash for hit in hits}
            shares[kind].append(len(both) / max(1, len(right)))
    return {
        "name": name,
        "share": len(passing) / len(vectors),
        "p50_ms": float(np.percentile(times, 50)),
        "p95_ms": float(np.percentile(times, 95)),
        "computed_ms": 1000 * (computed() - before) / len(times) if computed else None,
        "recall": {kind: float(np.mean(each)) for kind, each in shares.items()},
        "least": min(map(min, shares.values())),
    }


def cells(row: Json) -> list[str]:
    """Return a row as it is shown."""
    names = ("p50_ms", "p95_ms", "computed_ms")
    times = ["" if row[name] is None else f"{row[name]:.1f}" for name in names]
    shares = [f"{each:.3f}" for each in row["recall"].values()]
    return [row["name"], f"{row['share']:.3%}", *times, *shares, f"{row['least']:.1f}"]
