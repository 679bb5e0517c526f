"""A photo as a row of plain values, with the same columns in every kind of file."""

from collections.abc import Sequence
from pathlib import Path

from visret_desktop.library.records import METADATA_COLUMNS, Photo

Value = str | int | float | bool | tuple[str, ...] | None
Row = dict[str, Value]

COLUMNS = ("path", "name", *METADATA_COLUMNS, "raw", "folder", "hash", "online", "copies")


def row_of(photo: Photo, folder: Path, copies: Sequence[str]) -> Row:
    """Return the row of a photo in a `folder` of the library.

    `copies` are the paths of other photos with the same bytes.
    """
    return {
        "path": str(photo.path),
        "name": photo.name,
        **{name: getattr(photo.metadata, name) for name in METADATA_COLUMNS},
        "raw": photo.companion,
        "folder": str(folder),
        "hash": photo.content_hash,
        "online": photo.online,
        "copies": tuple(copies),
    }
