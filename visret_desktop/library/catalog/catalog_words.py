"""The words of photos: what the catalog's index of words keeps, and which photos carry given ones.

A word is given by its forms, of which a photo has to carry one; a form that ends in '*' is a start.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    Connections,
    batched,
    marks,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

Words = Sequence[Sequence[str]]  # the forms of each

_NO_SIGN = re.compile(r"[\W_]+")
# Where words may stand, the place that says most first; a description counts as a title.
_PLACES = ("keywords", "title", "name", "folder")
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


class PhotoWords:
    """The index of words of one catalog, for reading."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def photos(
        self,
        words: Words,
        without: Sequence[Words] = (),
        only: Filter = ALL_PHOTOS,
        most: int = 1000,
    ) -> list[tuple[int, str]]:
        """Return ids and content hashes of at most `most` photos of a filter that carry all words.

        They stand in one photo, but not all in one of its texts. A photo that also carries all
        words of an entry of `without` is none of them.
        """
        if not words:
            return []
        match = _all_of(words)
        if without:
            match = f"{match} NOT ({' OR '.join(map(_all_of, without))})"
        where, values = only.where()
        # By words first, and only then by the filter, for which the plus stands.
        rows = self._connections.get().execute(
            "SELECT photo.id, photo.content_hash FROM photo_text"
            " CROSS JOIN photo ON photo.id = photo_text.rowid"
            f" WHERE photo_text MATCH ? AND +({where}) LIMIT ?",
            (match, *values, most),
        )
        return rows.fetchall()

    def places(self, photo_ids: Iterable[int], words: Words) -> dict[int, str]:
        """Return by photo where its words stand: 'keywords', 'title', 'name' or 'folder'.

        Where they stand in several places it is the one with most of them.
        """
        found: dict[int, str] = {}
        sought = [[_folded(form) for form in forms] for forms in words]
        for chunk in batched(photo_ids, CHUNK):
            query = f"SELECT {_TEXTS} FROM photo_text WHERE rowid IN ({marks(chunk)})"
            for number, *texts in self._connections.get().execute(query, chunk):
                counts = [_count(_folded(text or ""), sought) for text in texts]
                found[number] = _PLACES[counts.index(max(counts))]
        return found


def _all_of(words: Words) -> str:
    return f"({' AND '.join(map(_one_of, words))})"


def _one_of(forms: Iterable[str]) -> str:
    """Return what the index is asked for; each form is quoted, so its own language is not."""
    return f"({' OR '.join(map(_quoted, forms))})"


def _quoted(form: str) -> str:
    said = form.removesuffix("*").replace('"', " ").encode(errors="replace").decode()
    return f'"{said}"{"*" if form.endswith("*") else ""}'


def _count(text: str, sought: Sequence[Sequence[str]]) -> int:
    """Return how many words stand in a text; both are folded."""
    return sum(any(form in text for form in forms) for forms in sought)


def _folded(text: str) -> str:
    """Return a text as words between spaces, without accents and case; a start is left open."""
    plain = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign)).lower()
    words = f" {_NO_SIGN.sub(' ', bare).strip()}"
    return words if text.endswith("*") else f"{words} "
