"""The words of photos: those of their names, keywords and captions, and those that stand in them.

A word is given by its forms, of which a photo has to carry one; a form that ends in '*' is a start.
"""

import json
import re
import sqlite3
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.ocr_lines import InscribedLine, from_json, to_json

Words = Sequence[Sequence[str]]  # the forms of each

_MOST_LOOKED_AT = 5000  # photos with the same words in all of the library, in some ms
_NO_SIGN = re.compile(r"[\W_]+")
# Where words may stand, the place that says most first; a description counts as a title.
_PLACES = ("keywords", "title", "name", "folder")
_NO_FOLDER = "{name title description keywords}"
_TEXTS = "rowid, keywords, coalesce(title, '') || ' ' || coalesce(description, ''), name, folder"


def put_words(
    db: sqlite3.Connection,
    number: int,
    relative: str,
    title: str | None,
    description: str | None,
    keywords: Sequence[str],
) -> None:
    """Let photo `number` be found by its name, its folders and what it says about itself."""
    folder, _, name = relative.rpartition("/")
    words = (
        name.encode(errors="replace").decode(),
        folder.encode(errors="replace").decode(),
        title,
        description,
        " ".join(keywords),
    )
    db.execute("DELETE FROM photo_text WHERE rowid = ?", (number,))
    db.execute(
        "INSERT INTO photo_text (rowid, name, folder, title, description, keywords)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (number, *words),
    )


class PhotoWords(CatalogPart):
    """The index of words of one catalog, for reading."""

    def photos(
        self,
        words: Words,
        without: Sequence[Words] = (),
        only: Filter = ALL_PHOTOS,
        most: int = 1000,
        *,
        with_folders: bool = True,
    ) -> dict[str, int]:
        """Return by content hash the photos of a filter that carry all words; none if over `most`.

        The words stand in one photo, but not all in one of its texts. A photo that also carries all
        words of an entry of `without` is none of them. `with_folders`: words may stand in the names
        of the photo's folders, too.
        """
        if not words:
            return {}
        match = f"({_all_of(words)})" if with_folders else f"({_NO_FOLDER} : {_all_of(words)})"
        if without:
            match = f"{match} NOT ({' OR '.join(map(_all_of, without))})"
        looked_at = _MOST_LOOKED_AT if only else most
        query = "SELECT rowid FROM photo_text WHERE photo_text MATCH ? LIMIT ?"
        numbers = self._db.execute(query, (match, looked_at + 1)).fetchall()
        if len(numbers) > looked_at:
            return {}
        where, values = only.where()
        rows = self._db.execute(
            "SELECT content_hash, id FROM photo"
            f" WHERE id IN (SELECT value FROM json_each(?)) AND +({where})",
            (json.dumps([number for (number,) in numbers]), *values),
        )
        photos_by_hash = dict(rows.fetchall())
        return photos_by_hash if len(photos_by_hash) <= most else {}

    def titled(self, words: Words, only: Filter = ALL_PHOTOS) -> "array[int]":
        """Return the ids of photos in whose name, title or description all words stand.

        Not those with all of them in the keywords; but copies of the others, whatever their names.
        """
        if not words:
            return array("q")
        match = f"({{name title description}} : {_all_of(words)}) NOT (keywords : {_all_of(words)})"
        where, values = only.where()
        rows = self._db.execute(
            "SELECT photo.id FROM photo WHERE content_hash IN (SELECT content_hash FROM photo WHERE"
            f" id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?)) AND +({where})",
            (match, *values),
        )
        return array("q", (number for (number,) in rows))

    def places(self, photo_ids: Iterable[int], words: Words) -> dict[int, str]:
        """Return by photo where its words stand: 'keywords', 'title', 'name' or 'folder'.

        Where they stand in several places it is the one with most of them.
        """
        folder_names: dict[int, str] = {}
        sought = [[_folded(form) for form in forms] for forms in words]
        for chunk in batched(photo_ids, CHUNK):
            query = f"SELECT {_TEXTS} FROM photo_text WHERE rowid IN ({marks(chunk)})"
            for number, *texts in self._db.execute(query, chunk):
                counts = [_count(_folded(text or ""), sought) for text in texts]
                folder_names[number] = _PLACES[counts.index(max(counts))]
        return folder_names


def _all_of(words: Words) -> str:
    return f"({' AND '.join(map(one_of, words))})"


def one_of(forms: Iterable[str]) -> str:
    """Return what the index is asked for; each form is quoted, so its own language is not."""
    return f"({' OR '.join(map(_quoted, forms))})"


def _quoted(form: str) -> str:
    text = form.removesuffix("*").replace('"', " ").encode(errors="replace").decode()
    return f'"{text}"{"*" if form.endswith("*") else ""}'


def _count(text: str, sought: Sequence[Sequence[str]]) -> int:
    """Return how many words stand in a text; both are folded."""
    return sum(any(form in text for form in forms) for forms in sought)


def _folded(text: str) -> str:
    """Return a text as words between spaces, without accents and case; a start is left open."""
    bare = text.lower()
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", bare)
        bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = f" {_NO_SIGN.sub(' ', bare).strip()}"
    return words if text.endswith("*") else f"{words} "


PASS = "inscription"  # its lines are results of this pass


class Inscriptions(CatalogPart):
    """The words in the pictures of one catalog, for reading."""

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
