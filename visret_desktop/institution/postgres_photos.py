"""What a library in PostgreSQL says of single photos, and a sample of its vectors."""

import os
from collections.abc import Collection
from typing import Any
from uuid import UUID

import numpy as np
import psycopg

from visret_desktop.institution.store import StoredContent, StoredFile, Vector
from visret_desktop.library.records import METADATA_COLUMNS, Fingerprint, Metadata

_CONTENTS = (
    f"SELECT content_hash, vector, {', '.join(METADATA_COLUMNS)} FROM photo"
    " WHERE content_hash = ANY (%s)"
)
_FILES = (
    "SELECT path, size, mtime_ns, content_hash FROM file WHERE content_hash = ANY (%s)"
    " ORDER BY path"
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
        StoredContent(content_hash.hex, _metadata(values), _vector(vector))
        for content_hash, vector, *values in db.execute(_CONTENTS, (wanted,), binary=True)
    ]
    files = [
        StoredFile(os.fsdecode(path), Fingerprint(size, mtime_ns), content_hash.hex)
        for path, size, mtime_ns, content_hash in db.execute(_FILES, (wanted,))
    ]
    return contents, files


def sample(db: "psycopg.Connection[Any]", most: int) -> Vector:
    """Return at most so many vectors, float32 (n, d), evenly chosen."""
    rows = db.execute(_SAMPLE, (most,), binary=True).fetchall()
    return np.array([_vector(one) for (one,) in rows], np.float32)


def size(db: "psycopg.Connection[Any]", exact_most: int) -> int:
    """Return how many contents there are; of more than `exact_most` about how many."""
    row = db.execute(_SIZE, (exact_most,)).fetchone()
    return int(row[0]) if row else 0


def _metadata(values: list[Any]) -> Metadata:
    described = dict(zip(METADATA_COLUMNS, values, strict=True))
    return Metadata(**{**described, "keywords": tuple(described["keywords"] or ())})


def _vector(half: Any) -> Vector:
    """Return float32 (d,) of unit length, as half precision is not quite."""
    vector: Vector = half.to_numpy().astype(np.float32)
    unit: Vector = vector / np.linalg.norm(vector)
    return unit
