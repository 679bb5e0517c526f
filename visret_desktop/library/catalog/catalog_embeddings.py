"""What the catalog knows of embeddings: vectors by content, space and region, and their labels.

A space is what one encoder in one form makes vectors of; only vectors of one space can be compared.
A region is the part of the picture that a vector is of. Every content that is in a space has a
vector of the whole picture there, whose label stands for the content; there may be more of parts.

The label of every photo in a space is in memory, so that filtering a million takes milliseconds:
SQLite finds the photos of one condition by an index, and what would take long, joining conditions
and looking up the content of each photo and its label, is done here.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from visret_desktop.library.catalog.catalog_connection import CHUNK, CatalogPart, batched, marks
from visret_desktop.library.catalog.photo_filter import FIELDS, Condition, Filter

Vectors = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]
WHOLE = ""  # the region that is the whole picture


Mask = npt.NDArray[np.bool_]


_FEW = 5000  # photos; each is looked at then, as that is quicker than asking for all
_PAIRS = (
    "SELECT photo.id, label FROM photo JOIN embedding USING (content_hash)"
    " WHERE space = ? AND embedding.region = '' ORDER BY photo.id"
)


_ROW = np.dtype([("id", np.int64), ("label", np.int64)])


@dataclass(frozen=True)
class PhotoLabels:
    """Photos (n,), ascending, and the label of each, as they were in one generation."""

    generation: str
    photos: Labels
    labels: Labels

    @classmethod
    def read(cls, db: sqlite3.Connection, space: str, generation: str) -> "PhotoLabels":
        """Read them of a catalog: some seconds for a million photos."""
        pairs = np.fromiter(db.execute(_PAIRS, (space,)), _ROW)
        return cls(generation, pairs["id"].copy(), pairs["label"].copy())

    def passing(self, db: sqlite3.Connection, only: Filter) -> Labels:
        """Return the labels of the contents that a filter's photos have, sorted: int64 (n,)."""
        is_in = np.ones(len(self.photos), np.bool_)
        # What is negated leaves most photos: the others first.
        for condition in sorted(only.conditions, key=lambda one: one.negated):
            is_in &= self._have(db, condition, is_in)
        labels = np.sort(self.labels[is_in])  # `np.unique` takes five times as long
        return labels[np.diff(labels, prepend=-1) > 0]

    def _have(self, db: sqlite3.Connection, condition: Condition, of: Mask) -> Mask:
        """Return which photos have a condition; only those of `of` count."""
        is_in = np.zeros(len(self.photos), np.bool_)
        few = self.photos[of] if np.count_nonzero(of) <= _FEW else None
        if few is not None:
            is_in[self._rows_of(_photos_among(db, condition, few))] = True
            return is_in
        is_quick = not condition.negated or FIELDS[condition.field].lacks is not None
        asked = condition if is_quick else replace(condition, negated=False)
        is_in[self._rows_of(_photos_of(db, asked))] = True
        return is_in if is_quick else ~is_in

    def _rows_of(self, photos: Labels) -> npt.NDArray[np.intp]:
        rows = self.photos.searchsorted(photos)
        is_within = rows < len(self.photos)
        rows = rows[is_within]
        found: npt.NDArray[np.intp] = rows[self.photos[rows] == photos[is_within]]
        return found


def _photos_of(db: sqlite3.Connection, condition: Condition) -> Labels:
    """Return the ids of the photos for which a condition holds: int64 (n,)."""
    query, values = condition.photos()
    return _listed(db, query, values)


def _photos_among(db: sqlite3.Connection, condition: Condition, photos: Labels) -> Labels:
    """Return those of a few photos for which a condition holds: int64 (n,)."""
    where, values = condition.where()
    query = f"SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND +({where})"
    return _listed(db, query, (json.dumps(photos.tolist()), *values))


def _listed(db: sqlite3.Connection, query: str, values: Sequence[Any]) -> Labels:
    # One long text is read three times as fast as many rows.
    (listed,) = db.execute(f"SELECT group_concat(id) FROM ({query})", values).fetchone()
    return np.fromstring(listed, np.int64, sep=",") if listed else np.empty(0, np.int64)


