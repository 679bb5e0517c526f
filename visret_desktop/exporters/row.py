"""A photo as a row of plain values, with the same columns in every kind of file."""

from collections.abc import Sequence
from pathlib import Path

from visret_desktop.library.records import METADATA_COLUMNS, Photo
from visret_desktop.places.time_zones import offset_of

Value = str | int | float | bool | tuple[str, ...] | None
Row = dict[str, Value]

COLUMNS = (
    *("path", "name", *METADATA_COLUMNS, "utc_offset", "utc_offset_by"),
    *("raw", "folder", "hash", "online", "copies"),
)


def row_of(photo: Photo, folder: Path, copies: Sequence[str]) -> Row:
    """Return the row of a photo in a `folder` of the library.

    `copies` are the paths of other photos with the same bytes.
    """
    known = photo.metadata
    offset = offset_of(known.taken_at, known.latitude, known.longitude)
    return {
        "path": str(photo.path),
        "name": photo.name,
        **{name: getattr(known, name) for name in METADATA_COLUMNS},
        "utc_offset": f"UTC{offset.text}" if offset.text else None,  # a bare sign is a formula
        "utc_offset_by": offset.by or None,
        "raw": photo.companion,
        "folder": str(folder),
        "hash": photo.content_hash,
        "online": photo.online,
        "copies": tuple(copies),
    }
