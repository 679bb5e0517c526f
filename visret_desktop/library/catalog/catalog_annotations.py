"""Annotations of photos: tags, ratings, identifications, locations; judgments as SQL sees them.

An annotation belongs to a content, so copies share it and moved photos keep it. Filters, the map
and the index of words need some of it in the table of photos: own tags beside the file's keywords,
the own rating, and the own location if the file has none. It is copied there whenever an annotation
or a photo changes.

Judgments are in a file of their own (`judgments.py`), which SQL reads whenever a query needs it.
"""

import json
import logging
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.errors import UsageError
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
    to_sql,
)
from visret_desktop.library.catalog.catalog_facts import EACH_NAME
from visret_desktop.library.catalog.catalog_text import put_words
from visret_desktop.library.keyword_paths import last_part
from visret_desktop.library.records import MOST_KEYWORDS, AcceptedName, Notes, OwnPlace, Stars, Text
from visret_desktop.library.stored_values import read, read_text, stored

_log = logging.getLogger(__name__)


def let_ask_for_marks(
    connection: sqlite3.Connection, judgments: Callable[[], Path] | None
) -> sqlite3.Connection:
    """Give a connection `marked_contents(mark)`: JSON of the content hashes with a mark.

    A mark is 'right', 'wrong' or 'marked', for any query. `judgments` names the file, None: there
    is none.
    """

    def marked_contents(mark: str) -> str:
        if judgments is None:
            return "[]"
        try:
            kept = Judgments.open(judgments())
        except (UsageError, OSError) as error:
            _log.warning("no photo counts as marked: %s", error)
            return "[]"
        found = kept.marked(True) if mark != "wrong" else set[str]()
        return json.dumps(sorted(found | kept.marked(False) if mark != "right" else found))

    connection.create_function("marked_contents", 1, marked_contents)
    return connection


NOTE_COLUMNS = "tags, rating, names, latitude, longitude, altitude, place_source"


@dataclass(frozen=True)
class NoteCounts:
    """How many contents have tags, an own rating, accepted names, and a place from a track."""

    tags: int = 0
    ratings: int = 0
    names: int = 0
    places: int = 0


