"""Time zones of places."""

import pytest

from visret_desktop.places.gazetteer import time_zone, utc_offset
from visret_desktop.places.place import UtcOffset, offset_of


def test_zones() -> None:
    assert time_zone(45.76, 4.84) == "Europe/Paris"
    assert time_zone(-1.29, 36.82) == "Africa/Nairobi"
    assert time_zone(91, 0) == time_zone(0, 200) == time_zone(float("nan"), 0) == ""


@pytest.mark.parametrize(
    ("taken_at", "latitude", "longitude", "offset"),
    [
        ("2023-07-01T12:00:00", 45.76, 4.84, "+02:00"),
        ("2023-01-01T12:00", 45.76, 4.84, "+01:00"),
        ("2023-01-01", 27.7, 85.3, "+05:45"),
        ("2023-07-01T12:00:00.25", 40.7, -74.0, "-04:00"),
        ("2023-10-29T02:30:00", 52.5, 13.4, "+02:00"),
        ("yesterday", 45.76, 4.84, ""),
        ("2023-07-01T12:00:00", 95, 4.84, ""),
    ],
)
def test_offsets(taken_at: str, latitude: float, longitude: float, offset: str) -> None:
    assert utc_offset(taken_at, latitude, longitude) == offset


def test_the_camera_knows_best_and_the_place_is_asked_where_it_is_silent() -> None:
    nairobi = (-1.29, 36.82)
    assert offset_of("2023-07-01T12:00:00+02:00", *nairobi) == UtcOffset("+02:00", "camera")
    assert offset_of("2023-07-01T12:00:00-03:30", None, None) == UtcOffset("-03:30", "camera")
    assert offset_of("2023-07-01T12:00:00", *nairobi) == UtcOffset("+03:00", "place")
    assert offset_of("2023-07-01", *nairobi) == UtcOffset("+03:00", "place")
    for unknown in (("2023-07-01T12:00:00", None, 36.8), (None, *nairobi), ("long ago", *nairobi)):
        assert offset_of(*unknown) == UtcOffset()
