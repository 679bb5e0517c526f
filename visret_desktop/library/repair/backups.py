"""Backups of the catalog: what cannot be made again, small enough to be made often.

A backup is a SQLite file with the catalog's own tables, without what is large and can be made
again: vectors (the vector index has them too), the index of words, and the other indexes. It is
read in one transaction, so it is the catalog of one moment.

    backups/2026-11-21.db               the last one of each of the last three days with changes
    backups/2026-11-21-2.db             of the same day, where the first must not be replaced
    backups/before-photos_by_name.db    before a migration of that name changed anything

They are numbered in the order in which they were made, as clocks may be wrong. One is better than
the catalog if it has a folder that the catalog lost, or more than twice its photos: nobody took
those out, as forgetting a folder deletes all backups. For a month the best of these is neither
replaced nor deleted. Whatever else is older than a month goes, but for the newest.
"""

import hashlib
import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs
from visret_desktop.library.catalog.catalog_connection import from_sql
from visret_desktop.library.catalog.folder_tree import folders_now
from visret_desktop.library.sqlite_files import Connection, connect_to_read, is_damage

LATER = "made_later"  # the table of statements that make what a backup leaves out
_DAYS = 3
_PAUSE_SECONDS = 3600.0  # between two backups, unless the folders changed
_KEPT_SECONDS = 30 * 24 * 3600.0
_MOST_LOST = 0.5  # of the photos
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
    "INSERT INTO main.embedding SELECT {}, x'' FROM source.embedding"
    " WHERE content_hash IN (SELECT content_hash FROM source.photo) ORDER BY label"
)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Held:
    """What a catalog or backup holds: when each folder was added, where it is, and the photos."""

    folders: dict[float, Path]
    photos: int

    def lost(self, before: "Held") -> bool:
        """Tell whether `before` has what nobody took out: a folder, or most of the photos."""
        roots = set(self.folders.values())
        missing = (path for added, path in before.folders.items() if added not in self.folders)
        has_lost_folder = any(roots.isdisjoint((path, *path.parents)) for path in missing)
        return has_lost_folder or self.photos < _MOST_LOST * before.photos

    def is_lesser(self, other: "Held") -> bool:
        """Tell whether it lost what `other` has; if each has its own, whether it has less."""
        return self.lost(other) and (not other.lost(self) or self.photos < other.photos)


