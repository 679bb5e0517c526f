"""Small copies of photos, kept in one SQLite file by content hash.

One file instead of 200,000: it is written in transactions with everything else, copied with one
command and counted at a glance. It can be deleted at any time; the next run makes it again.
"""

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from visret_desktop.library.sqlite_files import connect

_QUALITY = 82
_CHUNK = 500


def make_thumbnail(image: Image.Image, longer_side: int) -> bytes:
    """Return a JPEG whose longer side is at most `longer_side` pixels."""
    small = image.copy()
    small.thumbnail((longer_side, longer_side), Image.Resampling.BICUBIC, reducing_gap=2.0)
    small.info = {}
    buffer = BytesIO()
    small.save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


class ThumbnailStore:
    """JPEG bytes by content hash. One process writes, any thread of any process reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path)
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS thumbnail (hash TEXT PRIMARY KEY, jpeg BLOB NOT NULL)"
            )
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    def put_many(self, thumbnails: Sequence[tuple[str, bytes]]) -> None:
        """Keep (hash, JPEG) pairs, in one transaction."""
        if not thumbnails:
            return
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT OR REPLACE INTO thumbnail VALUES (?, ?)", thumbnails)
        self._db.execute("COMMIT")

    def get(self, content_hash: str) -> bytes | None:
        """Return the JPEG of a photo, if there is one."""
        row = self._db.execute(
            "SELECT jpeg FROM thumbnail WHERE hash = ?", (content_hash,)
        ).fetchone()
        return None if row is None else row[0]

    def missing(self, hashes: Iterable[str]) -> set[str]:
        """Return those hashes that have no thumbnail."""
        wanted = list(hashes)
        found: set[str] = set()
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            rows = self._db.execute(f"SELECT hash FROM thumbnail WHERE hash IN ({marks})", chunk)
            found.update(row[0] for row in rows)
        return set(wanted) - found

    def prune(self, known: Iterable[str]) -> int:
        """Drop what belongs to no known photo; return how many went."""
        stored = {row[0] for row in self._db.execute("SELECT hash FROM thumbnail")}
        orphans = stored - set(known)
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("DELETE FROM thumbnail WHERE hash = ?", [(h,) for h in orphans])
        self._db.execute("COMMIT")
        return len(orphans)

    def size_bytes(self) -> int:
        """Return the bytes on disk."""
        return self._path.stat().st_size if self._path.exists() else 0

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._local = threading.local()