class Embeddings(CatalogPart):
    """The embeddings of one catalog, for reading. A space is given by its name."""

    def generation(self, space: str) -> str:
        """Return a word that changes whenever the set of live embeddings changes."""
        rows = dict(self._db.execute("SELECT key, value FROM meta"))
        return f"{rows['catalog']}-{rows['generation']}-{space}"

    def spaces(self) -> list[str]:
        """Return all spaces in which something was ever embedded."""
        rows = self._db.execute("SELECT DISTINCT space FROM embedding")
        return [row[0] for row in rows]

    def count(self, space: str) -> int:
        """Return how many vectors a space has, those of contents without a photo included."""
        query = "SELECT count(*) FROM embedding WHERE space = ?"
        return int(self._db.execute(query, (space,)).fetchone()[0])

    def sizes_of(self, hashes: Iterable[str]) -> tuple[int, int]:
        """Return how many embeddings these contents have, and their bytes."""
        number = size = 0
        for chunk in batched(hashes, CHUNK):
            count, total = self._db.execute(
                "SELECT count(*), coalesce(sum(length(vector)), 0) FROM embedding"
                f" WHERE content_hash IN ({marks(chunk)})",
                chunk,
            ).fetchone()
            number, size = number + count, size + total
        return number, size

    def contents(self) -> set[str]:
        """Return the hashes of all contents that have an embedding in any space."""
        query = "SELECT DISTINCT content_hash FROM embedding"
        return {row[0] for row in self._db.execute(query)}

    def lacking(self, space: str, folders: Collection[int] | None = None) -> set[str]:
        """Return the hashes of photos, offline ones too, that are not in a space.

        Those that its encoder gave up (`pass_results.py`) are not lacking. With `folders`, by their
        ids, only photos in these count.
        """
        asked = sorted(folders or ())
        where = "" if folders is None else f" WHERE folder_id IN ({', '.join('?' * len(asked))})"
        rows = self._db.execute(
            f"SELECT DISTINCT content_hash FROM photo{where} EXCEPT"
            " SELECT content_hash FROM embedding WHERE space = ? AND region = '' EXCEPT"
            " SELECT content_hash FROM pass_result WHERE pass = ?",
            (*asked, space, space),
        )
        return {row[0] for row in rows}

    def live(
        self, space: str, after_label: int = 0, batch: int = 8192
    ) -> Iterator[tuple[list[int], list[str], Vectors]]:
        """Yield all vectors of contents with a photo as (labels, hashes, float32 (n, d))."""
        while True:
            rows = self._db.execute(
                "SELECT label, content_hash, vector FROM embedding WHERE space = ? AND label > ?"
                " AND EXISTS (SELECT 1 FROM photo"
                " WHERE photo.content_hash = embedding.content_hash)"
                " ORDER BY label LIMIT ?",
                (space, after_label, batch),
            ).fetchall()
            if not rows:
                return
            labels, hashes, blobs = zip(*rows, strict=True)
            yield list(labels), list(hashes), _vectors(blobs)
            after_label = labels[-1]

    def of(self, content_hash: str, space: str, region: str = WHOLE) -> Vectors | None:
        """Return the float32 (d,) embedding of a content, if there is one."""
        row = self._db.execute(
            "SELECT vector FROM embedding WHERE content_hash = ? AND space = ? AND region = ?",
            (content_hash, space, region),
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], "<f4")

    def of_contents(self, hashes: Iterable[str], space: str) -> tuple[Labels, Vectors]:
        """Return labels (n,) and float32 vectors (n, d), of parts too, of these contents."""
        rows: list[tuple[int, bytes]] = []
        for chunk in batched(hashes, CHUNK):
            rows += self._db.execute(
                "SELECT label, vector FROM embedding WHERE space = ?"
                f" AND content_hash IN ({marks(chunk)})",
                (space, *chunk),
            )
        labels = np.array([label for label, _ in rows], np.int64)
        return labels, _vectors([vector for _, vector in rows])

    def whole(self, hashes: Iterable[str], space: str) -> dict[str, Vectors]:
        """Return the float32 (d,) vector of each of these whole pictures that is in a space."""
        vectors: dict[str, Vectors] = {}
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                "SELECT content_hash, vector FROM embedding WHERE space = ? AND region = ''"
                f" AND content_hash IN ({marks(chunk)})",
                (space, *chunk),
            )
            vectors.update((name, np.frombuffer(blob, "<f4")) for name, blob in rows)
        return vectors

    def sample(self, space: str, most: int) -> Vectors:
        """Return float32 (n, d) vectors of at most so many whole pictures of a space."""
        step = max(1, -(-self.count(space) // most))
        rows = self._db.execute(
            "SELECT vector FROM (SELECT vector, row_number() OVER (ORDER BY label) AS n"
            " FROM embedding WHERE space = ? AND region = '') WHERE n % ? = 0",
            (space, step),
        )
        return _vectors(blob for (blob,) in rows)

    def has(self, content_hash: str, space: str) -> bool:
        """Tell whether a content is in a space."""
        query = "SELECT 1 FROM embedding WHERE content_hash = ? AND space = ? AND region = ''"
        row = self._db.execute(query, (content_hash, space)).fetchone()
        return row is not None

    def labels_of_hashes(self, hashes: Iterable[str], space: str) -> dict[str, int]:
        """Return the label of each of these contents that is in a space."""
        labels: dict[str, int] = {}
        for chunk in batched(hashes, CHUNK):
            labels.update(
                self._db.execute(
                    "SELECT content_hash, label FROM embedding WHERE space = ? AND region = ''"
                    f" AND content_hash IN ({marks(chunk)})",
                    (space, *chunk),
                )
            )
        return labels

    def photo_labels(self, space: str) -> PhotoLabels:
        """Return the label of every photo in a space; it takes some seconds for a million."""
        return PhotoLabels.read(self._db, space, self.generation(space))

    def labels(self, only: Filter, space: str, known: PhotoLabels | None = None) -> Labels:
        """Return the labels of the contents that a filter's photos have, sorted: int64 (n,).

        It is quicker for large parts of a large library if `known` has those of all photos. One of
        an earlier generation is not used.
        """
        if known is not None and known.generation == self.generation(space):
            return known.passing(self._db, only)
        where, values = only.where()
        rows = self._db.execute(
            "SELECT label FROM embedding WHERE space = ? AND region = '' AND content_hash IN"
            f" (SELECT content_hash FROM photo WHERE {where}) ORDER BY label",
            (space, *values),
        )
        return np.fromiter((row[0] for row in rows), np.int64)

    def saying(
        self, condition: Condition, labels: Sequence[int], space: str
    ) -> tuple[list[int], list[int]]:
        """Return which of these contents have a condition, and which do not.

        Of those in neither list the files do not say. A content has it if one of its files does.
        """
        (clause, values), known = condition.where(), condition.known()
        rows = self._db.execute(
            f"SELECT label, max(iif({known}, ({clause}), NULL)) FROM embedding"
            " JOIN photo USING (content_hash) WHERE embedding.space = ? AND embedding.region = ''"
            " AND label IN (SELECT value FROM json_each(?)) GROUP BY label",
            (*values, space, json.dumps(list(labels))),
        ).fetchall()
        has, lacks = (
            [label for label, says in rows if says is not None and bool(says) is wanted]
            for wanted in (True, False)
        )
        return has, lacks

    def has_parts(self, space: str) -> bool:
        """Tell whether a space has vectors of parts of pictures."""
        query = "SELECT 1 FROM embedding WHERE space = ? AND region != '' LIMIT 1"
        return self._db.execute(query, (space,)).fetchone() is not None

    def label_pairs(self, space: str, other: str) -> tuple[Labels, Labels]:
        """Return pairs of labels, int64 (n,) each, of the contents that two spaces have.

        First the content's label in `space`, then each label, of parts too, in `other`.
        """
        rows = self._db.execute(
            "SELECT one.label, two.label FROM embedding one JOIN embedding two"
            " ON two.content_hash = one.content_hash AND two.space = ?"
            " WHERE one.space = ? AND one.region = ''",
            (other, space),
        )
        pairs = np.array(rows.fetchall(), np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]


def _vectors(blobs: Iterable[bytes]) -> Vectors:
    known = list(blobs)
    return np.frombuffer(b"".join(known), "<f4").reshape(len(known), -1 if known else 0)