class Backups:
    """The backups of one catalog. Only the process that writes the catalog changes them."""

    def __init__(self, catalog: Path) -> None:
        self._catalog = catalog
        self.folder = catalog.parent / "backups"

    def newest_first(self) -> list[Path]:
        """Return the backups there are; those that cannot be read come last."""
        files = [path for path in self.folder.glob("*.db") if path.is_file()]
        return sorted(files, key=lambda path: (_number(path), _made_at(path)), reverse=True)

    def best_first(self) -> list[Path]:
        """Return the backups there are, newest first, but behind those that hold what they lost."""
        newest = self.newest_first()
        held = {path: held_by(path) for path in newest}
        lesser = [path for path in newest if self._is_lesser(path, held)]
        return [*(path for path in newest if path not in lesser), *lesser]

    def _is_lesser(self, path: Path, held: dict[Path, Held | None]) -> bool:
        own = held[path]
        others = (held[other] for other in held if other != path and _is_recent(other))
        return own is None or any(other is not None and own.is_lesser(other) for other in others)

    def best_first_with_folders(self) -> list[Path]:
        """Return the backups that hold a folder."""
        return [path for path in self.best_first() if (held := held_by(path)) and held.folders]

    def better_than_catalog(self) -> list[Path]:
        """Return the backups of the last month that hold what the catalog lost, the best first."""
        now = held_by(self._catalog)
        if now is None:
            return []
        recent = [path for path in self.newest_first() if _is_recent(path)]
        better = {path: held for path in recent if (held := held_by(path)) and now.lost(held)}
        return sorted(better, key=lambda path: _size(better[path]), reverse=True)

    def make_if_due(self, pause: float = _PAUSE_SECONDS) -> Path | None:
        """Make today's backup if something changed; return it, None if none was due or possible.

        `pause` is in seconds since the last one, for what people noted or indexing found.
        A backup is never a reason for anything else to fail: what stops it is logged.
        """
        try:
            self.clear()
            made = self._make(self._free_name()) if self._is_due(pause) else None
            self._rotate()
        except (OSError, NotOurs, sqlite3.Error) as error:
            if is_damage(error):
                raise
            _log.warning("no backup of the catalog was made: %s", error)
            return None
        return made

    def make_before(self, step: str) -> Path:
        """Make the backup to go back to after a migration.

        Raises:
            OSError, NotOurs, sqlite3.Error: it could not be made; the catalog must not be changed
                then.
        """
        made = self._make(f"{_BEFORE}{step}.db")
        better = self.better_than_catalog()[:1]
        for old in self.folder.glob(f"{_BEFORE}*.db"):
            if old != made and old not in better:
                file_changes.remove(old)
        return made

    def forget_all(self) -> None:
        """Delete all backups: they know what was to be forgotten.

        Raises:
            OSError, NotOurs: one of them cannot be deleted.
        """
        for path in self.folder.glob("*"):
            file_changes.remove_tree(path)

    def clear(self) -> None:
        """Delete what a backup that was interrupted left behind."""
        for path in self.folder.glob(f"*{_UNFINISHED}*"):
            file_changes.remove(path)

    def _is_due(self, pause: float) -> bool:
        newest = next(iter(self.newest_first()), None)
        now = _state(self._catalog)
        if now is None or now == _UNUSED:
            return False
        before = None if newest is None else _state(newest)
        if newest is None or before is None:
            return True
        if now[1] != before[1]:  # other folders: what a person did by hand
            return True
        age = time.time() - _made_at(newest)
        return now != before and not 0 <= age < pause

    def _free_name(self) -> str:
        """Return today's name, or the next one where that is a better backup."""
        today = date.today().isoformat()
        names = (f"{today}-{number}.db" if number > 1 else f"{today}.db" for number in count(1))
        better = self.better_than_catalog()
        return next(name for name in names if self.folder / name not in better)

    def _make(self, name: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not file_changes.is_own(self.folder):
            raise NotOurs(path=self.folder)
        size = self._catalog.stat().st_size
        if shutil.disk_usage(self.folder).free < 2 * size:
            raise OSError(f"a backup of the catalog needs {size} bytes and as much free beside it")
        started = time.monotonic()
        target = self.folder / name
        fresh = target.with_name(f"{name}{_UNFINISHED}")
        file_changes.remove(fresh)
        try:
            number = 1 + max(map(_number, self.newest_first()), default=0)
            write_backup(self._catalog, fresh, max(1, number))
            file_changes.move(fresh, target, is_replacing=True)
            file_changes.sync(self.folder)
        finally:
            file_changes.remove(fresh)
        seconds, size = time.monotonic() - started, target.stat().st_size
        _log.info("made the backup %s: %d bytes in %.1f s", target.name, size, seconds)
        return target

    def _rotate(self) -> None:
        newest = self.newest_first()
        daily = [path for path in newest if not path.name.startswith(_BEFORE)]
        outdated = {*daily[_DAYS:], *(path for path in newest[1:] if not _is_recent(path))}
        if outdated:
            for path in outdated.difference(self.better_than_catalog()[:1]):
                file_changes.remove(path)


def _number(backup: Path) -> int:
    """Return which one it is in the order of making; 0: made before they were numbered."""
    try:
        with closing(connect_to_read(backup)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def _made_at(backup: Path) -> float:
    """Return when it was made; 0 for times in the future, which a wrong clock made."""
    made_at = backup.stat().st_mtime
    return made_at if made_at <= time.time() else 0.0


def _is_recent(backup: Path) -> bool:
    """Tell whether it may be of the last month."""
    return time.time() - backup.stat().st_mtime < _KEPT_SECONDS


def _size(held: Held) -> tuple[int, int]:
    return held.photos, len(held.folders)


def held_by(file: Path) -> Held | None:
    """Return what a catalog or backup holds; None if it cannot be read."""
    try:
        with closing(connect_to_read(file)) as db:
            folders = db.execute("SELECT added_at, path FROM folder").fetchall()
            (photos,) = db.execute("SELECT count(*) FROM photo").fetchone()
            return Held({float(added): Path(from_sql(path)) for added, path in folders}, photos)
    except (sqlite3.Error, ValueError, TypeError) as error:
        _log.info("%s: %s", file.name, error)
        return None


def is_unused(catalog: Path) -> bool:
    """Tell whether a catalog never held anything."""
    return _state(catalog) == _UNUSED


def write_backup(catalog: Path, target: Path, number: int = 0) -> None:
    """Write what a backup holds of `catalog` to the new file `target`, through to the disk.

    `number` tells it from those before it.

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
            if name == "embedding":
                db.execute(_WITHOUT_VECTORS.format(_all_but_vector(db)))
            else:
                columns = _stored_columns(db, name)
                db.execute(
                    f'INSERT INTO main."{name}" ({columns}) SELECT {columns} FROM source."{name}"'
                )
        db.execute("DELETE FROM main.sqlite_sequence")
        db.execute("INSERT INTO main.sqlite_sequence SELECT * FROM source.sqlite_sequence")
        db.execute(_MADE_LATER)
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")
    file_changes.sync(target)


def _stored_columns(db: sqlite3.Connection, table: str) -> str:
    """Return the columns of a table that can be written: those that are computed cannot."""
    return ", ".join(f'"{row[1]}"' for row in db.execute(f'PRAGMA main.table_info("{table}")'))


def _all_but_vector(db: sqlite3.Connection) -> str:
    """Return the columns of embeddings but for the last, the vector; older catalogs have fewer."""
    columns = [row[1] for row in db.execute("PRAGMA main.table_info(embedding)")]
    return ", ".join(columns[:-1])


_UNUSED = ("0", hashlib.sha256(b"[]").hexdigest(), "0")


def _state(file: Path) -> tuple[str, str, str] | None:
    """Return what changes with a catalog, in three parts; None if it cannot be told."""
    try:
        with closing(connect_to_read(file)) as db:
            return _generation(db), folders_now(db), _noted(db)
    except (sqlite3.Error, TypeError) as error:
        _log.info("%s: %s", file.name, error)
        return None


def _generation(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
    return str(row[0])


def _noted(db: sqlite3.Connection) -> str:
    """Return how often people's own notes changed."""
    row = db.execute("SELECT value FROM meta WHERE key = 'noted'").fetchone()
    return str(row[0]) if row else "0"


def notes_since(catalog: Path, backup: Path) -> int | None:
    """Return how many photos were noted after a backup was made; None where nobody knows.

    Clocks may be wrong, so it goes by what the backup holds. That something else was noted, such as
    a deployment, is known by the number of changes only.
    """
    try:
        with closing(connect_to_read(catalog)) as db, closing(connect_to_read(backup)) as older:
            query = "SELECT content_hash, changed_at FROM note"
            held = set(older.execute(query).fetchall())
            count = sum(row not in held for row in db.execute(query))
            return count if count or _noted(db) == _noted(older) else None
    except sqlite3.Error as error:
        _log.info("%s: %s", catalog.name, error)
        return None


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
