"""Where the sun and the moon stood when a photo was taken: its light, and the moon's phase.

The sun is that of the Astronomical Almanac's low precision (0.01° from 1950 to 2050), as NOAA's
calculator has it, without refraction. The moon is the main terms of Meeus, Astronomical Algorithms,
chapter 48 (half a degree, an hour of its phase). Both are facts where the time, its zone, and for
the sun the place are known; else nothing is said.
"""

from datetime import UTC, datetime
from math import asin, atan2, cos, degrees, radians, sin
from typing import NamedTuple

from visret_desktop.places.place import offset_of

LIGHTS = ("day", "dawn", "dusk", "night")
MOONS = (
    *("new", "waxing-crescent", "first-quarter", "waxing-gibbous"),
    *("full", "waning-gibbous", "last-quarter", "waning-crescent"),
)
_SUNSET = -50 / 60  # degrees: the sun's upper edge is on the horizon, with usual refraction
_CIVIL = -6.0  # degrees: the end of civil twilight
_J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)


class Sky(NamedTuple):
    """One of `LIGHTS` and one of `MOONS`; "" where it is not known."""

    light: str = ""
    moon: str = ""


class Sun(NamedTuple):
    """How high the sun stands, in degrees, and whether it is before its noon."""

    altitude: float
    is_rising: bool


def sky_of(
    taken_at: str | None, latitude: float | None, longitude: float | None, camera_time: str = ""
) -> Sky:
    """Return what the sky says of a photo that was taken then, by its clock, and there.

    `camera_time` is that of its clock before a correction, "" without one. Midnight to the second
    is the time of photos of which only the day is known.
    """
    offset = offset_of(taken_at, latitude, longitude).text
    if not (taken_at and offset) or (camera_time or taken_at)[11:19] == "00:00:00":
        return Sky()
    try:
        moment = datetime.fromisoformat(taken_at[:19] + offset)
        moon = MOONS[round(moon_angle(moment) / 45) % len(MOONS)]
    except (ValueError, OverflowError):
        return Sky()
    if latitude is None or longitude is None:
        return Sky("", moon)
    sun = sun_at(moment, latitude, longitude)
    day, dawn, dusk, night = LIGHTS
    if _CIVIL <= sun.altitude <= _SUNSET:
        return Sky(dawn if sun.is_rising else dusk, moon)
    return Sky(day if sun.altitude > _SUNSET else night, moon)


def sun_at(moment: datetime, latitude: float, longitude: float) -> Sun:
    """Return where the sun stands at a moment with a zone, seen from a place in degrees."""
    days = _days(moment)
    anomaly = radians(357.528 + 0.9856003 * days)
    of_sun = radians(280.460 + 0.9856474 * days + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly))
    tilt = radians(23.439 - 0.0000004 * days)
    ascension = degrees(atan2(cos(tilt) * sin(of_sun), cos(of_sun)))
    declination = asin(sin(tilt) * sin(of_sun))
    sidereal = 280.46061837 + 360.98564736629 * days + longitude
    hour_angle = (sidereal - ascension + 180) % 360 - 180
    height = sin(radians(latitude)) * sin(declination)
    height += cos(radians(latitude)) * cos(declination) * cos(radians(hour_angle))
    return Sun(degrees(asin(max(-1.0, min(1.0, height)))), hour_angle < 0)


def moon_angle(moment: datetime) -> float:
    """Return how far the moon is in its month: 0 is new, 180 full; degrees from 0 to 360."""
    centuries = _days(moment) / 36_525
    elongation = 297.8501921 + 445267.1114034 * centuries
    of_sun = radians(357.5291092 + 35999.0502909 * centuries)
    of_moon = radians(134.9633964 + 477198.8675055 * centuries)
    double = radians(2 * elongation)
    return (
        elongation
        + 6.289 * sin(of_moon)
        - 2.100 * sin(of_sun)
        + 1.274 * sin(double - of_moon)
        + 0.658 * sin(double)
        + 0.214 * sin(2 * of_moon)
        + 0.110 * sin(radians(elongation))
    ) % 360


def _days(moment: datetime) -> float:
    return (moment - _J2000).total_seconds() / 86_400
