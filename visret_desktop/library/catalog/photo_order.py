"""The orders of photos by date and by name: in SQL for browsing, in Python for results."""

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from typing import Literal, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_connection import to_sql
from visret_desktop.library.catalog.photo_filter import Filter

Order = Literal["date", "name"]

# What the sort key of a photo begins with that does not say when it was taken. Its file's time
# follows. It sorts before every digit, so these photos stand last, the newest file first.
UNDATED = "-"

# Newest first. Names as the catalog's index has them: without regard to case in A to Z.
ORDER_BY: dict[Order, str] = {
    "date": "photo.sort_key DESC, photo.id",
    "name": "photo.name COLLATE NOCASE, photo.id",
}
_DAY = "iif({0} < '0', 0, CAST(replace(substr({0}, 1, 10), '-', '') AS INTEGER))"  # as 20240503
# From each day to the one before by the index, and the photos of each as one text: of a million
# photos in a fifth of the time that a row for each takes.
_ALL_DAYS = (
    "WITH RECURSIVE day (first, next) AS (SELECT substr(max(sort_key), 1, 10), '~' FROM photo"
    " UNION ALL SELECT (SELECT substr(max(sort_key), 1, 10) FROM photo WHERE sort_key < first),"
    f" first FROM day WHERE first IS NOT NULL) SELECT {_DAY.format('first')}, (SELECT"
    " group_concat(id) FROM (SELECT id FROM photo WHERE sort_key >= first AND sort_key < next"
    f" ORDER BY {ORDER_BY['date']})) FROM day WHERE first IS NOT NULL"
)
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


def days_of(
    db: sqlite3.Connection, only: Filter
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Return the photos of a filter and their days, as `CatalogReader.photo_days` does."""
    if only:
        where, values = only.where()
        rows = db.execute(
            f"SELECT photo.id, {_DAY.format('photo.sort_key')} FROM photo"
            f" WHERE {where} ORDER BY {ORDER_BY['date']}",
            values,
        )
        days = np.fromiter(rows, np.dtype([("id", np.int64), ("day", np.int32)]))
        return days["id"].copy(), days["day"].copy()
    ids, counts, numbers = [np.empty(0, np.int64)], [0], [0]
    for day, text in db.execute(_ALL_DAYS):
        ids.append(np.fromstring(text, np.int64, sep=","))
        counts.append(len(ids[-1]))
        numbers.append(day)
    return np.concatenate(ids), np.repeat(np.array(numbers, np.int32), counts)
