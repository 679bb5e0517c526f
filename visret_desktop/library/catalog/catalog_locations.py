"""Where photos were taken, by name, and what geotagging needs to know of them.

The names are country, region and nearest town. A photo without a country was not looked up yet, or
its coordinates changed since; "" and 0 mean that it lies in none. Geotagging needs the time and the
location of each photo.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
    row_at,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

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


class Unlit(NamedTuple):
    """A photo of which the light is to be looked up; a time of its last change is none."""

    photo_id: int
    taken_at: str | None
    latitude: float | None
    longitude: float | None
    camera_time: str


def photos_without_light(db: sqlite3.Connection, most: int) -> list[Unlit]:
    """Return photos of which sun and moon are to be looked up."""
    rows = db.execute(
        "SELECT id, iif(taken_from IS NULL, taken_at, NULL), latitude, longitude,"
        " ifnull(camera_time, '') FROM photo WHERE light IS NULL ORDER BY id LIMIT ?",
        (most,),
    )
    return [Unlit(*row) for row in rows]


def put_skies(db: sqlite3.Connection, skies: Iterable[tuple[int, str, str]]) -> None:
    """Keep the light and the moon of photos, by their ids."""
    db.executemany("UPDATE photo SET light = ?2, moon = ?3 WHERE id = ?1", skies)


# What follows from the deployment does not say where the photo, or the deployment, is.
_IS_TOLD = (
    "ifnull(photo.placed_by, '') = '' OR EXISTS (SELECT 1 FROM note"
    " WHERE note.content_hash = photo.content_hash AND note.latitude IS NOT NULL)"
)
TOLD_LATITUDE = f"iif({_IS_TOLD}, photo.latitude, NULL)"
TOLD_LONGITUDE = f"iif({_IS_TOLD}, photo.longitude, NULL)"
_COLUMNS = (
    "photo.id, photo.content_hash, folder.path, photo.relative, photo.taken_at,"
    f" {TOLD_LATITUDE}, {TOLD_LONGITUDE}, iif({_IS_TOLD}, ifnull(photo.placed_by, ''), '')"
    " FROM photo JOIN folder ON folder.id = photo.folder_id"
)
_HAS_OWN = "latitude IS NOT NULL AND longitude IS NOT NULL AND ifnull(placed_by, '') = ''"


class PlacedPhoto(NamedTuple):
    """A photo with its time and place, as far as they are known; `placed_by` as of `Photo`.

    The place of its deployment is none here: a track knows better.
    """

    photo_id: int
    content_hash: str
    path: Path
    taken_at: str | None
    latitude: float | None
    longitude: float | None
    placed_by: str = ""

    @property
    def has_own_place(self) -> bool:
        """Whether the file itself says where it was taken."""
        return None not in (self.latitude, self.longitude) and not self.placed_by


class PhotoPlacing(CatalogPart):
    """Times and places of the photos of one catalog, for reading."""

    def photos(self, only: Filter = ALL_PHOTOS) -> list[PlacedPhoto]:
        """Return the photos of a filter, the earliest first."""
        where, values = only.where()
        query = f"SELECT {_COLUMNS} WHERE {where} ORDER BY photo.sort_key, photo.id"
        return _photos(self._db.execute(query, values))

    def at(self, path: Path) -> PlacedPhoto | None:
        """Return the photo of a path; None if there is none."""
        row = row_at(self._db, path, _COLUMNS)
        return _photos([row])[0] if row else None

    def photos_of_ids(self, photo_ids: Sequence[int]) -> list[PlacedPhoto]:
        """Return photos by their ids, the earliest first."""
        photos: list[PlacedPhoto] = []
        for chunk in batched(photo_ids, CHUNK):
            query = f"SELECT {_COLUMNS} WHERE photo.id IN ({marks(chunk)})"
            photos += _photos(self._db.execute(query, chunk))
        return sorted(photos, key=lambda photo: ((photo.taken_at or "")[:19], photo.photo_id))

    def with_own_place(self, hashes: Iterable[str]) -> set[str]:
        """Return those contents of which a file says itself where it was taken."""
        contents: set[str] = set()
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                "SELECT DISTINCT content_hash FROM photo"
                f" WHERE content_hash IN ({marks(chunk)}) AND {_HAS_OWN}",
                chunk,
            )
            contents.update(content_hash for (content_hash,) in rows)
        return contents

    def situations(self, hashes: Iterable[str]) -> dict[str, list[tuple[str, str, int]]]:
        """Return country, region and month of contents, by hash; "" and 0 where not known."""
        places: dict[str, list[tuple[str, str, int]]] = {}
        for chunk in batched(hashes, CHUNK):
            rows = self._db.execute(
                "SELECT content_hash, ifnull(country, ''), ifnull(region, ''),"
                " iif(taken_at > '', CAST(substr(sort_key, 6, 2) AS INTEGER), 0) FROM photo"
                f" WHERE content_hash IN ({marks(chunk)})",
                chunk,
            )
            for content, *columns in rows:
                places.setdefault(content, []).append(tuple(columns))
        return places

    def lights(self, photo_ids: Iterable[int]) -> dict[int, str]:
        """Return the light of the sun in which photos were taken; "": it is not known."""
        lights: dict[int, str] = {}
        for chunk in batched(photo_ids, CHUNK):
            query = f"SELECT id, ifnull(light, '') FROM photo WHERE id IN ({marks(chunk)})"
            lights.update(self._db.execute(query, chunk))
        return lights

    def sources(self) -> list[str]:
        """Return the labels of what gave photos a noted place."""
        rows = self._db.execute(
            "SELECT DISTINCT place_source FROM note WHERE place_source > '' ORDER BY place_source"
        )
        return [source for (source,) in rows]

    def placed_by(self, source: str) -> list[str]:
        """Return the contents that have a noted place from a source."""
        rows = self._db.execute("SELECT content_hash FROM note WHERE place_source = ?", (source,))
        return [content_hash for (content_hash,) in rows]


def _photos(rows: Iterable[tuple[Any, ...]]) -> list[PlacedPhoto]:
    return [
        PlacedPhoto(number, content, Path(from_sql(root)) / from_sql(inside), *rest)
        for number, content, root, inside, *rest in rows
    ]
