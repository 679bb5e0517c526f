"""Searches by the share of photos that pass a filter: milliseconds, and what is found.

What is right is what NumPy finds by comparing all of those that pass.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.institution.drawn_photos import Floats, beside, hash_of
from visret_desktop.institution.store import Store
from visret_desktop.library.catalog.filter_values import Range, Rating
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

Json = dict[str, Any]
Numbers = npt.NDArray[np.int64]
HEADERS = ("photos that pass", "share", "p50 ms", "p95 ms", "recall@10", "least")
_QUERIES = 50
# A name, the filter, and which photos pass it, by their numbers.
CASES: tuple[tuple[str, Filter, Callable[[Numbers], npt.NDArray[np.bool_]]], ...] = (
    ("all", ALL_PHOTOS, lambda n: n >= 0),
    ("a camera", Filter.of(camera=["by ten 3"]), lambda n: n % 10 == 3),
    ("an ISO speed", Filter.of(iso=[Range(7, 7)]), lambda n: n // 11 % 100 == 7),
    ("a focal length", Filter.of(focal=[Range(7, 7)]), lambda n: n // 13 % 1000 == 7),
    (
        "camera, ISO speed and rating",
        Filter.of(camera=["by ten 3"], iso=[Range(7, 9)], rating=[Rating(1, 3)]),
        lambda n: (
            (n % 10 == 3) & np.isin(n // 11 % 100, (7, 8, 9)) & np.isin(n // 7 % 5, (1, 2, 3))
        ),
    ),
)


def measured(store: Store, vectors: Floats) -> list[Json]:
    """Return what each filter takes and finds."""
    return [_measured(store, vectors, *case) for case in CASES]


def _measured(
    store: Store,
    vectors: Floats,
    name: str,
    only: Filter,
    passes: Callable[[Numbers], npt.NDArray[np.bool_]],
) -> Json:
    numbers = np.arange(len(vectors))
    passing = numbers[passes(numbers)]
    times, shares = [], []
    for query in beside(vectors, _QUERIES, seed=46):
        similar = vectors[passing] @ query if len(passing) < len(vectors) else vectors @ query
        right = {hash_of(one) for one in passing[np.argsort(-similar, kind="stable")[:10]].tolist()}
        began = time.perf_counter()
        hits = store.search(query, 10, only)
        times.append(1000 * (time.perf_counter() - began))
        both = right & {hit.content_hash for hit in hits}
        shares.append(len(both) / max(1, len(right)))
    return {
        "name": name,
        "share": len(passing) / len(vectors),
        "p50_ms": float(np.percentile(times, 50)),
        "p95_ms": float(np.percentile(times, 95)),
        "recall": float(np.mean(shares)),
        "least": min(shares),
    }


def cells(row: Json) -> list[str]:
    """Return a row as it is shown."""
    times = [f"{row[name]:.1f}" for name in ("p50_ms", "p95_ms")]
    shares = [f"{row['recall']:.3f}", f"{row['least']:.1f}"]
    return [row["name"], f"{row['share']:.3%}", *times, *shares]
