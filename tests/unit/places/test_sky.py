"""Sun and moon against published values: almanacs of the U.S. Naval Observatory, NOAA and NREL.

PyEphem 4.2.1 finds the same minutes.
"""

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from visret_desktop.library.catalog.filter_values import Light, Moon
from visret_desktop.places.sky import LIGHTS, MOONS, Sky, moon_angle, sky_of, sun_at


def test_the_sun_is_where_nrel_has_it() -> None:
    """Reda and Andreas, Solar Position Algorithm, example A.5: 39.872046° without refraction."""
    moment = datetime.fromisoformat("2003-10-17T12:30:30-07:00")
    sun = sun_at(moment, 39.742476, -105.1786)
    assert sun.altitude == pytest.approx(39.872046, abs=0.02)
    assert not sun.is_rising  # its azimuth is 194.34°


@pytest.mark.parametrize(
    ("place", "rise", "set_"),
    [
        # Sunrise and sunset of NOAA's solar calculator, to the minute.
        ((51.5, -0.1167), "2024-06-20T04:43+01:00", "2024-06-20T21:22+01:00"),  # London
        ((40.7128, -74.006), "2024-12-21T07:17-05:00", "2024-12-21T16:32-05:00"),  # New York
        ((-33.8688, 151.2093), "2024-06-21T07:00+10:00", "2024-06-21T16:54+10:00"),  # Sydney
    ],
)
def test_the_sun_rises_and_sets_when_noaa_says(
    place: tuple[float, float], rise: str, set_: str
) -> None:
    for text, step in ((rise, 1), (set_, -1)):
        moment = datetime.fromisoformat(text)
        before, after = (
            sun_at(moment + timedelta(minutes=minutes * step), *place).altitude
            for minutes in (-3, 3)
        )
        assert before < -50 / 60 < after


@pytest.mark.parametrize(
    ("moment", "angle"),
    [
        # Phases of the moon of the U.S. Naval Observatory, in universal time.
        ("2024-01-11T11:57", 0),
        ("2024-01-18T03:53", 90),
        ("2024-01-25T17:54", 180),
        ("2024-04-08T18:21", 0),
        ("2024-04-23T23:49", 180),
        ("2025-01-13T22:27", 180),
        ("2025-01-21T20:31", 270),
        ("2025-03-29T10:58", 0),
    ],
)
def test_the_moon_has_the_phases_of_the_almanac(moment: str, angle: int) -> None:
    found = moon_angle(datetime.fromisoformat(moment).replace(tzinfo=UTC))
    assert abs((found - angle + 180) % 360 - 180) < 1  # two hours; a phase here is seven days wide


def test_what_the_sky_says_of_photos() -> None:
    ljubljana = (46.05, 14.51)
    assert sky_of("2024-04-24T01:30:00", *ljubljana) == Sky("night", "full")
    assert sky_of("2024-04-24T12:30:00", *ljubljana) == Sky("day", "full")
    # The sun sets at 20:01 by the clocks of the place, and civil twilight ends at 20:34.
    assert sky_of("2024-04-24T20:15:00", *ljubljana).light == "dusk"
    assert sky_of("2024-04-24T05:40:00", *ljubljana).light == "dawn"
    # The zone of the camera goes before that of the place.
    assert sky_of("2024-04-24T20:15:00+00:00", *ljubljana).light == "night"
    # The sun of the summer night and of the winter's day above the Arctic Circle.
    assert sky_of("2024-06-21T23:59:00", 69.65, 18.96).light == "day"
    assert sky_of("2024-12-21T15:00:00", 69.65, 18.96).light == "night"


def test_what_is_not_known_is_not_said() -> None:
    assert sky_of(None, 46.05, 14.51) == Sky()
    assert sky_of("2024-04-24T01:30:00", None, None) == Sky()
    assert sky_of("2024-04-24T01:30:00+02:00", None, None) == Sky("", "full")
    assert sky_of("2024-04-24T00:00:00", 46.05, 14.51) == Sky()  # only the day is known
    assert sky_of("2024-04-24T01:00:00", 46.05, 14.51, "2024-04-24T00:00:00") == Sky()
    assert sky_of("2024-04-24T00:00:00", 46.05, 14.51, "2024-04-23T23:00:00").light == "night"
    assert sky_of("2024-99-24T01:30:00+02:00", 46.05, 14.51) == Sky()


def test_filters_take_the_words_of_the_sky() -> None:
    assert get_args(Light) == LIGHTS
    assert get_args(Moon) == MOONS
