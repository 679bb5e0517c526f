"""Opens SQLite files, all in the same way, and tells damage from other errors.

A connection that only reads is opened read-only: it never creates, empties or deletes the file's
WAL. So a file can be replaced while others read: their connections notice and open the new one.
Transactions leave their connection usable, even if the disk fails.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

BUSY_SECONDS = 30
_PAUSE_SECONDS = 0.02
_PRIMARY_CODE = 0xFF  # the lower byte of an extended error code
_MALFORMED = "malformed"
_NO_TEXT = "Could not decode to UTF-8"  # Python's own, of text that is not UTF-8
# A transaction to be rolled back, or a WAL to be taken in, before anything can be read.
_UNFINISHED = (
    sqlite3.SQLITE_READONLY_ROLLBACK,
    sqlite3.SQLITE_READONLY_RECOVERY,
    sqlite3.SQLITE_READONLY_CANTINIT,
)
SUFFIXES = ("-wal", "-shm", "")  # of the files that are one database; the main file last


class Connection(sqlite3.Connection):
    """A connection whose faults are all `sqlite3.Error`.

    WORKAROUND: where a damaged name is no UTF-8, Python fails to decode SQLite's message of it.

    Attributes:
        is_sealed: it takes the file for one that nobody writes.
    """

    is_sealed = False

    def __init__(self, *where: Any, **options: Any) -> None:
        super().__init__(*where, **options)
        self.create_function("casefold", 1, str.casefold, deterministic=True)

    def execute(self, *question: Any) -> sqlite3.Cursor:
        """Run one statement."""
        try:
            return super().execute(*question)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"{_MALFORMED}: {error.object!r}") from error


def connect(path: Path) -> sqlite3.Connection:
    """Open `path` in WAL mode, created if needed, with transactions begun and ended by us.

    Two connections that switch a brand-new file to WAL at once get an error, whatever the busy
    timeout; so this tries again.

    Raises:
        sqlite3.OperationalError: the file cannot be opened, or stays locked for half a minute.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return connection
        except sqlite3.Error as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                connection.close()
                raise
            time.sleep(_PAUSE_SECONDS)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing file for reading only.

    What a killed process left unfinished in it is finished first, where it may be written. On a
    disk that may only be read, the file is taken for one that nobody writes, as there SQLite cannot
    agree with writers. Who writes it all the same, through another mount or from another computer,
    is not noticed before the place can be written here, too, or a WAL lies beside the file.

    Raises:
        sqlite3.OperationalError: there is none, or it cannot be opened.
    """
    db = _open_to_read(path, "mode=ro")
    try:
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        if _is_sealed(path):
            db.close()
            db = _open_to_read(path, "mode=ro&immutable=1")
            db.is_sealed = True
            return db
        if getattr(error, "sqlite_errorcode", 0) not in _UNFINISHED:
            return db  # the first question says what is wrong
        db.close()
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as writer:
            writer.execute("PRAGMA schema_version").fetchone()
        db = _open_to_read(path, "mode=ro")
    return db


def _open_to_read(path: Path, how: str) -> Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )


def _is_sealed(path: Path) -> bool:
    """Tell whether a file is whole and on a disk that may only be read."""
    try:
        is_read_only = hasattr(os, "statvfs") and os.statvfs(path).f_flag & os.ST_RDONLY
    except OSError:
        return False
    return bool(is_read_only) and not path.with_name(f"{path.name}-wal").exists()


def is_damage(error: BaseException) -> bool:
    """Tell whether an error means that the bytes of a file are not what was written."""
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    text = str(error)
    is_told = _NO_TEXT in text or text.startswith(_MALFORMED)
    return is_told or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class FileConnections:
    """Connections to one file, one for each thread, that follow it when it is replaced.

    Only its own thread closes a connection, at the latest when it ends: another one may be inside
    SQLite, and the process would end by a signal.
    """

    def __init__(self, path: Path, opens: Callable[[Path], sqlite3.Connection]) -> None:
        self._path = path
        self._opens = opens
        self._local = threading.local()
        self._closings = 0

    def get(self) -> sqlite3.Connection:
        """Return this thread's connection to what is the file now."""
        now: _Open | None = getattr(self._local, "now", None)
        closings = self._closings
        if now is None or self._local.closings != closings or now.is_outdated(self._path):
            # A loop may still be reading from the one before.
            self._local.before = now
            now = _Open(self._opens(self._path), _identity(self._path))
            self._local.now, self._local.closings = now, closings
        return now.connection

    def close(self) -> None:
        """Close this thread's connection; `get` opens anew, in each thread."""
        self._closings += 1
        self._local.now = self._local.before = None


class _Open:
    """A connection that closes itself when it is dropped, and the file it is to."""

    def __init__(self, connection: sqlite3.Connection, identity: tuple[int, int]) -> None:
        self.connection = connection
        self.identity = identity

    def is_outdated(self, path: Path) -> bool:
        """Tell whether another is to be opened: to another file, or to one that may be written."""
        was_sealed = getattr(self.connection, "is_sealed", False)
        return self.identity != _identity(path) or (was_sealed and not _is_sealed(path))

    def __del__(self) -> None:
        self.connection.close()


def _identity(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino


class DataVersion:
    """Tells whether others wrote a file, by a connection of its own. For one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: _Open | None = None
        self._number = -1

    def has_changed(self) -> bool:
        """Tell whether the file was written, or replaced, since this was asked; first: False."""
        is_first = self._open is None
        is_new = self._open is None or self._open.is_outdated(self._path)
        if is_new:
            self._open = _Open(connect_to_read(self._path), _identity(self._path))
        assert self._open is not None
        before = self._number
        (self._number,) = self._open.connection.execute("PRAGMA data_version").fetchone()
        return not is_first and (is_new or self._number != before)

    def close(self) -> None:
        """Close the connection; `has_changed` opens another."""
        self._open = None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make everything in the `with` block one transaction: all of it or, after an error, nothing.

    Afterwards the connection is ready for the next one, whatever happened: on a full disk some
    statements end the transaction and others, `COMMIT` among them, leave it open.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
