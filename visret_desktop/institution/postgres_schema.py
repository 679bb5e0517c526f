"""The tables of a library in PostgreSQL, and whether those that are there are ours.

`photo` has a row for each content, with its vector beside its facts, so that one scan of the graph
can look at both; `file` has one for each place in which a content lies. Columns are called as in
the desktop's catalog, so that most conditions are the same SQL. Texts are compared by their bytes,
as there.
"""

from typing import Any, get_args, get_origin, get_type_hints

import psycopg

from visret_desktop.institution import postgres_detections, postgres_notes, postgres_problems
from visret_desktop.institution.postgres_graph import WAITING_INDEX
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import (
    LibraryMissing,
    LibraryOfOtherEncoder,
    LibraryOfOtherVersion,
    VectorsMissing,
)
from visret_desktop.library.records import METADATA_COLUMNS, Metadata

# Of all tables. Raise the first number with every change of them, and say in docs/institution.md
# how one gets there; the second follows what is read from photos, each a column.
FORM = f"4.{len(METADATA_COLUMNS)}"
_NEEDED = (0, 8)  # of pgvector: the first that goes on where a filter leaves too few
_LOCK = 7_645_238_117  # any number: whoever makes the tables holds it
_TEXT = 'text COLLATE "C"'
_TEXTS = 'text[] COLLATE "C"'
# The types of what a photo says of itself. The first that stands in a declaration counts.
_SQL = {tuple: _TEXTS, str: _TEXT, int: "bigint", float: "float8"}
_TYPES = {
    name: next(
        sql for kind, sql in _SQL.items() if kind in (get_origin(hint), hint, *get_args(hint))
    )
    for name, hint in get_type_hints(Metadata).items()
}
# What follows from it, for filters alone.
_DERIVED = {
    "sort_key": f"{_TEXT} NOT NULL",  # local time in seconds; '' where nobody knows
    "weekday": "smallint",  # Monday is 1
    "keyword_paths": f"{_TEXTS} NOT NULL",  # with all above them
    "country": _TEXT,
    "region": _TEXT,
    "town": "bigint",
    "words": "tsvector NOT NULL",  # of title, description and keywords
    "inscription": "text",  # the lines that were read in the picture, as JSON
    "inscribed": "tsvector NOT NULL",  # their words
}
_GRAPH = {"vector": "halfvec", "is_waiting": "boolean"}
COLUMNS = {"content_hash": "uuid", **_TYPES, **_DERIVED, **_GRAPH}
FILE_COLUMNS = {
    "path": "bytea",
    "name": "bytea",
    "content_hash": "uuid",
    "size": "bigint",
    "mtime_ns": "bigint",
    "words": "tsvector",
}
# Facts that are counted and filtered by. A bitmap of several answers them together.
_INDEXED = (
    *("sort_key", "camera", "lens", "format", "rating", "color_label"),
    *("country", "region", "town", "weekday", "iso", "f_number", "focal_length_mm"),
    *("exposure_seconds", "altitude"),
    *("latitude, longitude", "substr(sort_key, 6, 2)", "substr(sort_key, 12, 5)"),
)
_META = "SELECT key, value FROM library"


def make(db: "psycopg.Connection[Any]", space: EmbeddingSpace, server: str) -> EmbeddingSpace:
    """Make the tables where there are none; return the space of those that are there.

    Raises:
        StoreError, psycopg.Error: as `check`, or the person may not make any.
    """
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if not _has_tables(db):
            _make_tables(db, space)
    return check(db, server, space.encoder)


def check(db: "psycopg.Connection[Any]", server: str, encoder: str = "") -> EmbeddingSpace:
    """Return the space of a library.

    Raises:
        LibraryMissing: there is none.
        LibraryOfOtherVersion: its tables are of another program.
        LibraryOfOtherEncoder: `encoder` is another one than made it.
        VectorsMissing: its pgvector is too old.
    """
    if not _has_tables(db):
        raise LibraryMissing(server=server)
    about = dict(db.execute(_META).fetchall())
    if about.get("form") != FORM:
        raise LibraryOfOtherVersion(server=server, there=about.get("form", "?"), here=FORM)
    if encoder and about["encoder"] != encoder:
        raise LibraryOfOtherEncoder(server=server, there=about["encoder"], here=encoder)
    row = db.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
    version = row[0] if row else "0"
    if tuple(int(part) for part in version.split(".")[:2]) < _NEEDED:
        raise VectorsMissing(server=server, reason=version)
    return EmbeddingSpace(about["encoder"], int(about["dimension"]))


def _has_tables(db: "psycopg.Connection[Any]") -> bool:
    row = db.execute("SELECT to_regclass('library') IS NOT NULL").fetchone()
    return bool(row and row[0])


def _make_tables(db: "psycopg.Connection[Any]", space: EmbeddingSpace) -> None:
    columns = ", ".join(f"{name} {kind}" for name, kind in (_TYPES | _DERIVED).items())
    db.execute("CREATE EXTENSION IF NOT EXISTS vector")
    db.execute("CREATE TABLE library (key text PRIMARY KEY, value text NOT NULL)")
    # A hash is 128 bits, as a UUID is, which takes half the room of a text. Where many are compared
    # what is compared stands first: a third of the time went on looking past the facts.
    db.execute(
        "CREATE TABLE photo (content_hash uuid PRIMARY KEY, is_waiting boolean NOT NULL,"
        f" vector halfvec({int(space.dimension)}) NOT NULL, {columns})"
    )
    # Names may be no valid Unicode, so paths are bytes. `name` is what `photo:` compares.
    db.execute(
        "CREATE TABLE file (path bytea PRIMARY KEY, name bytea NOT NULL, content_hash uuid NOT NULL"
        " REFERENCES photo ON DELETE CASCADE, size bigint NOT NULL, mtime_ns bigint NOT NULL,"
        " words tsvector NOT NULL)"
    )
    # All keywords, folders, names and detections that there ever were, to read queries by: to look
    # through all photos takes long.
    db.execute(
        f"CREATE TABLE vocabulary (kind text NOT NULL, name {_TEXT} NOT NULL,"
        f" common {_TEXT} NOT NULL, PRIMARY KEY (kind, name, common))"
    )
    for statement in (
        postgres_problems.TABLE,
        *postgres_notes.TABLES,
        *postgres_detections.TABLES,
    ):
        db.execute(statement)
    db.execute(WAITING_INDEX)
    for number, expression in enumerate(_INDEXED):
        db.execute(f"CREATE INDEX photo_fact_{number} ON photo ({expression})")
    for table, column in (
        *(("photo", name) for name in ("keyword_paths", "words", "inscribed")),
        ("file", "words"),
    ):
        db.execute(f"CREATE INDEX {table}_{column} ON {table} USING gin ({column})")
    db.execute("CREATE INDEX file_content ON file (content_hash)")
    db.execute("CREATE INDEX file_name ON file (name)")
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO library VALUES (%s, %s)",
            [
                ("form", FORM),
                ("encoder", space.encoder),
                ("dimension", str(space.dimension)),
            ],
        )
