"""The label of every photo in a space, in memory, so that filtering a million takes milliseconds.

SQLite finds the photos of one condition by an index within milliseconds. What takes long is to
join conditions, and to look up the content of each photo and its label; that is done here.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from visret_desktop.library.catalog.photo_filter import FIELDS, Condition, Filter

Labels = npt.NDArray[np.int64]
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
        found = np.fromiter(db.execute(_PAIRS, (space,)), _ROW)
        return cls(generation, found["id"].copy(), found["label"].copy())

    def passing(self, db: sqlite3.Connection, only: Filter) -> Labels:
        """Return the labels of the contents that a filter's photos have, sorted: int64 (n,)."""
        is_in = np.ones(len(self.photos), np.bool_)
        # What is negated leaves most photos: the others first.
        for condition in sorted(only.conditions, key=lambda one: one.negated):
            is_in &= self._have(db, condition, is_in)
        found = np.sort(self.labels[is_in])  # `np.unique` takes five times as long
        return found[np.diff(found, prepend=-1) > 0]

    def _have(self, db: sqlite3.Connection, condition: Condition, of: Mask) -> Mask:
        """Return which photos have a condition; only those of `of` count."""
        found = np.zeros(len(self.photos), np.bool_)
        few = self.photos[of] if np.count_nonzero(of) <= _FEW else None
        if few is not None:
            found[self._rows_of(_photos_among(db, condition, few))] = True
            return found
        is_quick = not condition.negated or FIELDS[condition.field].lacks is not None
        asked = condition if is_quick else replace(condition, negated=False)
        found[self._rows_of(_photos_of(db, asked))] = True
        return found if is_quick else ~found

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
