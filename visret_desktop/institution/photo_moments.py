"""Bursts and events on a server: worked out when they are asked for, around the named photo.

A desktop keeps them for its grid. Here only a filter asks, by one or a few photos, and what belongs
to these lies in their folders; so nothing has to be kept up to date while others write. The rules
are the desktop's (`bursts_and_events.py`), with its usual settings for everybody.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

import numpy as np

from visret_desktop.institution.store import Vector
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.retrieval import bursts_and_events
from visret_desktop.retrieval.bursts_and_events import GroupRules

if TYPE_CHECKING:
    import psycopg

KINDS = ("burst", "event")
_RULES = GroupRules()
_SAMPLE = 512  # photos that show what is usual
_FEWEST = 32  # photos; fewer show nothing of what is usual
_USUAL = 0.5  # then
_EPOCH = datetime(1970, 1, 1)
_AT_ONCE = 2048  # photos whose vectors are in memory
_LYING_IN = (
    "SELECT path, content_hash, coalesce(camera, ''), sort_key FROM file JOIN photo"
    " USING (content_hash) WHERE path > %s AND path < %s AND taken_at > ''"
    " AND position('\\x2f'::bytea IN substr(path, %s)) = 0"
)


class _Member(NamedTuple):
    camera: str
    taken: int  # seconds of local time
    path: bytes
    content_hash: UUID


def moment(db: "psycopg.Connection[Any]", condition: Condition, files_of: Any) -> list[bytes]:
    """Return the paths of all files of the bursts or events that a condition asks for.

    `files_of` returns the SQL of files by paths or names.
    """
    clause = files_of(condition.values)
    query = f"SELECT path FROM file WHERE {clause.sql.replace('?', '%s')}"
    named = {row[0] for row in db.execute(query, clause.values)}
    groups = (
        _events(members) if condition.field == "event" else _bursts(db, members)
        for members in _folders(db, named)
    )
    return [
        one.path
        for each in groups
        for group in each
        if any(one.path in named for one in group)
        for one in group
    ]


def _folders(db: "psycopg.Connection[Any]", named: Iterable[bytes]) -> Iterator[list[_Member]]:
    """Yield the dated photos in the folder of each file, by camera and time."""
    for folder in sorted({path.rpartition(b"/")[0] for path in named}):
        rows = db.execute(_LYING_IN, (folder + b"/", folder + b"0", len(folder) + 2))
        members = [
            _Member(camera, seconds, path, content_hash)
            for path, content_hash, camera, taken in rows
            if (seconds := _seconds(taken)) is not None
        ]
        yield sorted(members, key=lambda one: one[:3])


def _events(members: Sequence[_Member]) -> list[list[_Member]]:
    if not members:
        return []
    groups: dict[int, list[_Member]] = {}
    firsts = bursts_and_events.events(*_arrays(members), _RULES)
    for one, first in zip(members, firsts.tolist(), strict=True):
        groups.setdefault(first, []).append(one)
    return [*groups.values()]


def _bursts(db: "psycopg.Connection[Any]", members: Sequence[_Member]) -> list[list[_Member]]:
    if not members:
        return []
    continues = bursts_and_events.near_in_time(*_arrays(members), _RULES).copy()
    wanted = np.flatnonzero(continues)
    usual = _usual(db) if len(wanted) else _USUAL
    for start in range(0, len(wanted), _AT_ONCE):
        chosen = wanted[start : start + _AT_ONCE]
        vectors = _vectors(
            db, {members[at].content_hash for n in chosen.tolist() for at in (n - 1, n)}
        )
        one, other = (
            np.stack([vectors[members[n - back].content_hash] for n in chosen.tolist()])
            for back in (1, 0)
        )
        alike = bursts_and_events.likeness(np.einsum("nd,nd->n", one, other), usual)
        continues[chosen] = alike >= _RULES.burst_likeness
    return [[members[n] for n in burst] for burst in bursts_and_events.bursts(continues)]


def _arrays(members: Sequence[_Member]) -> tuple[Any, Any]:
    cameras = {one: number for number, one in enumerate({m.camera: None for m in members})}
    return (
        np.array([cameras[one.camera] for one in members], np.int64),
        np.array([one.taken for one in members], np.int64),
    )


def _usual(db: "psycopg.Connection[Any]") -> float:
    """Return how near two photos of the library are by chance; hashes are in no order."""
    rows = db.execute("SELECT vector FROM photo ORDER BY content_hash LIMIT %s", (_SAMPLE,))
    sample = [row[0].to_numpy().astype(np.float32) for row in rows]
    if len(sample) < _FEWEST:
        return _USUAL
    return bursts_and_events.usual_similarity(np.stack(sample))


def _vectors(db: "psycopg.Connection[Any]", hashes: Iterable[UUID]) -> dict[UUID, Vector]:
    query = "SELECT content_hash, vector FROM photo WHERE content_hash = ANY (%s)"
    return {
        content_hash: vector.to_numpy().astype(np.float32)
        for content_hash, vector in db.execute(query, ([*hashes],))
    }


def _seconds(taken: str) -> int | None:
    """Return local time as a number of seconds; None: it is no time."""
    try:
        return int((datetime.fromisoformat(taken[:19]) - _EPOCH).total_seconds())
    except (ValueError, TypeError):  # cameras write any digits
        return None
