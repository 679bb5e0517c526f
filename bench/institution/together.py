"""Several searchers at once, each a process of its own, without and beside a writer."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle
from typing import Any

import numpy as np

from bench.embeddings import Embeddings
from bench.institution.drawn_photos import write
from bench.institution.filters import CASES
from bench.speed.fresh_process import call
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import Store

Json = dict[str, Any]
HEADERS = ("four searchers", "written/s", "queries/s", *(f"{name}, p50 ms" for name, *_ in CASES))
_SEARCHERS = 4
_OFFERED = 400  # photos a second, if the server takes so many
_BATCH = 100  # photos, some two of an actor
_SEARCH = f"{__name__}:search"


def measured(address: str, store: Store, photos: int, seconds: float) -> list[Json]:
    """Return what searchers take alone, and beside a writer of more than these photos."""
    return [_measured(address, store, photos, seconds, writes=one) for one in (False, True)]


def search(address: str, photos: str, seconds: str, searcher: str) -> Json:
    """Search by one filter after the other; return the milliseconds of each, by its name."""
    times: dict[str, list[float]] = {name: [] for name, *_ in CASES}
    with PostgresStore(address) as store:
        drawn = Embeddings(int(photos), store.space.dimension).photos(200 * _SEARCHERS)
        queries = cycle(drawn[int(searcher) :: _SEARCHERS])
        end = time.monotonic() + float(seconds)
        while time.monotonic() < end:
            for name, only, _ in CASES:
                began = time.perf_counter()
                store.search(next(queries), 10, only)
                times[name].append(1000 * (time.perf_counter() - began))
    return times


def _measured(address: str, store: Store, photos: int, seconds: float, *, writes: bool) -> Json:
    with ThreadPoolExecutor(_SEARCHERS) as threads:
        searchers = [
            threads.submit(call, _SEARCH, address, str(photos), str(seconds), str(searcher))
            for searcher in range(_SEARCHERS)
        ]
        written = _written_a_second(store, photos, searchers) if writes else 0.0
    times = {name: _times(name, searchers) for name, *_ in CASES}
    return {
        "written_a_second": written,
        "queries_a_second": sum(map(len, times.values())) / seconds,
        "p50_ms": {name: float(np.percentile(each, 50)) for name, each in times.items()},
        "p95_ms": {name: float(np.percentile(each, 95)) for name, each in times.items()},
    }


def _written_a_second(store: Store, photos: int, searchers: Sequence["Future[Json]"]) -> float:
    """Write while somebody searches, no quicker than offered; return how many a second."""
    vectors = Embeddings(photos, store.space.dimension).photos(40 * _BATCH)[20 * _BATCH :]
    began, count = time.monotonic(), 0
    while not all(one.done() for one in searchers):
        part = np.arange(count, count + _BATCH)
        write(store, (photos + part).tolist(), vectors[part % len(vectors)])
        count += _BATCH
        time.sleep(max(0.0, began + count / _OFFERED - time.monotonic()))
    return count / (time.monotonic() - began)


def _times(name: str, searchers: Sequence["Future[Json]"]) -> list[float]:
    return [time for one in searchers for time in one.result()[name]]


def cells(row: Json) -> Iterator[str]:
    """Yield a row as it is shown."""
    yield "beside a writer" if row["written_a_second"] else "alone"
    yield f"{row['written_a_second']:,.0f}"
    yield f"{row['queries_a_second']:,.0f}"
    yield from (f"{each:.1f}" for each in row["p50_ms"].values())
