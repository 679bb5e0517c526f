"""The ledger of passes: which contents a pass is done with, in which version, and what it found.

A pass looks at each content once (`engine/indexing/passes.py`). What it found may be any SQLite
value; None: it failed on this content, or found nothing, and is not to try again in this version.
Vectors are elsewhere (`catalog_embeddings.py`), where being there is the entry in the ledger.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_connection import CHUNK, CatalogPart, batched, marks

Value = str | int | float | bytes | None
CONTENT_TABLES = ("embedding", "pass_result", "inscription")  # what passes make of contents


class PassResults(CatalogPart):
    """The ledger of one catalog, for reading."""

    def done(self, name: str, version: str) -> set[str]:
        """Return the hashes of the contents that a version of a pass is done with."""
        query = "SELECT content_hash FROM pass_result WHERE pass = ? AND version = ?"
        return {row[0] for row in self._db.execute(query, (name, version))}

    def lacking(self, name: str, version: str) -> set[str]:
        """Return the hashes of photos, offline ones too, that a version of a pass is to look at."""
        rows = self._db.execute(
            "SELECT DISTINCT content_hash FROM photo EXCEPT"
            " SELECT content_hash FROM pass_result WHERE pass = ? AND version = ?",
            (name, version),
        )
        return {row[0] for row in rows}

    def photos_lacking(self, name: str, version: str) -> npt.NDArray[np.int64]:
        """Return the ids of photos that are online and that it is to look at, newest first."""
        rows = self._db.execute(
            "SELECT id FROM photo WHERE online AND NOT EXISTS (SELECT 1 FROM pass_result"
            " WHERE pass = ? AND content_hash = photo.content_hash AND version = ?)"
            " ORDER BY sort_key DESC, id",
            (name, version),
        )
        return np.fromiter((row[0] for row in rows), np.int64)

    def is_done(self, name: str, version: str, content_hash: str) -> bool:
        """Tell whether a version of a pass is done with a content."""
        row = self._db.execute(
            "SELECT 1 FROM pass_result WHERE pass = ? AND content_hash = ? AND version = ?",
            (name, content_hash, version),
        ).fetchone()
        return row is not None

    def values(self, name: str, version: str, hashes: Iterable[str]) -> dict[str, Value]:
        """Return what a version of a pass found in each of these contents that it is done with."""
        results: dict[str, Value] = {}
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                "SELECT content_hash, value FROM pass_result WHERE pass = ? AND version = ?"
                f" AND content_hash IN ({marks(chunk)})",
                (name, version, *chunk),
            )
            results.update(rows)
        return results

    def value(self, name: str, content_hash: str) -> Value:
        """Return what a pass found in a content, in whichever version; None: nothing so far."""
        row = self._db.execute(
            "SELECT value FROM pass_result WHERE pass = ? AND content_hash = ?",
            (name, content_hash),
        ).fetchone()
        value: Value = None if row is None else row[0]
        return value
