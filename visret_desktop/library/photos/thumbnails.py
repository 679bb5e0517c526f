"""Small copies of photos, kept in one SQLite file by content hash.

One file instead of 200,000 is written in transactions, quickly copied and quickly counted. It can
be deleted at any time; the next run makes it again. So damage is simply repaired: a thumbnail with
altered bytes counts as missing and is made again by the next run, and of a file that SQLite cannot
use, what can still be read goes to a new one.
"""

import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image

from visret_desktop import file_changes
from visret_desktop.library.photos.fitting import fit_into
from visret_desktop.library.sqlite_files import (
    SUFFIXES,
    FileConnections,
    connect,
    connect_to_read,
    is_damage,
    transaction,
)

_QUALITY = 82
_CHUNK = 500
_TRIAL_BYTES = 1_000_000
_MOST_FREE = 0.3  # of the file, beyond which it is written anew
Result = TypeVar("Result")
_log = logging.getLogger(__name__)


def make_thumbnail(image: Image.Image, longer_side: int) -> bytes:
    """Return a JPEG whose longer side is at most `longer_side` pixels."""
    small = fit_into(image, longer_side).copy()
    small.info = {}
    buffer = BytesIO()
    small.save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


class ThumbnailStore:
    """JPEG bytes by content hash. One process writes, any thread of any process reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._readers = FileConnections(path, connect_to_read)
        self._writers = FileConnections(path, _connect_to_write)

    # ---- ask --------------------------------------------------------------------------------

    def get(self, content_hash: str) -> bytes | None:
        """Return the JPEG of a photo, if there is one and its bytes are unchanged.

        Raises:
            sqlite3.OperationalError: the file cannot be opened now.
        """
        try:
            rows = self._read("SELECT jpeg, crc32 FROM thumbnail WHERE hash = ?", (content_hash,))
        except sqlite3.DatabaseError as error:
            if not _is_mendable(error):
                raise
            _log.warning("thumbnail %s: %s", content_hash, error)
            return None
        for jpeg, expected in rows:
            if _is_whole(content_hash, jpeg, expected):
                return bytes(jpeg)
            _log.warning("thumbnail %s is damaged and dropped", content_hash)
            with suppress(sqlite3.Error):
                self._writers.get().execute("DELETE FROM thumbnail WHERE hash = ?", (content_hash,))
        return None

    def missing(self, hashes: Iterable[str]) -> set[str]:
        """Return those hashes that have no thumbnail, as far as can be read."""
        wanted = list(hashes)
        absent: set[str] = set()
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            with suppress(sqlite3.DatabaseError):
                rows = self._read(f"SELECT hash FROM thumbnail WHERE hash IN ({marks})", chunk)
                absent.update(row[0] for row in rows)
        return set(wanted) - absent

    def hashes(self) -> set[str]:
        """Return all hashes that have a thumbnail, as far as can be read."""
        with suppress(sqlite3.DatabaseError):
            return {row[0] for row in self._read("SELECT hash FROM thumbnail")}
        return set()

    def size_bytes(self) -> int:
        """Return the bytes on disk."""
        return self._path.stat().st_size if self._path.exists() else 0

    def size_of(self, hashes: Iterable[str]) -> int:
        """Return the bytes of these thumbnails, as far as can be read."""
        total = 0
        with suppress(sqlite3.DatabaseError):
            for name in hashes:
                rows = self._read("SELECT length(jpeg) FROM thumbnail WHERE hash = ?", (name,))
                total += sum(row[0] for row in rows)
        return total

    def damaged(self) -> Iterator[str]:
        """Read every byte and yield what is wrong."""
        if not self._path.exists():
            return
        try:
            with closing(connect_to_read(self._path)) as db:
                report = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
                if report != "ok":
                    yield report
                for content_hash, jpeg, expected in db.execute(
                    "SELECT hash, jpeg, crc32 FROM thumbnail"
                ):
                    if not _is_whole(content_hash, jpeg, expected):
                        yield f"the thumbnail {content_hash}"
        except sqlite3.DatabaseError as error:
            yield str(error)

    def _read(self, query: str, values: Sequence[str] = ()) -> list[Any]:
        """Ask; without a file there is nothing."""
        if not self._path.exists():
            return []
        try:
            return self._readers.get().execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            if "no such" not in str(error):
                raise
            # Another process is making the file, or it is from before checksums and gets them now.
            return self._writers.get().execute(query, values).fetchall()

    # ---- change -----------------------------------------------------------------------------

    def can_grow(self) -> bool:
        """Try whether more can be kept now: only a try shows what disk, rights and quota allow."""
        try:
            self._mending(lambda: _try_to_keep(self._writers.get()))
        except (sqlite3.Error, OSError) as error:
            _log.warning("no thumbnails can be kept: %s", error)
            return False
        return True

    def put_many(self, thumbnails: Sequence[tuple[str, bytes]]) -> None:
        """Keep (hash, JPEG) pairs, in one transaction."""
        if not thumbnails:
            return
        rows = [(name, jpeg, _checksum(name, jpeg)) for name, jpeg in thumbnails]
        self._mending(lambda: _put(self._writers.get(), rows))
        if any(self.get(name) is None for name, _ in thumbnails):
            _log.warning("thumbnails that were kept are not found: the file's index is damaged")
            self.mend()
            _put(self._writers.get(), rows)

    def prune(self, known: Iterable[str]) -> int:
        """Drop thumbnails of no known photo; return how many.

        The rest is copied to a new file, as SQLite leaves bytes of deleted rows behind.

        Raises:
            sqlite3.OperationalError: there is no room for the copy.
        """
        kept = self.hashes() & set(known)
        orphans = len(self.hashes()) - len(kept)
        if orphans:
            self._mending(lambda: self._begin_with(kept))
        return orphans

    def drop(self, hashes: Iterable[str]) -> None:
        """Forget these thumbnails and overwrite their bytes; after many, the file gets smaller.

        Raises:
            sqlite3.Error, OSError: the disk refuses.
        """
        if self._path.exists():
            self._mending(lambda: _delete(self._writers.get(), hashes))
            if _free_share(self._writers.get()) > _MOST_FREE:
                self._mending(lambda: self._begin_with(self.hashes()))

    def _begin_with(self, kept: set[str]) -> None:
        fresh = self._fresh()
        try:
            with closing(_connect_to_write(fresh)) as db:
                db.execute("PRAGMA journal_mode = OFF")
                db.execute("ATTACH ? AS old", (str(self._path),))
                db.execute("CREATE TEMP TABLE kept (hash TEXT PRIMARY KEY)")
                with transaction(db):
                    db.executemany("INSERT INTO kept VALUES (?)", ((name,) for name in kept))
                    db.execute(
                        "INSERT INTO main.thumbnail SELECT hash, jpeg, crc32 FROM old.thumbnail"
                        " WHERE hash IN (SELECT hash FROM kept) ORDER BY old.thumbnail.rowid"
                    )
            self._replace(fresh)
        finally:
            _drop(fresh)

    def _mending(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except sqlite3.DatabaseError as error:
            if not _is_mendable(error):
                raise
            _log.warning("the thumbnails are damaged (%s)", error)
            self.mend()
            return work()

    def mend(self) -> int:
        """Begin a new file with what can be read of this one; return how many were kept.

        For the one process that writes. Readers go on with the old file until they notice.
        """
        fresh = self._fresh()
        kept = 0
        with closing(_connect_to_write(fresh)) as db:
            for rows in _salvage(self._path):
                _put(db, rows)
                kept += len(rows)
        self._replace(fresh)
        _log.info("%d thumbnails were kept", kept)
        return kept

    def _fresh(self) -> Path:
        fresh = self._path.with_name(f"{self._path.name}.new")
        _drop(fresh)
        return fresh

    def _replace(self, fresh: Path) -> None:
        """Put a new file in place of the old; connections notice."""
        self._writers.close()
        for suffix in SUFFIXES[:-1]:
            file_changes.remove(Path(f"{self._path}{suffix}"))
        file_changes.move(fresh, self._path, is_replacing=True)
        file_changes.sync(self._path.parent)

    def close(self) -> None:
        """Close this thread's connections; those of others close with their threads."""
        self._readers.close()
        self._writers.close()


