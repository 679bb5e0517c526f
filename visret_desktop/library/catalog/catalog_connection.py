"""Connections to the catalog's file, and how its texts are kept."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from visret_desktop.library import sqlite_files
from visret_desktop.library.sqlite_files import FileConnections, connect_to_read

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
        self._readers = FileConnections(path, connect_to_read)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._readers.get()

    def close(self) -> None:
        """Close the connections of all threads."""
        self._readers.close()


def marks(values: Sequence[Any]) -> str:
    """Return a placeholder for each value."""
    return ", ".join("?" * len(values))


def batched(values: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values in tuples of at most `size`."""
    iterator = iter(values)
    while chunk := tuple(islice(iterator, size)):
        yield chunk
