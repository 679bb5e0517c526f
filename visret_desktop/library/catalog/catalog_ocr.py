"""The words that stand in pictures: which contents carry given ones, and where they stand there."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from visret_desktop.library.catalog.catalog_connection import Connections, from_sql
from visret_desktop.library.catalog.catalog_text import Words, one_of
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Condition, Filter
from visret_desktop.ocr_lines import InscribedLine, from_json, to_json

PASS = "inscription"  # its lines are results of this pass
_MOST_LOOKED_AT = 5000  # contents with the same words, in some ms


class Inscriptions:
    """The words in the pictures of one catalog, for reading."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    @property
    def _db(self) -> sqlite3.Connection:
        return self._connections.get()

    def photos_with_text(self, text: str, only: Filter = ALL_PHOTOS) -> dict[str, int]:
        """Return by content hash the photos of a filter in which all words of a text stand.

        Words may go on: 'entr' stands where 'entrance' does.
        """
        if not re.search(r"\w", text):
            return {}
        where, values = Filter((*only.conditions, Condition("text", (text,)))).where()
        rows = self._db.execute(f"SELECT content_hash, id FROM photo WHERE {where}", values)
        return dict(rows.fetchall())

    def ranked(
        self, words: Words, only: Filter = ALL_PHOTOS, most: int = 1000
    ) -> list[tuple[str, int]]:
        """Return the contents of a filter in which words stand, those with most of them first.

        Each is a content hash and how many of the words stand there, at least half of them. Of
        those with as many, the ones come first that say little else (BM25).
        """
        if not words:
            return []
        match = " OR ".join(map(one_of, words))
        has = [
            "(inscription.id IN"
            " (SELECT rowid FROM inscription_text WHERE inscription_text MATCH ?))"
        ] * len(words)
        where, values = only.where()
        rows = self._db.execute(
            "WITH found (id, rank) AS (SELECT rowid, rank FROM inscription_text"
            " WHERE inscription_text MATCH ? ORDER BY rank LIMIT ?)"
            f" SELECT inscription.content_hash, {' + '.join(has)} AS count FROM found"
            " JOIN inscription ON inscription.id = found.id WHERE count * 2 >= ? AND EXISTS"
            " (SELECT 1 FROM photo WHERE photo.content_hash = inscription.content_hash"
            f" AND +({where})) ORDER BY count DESC, found.rank LIMIT ?",
            (match, _MOST_LOOKED_AT, *map(one_of, words), len(words), *values, most),
        )
        return rows.fetchall()

    def lines(self, content_hash: str) -> list[InscribedLine]:
        """Return the lines that were read in a content, from the top down."""
        row = self._db.execute(
            "SELECT value FROM pass_result WHERE pass = ? AND content_hash = ?",
            (PASS, content_hash),
        ).fetchone()
        return from_json(row[0]) if row else []

    def count(self) -> int:
        """Return in how many contents words were read."""
        (count,) = self._db.execute("SELECT count(*) FROM inscription").fetchone()
        return int(count)

    def dated(self) -> Iterator[tuple[int, str, Path, str, str]]:
        """Yield photo id, camera, path, time and words of photos that say when they were taken.

        Only of those in whose pictures something stands that may be a time.
        """
        rows = self._db.execute(
            "SELECT photo.id, ifnull(camera, ''), folder.path, relative, taken_at, words"
            " FROM inscription JOIN photo USING (content_hash) JOIN folder ON folder.id = folder_id"
            " WHERE taken_at > '' AND words GLOB '*[0-9]:[0-9][0-9]*' ORDER BY photo.id"
        )
        for number, camera, folder, relative, taken_at, words in rows:
            path = Path(from_sql(folder), from_sql(relative))
            yield number, from_sql(camera), path, taken_at, words


def put_inscription(
    db: sqlite3.Connection, version: str, content_hash: str, lines: Sequence[InscribedLine]
) -> None:
    """Keep what was read in a content in place of what was read there before.

    A content that no photo has any more is left out: it was forgotten meanwhile.
    """
    db.execute("DELETE FROM inscription WHERE content_hash = ?", (content_hash,))
    has_photo = "WHERE EXISTS (SELECT 1 FROM photo WHERE content_hash = ?)"
    if lines:
        words = "\n".join(line.text for line in lines)
        db.execute(
            f"INSERT INTO inscription (content_hash, words) SELECT ?, ? {has_photo}",
            (content_hash, words, content_hash),
        )
    db.execute(
        "INSERT OR REPLACE INTO pass_result (content_hash, pass, version, value)"
        f" SELECT ?, ?, ?, ? {has_photo}",
        (content_hash, PASS, version, to_json(lines), content_hash),
    )
