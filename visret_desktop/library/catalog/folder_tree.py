"""The subfolders of library folders, with their numbers of photos, and a checksum of folders.

The checksum covers the few rows on which all else in the catalog depends.
"""

import hashlib
import json
import os
import sqlite3
from dataclasses import dataclass

_KEY = "folders"


def folders_now(db: sqlite3.Connection) -> str:
    """Return the checksum of what the folders are now."""
    rows = db.execute("SELECT id, path, volume_uid, path_in_volume FROM folder ORDER BY id")
    listed = json.dumps([[str(value) for value in row] for row in rows])
    return hashlib.sha256(listed.encode()).hexdigest()


def folders_kept(db: sqlite3.Connection) -> str:
    """Return the checksum that was kept when a folder changed last; "" in older catalogs."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchone()
    return "" if row is None else str(row[0])


def keep_folders(db: sqlite3.Connection) -> None:
    """Keep the checksum, in the transaction that changed a folder."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, folders_now(db)))


# As bytes, because a name may be no valid Unicode, and is kept as bytes then, which SQLite sorts
# behind all texts. '0' comes right after '/'.
_ALL = "SELECT CAST(relative AS BLOB) FROM photo WHERE folder_id = :folder"
_PART = (
    "SELECT substr(CAST(relative AS BLOB), length(:low) + 1) FROM photo WHERE folder_id = :folder"
    " AND relative >= CAST(:low AS TEXT) AND relative < CAST(:high AS TEXT)"
    " UNION ALL"
    " SELECT substr(relative, length(:low) + 1) FROM photo WHERE folder_id = :folder"
    " AND relative >= :low AND relative < :high"
)
_LEVEL = (
    "WITH below (rest) AS ({rows}), cut (name, rest) AS (SELECT substr(rest, 1, instr(rest, x'2F')"
    " - 1), substr(rest, instr(rest, x'2F') + 1) FROM below WHERE instr(rest, x'2F'))"
    " SELECT name, count(*), max(instr(rest, x'2F') > 0) FROM cut GROUP BY name"
)


@dataclass(frozen=True)
class Subfolder:
    """A folder inside one of the library; `photos` are those in it and below."""

    name: str
    photos: int
    has_subfolders: bool


def subfolders(db: sqlite3.Connection, folder_id: int, inside: str) -> list[Subfolder]:
    """Return the folders with photos right below the path `inside` of a folder, by name."""
    low = os.fsencode(f"{inside}/")
    values = {"folder": folder_id, "low": low, "high": low[:-1] + b"0"}
    rows = db.execute(_LEVEL.format(rows=_PART if inside else _ALL), values)
    found = [Subfolder(os.fsdecode(name), count, bool(deep)) for name, count, deep in rows]
    return sorted(found, key=lambda folder: (folder.name.casefold(), folder.name))
