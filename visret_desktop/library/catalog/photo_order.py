"""The orders of photos by date and by name: in SQL for browsing, in Python for results."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, Protocol, TypeVar

from visret_desktop.library.catalog.catalog_connection import to_sql

Order = Literal["date", "name"]

# What the sort key of a photo begins with that does not say when it was taken. Its file's time
# follows. It sorts before every digit, so these photos stand last, the newest file first.
UNDATED = "-"

# Newest first. Names as the catalog's index has them: without regard to case in A to Z.
ORDER_BY: dict[Order, str] = {
    "date": "photo.sort_key DESC, photo.id",
    "name": "photo.name COLLATE NOCASE, photo.id",
}
_LOWER = str.maketrans({chr(letter): chr(letter + 32) for letter in range(ord("A"), ord("Z") + 1)})


def sort_key(taken_at: str | None, mtime_ns: int) -> str:
    """Return local time as sortable text; `UNDATED` and the file's time where a photo has none."""
    if taken_at:
        return taken_at[:19]
    return UNDATED + _local_time(mtime_ns / 1e9).isoformat()[:19]


def _local_time(seconds: float) -> datetime:
    """Return local time; 1970 for times that the system cannot convert."""
    try:
        return datetime.fromtimestamp(seconds)
    except (OSError, OverflowError, ValueError):  # Windows: all before 1970
        return datetime.fromtimestamp(0)


class _Ordered(Protocol):
    @property
    def photo_id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def sort_key(self) -> str: ...


_AnyOrdered = TypeVar("_AnyOrdered", bound=_Ordered)


def in_order(photos: Iterable[_AnyOrdered], order: Order) -> list[_AnyOrdered]:
    """Return photos in the order in which the catalog has them."""
    ordered = sorted(photos, key=lambda photo: photo.photo_id)
    if order == "date":
        return sorted(ordered, key=lambda photo: photo.sort_key, reverse=True)
    return sorted(ordered, key=lambda photo: _name_key(photo.name))


def _name_key(name: str) -> tuple[bool, str | bytes]:
    kept = to_sql(name)
    return isinstance(kept, bytes), kept.translate(_LOWER) if isinstance(kept, str) else kept
