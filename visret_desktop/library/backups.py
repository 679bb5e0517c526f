"""Backups of the catalog: what cannot be made again, small enough to be made often.

A backup is a SQLite file with the catalog's own tables, without what is large and can be had
elsewhere: vectors (the vector index has them too, and else they are computed again), the index of
words, and the other indexes. It is read in one transaction, so it is the catalog of one moment.

    backups/2026-11-21.db               the last one of each of the last three days with changes
    backups/before-photos_by_name.db    before a migration of that name changed anything
"""

import hashlib
import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

from visret_desktop.file_changes import sync
from visret_desktop.library.catalog_folders import folders_now
from visret_desktop.library.sqlite_files import Connection, connect_to_read, is_damage

LATER = "made_later"  # the table of statements that make what a backup leaves out
_DAYS = 3
_PAUSE_SECONDS = 3600.0  # between two backups, unless the folders changed
_UNFINISHED = ".new"
_BEFORE = "before-"
_OWN_TABLES = (
    "SELECT name, sql FROM source.sqlite_master WHERE type = 'table' AND sql IS NOT NULL"
    " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' AND NOT EXISTS"
    " (SELECT 1 FROM source.sqlite_master AS whole WHERE whole.sql LIKE 'CREATE VIRTUAL%'"
    " AND substr(sqlite_master.name, 1, length(whole.name) + 1) = whole.name || '_')"
)
_MADE_LATER = (
    f"CREATE TABLE {LATER} AS SELECT type, sql FROM source.sqlite_master WHERE sql IS NOT NULL"
    " AND (type IN ('index', 'trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%')"
)
_WITHOUT_VECTORS = (
    "INSERT INTO main.embedding SELECT label, content_hash, encoder, x'' FROM source.embedding"
    " WHERE content_hash IN (SELECT content_hash FROM source.photo) ORDER BY label"
)
_log = logging.getLogger(__name__)


class Backups:
    """The backups of one catalog. Only the process that writes the catalog changes them."""

    def __init__(self, catalog: Path) -> None:
        self._catalog = catalog
        self.folder = catalog.parent / "backups"

    def newest_first(self) -> list[Path]:
        """Return the backups there are."""
        files = [path for path in self.folder.glob("*.db") if path.is_file()]
        return sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)

    def make_if_due(self) -> Path | None:
        """Make today's backup if something changed; return it, None if none was due or possible.

        A backup is never a reason for anything else to fail: what stops it is logged.
        """
        try:
            self.clear()
            if not self._is_due():
                return None
            made = self._make(f"{date.today().isoformat()}.db")
            self._rotate()
        except (OSError, sqlite3.Error) as error:
            if is_damage(error):
                raise
            _log.warning("no backup of the catalog was made: %s", error)
            return None
        return made

    def make_before(self, step: str) -> Path:
        """Make the backup to go back to after a migration.

        Raises:
            OSError, sqlite3.Error: it could not be made; the catalog must not be changed then.
        """
        for old in self.folder.glob(f"{_BEFORE}*.db"):
            old.unlink()
        return self._make(f"{_BEFORE}{step}.db")

    def forget_all(self) -> None:
        """Delete all backups: they know what was to be forgotten."""
        for path in self.folder.glob("*"):
            path.unlink()

    def clear(self) -> None:
        """Delete what a backup that was interrupted left behind."""
        for path in self.folder.glob(f"*{_UNFINISHED}*"):
            path.unlink(missing_ok=True)

    def _is_due(self) -> bool:
        newest = next(iter(self.newest_first()), None)
        now = _state(self._catalog)
        if now is None:
            return False
        before = None if newest is None else _state(newest)
        if newest is None or before is None:
            return now != _EMPTY
        if now[1] != before[1]:  # other folders: what a person did by hand
            return True
        age = time.time() - newest.stat().st_mtime
        return now != before and not 0 <= age < _PAUSE_SECONDS

    def _make(self, name: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        size = self._catalog.stat().st_size
        if shutil.disk_usage(self.folder).free < 2 * size:
            raise OSError(f"a backup of the catalog needs {size} bytes and as much free beside it")
        started = time.monotonic()
        target = self.folder / name
        fresh = target.with_name(f"{name}{_UNFINISHED}")
        fresh.unlink(missing_ok=True)
        try:
            write_backup(self._catalog, fresh)
            fresh.replace(target)
            sync(self.folder)
        finally:
            fresh.unlink(missing_ok=True)
        seconds, size = time.monotonic() - started, target.stat().st_size
        _log.info("made the backup %s: %d bytes in %.1f s", target.name, size, seconds)
        return target

    def _rotate(self) -> None:
        daily = [path for path in self.newest_first() if not path.name.startswith(_BEFORE)]
        for path in daily[_DAYS:]:
            path.unlink()


def write_backup(catalog: Path, target: Path) -> None:
    """Write what a backup holds of `catalog` to the new file `target`, through to the disk.

    Raises:
        sqlite3.Error: the catalog is damaged, or there is no room.
    """
    address = target.absolute().as_uri()
    opened = sqlite3.connect(address, uri=True, isolation_level=None, factory=Connection)
    with closing(opened) as db:
        db.execute("PRAGMA journal_mode = OFF")  # it is thrown away if it is not finished
        db.execute("ATTACH ? AS source", (f"{catalog.absolute().as_uri()}?mode=ro",))
        db.execute("BEGIN")
        for name, statement in db.execute(_OWN_TABLES).fetchall():
            db.execute(statement)
            rows = f'INSERT INTO main."{name}" SELECT * FROM source."{name}"'
            db.execute(_WITHOUT_VECTORS if name == "embedding" else rows)
        db.execute("DELETE FROM main.sqlite_sequence")
        db.execute("INSERT INTO main.sqlite_sequence SELECT * FROM source.sqlite_sequence")
        db.execute(_MADE_LATER)
        db.execute("COMMIT")
    sync(target)


_EMPTY = ("0", hashlib.sha256(b"[]").hexdigest())


def _state(file: Path) -> tuple[str, str] | None:
    """Return what changes with a catalog, in two parts; None if it cannot be told."""
    try:
        with closing(connect_to_read(file)) as db:
            return _generation(db), folders_now(db)
    except sqlite3.Error as error:
        _log.info("%s: %s", file.name, error)
        return None


def _generation(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
    return str(row[0])


def steps_of(file: Path) -> Iterator[str]:
    """Yield the names of the migrations that made a catalog or backup what it is.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    with closing(connect_to_read(file)) as db:
        for (name,) in db.execute(
            "SELECT name FROM _sqlite_migrations WHERE migration_set = 'catalog'"
        ).fetchall():
            yield str(name)
