"""Where photos were taken, by name: country, region, and the nearest town of each.

A photo without a country was not looked up, or has changed its coordinates since; "" and 0 stand
for those that lie in none.
"""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

_KEY = "places"


class Unplaced(NamedTuple):
    """A photo that is to be looked up; one that lost its coordinates has None."""

    photo_id: int
    latitude: float | None
    longitude: float | None


class PhotoSpot(NamedTuple):
    """What is to be kept of a photo."""

    country: str | None
    region: str | None
    town: int | None
    town_meters: int | None
    town_direction: str | None


def forget_spots(db: sqlite3.Connection, version: str) -> None:
    """Have all photos looked up again if that was last done by another version."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchone()
    if row != (version,):
        db.execute("UPDATE photo SET country = NULL WHERE country IS NOT NULL")
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, version))


def photos_without_spot(db: sqlite3.Connection, after: int, most: int) -> list[Unplaced]:
    """Return photos with an id above `after` that are to be looked up, by their ids."""
    rows = db.execute(
        "SELECT id, latitude, longitude FROM photo WHERE id > ? AND country IS NULL AND"
        " (latitude IS NOT NULL AND longitude IS NOT NULL OR region IS NOT NULL)"
        " ORDER BY id LIMIT ?",
        (after, most),
    )
    return [Unplaced(*row) for row in rows]


def put_spots(db: sqlite3.Connection, spots: Sequence[tuple[Unplaced, PhotoSpot]]) -> None:
    """Keep where photos are."""
    db.executemany(
        "UPDATE photo SET country = ?, region = ?, town = ?, town_meters = ?, town_direction = ?"
        " WHERE id = ?",
        [(*spot, photo.photo_id) for photo, spot in spots],
    )
