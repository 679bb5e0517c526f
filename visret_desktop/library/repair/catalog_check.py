"""Look for damage in a catalog: what SQLite notices, and values that we never write."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import get_type_hints

import numpy as np

from visret_desktop.library.catalog import migrations
from visret_desktop.library.catalog.folder_tree import folders_kept, folders_now
from visret_desktop.library.records import Metadata
from visret_desktop.library.repair.backups import Backups, is_unused
from visret_desktop.library.sqlite_files import connect, connect_to_read
from visret_desktop.paths import Paths
from visret_desktop.sentences import sentence

_QUICK_BYTES = 64_000_000  # what is checked in about 0.1 s
_UNIT_TOLERANCE = 1e-3
_VECTORS_AT_ONCE = 8192
_TEXTS = ("_sqlite_migrations", "meta", "folder", "photo", "problem")
_LARGE = (
    "photo",
    "problem",
    "embedding",
    "pass_result",
    "photo_keyword",
    "inscription",
    "photo_group",
    "detection",
    "detected",
    "clock",
)
_BEGUN = {"_sqlite_migrations", "idx__sqlite_migrations_migration_set_name"}
# `schema_digest` of a new catalog, so that none has to be made at each start for comparison.
SCHEMA = "62e04bfaabfbfe6d"
_MADE_OF = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_TEXT_INDEXES = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%fts5%'"
_IS_HASH = "typeof({0}) = 'text' AND length({0}) = 32 AND {0} NOT GLOB '*[^0-9a-f]*'"
_IS_PATH = "typeof({0}) IN ('text', 'blob') AND length({0}) > 0"
_METADATA = get_type_hints(Metadata)
_NUMBERS = (
    *(name for name, kind in _METADATA.items() if kind in (int | None, float | None)),
    *("sidecar_size", "sidecar_mtime_ns"),
)
_INTEGERS = (
    *("id", "folder_id", "size", "mtime_ns"),
    *(name for name, kind in _METADATA.items() if kind is int),
)
# What holds for every row; each is cheap, and together they keep odd values out of the program.
_RULES: tuple[tuple[str, str], ...] = (
    ("meta", "typeof(key) = 'text' AND typeof(value) = 'text'"),
    ("folder", _IS_PATH.format("path")),
    ("folder", "state IN ('online', 'offline') AND typeof(volume_uid) = 'text'"),
    ("folder", "typeof(id) = 'integer' AND typeof(added_at) IN ('real', 'integer')"),
    ("photo", " AND ".join(f"typeof({name}) = 'integer'" for name in _INTEGERS)),
    ("photo", " AND ".join(f"typeof({n}) IN ('null', 'integer', 'real')" for n in _NUMBERS)),
    ("photo", f"{_IS_PATH.format('relative')} AND {_IS_PATH.format('name')}"),
    ("photo", f"{_IS_HASH.format('content_hash')} AND online IN (0, 1)"),
    ("photo", "keywords IS NULL OR (json_valid(keywords) AND json_type(keywords) = 'array')"),
    ("photo", "typeof(volume_uid) = 'text' AND typeof(sort_key) IN ('null', 'text')"),
    # "" is the folder itself, where it cannot be read.
    ("problem", "typeof(relative) IN ('text', 'blob') AND indexed IN (0, 1)"),
    ("problem", "typeof(size) IN ('null', 'integer') AND typeof(mtime_ns) IN ('null', 'integer')"),
    ("embedding", _IS_HASH.format("content_hash")),
    ("embedding", "typeof(vector) = 'blob' AND length(vector) > 0 AND length(vector) % 4 = 0"),
)
# The same for what catalogs have since this migration.
_PASSES_CAME_WITH = "spaces_regions_and_passes"
_RULES_OF_PASSES = (
    ("embedding", "typeof(space) = 'text' AND typeof(region) = 'text'"),
    ("pass_result", _IS_HASH.format("content_hash")),
    ("pass_result", "typeof(pass) = 'text' AND typeof(version) = 'text'"),
)
_FACTS_CAME_WITH = "facts"
_RULES_OF_FACTS = (
    ("photo", "typeof(country) IN ('null', 'text') AND typeof(region) IN ('null', 'text')"),
    ("photo", "typeof(town) IN ('null', 'integer') AND typeof(town_meters) IN ('null', 'integer')"),
    ("photo_keyword", "typeof(keyword) = 'text' AND typeof(photo_id) = 'integer'"),
    ("inscription", f"{_IS_HASH.format('content_hash')} AND typeof(words) = 'text'"),
)
_GROUPS_CAME_WITH = "bursts_and_events"
_RULES_OF_GROUPS = (
    (
        "photo_group",
        "typeof(burst) IN ('null', 'integer') AND typeof(event) IN ('null', 'integer')",
    ),
)
_NOTES_CAME_WITH = "notes_and_detections"
# Notes and deployments have none: one that cannot be read costs that one, not the catalog.
_RULES_OF_NOTES = (
    ("photo", "typeof(own_rating) IN ('null', 'integer')"),
    ("detection", f"{_IS_HASH.format('content_hash')} AND typeof(label_id) = 'integer'"),
    ("detected", f"{_IS_HASH.format('content_hash')} AND json_valid(found)"),
)
_CLOCKS_CAME_WITH = "clocks"
_RULES_OF_CLOCKS = (
    ("clock", f"{_IS_HASH.format('content_hash')} AND typeof(seconds) IN ('real', 'integer')"),
    ("clock", "typeof(utc_offset) = 'text'"),
    ("photo", "typeof(camera_time) IN ('null', 'text')"),
)


class _NotMadeYet(Exception):
    """There are no tables yet."""


def damage_of(paths: Paths, *, is_thorough: bool) -> str:
    """Return what is wrong with a profile's catalog; "" if nothing, or if there never was one.

    Raises:
        sqlite3.OperationalError: it cannot be looked at now.
    """
    if loss := loss_of(paths):
        return loss
    return find_damage(paths.catalog, is_thorough=is_thorough) if paths.catalog.exists() else ""


def loss_of(paths: Paths) -> str:
    """Return what is wrong if there is no catalog where there was one; else "". It takes no time.

    A catalog that never held anything is no better than none, where backups hold folders: it was
    made when the one before was not there.

    Raises:
        sqlite3.OperationalError: it cannot be looked at now.
    """
    catalog = paths.catalog
    if not catalog.exists():
        return sentence("it is missing") if _was_there(paths) else ""
    if not _has_tables(catalog):
        return sentence("it is empty") if _was_there(paths) else ""
    is_made_anew = is_unused(catalog) and Backups(catalog).best_first_with_folders()
    return sentence("it is empty") if is_made_anew else ""


def _was_there(paths: Paths) -> bool:
    """Tell whether something in a profile without a catalog says that it had one."""
    return (
        bool(Backups(paths.catalog).newest_first())
        or any(paths.index_dir.glob("*/*"))
        or damaged_folder(paths.catalog).is_dir()
        or _has_thumbnails(paths.thumbnails)
    )


def damaged_folder(catalog: Path) -> Path:
    """Return where replaced catalogs are kept."""
    return catalog.parent / "damaged"


def _has_thumbnails(file: Path) -> bool:
    if not file.exists():
        return False
    try:
        with closing(connect_to_read(file)) as db:
            return db.execute("SELECT 1 FROM thumbnail LIMIT 1").fetchone() is not None
    except sqlite3.Error:  # it has no table yet, or was damaged together with the catalog
        return file.stat().st_size > 0


def is_made(catalog: Path) -> bool:
    """Tell whether a catalog is there and has its tables; what is damaged counts as made.

    Raises:
        sqlite3.OperationalError: it cannot be looked at now.
    """
    return catalog.exists() and _has_tables(catalog)


def _has_tables(catalog: Path) -> bool:
    try:
        with closing(connect_to_read(catalog)) as db:
            return not _is_begun_only(db)
    except sqlite3.DatabaseError as error:
        if is_circumstance(error):
            raise
        return True


def _is_begun_only(db: sqlite3.Connection) -> bool:
    return {row[0] for row in db.execute("SELECT name FROM sqlite_master")} <= _BEGUN


def find_damage(catalog: Path, *, is_thorough: bool) -> str:
    """Return what is wrong with a catalog; "" if nothing was found.

    Thorough, it reads every byte: about three seconds for 100,000 photos. Otherwise it takes about
    0.1 s, and of a large catalog it looks at the beginning only.

    Raises:
        sqlite3.OperationalError: the file cannot be read now: no permission, locked, a full disk.
    """
    try:
        with closing(connect_to_read(catalog)) as db:
            finding = next(_quick_findings(db, catalog), "")
            if is_thorough and not finding:
                finding = next(_thorough_findings(db), "")
        if is_thorough and not finding:
            _check_words(catalog)
    except _NotMadeYet:
        return ""
    except sqlite3.DatabaseError as error:
        if is_circumstance(error):
            raise
        return str(error)
    except (ValueError, TypeError, LookupError) as error:
        return str(error)
    return finding


def is_circumstance(error: sqlite3.Error) -> bool:
    """Tell whether an error says nothing about the file's bytes: locked, full, no permission."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
    )


