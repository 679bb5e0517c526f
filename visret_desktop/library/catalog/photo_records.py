"""Rows of the catalog as records: photos, their metadata, and files as a walk compares them."""

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from visret_desktop.library.catalog.catalog_annotations import notes_of_row
from visret_desktop.library.catalog.catalog_connection import from_sql
from visret_desktop.library.records import (
    METADATA_COLUMNS,
    Failure,
    Fingerprint,
    Metadata,
    Photo,
    PhotoRow,
)

PHOTO_ROW = (
    "photo.id, photo.content_hash, folder.path, photo.relative, photo.name, photo.taken_at,"
    " photo.width, photo.height, photo.online, photo.sort_key, photo_group.burst,"
    " photo_group.event FROM photo JOIN folder ON folder.id = folder_id"
    " LEFT JOIN photo_group ON photo_group.photo_id = photo.id"
)


@dataclass(frozen=True)
class KnownFile:
    """What the catalog knows of one file of a folder. A `photo_id` of None: only a problem."""

    photo_id: int | None
    fingerprint: Fingerprint
    content_hash: str | None
    volume_uid: str
    online: bool
    sidecar_fingerprint: Fingerprint | None
    failure: Failure | None = None


def read_rows(rows: Iterable[tuple[Any, ...]]) -> list[PhotoRow]:
    """Return the photos in rows of `PHOTO_ROW`."""
    prefix = cache(_prefix)  # the rows share a few folders
    return [
        PhotoRow(
            number,
            content_hash,
            prefix(root) + from_sql(relative),
            from_sql(name),
            taken_at,
            width,
            height,
            bool(online),
            sort_key or "",
            burst=burst or 0,
            event=event or 0,
        )
        for (
            number, content_hash, root, relative, name, taken_at, width, height, online, sort_key,
            burst, event,
        ) in rows
    ]  # fmt: skip


def _prefix(root: str | bytes) -> str:
    return f"{from_sql(root).rstrip('/')}{os.sep}"


def photo_of(row: Sequence[Any]) -> Photo:
    """Return the photo in a row of `CatalogReader.photos`: its file, its metadata, its notes."""
    end = 13 + len(METADATA_COLUMNS)
    return Photo(
        id=row[0],
        folder_id=row[1],
        path=Path(from_sql(row[2])) / from_sql(row[3]),
        name=from_sql(row[4]),
        content_hash=row[5],
        fingerprint=Fingerprint(row[6], row[7]),
        online=bool(row[8]),
        companion=None if row[9] is None else from_sql(row[9]),
        written=row[10] or "",
        placed_by=row[11] or "",
        camera_time=row[12] or "",
        metadata=metadata_of(row[13:end]),
        notes=notes_of_row(row[end:]),
    )


def metadata_of(values: Sequence[Any]) -> Metadata:
    """Return the metadata in values of `METADATA_COLUMNS`."""
    stored = dict(zip(METADATA_COLUMNS, values, strict=True))
    stored["keywords"] = tuple(json.loads(stored["keywords"] or "[]"))
    return Metadata(**stored)


def known_files(db: sqlite3.Connection, folder_id: int) -> dict[str, KnownFile]:
    """Return what is known of each file of a folder, by path relative to it."""
    rows = db.execute(
        "SELECT relative, id, size, mtime_ns, changed_ns, content_hash, volume_uid, online,"
        " sidecar_size, sidecar_mtime_ns FROM photo WHERE folder_id = ?",
        (folder_id,),
    )
    known = {
        from_sql(relative): KnownFile(
            number,
            Fingerprint(size, mtime, changed),
            content_hash,
            uid,
            bool(online),
            None if sidecar is None else Fingerprint(sidecar, sidecar_mtime),
        )
        for (
            relative,
            number,
            size,
            mtime,
            changed,
            content_hash,
            uid,
            online,
            sidecar,
            sidecar_mtime,
        ) in rows
    }
    problems = db.execute(
        "SELECT relative, size, mtime_ns, changed_ns, code, tries, tried_at, allowed"
        " FROM problem WHERE folder_id = ? AND NOT indexed",
        (folder_id,),
    )
    for relative, size, mtime, changed, *failed in problems:
        own = Fingerprint(size, mtime, changed)
        entry = KnownFile(None, own, None, "", True, None, Failure(*failed))
        known.setdefault(from_sql(relative), entry)
    return known