class PhotoNotes(CatalogPart):
    """The notes of one catalog, for reading."""

    def of(self, hashes: Iterable[str]) -> dict[str, Notes]:
        """Return the notes of contents, by hash; those without any have no entry."""
        notes: dict[str, Notes] = {}
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                f"SELECT content_hash, {NOTE_COLUMNS} FROM note"
                f" WHERE content_hash IN ({marks(chunk)})",
                chunk,
            )
            notes.update((name, notes_of_row(row)) for name, *row in rows)
        return notes

    def unreadable(self) -> dict[str, list[str]]:
        """Return what of stored notes cannot be read, by content hash: names of their parts."""
        rows = self._db.execute(f"SELECT content_hash, {NOTE_COLUMNS} FROM note")
        return {name: faults for name, *row in rows if (faults := faults_of_row(row))}

    def tags(self) -> dict[str, int]:
        """Return how many photos have each keyword or tag, by its text."""
        rows = self._db.execute("SELECT keyword, count(*) FROM photo_keyword GROUP BY keyword")
        return {from_sql(tag): count for tag, count in rows}

    def names(self) -> dict[str, int]:
        """Return how many contents have each accepted name."""
        rows = self._db.execute("SELECT name, count(*) FROM noted_name GROUP BY name")
        return dict(rows.fetchall())

    def people(self, names: Sequence[str]) -> dict[str, "array[int]"]:
        """Return who accepted one of these names, each with the ids of the photos."""
        rows = self._db.execute(
            "SELECT json_extract(names, one.fullkey || '.by') AS person, group_concat(photo.id)"
            f" FROM (SELECT DISTINCT content_hash FROM noted_name WHERE name IN ({marks(names)}))"
            f" JOIN note USING (content_hash) JOIN photo USING (content_hash), {EACH_NAME}"
            f" WHERE json_extract(names, one.fullkey || '.name') IN ({marks(names)}) AND"
            " typeof(person) = 'text' AND person > '' GROUP BY person",
            (*names, *names),
        )
        return {person: array("q", map(int, ids.split(","))) for person, ids in rows}

    def version(self) -> str:
        """Return a word that changes whenever notes do."""
        return "-".join(
            map(str, self._db.execute("SELECT count(*), max(changed_at) FROM note").fetchone())
        )

    def of_sidecar(self, folder_id: int, relative: str) -> str:
        """Return what in a sidecar is from us, as JSON; "" if nothing is."""
        row = self._db.execute(
            "SELECT ours FROM sidecar WHERE folder_id = ? AND relative = ?",
            (folder_id, to_sql(relative)),
        ).fetchone()
        return row[0] if row else ""

    def only_in(self, folder_id: int) -> NoteCounts:
        """Return of how many contents notes would go with a folder."""
        row = self._db.execute(
            "SELECT sum(tags <> '[]'), sum(rating IS NOT NULL), sum(names <> '[]'),"
            " sum(latitude IS NOT NULL) FROM note WHERE folder_id = ? AND NOT EXISTS (SELECT 1"
            " FROM photo WHERE photo.content_hash = note.content_hash AND photo.folder_id <> ?)",
            (folder_id, folder_id),
        ).fetchone()
        return NoteCounts(*(count or 0 for count in row))

    def noted(self) -> list[str]:
        """Return the hashes of all contents with notes, that of the latest first."""
        rows = self._db.execute("SELECT content_hash FROM note ORDER BY changed_at DESC")
        return [content_hash for (content_hash,) in rows]


def notes_of_row(row: Sequence[Any]) -> Notes:
    """Return the notes in a row of `NOTE_COLUMNS`; a row of NULL has none."""
    return Notes() if row[0] is None else _parts_of_row(row)[0]


def faults_of_row(row: Sequence[Any]) -> list[str]:
    """Name the parts of a row of `NOTE_COLUMNS` that cannot be read."""
    return _parts_of_row(row)[1]


def _parts_of_row(row: Sequence[Any]) -> tuple[Notes, list[str]]:
    """Return what can be read of a note, part by part, and the names of what cannot."""
    tags, rating, names, *where = row
    faults: list[str] = []

    def listed(text: Any, kind: type[Any], part: str) -> tuple[Any, ...]:
        values = read_text(text)
        every = values if isinstance(values, list) else [None]
        parts = [one for value in every if (one := read(value, kind)) is not None]
        if len(parts) < len(every) or len(parts) > MOST_KEYWORDS:
            faults.append(part)
        return tuple(parts[:MOST_KEYWORDS])

    kept_tags, kept_names = listed(tags, Text, "tags"), listed(names, AcceptedName, "names")
    stars = None if rating is None else read(rating, Stars)
    if stars is None and rating is not None:
        faults.append("rating")
    place = None
    if any(value is not None for value in where):
        named = dict(zip(("latitude", "longitude", "altitude"), where[:3], strict=True))
        place = read({**named, "source": where[3] or ""}, OwnPlace)
        if place is None:
            faults.append("place")
    return Notes(kept_tags, stars, kept_names, place), faults


