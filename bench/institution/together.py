"""Several searchers at once, each a process of its own, without and beside a writer."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count, cycle, islice
from typing import Any

import numpy as np

from bench.embeddings import Embeddings
from bench.institution.drawn_photos import write
from bench.institution.filters import CASES
from bench.speed.fresh_process import call
from visret_desktop.institution.postgres_store import WAITING_MOST, PostgresStore
from visret_desktop.institution.store import Store

Json = dict[str, Any]
HEADERS = ("four searchers", "written/s", "queries/s", *(f"{name}, p50 ms" for name, *_ in CASES))
_SEARCHERS = 4
_OFFERED = 400  # photos a second, if the server takes so many
_BATCH = 100  # photos, some two of an actor
_SEARCH = f"{__name__}:search"


def measured(address: str, store: Store, photos: int, seconds: float) -> list[Json]:
    """Return what searchers take alone, and beside a writer of more than these photos.

    Where there is a graph, also once as many photos wait for it as may; and then what people take
    of whom each asks once a second.
    """
    run = partial(_measured, address, store, photos, seconds)
    rows = [run("alone", writes=False), run("beside a writer", writes=True)]
    if store.counts().is_indexed:
        _write(store, photos, WAITING_MOST)
        rows.append(run("beside a writer, many waiting", writes=True))
        rows.append(run("once a second each, beside a writer", writes=True, pause=1.0))
    return rows


def search(address: str, photos: str, seconds: str, searcher: str, pause: str) -> Json:
    """Search by one filter after the other; return the milliseconds of each, by its name."""
    times: dict[str, list[float]] = {name: [] for name, *_ in CASES}
    with PostgresStore(address) as store:
        drawn = Embeddings(int(photos), store.space.dimension).photos(200 * _SEARCHERS)
        queries = cycle(drawn[int(searcher) :: _SEARCHERS])
        cases = islice(cycle(CASES), int(searcher), None)
        end = time.monotonic() + float(seconds)
        while time.monotonic() < end or not all(times.values()):
            name, only, _ = next(cases)
            began = time.perf_counter()
            store.search(next(queries), 10, only)
            took = time.perf_counter() - began
            times[name].append(1000 * took)
            time.sleep(max(0.0, float(pause) - took))
    return times


def _measured(
    address: str,
    store: Store,
    photos: int,
    seconds: float,
    name: str,
    *,
    writes: bool,
    pause: float = 0.0,
) -> Json:
    with ThreadPoolExecutor(_SEARCHERS) as threads:
        of_all = (address, str(photos), str(seconds))
        searchers = [
            threads.submit(call, _SEARCH, *of_all, str(searcher), str(pause))
            for searcher in range(_SEARCHERS)
        ]
        written = _written_a_second(store, photos, searchers) if writes else 0.0
    times = {case: _times(case, searchers) for case, *_ in CASES}
    return {
        "name": name,
        "written_a_second": written,
        "queries_a_second": sum(map(len, times.values())) / seconds,
        "p50_ms": {case: float(np.percentile(each, 50)) for case, each in times.items()},
        "p95_ms": {case: float(np.percentile(each, 95)) for case, each in times.items()},
    }


def _written_a_second(store: Store, photos: int, searchers: Sequence["Future[Json]"]) -> float:
    """Write while somebody searches, no quicker than offered; return how many a second."""
    began, written = time.monotonic(), 0
    for written in _written(store, photos):
        if all(one.done() for one in searchers):
            break
        time.sleep(max(0.0, began + written / _OFFERED - time.monotonic()))
    return written / (time.monotonic() - began)


def _write(store: Store, photos: int, most: int) -> None:
    next(written for written in _written(store, photos) if written >= most)


def _written(store: Store, photos: int) -> Iterator[int]:
    """Write batches of photos that are not there yet; yield how many were written."""
    vectors = Embeddings(photos, store.space.dimension).photos(40 * _BATCH)[20 * _BATCH :]
    first = store.counts().contents
    for start in count(0, _BATCH):
        part = np.arange(start, start + _BATCH)
        write(store, (first + part).tolist(), vectors[part % len(vectors)])
        yield start + _BATCH


def _times(name: str, searchers: Sequence["Future[Json]"]) -> list[float]:
    return [time for one in searchers for time in one.result()[name]]


def cells(row: Json) -> Iterator[str]:
    """Yield a row as it is shown."""
    yield row["name"]
    yield f"{row['written_a_second']:,.0f}"
    yield f"{row['queries_a_second']:,.0f}"
    yield from (f"{each:.1f}" for each in row["p50_ms"].values())
