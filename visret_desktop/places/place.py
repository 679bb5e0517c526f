"""What is known of a place, and of a point on earth: its names, and its time zone."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@dataclass(frozen=True)
class Place:
    """A country, a region of one, or a town.

    `code` is ISO 3166-1 alpha-2 of a country, ISO 3166-2 of a region, and of a town its GeoNames id
    in digits. `name` is in the language asked for, else the place's own. Bounds are (south, west,
    north, east) in degrees; where west is more than east they cross the date line. `population` is
    what GeoNames has; of a region it is that of its towns together.

    `parts` are the regions that spots within it have: a region's own code, or the codes of its
    provinces where a spot says the province, as in Scotland, Bretagne and Andalucía. Photos of a
    region are those whose region is one of its parts. `alias` is true where a place was found by a
    name that is neither its own nor one of the languages that the program speaks: 'Lion' for Lyon.
    """

    kind: Literal["country", "region", "town"]
    code: str
    name: str
    country: str
    region: str
    latitude: float
    longitude: float
    population: int
    bounds: tuple[float, float, float, float] | None
    parts: tuple[str, ...] = ()
    alias: bool = False


@dataclass(frozen=True)
class Spot:
    """Where a point on earth lies: "" and 0 where nothing is known, as at sea.

    `country` is ISO 3166-1 alpha-2, `region` ISO 3166-2, `town` a GeoNames id; the town is
    `kilometers` away, and the point lies in `direction` of it: 'NE', or "" in the town itself.
    """

    country: str = ""
    region: str = ""
    town: int = 0
    kilometers: float = 0.0
    direction: str = ""


_GIVEN = re.compile(r"[+-]\d\d:\d\d\Z")  # at the end of a time
_KEPT = 1024


class UtcOffset(NamedTuple):
    """How far a photo's time is from UTC, as '+02:00', and what says so; "" where nothing does."""

    text: str = ""
    by: Literal["camera", "place", ""] = ""


def offset_of(taken_at: str | None, latitude: float | None, longitude: float | None) -> UtcOffset:
    """Return what the camera says, else what clocks showed at the place at that time."""
    if not taken_at:
        return UtcOffset()
    if given := _GIVEN.search(taken_at[10:]):
        return UtcOffset(given[0], "camera")
    if latitude is None or longitude is None:
        return UtcOffset()
    offset = utc_offset(taken_at, latitude, longitude)
    return UtcOffset(offset, "place") if offset else UtcOffset()


def time_zone(latitude: float, longitude: float) -> str:
    """Return the IANA name of the time zone at a point; "" where none is known."""
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return ""
    # Its polygons take 40 MB, which only photos with a place are worth.
    from tzfpy import get_tz

    return str(get_tz(longitude, latitude))


@lru_cache(_KEPT)
def utc_offset(taken_at: str, latitude: float, longitude: float) -> str:
    """Return how far a local time at a place is from UTC, as '+02:00'; "" where that is not known.

    Of an hour that a clock shows twice in autumn the first is meant.
    """
    zone = time_zone(latitude, longitude)
    try:
        local = datetime.fromisoformat(taken_at).replace(tzinfo=ZoneInfo(zone) if zone else None)
        return local.isoformat(timespec="seconds")[19:25] if zone else ""
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        return ""