Row = tuple[str, bytes, int | None]


def _connect_to_write(path: Path) -> sqlite3.Connection:
    db = connect(path)
    try:
        # It must be on disk before the catalog relies on it.
        db.execute("PRAGMA synchronous = FULL")
        db.execute(
            "CREATE TABLE IF NOT EXISTS thumbnail"
            " (hash TEXT PRIMARY KEY, jpeg BLOB NOT NULL, crc32 INTEGER)"
        )
        columns = [row[1] for row in db.execute("PRAGMA table_info(thumbnail)")]
        if "crc32" not in columns:  # from before checksums: thumbnails without one are made again
            db.execute("ALTER TABLE thumbnail ADD COLUMN crc32 INTEGER")
    except BaseException:
        db.close()
        raise
    return db


def _put(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    with transaction(db):
        db.executemany(
            "INSERT OR REPLACE INTO thumbnail (hash, jpeg, crc32) VALUES (?, ?, ?)", rows
        )


def _delete(db: sqlite3.Connection, hashes: Iterable[str]) -> None:
    db.execute("PRAGMA secure_delete = ON")
    with transaction(db):
        db.executemany("DELETE FROM thumbnail WHERE hash = ?", ((name,) for name in hashes))
    db.execute("PRAGMA wal_checkpoint(PASSIVE)")  # as far as no reader still needs the old pages


def _free_share(db: sqlite3.Connection) -> float:
    """Return which share of the file is unused."""
    (free,), (pages,) = (
        db.execute(f"PRAGMA {name}").fetchone() for name in ("freelist_count", "page_count")
    )
    return float(free / max(1, pages))


def _try_to_keep(db: sqlite3.Connection) -> None:
    """Keep an empty thumbnail, as large as some dozens, and drop it again."""
    with transaction(db):
        db.execute("INSERT OR REPLACE INTO thumbnail VALUES ('', zeroblob(?), 0)", (_TRIAL_BYTES,))
    with transaction(db):
        db.execute("DELETE FROM thumbnail WHERE hash = ''")


def _is_whole(name: object, jpeg: object, expected: object) -> bool:
    is_row = isinstance(name, str) and isinstance(jpeg, bytes)
    return is_row and expected == _checksum(name, jpeg)  # type: ignore[arg-type]


def _is_mendable(error: sqlite3.DatabaseError) -> bool:
    """Return whether a new file would help: bytes are wrong, or the names of tables and columns."""
    text = str(error)
    return is_damage(error) or "no such" in text or "has no column" in text


def _checksum(name: str, jpeg: bytes) -> int:
    """Return the CRC-32 of a thumbnail and its hash: a damaged index finds the wrong row."""
    return zlib.crc32(jpeg, zlib.crc32(name.encode()))


def _salvage(path: Path) -> Iterator[list[Row]]:
    """Yield what is whole, read from both ends of the file towards the damage."""
    for order in ("", " DESC"):
        with suppress(sqlite3.DatabaseError), closing(connect_to_read(path)) as db:
            cursor = db.execute(f"SELECT hash, jpeg, crc32 FROM thumbnail ORDER BY rowid{order}")
            while some := cursor.fetchmany(_CHUNK):
                yield [row for row in some if _is_whole(*row)]


def _drop(path: Path) -> None:
    for suffix in SUFFIXES:
        file_changes.remove(Path(f"{path}{suffix}"))
