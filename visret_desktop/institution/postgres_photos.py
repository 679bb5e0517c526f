"""What a library in PostgreSQL says of single photos, and a sample of its vectors."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import numpy as np
import psycopg

from visret_desktop.institution.postgres_rows import files_of, metadata_of, unit_vector
from visret_desktop.institution.store import StoredContent, StoredFile, Vector
from visret_desktop.library.records import METADATA_COLUMNS

_CONTENTS = (
    f"SELECT content_hash, vector, {', '.join(METADATA_COLUMNS)} FROM photo"
    " WHERE content_hash = ANY (%s)"
)
# Hashes have nothing to do with what photos show, so those of the first are an even sample.
_SAMPLE = "SELECT vector FROM photo ORDER BY content_hash LIMIT %s"
# What the server noted at its last look at the table; exact where it is small.
_SIZE = (
    "SELECT CASE WHEN reltuples < %s THEN (SELECT count(*) FROM photo) ELSE reltuples END"
    " FROM pg_class WHERE oid = 'photo'::regclass"
)


def described(
    db: "psycopg.Connection[Any]", hashes: Collection[str]
) -> tuple[list[StoredContent], list[StoredFile]]:
    """Return contents and their files; without those that are not there."""
    wanted = [UUID(one) for one in hashes]
    contents = [
        StoredContent(content_hash.hex, metadata_of(values), unit_vector(vector))
        for content_hash, vector, *values in db.execute(_CONTENTS, (wanted,), binary=True)
    ]
    return contents, files_of(db, wanted)


def sample(db: "psycopg.Connection[Any]", most: int) -> Vector:
    """Return at most so many vectors, float32 (n, d), evenly chosen."""
    rows = db.execute(_SAMPLE, (most,), binary=True).fetchall()
    return np.array([unit_vector(one) for (one,) in rows], np.float32)


def size(db: "psycopg.Connection[Any]", exact_most: int) -> int:
    """Return how many contents there are; of more than `exact_most` about how many."""
    row = db.execute(_SIZE, (exact_most,)).fetchone()
    return int(row[0]) if row else 0
