"""Queries from words to described photos, warm; alone, in growing libraries, and while indexing."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from bench.pictures import write_pictures
from bench.random_pack import write_random_pack
from bench.speed.desk import STARTER, Desk, percentiles
from bench.speed.rows import Row
from visret_desktop import file_changes, settings
from visret_desktop.engine.caches.search_caches import SearchCaches
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import (
    Finished,
    IndexFolders,
    Message,
    Progress,
    QueryTerm,
    Ranked,
    Search,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.processes import own_python

_MS = 50.0
_GROWTH = 1.3
_INDEXING_MS = 150.0
_OVERHEAD = 0.03
_INDEX_JOB = 1


def queries(desk: Desk) -> Iterator[Row]:
    """Text queries over 10,000 and 100,000 photos."""
    small, large = desk.size(10_000, 1_000), desk.size(100_000, 10_000)
    times = {count: _query_times(desk, count) for count in (small, large)}
    for count, (median, slow) in times.items():
        is_aim = count == 100_000
        yield Row(
            f"query-{count}",
            median,
            "ms",
            aim="value at most" if is_aim else None,
            target=_MS if is_aim else None,
            detail=f"median; p95 {slow:.1f} ms; with {desk.encoder}",
        )
    yield Row(
        "query, ten times the photos",
        times[large][0],
        "ms",
        times[large][0] / times[small][0],
        f"{large} photos / {small} photos",
        "ratio at most",
        _GROWTH,
        is_full=not desk.is_quick,
    )


def while_indexing(desk: Desk) -> Iterator[Row]:
    """Queries through the engine process while it indexes at full speed."""
    root = desk.work / "while-indexing"
    asked = desk.size(30, 5)
    seconds = _seconds_while_indexing(root, desk.size(1000, 150), asked)[1:]
    if not seconds:
        return
    median, slow = percentiles(seconds)
    yield Row(
        "query while indexing",
        median,
        "ms",
        aim="value at most",
        target=_INDEXING_MS,
        detail=f"median of {len(seconds)}; p95 {slow:.1f} ms",
    )


def visret(desk: Desk) -> Iterator[Row]:
    """What a search with sketches takes beyond the models' own time."""
    count = desk.size(10_000, 500)
    with desk.library(count, STARTER, m=3) as library:
        _ask(library, "a tarn heron standing", "visret")  # loads the models
        summaries = [
            _ask(library, "a tarn heron standing", "visret", seed=100 * number)
            for number in range(1, desk.size(11, 3))
        ]
    seconds = sum(summary["seconds"] for summary in summaries)
    overhead = sum(summary["overhead_seconds"] for summary in summaries)
    yield Row(
        "visret overhead",
        1000 * overhead / len(summaries),
        "ms",
        overhead / seconds,
        "beyond the models / whole search",
        "ratio at most",
        _OVERHEAD,
        f"{count} photos, 3 sketches; whole search {seconds / len(summaries):.2f} s",
    )


def _query_times(desk: Desk, count: int) -> tuple[float, float]:
    asked = desk.size(100, 20)
    with desk.library(count, desk.encoder) as library:
        _ask(library, "warm up", "original")
        seconds = []
        for number in range(asked):
            library.caches = SearchCaches(library.paths, library.settings)
            started = time.perf_counter()
            _ask(library, f"a bird at the lake, number {number}", "original")
            seconds.append(time.perf_counter() - started)
    return percentiles(seconds)


def _ask(library: Library, words: str, strategy: str, seed: int = 0) -> dict[str, float]:
    settings = library.settings
    terms = (QueryTerm(words),)
    request = Search(
        terms=terms,
        top_k=settings.top_k,
        strategy=strategy,
        m=settings.m,
        seed=seed,
        draw_all=True,
    )
    for event in search(library, request):
        if isinstance(event, Finished):
            return event.summary
    raise AssertionError("a search ended without its ending")


# ---- through the engine process ------------------------------------------------------------------


def _seconds_while_indexing(root: Path, pictures: int, queries: int) -> list[float]:
    """Return seconds per query, all of them answered while indexing ran."""
    file_changes.claim(root)  # a profile is made here; else what is in it would be somebody's
    write_pictures(root / "pictures", pictures, 500, 375)
    write_random_pack("ViT-B-32", root / "packs" / "random")
    settings.save(root / "settings.json", settings.Settings(encoder="random"))
    directories = {f"VISRET_{name}_DIR": str(root) for name in ("DATA", "CACHE", "CONFIG")}
    with subprocess.Popen(
        own_python.program("engine"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **directories},
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        try:
            return _ask_engine(engine.stdin, engine.stdout, root / "pictures", queries)
        finally:
            engine.kill()


def _ask_engine(jobs: IO[str], events: IO[str], folder: Path, queries: int) -> list[float]:
    _send(jobs, IndexFolders(_INDEX_JOB, (str(folder),)))
    while not (isinstance(event := parse_line(events.readline()), Progress) and event.done > 20):
        pass  # until some photos are indexed
    seconds: list[float] = []
    for number in range(queries):
        started = time.perf_counter()
        _send(jobs, Search(_INDEX_JOB + 1 + number, (QueryTerm(f"a bird, number {number}"),)))
        while not isinstance(event := parse_line(events.readline()), Ranked):
            if isinstance(event, Finished) and event.job == _INDEX_JOB:
                return seconds  # from here on the machine would be idle
        seconds.append(time.perf_counter() - started)
        time.sleep(0.3)
    return seconds


def _send(jobs: IO[str], message: Message) -> None:
    jobs.write(message.to_line())
    jobs.flush()
