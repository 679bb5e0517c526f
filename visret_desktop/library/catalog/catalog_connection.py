"""Connections to the catalog's file, and how its texts are kept."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

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


class Connections(Protocol):
    """What answers the questions of one catalog: a connection, or one for each thread."""

    def get(self) -> sqlite3.Connection:
        """Return the connection of the thread that asks."""
        ...

    def close(self) -> None:
        """Close all of them."""
        ...


@dataclass(frozen=True)
class OneConnection:
    """The connection of the catalog's writer."""

    connection: sqlite3.Connection

    def get(self) -> sqlite3.Connection:
        """Return it."""
        return self.connection

    def close(self) -> None:
        """Close it."""
        self.connection.close()


class CatalogPart:
    """Answers questions about one thing that the catalog keeps; subclasses say which."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    @property
    def _db(self) -> sqlite3.Connection:
        return self._connections.get()


def marks(values: Sequence[Any]) -> str:
    """Return a placeholder for each value."""
    return ", ".join("?" * len(values))


def batched(values: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values in tuples of at most `size`."""
    iterator = iter(values)
    while chunk := tuple(islice(iterator, size)):
        yield chunk


def row_at(db: sqlite3.Connection, path: Path, selected: str) -> tuple[Any, ...] | None:
    """Return what is `selected`, from tables with `photo`, of the photo of a path, if any."""
    for number, stored in db.execute("SELECT id, path FROM folder").fetchall():
        root = Path(from_sql(stored))
        if root in path.parents:
            query = f"SELECT {selected} WHERE photo.folder_id = ? AND photo.relative = ?"
            inside = to_sql(path.relative_to(root).as_posix())
            if row := db.execute(query, (number, inside)).fetchone():
                return tuple(row)
    return None
