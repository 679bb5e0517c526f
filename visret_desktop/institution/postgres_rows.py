"""Contents as rows of PostgreSQL: what photos say of themselves, and what follows for filters."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from pgvector import HalfVector

from visret_desktop.institution.store import StoredContent
from visret_desktop.library.keyword_paths import SEPARATOR
from visret_desktop.library.records import METADATA_COLUMNS, Metadata
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.places.place import Spot

Row = tuple[Any, ...]
_LONGEST_KEY = 2600  # bytes of a text; an index of PostgreSQL takes some 2700
_WITH_INDEX = ("camera", "lens", "format", "color_label")


def content_rows(contents: Sequence[StoredContent]) -> list[Row]:
    """Return contents as rows: hash, the schema's `COLUMNS`, vector."""
    points = {
        one.content_hash: (one.metadata.latitude, one.metadata.longitude)
        for one in contents
        if one.metadata.latitude is not None and one.metadata.longitude is not None
    }
    spots: dict[str, Spot] = {}
    if points:
        degrees = np.array([*points.values()], np.float64)
        spots = dict(zip(points, Gazetteer.open().spots(degrees[:, 0], degrees[:, 1]), strict=True))
    return [
        (
            UUID(one.content_hash),
            *_values_of(one.metadata),
            *_derived(one.metadata, spots.get(one.content_hash)),
            HalfVector(np.asarray(one.vector, np.float32)),
        )
        for one in contents
    ]


def key_of(text: str) -> str:
    """Return a text as it stands where an index is, and is asked for: cut if it is too long."""
    return text.encode()[:_LONGEST_KEY].decode(errors="ignore")


def _values_of(metadata: Metadata) -> Iterator[Any]:
    for name in METADATA_COLUMNS:
        value = getattr(metadata, name)
        if name in _WITH_INDEX and value is not None:
            value = key_of(value)
        yield list(value) if isinstance(value, tuple) else value


def _derived(metadata: Metadata, spot: Spot | None) -> Row:
    sort_key = (metadata.taken_at or "")[:19]
    try:
        weekday = datetime.fromisoformat(sort_key).isoweekday()
    except ValueError:
        weekday = None
    paths = sorted({key_of(path) for word in metadata.keywords for path in _with_those_above(word)})
    place = (spot.country, spot.region, spot.town) if spot else (None, None, None)
    return (sort_key, weekday, paths, *place)


def _with_those_above(keyword: str) -> Iterator[str]:
    """Yield a keyword such as "Animals|Birds", and each one above it."""
    yield keyword
    while SEPARATOR in keyword:
        keyword = keyword.rpartition(SEPARATOR)[0]
        yield keyword
