"""Stored records that their types do not read: found one by one, and set aside.

A catalog that SQLite finds whole may hold a note that an older program wrote with a value which
no reader accepts. Such a row costs itself only: readers take what can be read of it and leave out
the rest. Here it is found, kept in a file as it is, and what can be read takes its place.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.interchange.sidecars.merging import Ours
from visret_desktop.library.catalog.catalog_annotations import (
    NOTE_COLUMNS,
    faults_of_row,
    notes_of_row,
    put_notes,
)
from visret_desktop.library.catalog.catalog_connection import connect, from_sql
from visret_desktop.library.catalog.catalog_deployments import (
    DEPLOYMENT_COLUMNS,
    Fields,
    PackageFacts,
    deployment_of_row,
    fields_of,
)
from visret_desktop.library.repair.catalog_check import damaged_folder
from visret_desktop.library.sqlite_files import connect_to_read, transaction
from visret_desktop.library.stored_values import read, read_text

_FILE = "records.jsonl"


@dataclass(frozen=True)
class UnreadableRecord:
    """A row that cannot be read, or only partly. `what` names it to a person."""

    table: str
    key: tuple[Any, ...]
    what: str
    row: tuple[Any, ...]


def unreadable_records(catalog: Path) -> list[UnreadableRecord]:
    """Return the records of an up-to-date catalog that their types do not read.

    Raises:
        sqlite3.Error: it cannot be read.
    """
    with closing(connect_to_read(catalog)) as db:
        return list(_unreadable(db))


def set_aside(catalog: Path) -> tuple[list[UnreadableRecord], Path]:
    """Keep unreadable records in a file beside the catalog, and take them out of it.

    Only for the process that holds the writer lock. Of notes, what can be read stays. Returns the
    records, and the file that has them.

    Raises:
        OSError, sqlite3.Error: no room, no permission; nothing was changed.
    """
    file = damaged_folder(catalog) / f"{datetime.now():%Y-%m-%d %H-%M-%S.%f}" / _FILE
    with closing(connect(catalog)) as db, transaction(db):
        unreadable = list(_unreadable(db))
        lines = [
            json.dumps({"table": one.table, "row": one.row}, default=_text) for one in unreadable
        ]
        file_changes.write(file, "".join(f"{line}\n" for line in lines).encode())
        for one in unreadable:
            _RECORDS[one.table].mend(db, one)
    return unreadable, file


def _text(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


@dataclass(frozen=True)
class _Records:
    """A kind of records: how its rows are asked for, and what is wrong with one."""

    query: str
    keys: int  # columns, the first ones, that tell a row from others
    fault: Callable[[Sequence[Any]], str]  # "" where it can be read
    mend: Callable[[sqlite3.Connection, UnreadableRecord], None]


def _unreadable(db: sqlite3.Connection) -> Iterator[UnreadableRecord]:
    for table, records in _RECORDS.items():
        for row in db.execute(records.query).fetchall():
            if fault := records.fault(row):
                name = _name(db, table, row)
                yield UnreadableRecord(table, row[: records.keys], f"{fault} of {name}", row)


def _name(db: sqlite3.Connection, table: str, row: Sequence[Any]) -> str:
    if table in ("note", "deployed", "machine_observation"):
        content_hash = row[table == "machine_observation"]
        photo = db.execute(
            "SELECT relative FROM photo WHERE content_hash = ? ORDER BY id LIMIT 1", (content_hash,)
        ).fetchone()
        return from_sql(photo[0]) if photo else f"a photo that is gone ({content_hash})"
    if table == "deployment":
        return f"the deployment {row[5]!r}"
    return "packages" if table == "meta" else from_sql(row[1])


def _fault_of_note(row: Sequence[Any]) -> str:
    return ", ".join(faults_of_row(row[1:]))


def _mend_note(db: sqlite3.Connection, one: UnreadableRecord) -> None:
    (content_hash,) = one.key
    put_notes(db, {content_hash: notes_of_row(one.row[1:])})


def _delete(table: str, where: str) -> Callable[[sqlite3.Connection, UnreadableRecord], None]:
    def delete(db: sqlite3.Connection, one: UnreadableRecord) -> None:
        db.execute(f"DELETE FROM {table} WHERE {where}", one.key)

    return delete


def _empty_media(db: sqlite3.Connection, one: UnreadableRecord) -> None:
    where = "content_hash = ? AND deployment_id = ?"
    db.execute(f"UPDATE deployed SET media = '{{}}' WHERE {where}", one.key)


_RECORDS = {
    "note": _Records(
        f"SELECT content_hash, {NOTE_COLUMNS} FROM note", 1, _fault_of_note, _mend_note
    ),
    "deployment": _Records(
        f"SELECT {DEPLOYMENT_COLUMNS} FROM deployment",
        1,
        lambda row: "" if deployment_of_row(row) else "what was said",
        _delete("deployment", "id = ?"),
    ),
    "deployed": _Records(
        "SELECT content_hash, deployment_id, media FROM deployed",
        2,
        lambda row: "what a package said" if read(read_text(row[2]), Fields) is None else "",
        _empty_media,
    ),
    "machine_observation": _Records(
        "SELECT id, content_hash, fields FROM machine_observation",
        1,
        lambda row: "" if fields_of(row[2]) else "what a machine observed",
        _delete("machine_observation", "id = ?"),
    ),
    "meta": _Records(
        "SELECT key, value FROM meta WHERE key = 'package'",
        1,
        lambda row: "what is said" if read(read_text(row[1]), PackageFacts) is None else "",
        _delete("meta", "key = ?"),
    ),
    "sidecar": _Records(
        "SELECT folder_id, relative, ours FROM sidecar",
        2,
        lambda row: "what is ours in" if read(read_text(row[2]), Ours) is None else "",
        _delete("sidecar", "folder_id = ? AND relative = ?"),
    ),
}
