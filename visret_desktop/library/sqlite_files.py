"""Open SQLite files the one way in which all of ours are opened."""

import sqlite3
import time
from pathlib import Path

_BUSY_SECONDS = 30
_PAUSE_SECONDS = 0.02


def connect(path: Path) -> sqlite3.Connection:
    """Open `path` in WAL mode, created if needed, with transactions begun and ended by us.

    A connection that switches a brand-new file to WAL meets another one doing so with an error at
    once, whatever the busy timeout; so this waits for itself.

    Raises:
        sqlite3.OperationalError: the file cannot be opened, or stays locked for half a minute.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return connection
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                connection.close()
                raise
            time.sleep(_PAUSE_SECONDS)