def put_notes(db: sqlite3.Connection, notes: Mapping[str, Notes]) -> None:
    """Keep notes by content hash in place of those before; empty ones are dropped.

    Raises:
        ValueUnfit: a note is not as it would be read again.
    """
    now = time.time()
    for content_hash, noted in notes.items():
        plain = stored(noted)
        db.execute("DELETE FROM noted_name WHERE content_hash = ?", (content_hash,))
        if noted:
            place = noted.place
            where = (place.latitude, place.longitude, place.altitude) if place else (None,) * 3
            db.execute(
                "INSERT OR REPLACE INTO note VALUES"
                " (?, (SELECT folder_id FROM photo WHERE content_hash = ? ORDER BY id LIMIT 1),"
                " ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    content_hash,
                    content_hash,
                    json.dumps(plain["tags"]),
                    noted.rating,
                    json.dumps(plain["names"]),
                    *where,
                    place and place.source,
                    now,
                ),
            )
            db.executemany(
                "INSERT INTO noted_name (name, content_hash, common) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET common = max(common, excluded.common)",
                [(one.name, content_hash, one.common) for one in noted.names],
            )
        else:
            db.execute("DELETE FROM note WHERE content_hash = ?", (content_hash,))
        rows = db.execute("SELECT id FROM photo WHERE content_hash = ?", (content_hash,))
        for (number,) in rows.fetchall():
            copy_notes(db, number, noted)


def notes_of(db: sqlite3.Connection, content_hash: str) -> Notes | None:
    """Return the notes of a content; None if there are none."""
    row = db.execute(
        f"SELECT {NOTE_COLUMNS} FROM note WHERE content_hash = ?", (content_hash,)
    ).fetchone()
    return row and notes_of_row(row)


def adopt_notes(db: sqlite3.Connection, content_hash: str, folder_id: int) -> None:
    """Let notes that were kept when their folder was removed belong to a folder again."""
    db.execute(
        "UPDATE note SET folder_id = ? WHERE content_hash = ? AND folder_id IS NULL",
        (folder_id, content_hash),
    )


def place_photo(db: sqlite3.Connection, photo_id: int, place: OwnPlace | None) -> None:
    """Give a photo the place that was noted for it, else its deployment's; its own stays."""
    latitude, longitude, altitude, by, content_hash = db.execute(
        "SELECT latitude, longitude, altitude, placed_by, content_hash FROM photo WHERE id = ?",
        (photo_id,),
    ).fetchone()
    if None not in (latitude, longitude) and not by:
        return
    wanted: tuple[Any, ...]
    if place:
        wanted = (place.latitude, place.longitude, place.altitude, place.source or "?")
    else:
        wanted = db.execute(
            "SELECT latitude, longitude, NULL, name FROM placed_content WHERE content_hash = ?",
            (content_hash,),
        ).fetchone() or ((None,) * 4 if by else (latitude, longitude, altitude, by))
    if wanted != (latitude, longitude, altitude, by):
        # Whoever moved is looked up on the map again.
        country = "iif((latitude, longitude) IS (?1, ?2), country, NULL)"
        db.execute(
            f"UPDATE photo SET country = {country}, latitude = ?1, longitude = ?2, altitude = ?3,"
            " placed_by = ?4 WHERE id = ?5",
            (*wanted, photo_id),
        )


def copy_notes(db: sqlite3.Connection, photo_id: int, noted: Notes) -> None:
    """Copy to a photo what is looked up there: rating, place, tags, and the words of all."""
    db.execute("UPDATE photo SET own_rating = ? WHERE id = ?", (noted.rating, photo_id))
    place_photo(db, photo_id, noted.place)
    row = db.execute(
        "SELECT relative, title, description, ifnull(keywords, '[]') FROM photo WHERE id = ?",
        (photo_id,),
    ).fetchone()
    own = tuple(json.loads(row[3]))
    db.execute("DELETE FROM photo_keyword WHERE photo_id = ?", (photo_id,))
    db.executemany(
        "INSERT OR IGNORE INTO photo_keyword VALUES (?, ?)",
        # What a path ends in is found by itself, too, as other programs write it beside the path.
        [(tag, photo_id) for tag in (*own, *noted.tags, *map(last_part, noted.tags))],
    )
    names = [word for accepted in noted.names for word in (accepted.name, accepted.common)]
    put_words(db, photo_id, from_sql(row[0]), row[1], row[2], (*own, *noted.tags, *names))
