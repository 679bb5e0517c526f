"""What the values of a filter's conditions may be, with their bounds."""

import math
from typing import Annotated, Literal

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
# An absolute path: from the root, from a drive or from a server; or a bucket's address.
Whole = Annotated[
    str, Meta(max_length=32_767, pattern=r"^(?:/|[A-Za-z]:[\\/]|\\\\|[a-z][a-z0-9+]*://)[^\0]*\Z")
]
# The path of a photo, or its name alone.
File = Annotated[str, Meta(min_length=1, max_length=32_767, pattern=r"^[^\0]*\Z")]
Text = Annotated[str, Meta(max_length=4000)]
# As much of a date as is meant: '2025', '2025-04', '2025-04-12' or '2025-04-12T06:30:15'.
Day = Annotated[str, Meta(pattern=r"^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d)?)?)?)?\Z")]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Stars = Annotated[int, Meta(ge=-1, le=5)]
Month = Annotated[int, Meta(ge=1, le=12)]
Weekday = Annotated[int, Meta(ge=1, le=7)]  # Monday is 1
Time = Annotated[str, Meta(pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d\Z")]  # '06:30'
Amount = Annotated[float, Meta(ge=0, le=1e9)]
Light = Literal["day", "dawn", "dusk", "night"]  # as `places.sky` has them, and so has `Moon`
_Waxing = Literal["new", "waxing-crescent", "first-quarter", "waxing-gibbous"]
_Waning = Literal["full", "waning-gibbous", "last-quarter", "waning-crescent"]
Moon = Literal[_Waxing, _Waning]
Country = Annotated[str, Meta(pattern=r"^[A-Z]{2}\Z")]  # ISO 3166-1
Region = Annotated[str, Meta(pattern=r"^[A-Z]{2}-[A-Z0-9]{1,6}\Z")]  # ISO 3166-2

ANY_NAME = "any"  # among accepted names; no species is called that

EARTH_KILOMETERS = 6371.0088  # mean radius
_HALF_ROUND = 20_016.0  # kilometers from a point to the one opposite
_MOST_POINTS = 1000  # of an outline


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """Local dates from `start` to before `end`; None: open."""

    start: Day | None = None
    end: Day | None = None

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("a span of dates ends after it starts")


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """Degrees, edges included; where `west` is more than `east` it crosses the date line."""

    south: Latitude
    west: Longitude
    north: Latitude
    east: Longitude

    def __post_init__(self) -> None:
        if self.south > self.north:
            raise ValueError("an area's south is not above its north")


class Circle(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies within so many kilometers of a point, along the ground."""

    latitude: Latitude
    longitude: Longitude
    kilometers: Annotated[float, Meta(gt=0, le=_HALF_ROUND)]

    @property
    def box(self) -> Area:
        """The smallest area of whole degrees of which it is a part."""
        angle = self.kilometers / EARTH_KILOMETERS
        south, north = (math.radians(self.latitude) + way * angle for way in (-1, 1))
        low, high = (max(-90.0, min(90.0, math.degrees(end))) for end in (south, north))
        if low == -90 or high == 90:  # a pole lies in it
            return Area(low, -180, high, 180)
        reach = math.asin(math.sin(angle) / math.cos(math.radians(self.latitude)))
        # A little more, for what rounding takes away; the distance decides.
        west, east = (self.longitude + way * (math.degrees(reach) + 1e-6) for way in (-1, 1))
        return Area(max(-90, low - 1e-6), _on_earth(west), min(90, high + 1e-6), _on_earth(east))


class Outline(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies inside a closed line drawn on the map: points as latitude and longitude.

    Straight lines are those of a map with equal degrees. One that crosses the date line has
    longitudes beyond 180.
    """

    points: Annotated[
        tuple[tuple[Latitude, Annotated[float, Meta(ge=-540, le=540)]], ...],
        Meta(min_length=3, max_length=_MOST_POINTS),
    ]


class Hours(Struct, frozen=True, forbid_unknown_fields=True):
    """Times of day from `start` to before `end`; across midnight where the end comes first."""

    start: Time
    end: Time


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers from `low` to `high`, both included; None: open."""

    low: Amount | None = None
    high: Amount | None = None

    def __post_init__(self) -> None:
        if self.low is None and self.high is None:
            raise ValueError("a range has at least one end")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("the lower number comes first")


class Detected(Struct, frozen=True, forbid_unknown_fields=True):
    """That a detector found this, with at least this confidence, or with none said."""

    name: Annotated[str, Meta(min_length=1, max_length=400)]
    least: Annotated[float, Meta(ge=0, le=1)] = 0.0


class Rating(Struct, frozen=True, forbid_unknown_fields=True):
    """Stars from `low` to `high`, both included; -1 is rejected."""

    low: Stars = -1
    high: Stars = 5

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("the lower rating comes first")


def _on_earth(longitude: float) -> float:
    return (longitude + 180) % 360 - 180 if abs(longitude) > 180 else longitude
