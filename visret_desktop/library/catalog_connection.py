"""Connections to the catalog's file, and how its texts are kept."""

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from visret_desktop.library import sqlite_files

CHUNK = 500  # values in one statement


def to_sql(text: str) -> str | bytes:
    """Return a path as SQLite can keep it: text, or bytes where a name is no valid Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return os.fsencode(text)
    return text


def from_sql(stored: str | bytes) -> str:
    """Undo `to_sql`."""
    return stored if isinstance(stored, str) else os.fsdecode(stored)


def connect(path: Path) -> sqlite3.Connection:
    """Open the catalog's file with the pragmas that every connection needs."""
    connection = sqlite_files.connect(path)
    # What is committed survives a power cut: others, the vector index first, build on it.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class ReadConnections:
    """Read-only connections to the catalog, one for each thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._local = threading.local()


def marks(values: Sequence[Any]) -> str:
    """Return a placeholder for each value."""
    return ", ".join("?" * len(values))


def batched(values: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values in tuples of at most `size`."""
    iterator = iter(values)
    while chunk := tuple(islice(iterator, size)):
        yield chunk
