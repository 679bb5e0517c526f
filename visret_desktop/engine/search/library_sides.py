"""One page of a library with two sides: what each encoder finds among the photos that it is for.

Similarities of two encoders cannot be compared. Bands can: they say how far a hit stands above
ordinary phrases. So the better bands come first, and within one the sides take turns by rank. What
answers nothing is closest to the query on a side that has answers. Where no side has any, and while
one types, which brings no verdict, a person's own photos come before the demonstration.

Nothing is drawn for the demonstration where own photos answer: what draws knows none of these.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from visret_desktop.engine.messages import Finished, Hit, Message, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.retrieval.confidence_bands import BANDS

SearchOne = Callable[[Library, Search], Iterator[Message]]


def search_sides(library: Library, request: Search, search_one: SearchOne) -> Iterator[Message]:
    """Answer a request on each side that has photos of its filter; yield one page of all.

    Raises:
        UsageError: no side can answer, such as for an example picture that is not there.
        Exception: whatever `search_one` raises.
    """
    asked = [(side, _only(side, request)) for side in library.sides]
    if len(asked) > 1:
        asked = [each for each in asked if library.reader.counts(each[1].filter)[0]] or asked[:1]
    if len(asked) == 1:
        ((side, only),) = asked
        yield from search_one(side, only)
        return
    yield from _joined(asked, request, search_one)


def _only(side: Library, request: Search) -> Search:
    """Return the request for the folders of a side."""
    if side.folders is None:
        return request
    (own,) = Filter.of(folder=sorted(side.folders)).conditions
    return replace(request, filter=Filter((*request.filter.conditions, own)))


def _joined(
    asked: Sequence[tuple[Library, Search]], request: Search, search_one: SearchOne
) -> Iterator[Message]:
    pages: list[Ranked] = []
    results: dict[str, Any] = {}
    refusal: UsageError | None = None
    for number, (side, only) in enumerate(asked):
        is_last = number == len(asked) - 1
        if any(page.found > 0 for page in pages):
            only = replace(only, m=0)
        try:
            for message in search_one(side, only):
                if isinstance(message, Ranked):
                    pages[number:] = [message]
                    yield _page(pages, request, is_whole=is_last)
                elif isinstance(message, Finished):
                    results = _added(results, message.summary)
                else:
                    yield message
        except UsageError as error:  # an example picture of the other side
            refusal = error
    if not results and refusal is not None:
        raise refusal
    yield Finished(request.job, {**results, "hits": len(_merged(pages, request))})


def _page(pages: Sequence[Ranked], request: Search, *, is_whole: bool) -> Ranked:
    """Return what is known so far as one ranking."""
    hits = _merged(pages, request)
    is_settled = is_whole and all(page.is_settled for page in pages)
    is_judged = is_settled and any(page.found >= 0 for page in pages)
    # These photos are closest only if no side, the last one neither, has an answer.
    is_unknown = is_settled and not any(page.found > 0 for page in pages)
    return replace(
        pages[-1],
        hits=hits,
        answered=any(page.answered for page in pages),
        lists=tuple(dict.fromkeys(name for page in pages for name in page.lists)),
        nothing_matches=is_settled and all(page.nothing_matches for page in pages),
        is_settled=is_settled,
        beyond=next((page.beyond for page in pages if page.beyond), ()) if is_unknown else (),
        found=sum(max(page.found, 0) for page in pages) if is_judged else -1,
    )


def _merged(pages: Sequence[Ranked], request: Search) -> tuple[Hit, ...]:
    is_settled = all(page.is_settled for page in pages)
    own_first = is_settled or request.is_typed
    # Where one side gives no verdict, its hits answer nothing that the other one has answers to.
    # That it has none says nothing of a side that still waits for its verdict.
    is_judged = max(page.found for page in pages) >= (0 if is_settled else 1)
    hits_of_sides = []
    for number, page in enumerate(pages):
        places = Counter[int]()  # in the band: what is named has no more turns before the others
        for hit in page.hits:
            band = hit.band or "weak"
            group = 0 if hit.named else 1 + BANDS.index(band)
            turn = _turn(page, number, own_first=own_first) if band == "weak" else 0
            places[group] += 1
            hits_of_sides.append((group, turn, places[group], number, hit))
    hits_of_sides.sort(key=lambda each: each[:4])
    none = "weak" if is_judged else ""
    return tuple(
        structs.replace(hit, rank=rank, band=none if hit.band in ("", "weak") else hit.band)
        for rank, (*_, hit) in enumerate(hits_of_sides[: request.top_k], 1)
    )


def _turn(page: Ranked, number: int, *, own_first: bool) -> int:
    """Return when a side's hits that answer nothing have their turn; sides of one turn share it."""
    if page.found > 0:
        return 0
    return 1 + number if own_first else 1


def _added(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of two searches as those of one: times and counts add up."""
    joined = {**other, **one}
    for name, value in other.items():
        if isinstance(value, int | float) and isinstance(one.get(name), int | float):
            joined[name] = one[name] + value
    return joined
