"""Places that are told only roughly: points of a grid, and no words that say more.

The grid lies still, so a place is always moved to the same point, and many exports together tell
no more than one. Its cells are as wide as high, as far as the earth is round. Words count, too: a
keyword "Lyon" beside a point that was moved would tell what the point does not.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.places.gazetteer import Gazetteer
    from visret_desktop.places.place import Place, Spot

_KILOMETERS = 111.195  # in a degree of latitude
_NEAR = 150.0  # kilometers within which the name of a place tells where a photo was taken
_LONGEST = 4  # words of a name of a place
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# What people call the branch of a tree of keywords in which places are.
_FOLDERS = re.compile(
    r"places?|locations?|where|orte?|lieux?|lugar(es)?|luog(o|hi)|plaats(en)?", re.IGNORECASE
)
_TAXON = "taxonomy:"


@dataclass(frozen=True)
class Cell:
    """A cell of the grid: the point in its middle, and how far the farthest point in it is."""

    latitude: float
    longitude: float
    meters: float


def cell_of(latitude: float, longitude: float, kilometers: float) -> Cell:
    """Return the cell that a point lies in."""
    rows = max(1, round(180 * _KILOMETERS / kilometers))
    height = 180 / rows
    row = min(rows - 1, max(0, math.floor((latitude + 90) / height)))
    south = -90 + row * height
    middle = south + height / 2
    # The widest side decides, so that no cell is narrower than was asked for.
    widest = min((abs(south), abs(south + height)))
    around = 360 * _KILOMETERS * math.cos(math.radians(widest))
    columns = max(1, math.floor(around / kilometers))
    width = 360 / columns
    column = math.floor(((longitude + 180) % 360) / width) % columns
    center = -180 + (column + 0.5) * width
    corners = (
        _meters(middle, 0, edge, width / 2) for edge in (max(-90, south), min(90, south + height))
    )
    return Cell(round(middle, 6), round(center, 6), math.ceil(max(corners)))


def _meters(latitude: float, longitude: float, other: float, east: float) -> float:
    a, b = math.radians(latitude), math.radians(other)
    turn = math.radians(min(180.0, east - longitude))
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return 2000 * _KILOMETERS * math.degrees(math.asin(math.sqrt(min(1.0, half))))


class Obscurer:
    """Takes out of photos what says where they were taken; `kilometers` of 0: all of it."""

    def __init__(self, gazetteer: "Gazetteer", kilometers: float) -> None:
        self._gazetteer, self._kilometers = gazetteer, kilometers
        self._named = lru_cache(maxsize=50_000)(self._places_named)

    def cell(self, photo: Photo) -> Cell | None:
        """Return the cell of a photo's place; None: it has none, or all of it is taken out."""
        known = photo.metadata
        if not self._kilometers or known.latitude is None or known.longitude is None:
            return None
        return cell_of(known.latitude, known.longitude, self._kilometers)

    def obscured(self, photo: Photo, spot: "Spot | None") -> Photo:
        """Return a photo as it may leave: moved, and without words that say more.

        Free texts are taken out whole, because no list knows all names of places.
        """
        cell = self.cell(photo)
        known = replace(
            photo.metadata,
            latitude=cell.latitude if cell else None,
            longitude=cell.longitude if cell else None,
            altitude=None,
            title=None,
            description=None,
            keywords=self._kept(photo.metadata.keywords, photo, spot),
        )
        notes = replace(
            photo.notes,
            tags=self._kept(photo.notes.tags, photo, spot),
            names=tuple(replace(accepted, source="") for accepted in photo.notes.names),
            place=None,
        )
        name = photo.name
        if self.tells(Path(name).stem, photo, spot):
            name = f"{photo.content_hash[:12]}{Path(name).suffix}"
        return replace(
            photo,
            path=Path(name),
            name=name,
            metadata=known,
            notes=notes,
            companion=None,
            written="",
            placed_by="",
        )

    def tells(self, text: str, photo: Photo, spot: "Spot | None") -> bool:
        """Return whether a text has the name of a region or town that may be the photo's.

        Of a photo that knows no place all names count. Accepted names are no places.
        """
        words = _WORD.findall(text)
        names = {
            word.casefold()
            for accepted in photo.notes.names
            for word in _WORD.findall(f"{accepted.name} {accepted.common}")
        }
        pieces = {
            tuple(words[start : start + length])
            for start in range(len(words))
            for length in range(1, min(_LONGEST, len(words) - start) + 1)
        }
        return any(
            self._is_near(place, photo, spot)
            for piece in pieces
            if not all(word.casefold() in names for word in piece)
            for place in self._named(" ".join(piece))
        )

    def _kept(self, keywords: Sequence[str], photo: Photo, spot: "Spot | None") -> tuple[str, ...]:
        return tuple(word for word in keywords if not self._is_place(word, photo, spot))

    def _is_place(self, keyword: str, photo: Photo, spot: "Spot | None") -> bool:
        if keyword.strip('"').startswith(_TAXON):
            return False
        parts = keyword.split("|")
        is_filed = any(_FOLDERS.fullmatch(part.strip()) for part in parts[:-1])
        return is_filed or any(self.tells(part, photo, spot) for part in parts)

    def _places_named(self, name: str) -> "tuple[Place, ...]":
        if len(name) < 3:
            return ()
        return tuple(place for place in self._gazetteer.named(name) if place.kind != "country")

    def _is_near(self, place: "Place", photo: Photo, spot: "Spot | None") -> bool:
        known = photo.metadata
        if known.latitude is None or known.longitude is None:
            return not place.alias
        if spot and spot.region and (spot.region == place.code or spot.region in place.parts):
            return True
        south, west, north, east = place.bounds or (
            *(place.latitude, place.longitude),
            *(place.latitude, place.longitude),
        )
        latitude = min(max(known.latitude, south), north)
        is_between = (known.longitude - west) % 360 <= (east - west) % 360
        turn = 0.0 if is_between else min(_turn(known.longitude, side) for side in (west, east))
        return _meters(known.latitude, 0, latitude, turn) < 1000 * (_NEAR + self._kilometers)


def _turn(one: float, other: float) -> float:
    """Return the degrees between two longitudes, the shorter way."""
    return abs((one - other + 180) % 360 - 180)


def words_of(gazetteer: "Gazetteer", spot: "Spot", *, is_rough: bool) -> str:
    """Return the names of a place in English, from small to large; of a rough one the country."""
    country = gazetteer.country(spot.country)
    region = None if is_rough else gazetteer.region(spot.region)
    town = gazetteer.town(spot.town) if spot.town and not is_rough else None
    return ", ".join(_once(place.name for place in (town, region, country) if place))


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
