"""Bursts and events of photos, as the catalog keeps them, and files with the same bytes.

A burst is named after the photo in front of it, an event after its first photo. Photos that stand
alone have no burst, those that do not say when they were taken no event. A photo has no row until
it was looked at, or since something about its event changed: triggers see to that
(`migrations.py`), so whatever ends the program, `ungrouped` tells what is left to do.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
    to_sql,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.photos.maker_notes import MakerSequence

Numbers = npt.NDArray[np.int64]
Kind = Literal["burst", "event"]
Grouped = tuple[int, int | None, int | None]  # photo, burst, event
_EVENT_SECONDS = re.compile(r"\bevent_seconds=(\d{1,9})")
_USUAL_EVENT_SECONDS = 1800
_FEW = 20_000  # photos that are looked at one by one as quickly as all by their index
Place = tuple[int, str]  # folder of the library, and the folder in it, '' or 'a/b'


@dataclass(frozen=True)
class Member:
    """What decides which photos one belongs to."""

    photo_id: int
    name: str
    camera: str
    taken: str  # local time to the second, or ""
    content_hash: str
    sequence: str = ""  # of its maker, as `Metadata` has it

    @property
    def source(self) -> tuple[str, str]:
        """The model of its camera, and which one of it, as far as that is known."""
        sequence = MakerSequence.of(self.sequence)
        return self.camera, sequence.serial if sequence else ""


@dataclass(frozen=True)
class Duplicates:
    """Files with the same bytes: how many bytes, the name of the first, and the photos."""

    content_hash: str
    size: int
    name: str
    photo_ids: tuple[int, ...]

    @property
    def spare(self) -> int:
        """The bytes that all but one of the files take."""
        return self.size * (len(self.photo_ids) - 1)


class PhotoGroups(CatalogPart):
    """The groups of one catalog, for reading."""

    def further_files(self, photo_ids: Numbers) -> int:
        """Return how many of photos (n,) have the same bytes as another one of them."""
        if len(photo_ids) <= _FEW:
            query = (
                "SELECT count(*) - count(DISTINCT content_hash) FROM photo"
                " WHERE id IN (SELECT value FROM json_each(?))"
            )
            return int(self._db.execute(query, (json.dumps(photo_ids.tolist()),)).fetchone()[0])
        rows = self._db.execute(
            "SELECT photo.id, first FROM (SELECT content_hash, min(id) AS first FROM photo"
            " GROUP BY content_hash HAVING count(*) > 1) JOIN photo USING (content_hash)"
        )
        same = np.fromiter(rows, np.dtype([("id", np.int64), ("first", np.int64)]))
        firsts = same["first"][np.isin(same["id"], photo_ids)]
        return len(firsts) - len(np.unique(firsts))

    def rules(self) -> str:
        """Return by which rules the groups were made; "" if none were."""
        row = self._db.execute("SELECT value FROM meta WHERE key = 'groups'").fetchone()
        return "" if row is None else str(row[0])

    def event_seconds(self) -> int:
        """Return the longest pause within an event, by the rules that hold."""
        match = _EVENT_SECONDS.search(self.rules())
        return int(match[1]) if match else _USUAL_EVENT_SECONDS

    def ungrouped(self) -> list[Place]:
        """Return the folders with photos that were not looked at yet."""
        # Every row belongs to a photo, so counting tells whether there are any.
        (photos,) = self._db.execute("SELECT count(*) FROM photo").fetchone()
        (grouped,) = self._db.execute("SELECT count(*) FROM photo_group").fetchone()
        if photos == grouped:
            return []
        rows = self._db.execute(
            "SELECT folder_id, relative FROM photo WHERE NOT EXISTS"
            " (SELECT 1 FROM photo_group WHERE photo_id = photo.id)"
        )
        return sorted({(number, from_sql(path).rpartition("/")[0]) for number, path in rows})

    def members(self, place: Place) -> list[Member]:
        """Return the photos that lie in a folder, without those in folders inside it."""
        folder, inside = place
        rows = self._db.execute(*_lying_in(folder, inside))
        found = ((number, from_sql(relative), *rest) for number, relative, *rest in rows)
        return [
            Member(number, relative.rpartition("/")[2], camera or "", taken or "", *rest)
            for number, relative, camera, taken, *rest in found
            if relative.rpartition("/")[0] == inside
        ]

    def stored(self, photo_ids: Iterable[int]) -> set[Grouped]:
        """Return the rows of photos."""
        groups: set[Grouped] = set()
        for chunk in batched(photo_ids, CHUNK):
            query = (
                f"SELECT photo_id, burst, event FROM photo_group WHERE photo_id IN ({marks(chunk)})"
            )
            groups.update(self._db.execute(query, chunk))
        return groups

    def groups(self, kind: Kind, only: Filter = ALL_PHOTOS) -> tuple[Numbers, Numbers]:
        """Return the photos of a filter that are in a group, ascending, and the group of each.

        int64 (n,) each.
        """
        where, values = only.where()
        those = f" AND photo_id IN (SELECT id FROM photo WHERE {where})" if only else ""
        rows = self._db.execute(
            f"SELECT photo_id, {kind} FROM photo_group WHERE {kind} IS NOT NULL"
            f"{those} ORDER BY photo_id",
            values if only else (),
        )
        pairs = np.fromiter(rows, np.dtype([("id", np.int64), ("group", np.int64)]))
        return pairs["id"], pairs["group"]

    def with_others(self, kind: Kind, hashes: Iterable[str]) -> list[str]:
        """Return contents with all others of their bursts or events, each once."""
        contents = dict.fromkeys(hashes)
        for chunk in batched(list(contents), CHUNK):
            rows = self._db.execute(
                "SELECT content_hash FROM photo WHERE id IN (SELECT photo_id FROM photo_group"
                f" WHERE {kind} IN (SELECT {kind} FROM photo_group JOIN photo ON id = photo_id"
                f" WHERE content_hash IN ({marks(chunk)}))) ORDER BY sort_key, id",
                chunk,
            )
            contents |= dict.fromkeys(content for (content,) in rows)
        return list(contents)

    def sizes(
        self, kind: Kind, numbers: Iterable[int], only: Filter = ALL_PHOTOS
    ) -> dict[int, int]:
        """Return how many photos of a filter each of these bursts or events has."""
        where, values = only.where()
        counts: dict[int, int] = {}
        for chunk in batched(numbers, CHUNK):
            counts.update(
                self._db.execute(
                    f"SELECT {kind}, count(*) FROM photo_group JOIN photo ON photo.id = photo_id"
                    f" WHERE {kind} IN ({marks(chunk)}) AND +({where}) GROUP BY {kind}",
                    (*chunk, *values),
                )
            )
        return counts

    def duplicates(self, only: Filter = ALL_PHOTOS) -> list[Duplicates]:
        """Return the contents that several files of a filter have, the largest files first."""
        where, values = only.where()
        rows = self._db.execute(
            "WITH wanted AS (SELECT id, content_hash, size, name FROM photo"
            f" WHERE {where}) SELECT content_hash, size, name, id FROM wanted WHERE content_hash IN"
            " (SELECT content_hash FROM wanted GROUP BY content_hash HAVING count(*) > 1)"
            " ORDER BY size DESC, content_hash, id",
            values,
        )
        groups = []
        for content_hash, run in groupby(rows, lambda row: row[0]):
            files = list(run)
            _, size, name, _ = files[0]
            numbers = tuple(row[3] for row in files)
            groups.append(Duplicates(content_hash, size, from_sql(name), numbers))
        return groups


def put_groups(db: sqlite3.Connection, rows: Sequence[Grouped]) -> None:
    """Keep the burst and the event of photos."""
    db.executemany(
        "INSERT OR REPLACE INTO photo_group (photo_id, burst, event)"
        " SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM photo WHERE id = ?1)",
        rows,
    )


def begin_groups(db: sqlite3.Connection, rules: str) -> None:
    """Forget all groups, and note by which rules they are made anew."""
    db.execute("DELETE FROM photo_group")
    db.execute("INSERT OR REPLACE INTO meta VALUES ('groups', ?)", (rules,))


def _lying_in(folder: int, inside: str) -> tuple[str, tuple[object, ...]]:
    """Return the query of the photos below a folder, whose paths are texts or bytes."""
    query = (
        "SELECT id, relative, camera, iif(taken_at > '', sort_key, ''), content_hash,"
        " ifnull(sequence, '') FROM photo WHERE folder_id = ?"
    )
    if not inside:
        return query, (folder,)
    kept = to_sql(inside)
    raw = os.fsencode(inside) if isinstance(kept, str) else kept
    query += " AND ((relative > ? AND relative < ?) OR (relative > ? AND relative < ?))"
    text = inside if isinstance(kept, str) else ""  # no text lies in a folder that is none
    return query, (folder, f"{text}/", f"{text}0", raw + b"/", raw + b"0")