def _quick_findings(db: sqlite3.Connection, catalog: Path) -> Iterator[str]:
    is_small = catalog.stat().st_size <= _QUICK_BYTES
    if is_small:
        yield from _pragma(db, "integrity_check(1)")
    if _is_begun_only(db):
        raise _NotMadeYet
    yield from _odd_schema(db)
    known = {str(key) for key, _ in db.execute("SELECT key, value FROM meta")}
    if not {"catalog", "generation"} <= known:
        yield sentence("it does not say which catalog it is")
    yield from _broken_rules(db, ("meta", "folder"))
    kept = folders_kept(db)
    if kept not in ("", folders_now(db)):
        yield sentence("its folders are not those that were added")
    if is_small:
        yield from _broken_rules(db, _LARGE)


def _odd_schema(db: sqlite3.Connection) -> Iterator[str]:
    """Compare what an up-to-date catalog is made of with what a new one is made of."""
    if migrations.applied(db) != set(migrations.names()):
        return
    made = dict(db.execute(_MADE_OF))
    if schema_digest(made) == SCHEMA:
        return
    for name, statement in new_schema().items():
        if made.get(name) != statement:
            yield sentence("{name} is not made as it should be", name=name)


def schema_digest(made: dict[str, str]) -> str:
    """Return what tells one schema, given as SQL by name, from others."""
    return hashlib.sha256(repr(sorted(made.items(), key=repr)).encode()).hexdigest()[:16]


