"""Contents as rows of PostgreSQL: what photos say of themselves, and what follows for filters."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np
from pgvector import HalfVector

from visret_desktop.institution.store import StoredContent, StoredFile, Vector
from visret_desktop.institution.word_vectors import vector_of
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.keyword_paths import SEPARATOR
from visret_desktop.library.records import METADATA_COLUMNS, Fingerprint, Metadata
from visret_desktop.library.stored_values import is_text
from visret_desktop.ocr_lines import from_json
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.places.place import Spot

if TYPE_CHECKING:
    import psycopg

Row = tuple[Any, ...]
_PAGE = 500  # contents
_LONGEST_KEY = 2600  # bytes of a text; an index of PostgreSQL takes some 2700
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
_WITH_INDEX = ("camera", "lens", "format", "color_label")


def content_rows(contents: Sequence[StoredContent]) -> list[Row]:
    """Return contents as rows: hash, the schema's `COLUMNS`, vector."""
    points = {
        one.content_hash: (one.metadata.latitude, one.metadata.longitude)
        for one in contents
        if one.metadata.latitude is not None and one.metadata.longitude is not None
    }
    spots: dict[str, Spot] = {}
    if points:
        degrees = np.array([*points.values()], np.float64)
        spots = dict(zip(points, Gazetteer.open().spots(degrees[:, 0], degrees[:, 1]), strict=True))
    return [
        (
            UUID(one.content_hash),
            *_values_of(one.metadata),
            *_derived(one.metadata, spots.get(one.content_hash)),
            one.inscription,
            vector_of("\n".join(line.text for line in from_json(one.inscription))),
            HalfVector(np.asarray(one.vector, np.float32)),
        )
        for one in contents
    ]


def put_rows(
    db: "psycopg.Connection[Any]", table: str, columns: Mapping[str, str], rows: Iterable[Row]
) -> None:
    """Write rows, of which the first column is the key, in place of those that are there.

    All at once, as the server would plan each by itself; in one order, so that two writers of the
    same do not wait for each other in a circle. `columns` has their types.
    """
    key, *further = columns
    # Lists of words come as text, which has no binary form for them.
    types = {name: kind.split()[0].replace("tsvector", "text") for name, kind in columns.items()}
    new = ", ".join(f"{name} {kind}" for name, kind in types.items())
    db.execute(f"CREATE TEMP TABLE IF NOT EXISTS new_{table} ({new}) ON COMMIT DELETE ROWS")
    into = f"COPY new_{table} FROM STDIN (FORMAT BINARY)"
    with db.cursor() as cursor, cursor.copy(into) as copy:
        copy.set_types([*types.values()])
        for row in {row[0]: row for row in rows}.values():
            copy.write_row(row)
    values = ", ".join(f"{name}::{kind.split()[0]}" for name, kind in columns.items())
    after = ", ".join(f"{name} = excluded.{name}" for name in further)
    db.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM new_{table}"
        f" ORDER BY {key} ON CONFLICT ({key}) DO UPDATE SET {after}"
    )


def contents_after(
    db: "psycopg.Connection[Any]", passing: Clause, after: str | None
) -> list[tuple[StoredContent, list[StoredFile]]]:
    """Return the contents that come next by hash, each with its files; None: the first."""
    low = None if after is None else UUID(after)
    rows = db.execute(
        f"SELECT content_hash, vector, inscription, {', '.join(METADATA_COLUMNS)} FROM photo"
        f" WHERE (%s::uuid IS NULL OR content_hash > %s) AND {passing.sql}"
        " ORDER BY content_hash LIMIT %s",
        (low, low, *passing.values, _PAGE),
    )
    contents = [_content(row) for row in rows]
    files: dict[str, list[StoredFile]] = {one.content_hash: [] for one in contents}
    for file in files_of(db, [*map(UUID, files)]):
        files[file.content_hash].append(file)
    return [(one, files[one.content_hash]) for one in contents]


def files_of(db: "psycopg.Connection[Any]", hashes: Sequence[UUID]) -> list[StoredFile]:
    """Return all files of contents, by path."""
    query = "SELECT path, size, mtime_ns, content_hash FROM file WHERE content_hash = ANY (%s)"
    return [file_of(row) for row in db.execute(f"{query} ORDER BY path", (hashes,))]


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


def file_of(row: Row) -> StoredFile:
    """Return a row of path, size, time and content as the file that it is."""
    path, size, mtime_ns, content_hash = row
    return StoredFile(os.fsdecode(path), Fingerprint(size, mtime_ns), content_hash.hex)


def _content(row: Row) -> StoredContent:
    content_hash, vector, inscription, *about = row
    return StoredContent(content_hash.hex, metadata_of(about), unit_vector(vector), inscription)


def metadata_of(values: Sequence[Any]) -> Metadata:
    """Return the values of `METADATA_COLUMNS` as what a photo says of itself."""
    named = dict(zip(METADATA_COLUMNS, values, strict=True))
    return Metadata(**named | {"keywords": tuple(named["keywords"] or ())})


def unit_vector(half: Any) -> Vector:
    """Return float32 (d,) of unit length, as half precision is not quite."""
    vector: Vector = half.to_numpy().astype(np.float32)
    unit: Vector = vector / np.linalg.norm(vector)
    return unit


def file_words(path: str) -> str:
    """Return the words of a file's name and of its folders, as PostgreSQL looks them up."""
    folder, _, name = path.encode(errors="replace").decode().rpartition("/")
    return vector_of(name, folder)


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return the folders in which files lie, at any depth, as far as they can be typed."""
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder[-1] not in ":/" and folder not in folders:
            if is_text(folder) and len(folder.encode()) <= _LONGEST_KEY:
                folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders


def key_of(text: str, most: int = _LONGEST_KEY) -> str:
    """Return a text as it stands where an index is, and is asked for: cut if it is too long."""
    return text.encode()[:most].decode(errors="ignore")


def _values_of(metadata: Metadata) -> Iterator[Any]:
    for name in METADATA_COLUMNS:
        value = getattr(metadata, name)
        if name in _WITH_INDEX and value is not None:
            value = key_of(value)
        yield list(value) if isinstance(value, tuple) else value


def _derived(metadata: Metadata, spot: Spot | None) -> Row:
    sort_key = (metadata.taken_at or "")[:19]
    try:
        weekday = datetime.fromisoformat(sort_key).isoweekday()
    except ValueError:
        weekday = None
    place = (spot.country, spot.region, spot.town) if spot else (None, None, None)
    texts = (metadata.title or "", metadata.description or "", " ".join(metadata.keywords))
    return (sort_key, weekday, keywords_around(metadata.keywords), *place, vector_of(*texts))


def keywords_around(keywords: Iterable[str]) -> list[str]:
    """Return keywords as they are asked for, with all above them."""
    return sorted({key_of(path) for word in keywords for path in _with_those_above(word)})


def _with_those_above(keyword: str) -> Iterator[str]:
    """Yield a keyword such as "Animals|Birds", and each one above it."""
    yield keyword
    while SEPARATOR in keyword:
        keyword = keyword.rpartition(SEPARATOR)[0]
        yield keyword
