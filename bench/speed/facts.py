"""A million photos with facts: filtered queries, facets, timeline."""

import time
from collections.abc import Callable, Iterator

import numpy as np

from bench.speed.desk import SHARES, STARTER, Desk
from bench.speed.rows import Row
from visret_desktop.engine.messages import QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.library.catalog.fact_columns import FACETS
from visret_desktop.library.catalog.filter_values import Area, Hours, Rating, Span
from visret_desktop.library.catalog.photo_filter import Filter

_FILTERED_MS, _FACETS_MS, _OPENING_MS = 60.0, 100.0, 200.0
_SHOWN = 520  # values of a facet that the window asks for at most
_QUERIES = 9
_SHARE = 0.12  # of the photos, which a fact may leave here at most


def facts(desk: Desk) -> Iterator[Row]:
    """Queries with one fact, facets and timeline, at a million photos."""
    count = desk.size(1_000_000, 20_000)
    with desk.library(count, STARTER) as library:
        yield _filtered(desk, library, count)
        yield from _counted(desk, library, count)


def _filtered(desk: Desk, library: Library, count: int) -> Row:
    """Measure queries with one fact, once the labels of photos are in memory."""
    _ask(library, Filter(), 0)
    started = time.perf_counter()
    library.indexes.read_labels()
    reading = time.perf_counter() - started
    times = {}
    for name, only in _filters().items():
        _ask(library, only, 0)
        each = [_ask(library, only, number) for number in range(1, _QUERIES)]
        times[name] = (float(np.median(each)), library.reader.counts(only)[0] / count)
    fits = {name: ms for name, (ms, share) in times.items() if share <= _SHARE}
    slowest = max(fits, key=lambda name: fits[name])
    said = ", ".join(f"{name} {ms:.0f} ms ({share:.1%})" for name, (ms, share) in times.items())
    return Row(
        "query with one fact",
        fits[slowest],
        "ms",
        aim="value at most",
        target=_FILTERED_MS,
        detail=f"{count} photos, median beyond the encoder, the slowest fact that leaves a tenth at"
        f" most; {said}; the labels of photos are read once, in the background, in {reading:.1f} s",
        is_full=not desk.is_quick,
    )


def _filters() -> dict[str, Filter]:
    """Return filters of one fact."""
    fields = ("camera", "keyword")
    shares = {
        f"{field}:{name}": Filter.of(**{field: [name]}) for field in fields for name in SHARES
    }
    return {
        **shares,
        "year": Filter.of(taken=[Span("2023", "2024")]),
        "month": Filter.of(taken=[Span("2023-05", "2023-06")]),
        "day": Filter.of(taken=[Span("2023-05-03", "2023-05-04")]),
        "every May": Filter.of(month=[5]),
        "hour": Filter.of(hour=[Hours("06:00", "07:00")]),
        "Sundays": Filter.of(weekday=[7]),
        "area": Filter.of(area=[Area(40, 0, 55, 30)]),
        "rating": Filter.of(rating=[Rating(5, 5)]),
        "folder": Filter.of(folder=[1]),
    }


def _counted(desk: Desk, library: Library, count: int) -> Iterator[Row]:
    """Measure what the window counts, warm, in all photos and in a tenth of them."""
    started = time.perf_counter()
    columns = library.reader.fact_columns()
    for facet in FACETS:
        columns.read(facet)
    reading = time.perf_counter() - started
    tenth = columns.rows_of(library.reader.photo_ids("date", Filter.of(camera=["many"])))
    of_all = _best_ms(lambda: [columns.counts(facet, None, _SHOWN) for facet in FACETS])
    of_some = _best_ms(lambda: [columns.counts(facet, tenth, _SHOWN) for facet in FACETS])
    full = not desk.is_quick
    yield Row(
        "facets",
        max(of_all, of_some),
        "ms",
        aim="value at most",
        target=_FACETS_MS,
        detail=f"all {len(FACETS)} of {count} photos: {of_all:.0f} ms, of a tenth of them"
        f" {of_some:.0f} ms; the columns are read once, in the background, in {reading:.1f} s",
        is_full=full,
    )
    timeline = _best_ms(lambda: (columns.years(), columns.months()))
    detail = f"years and months of {count} photos"
    yield Row("timeline", timeline, "ms", None, "", "value at most", _OPENING_MS, detail, full)


def _ask(library: Library, only: Filter, number: int) -> float:
    """Search among a filter's photos; return the milliseconds beyond the encoder."""
    terms = (QueryTerm(f"a bird at the lake, number {number}"),)
    request = Search(terms=terms, top_k=library.settings.top_k, filter=only)
    started, encoding = time.perf_counter(), 0.0
    for event in search(library, request):
        if isinstance(event, Ranked):
            encoding = sum(event.timings.get(name, 0.0) for name in ("encode", "load"))
            if not event.is_settled:  # the photos are shown; the verdict follows
                break
    return 1000 * (time.perf_counter() - started - encoding)


def _best_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * min(times)
