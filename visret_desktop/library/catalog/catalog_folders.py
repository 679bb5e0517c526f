"""A checksum of the folders: few rows, on which all else in the catalog depends."""

import hashlib
import json
import sqlite3

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
