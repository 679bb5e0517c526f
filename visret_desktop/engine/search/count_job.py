"""Count what a search finds, for nobody who waits: by its words and pictures, as they are."""

from collections.abc import Iterator
from dataclasses import replace

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import CountFound, Finished, Message, Ranked
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search

_MOST = 100_000  # photos that may be found


def count_found(
    library: Library, asked: CountFound, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Yield `Finished` with `found` and `contents`. Raises as `search` does."""
    if not library.reader.counts(asked.search.filter)[0]:
        yield Finished(asked.job, {"found": 0, "contents": [], "confident": []})
        return
    whole = replace(asked.search, strategy="original", top_k=_MOST, instructions=(), sketches=())
    last = Ranked()
    for event in search(library, whole, control):
        if isinstance(event, Ranked):
            last = event
    contents = [hit.content_hash for hit in last.hits[: max(0, last.found)]]
    confident = [hit.content_hash for hit in last.hits if hit.band == "confident"]
    body = {"found": last.found, "contents": contents, "confident": confident}
    yield Finished(asked.job, body)
