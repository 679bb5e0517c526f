"""Which of the photos that a search found a question is put to; the same for all front ends."""

from collections.abc import Collection, Sequence

from visret_desktop.engine.messages import AskedPhoto, Hit

MOST = 100  # photos


def photos_to_ask(
    hits: Sequence[Hit],
    found: int,
    *,
    is_compared: bool,
    images: int = 0,
    chosen: Collection[str] = (),
    dropped: Collection[str] = (),
) -> tuple[AskedPhoto, ...]:
    """Return the photos that a question is about, best first.

    Only those that answer the query, where the search can tell (`found`; -1: it cannot), and the
    closest ones where it says that none stands out: a wrong photo makes a wrong answer. Whoever
    wants more of them (`images`) gets the next ones. Of compared things, one that nothing was found
    of gets the closest ones, too. Of a burst the best photo is asked, the rest of it after all
    other photos: three frames of one moment are one witness. `chosen` photos are asked instead,
    `dropped` ones never; both are content hashes.
    """
    count = max(found, images) if found > 0 else len(hits)
    wanted = [hit for hit in hits if hit.content_hash in chosen] if chosen else hits[:count]
    kept = [hit for hit in wanted if hit.content_hash not in dropped]
    if is_compared and not chosen:
        there = {hit.column for hit in kept}
        missing = (hit for hit in hits if hit.column >= 0 and hit.column not in there)
        closest = [hit for hit in missing if hit.content_hash not in dropped]
        kept = [*closest[: MOST // 2], *kept]  # there is room for those found
    if not chosen:
        kept = _moments_first(kept)
    # A hit that is named has no column of its own: it may show any of the things compared.
    return tuple(
        AskedPhoto(hit.content_hash, hit.column if is_compared else 0) for hit in kept[:MOST]
    )


def _moments_first(hits: Sequence[Hit]) -> list[Hit]:
    """Return the best hit of each moment and of each thing compared, then the others."""
    best: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        if hit.burst:
            best.setdefault((hit.column, hit.burst), hit)
    first = [hit for hit in hits if not hit.burst or best[hit.column, hit.burst] is hit]
    return first + [hit for hit in hits if hit.burst and best[hit.column, hit.burst] is not hit]