@cache
def new_schema() -> dict[str, str]:
    """Return what a new catalog is made of, as SQL by name."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrations.apply(db)
        return dict(db.execute(_MADE_OF))


def _thorough_findings(db: sqlite3.Connection) -> Iterator[str]:
    yield from _pragma(db, "integrity_check(1)")
    for row in db.execute("PRAGMA foreign_key_check"):
        yield sentence("a row of {table} belongs to nothing", table=row[0])
    yield from _broken_rules(db, _LARGE)
    for table in _TEXTS:
        for _ in db.execute(f"SELECT * FROM {table}"):  # SQLite raises for text that is not UTF-8
            pass
    yield from _odd_vectors(db)


def _pragma(db: sqlite3.Connection, question: str) -> Iterator[str]:
    answer = str(db.execute(f"PRAGMA {question}").fetchone()[0])
    if answer != "ok":
        yield answer.replace("*** in database main ***\n", "")


def _broken_rules(db: sqlite3.Connection, tables: tuple[str, ...]) -> Iterator[str]:
    applied = migrations.applied(db)
    rules = _RULES + (_RULES_OF_PASSES if _PASSES_CAME_WITH in applied else ())
    rules += _RULES_OF_FACTS if _FACTS_CAME_WITH in applied else ()
    rules += _RULES_OF_GROUPS if _GROUPS_CAME_WITH in applied else ()
    rules += _RULES_OF_NOTES if _NOTES_CAME_WITH in applied else ()
    rules += _RULES_OF_CLOCKS if _CLOCKS_CAME_WITH in applied else ()
    for table, rule in rules:
        if table in tables:
            query = f"SELECT count(*) FROM {table} WHERE ({rule}) IS NOT 1"
            (count,) = db.execute(query).fetchone()
            if count:
                yield sentence(
                    "{count} rows of {table} hold what was never written", count=count, table=table
                )


def _odd_vectors(db: sqlite3.Connection) -> Iterator[str]:
    lengths: dict[str, int] = {}
    # The third column is the space, whatever older catalogs call it.
    cursor = db.execute("SELECT * FROM embedding ORDER BY 3")
    while rows := cursor.fetchmany(_VECTORS_AT_ONCE):
        for space in {row[2] for row in rows}:
            blobs = [row[-1] for row in rows if row[2] == space]
            length = lengths.setdefault(space, len(blobs[0]))
            if any(len(blob) != length for blob in blobs):
                yield sentence("vectors of {space} have different lengths", space=space)
            vectors = np.frombuffer(b"".join(blobs), "<f4").reshape(len(blobs), -1)
            norms = np.sqrt(np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64))
            if not (np.abs(norms - 1) < _UNIT_TOLERANCE).all():
                yield sentence("a vector of {space} is not of unit length", space=space)


def _check_words(catalog: Path) -> None:
    """Compare the index of words with its texts; only a writer can ask for that."""
    with closing(connect(catalog)) as db:
        for (index,) in db.execute(_TEXT_INDEXES).fetchall():
            db.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")
