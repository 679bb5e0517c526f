"""The camera's clock: its zone, and how wrong it is."""

import numpy as np
import pytest

from tests.unit.interchange.made_tracks import NOON, track
from visret_desktop.errors import UsageError
from visret_desktop.interchange.tracks.clock import (
    Clock,
    find_offset,
    moments,
    offset_by_clock,
    offset_by_pair,
    offset_text,
    read_offset,
    zone_of,
    zone_of_track,
)
from visret_desktop.interchange.tracks.track import match

LOCAL = "2024-05-03T14:00:00"  # noon in UTC, of a camera in Rome


def test_a_photo_s_own_zone_counts_then_that_of_the_camera() -> None:
    taken = [LOCAL, f"{LOCAL}+03:00", f"{LOCAL}Z", f"{LOCAL}-05:30", None, "", "2024-13-99"]
    found = moments(taken, Clock(10, "Europe/Rome")) - NOON
    expected = [10, -3590, 7210, 7.5 * 3600 + 10, np.nan, np.nan, np.nan]
    np.testing.assert_array_equal(found, expected)


def test_summer_time_and_the_hour_that_is_there_twice() -> None:
    clock = Clock(zone="Europe/Rome")
    before, after, twice = moments(
        ["2024-03-31T01:59:59", "2024-03-31T03:00:00", "2024-10-27T02:30:00"], clock
    )
    assert after - before == 1
    assert twice == moments(["2024-10-27T00:30:00"], Clock(zone="UTC"))[0], "the first one"


@pytest.mark.parametrize("name", ["+02:00", "UTC+2", "+0200", " Europe/Rome "])
def test_zones_have_several_names(name: str) -> None:
    assert moments([LOCAL], Clock(zone=name)).tolist() == [NOON]


@pytest.mark.parametrize("name", ["Atlantis/Port", "+25:00", "", "../../etc/passwd", "+02:77"])
def test_a_zone_that_is_none_is_a_sentence(name: str) -> None:
    with pytest.raises(UsageError, match="Europe/Rome"):
        zone_of(name)


def test_the_zone_of_a_track_is_that_of_its_place() -> None:
    assert zone_of_track(track((0, 43.46, 11.88))) == "Europe/Rome"
    assert zone_of(zone_of_track(track((0, -40.0, -140.0)))), "at sea"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("+0:01:32", 92),
        ("-1:00:00", -3600),
        ("−1:00:00", -3600),
        ("90:00", 5400),
        ("+23:58:27", 86_307),
        ("+0:00:00.5", 0.5),
    ],
)
def test_offsets_are_read(text: str, seconds: float) -> None:
    assert read_offset(text) == seconds


@pytest.mark.parametrize("text", ["", "5", "1:00:61", "0:61:00", "one hour", "+1:2:3:4"])
def test_what_is_no_offset_is_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"\+0:01:32"):
        read_offset(text)


@pytest.mark.parametrize("seconds", [0, 92, -3600, 86_307, 10**8])
def test_offsets_are_written_as_they_are_read(seconds: int) -> None:
    assert read_offset(offset_text(seconds)) == seconds


@pytest.mark.parametrize(
    ("shown", "offset"),
    [
        ("14:01:32", 92),
        ("13:59", -60),
        ("2:00:00", -43_200),
        ("2024-05-04 14:00:05", 86_405),
        ("12:00:05Z", 5),
        ("2024-05-03T15:00:00+02:00", 3600),
    ],
)
def test_a_photo_of_a_clock_says_the_offset(shown: str, offset: float) -> None:
    assert offset_by_clock(LOCAL, shown, "Europe/Rome") == offset


def test_a_clock_at_midnight_is_of_the_nearest_day() -> None:
    assert offset_by_clock("2024-05-03T23:59:50", "00:00:10", "UTC") == 20
    assert offset_by_clock(f"{LOCAL}+03:00", "14:00:09", "Europe/Rome") == 9, "its own zone"


@pytest.mark.parametrize(("taken", "shown"), [(None, "14:00:00"), (LOCAL, "noon"), (LOCAL, "")])
def test_a_clock_that_says_nothing_is_a_sentence(taken: str | None, shown: str) -> None:
    with pytest.raises(UsageError):
        offset_by_clock(taken, shown, "UTC")


@pytest.mark.parametrize(
    ("taken", "true", "zone", "offset"),
    [
        (LOCAL, "2024-05-03T14:01:32", "", 92),
        (LOCAL, "2024-05-03T14:01:32+02:00", "", 92),
        (LOCAL, "2024-05-03T14:01:32+02:00", "UTC", 92 - 7200),
        (f"{LOCAL}+01:00", "2024-05-03T14:01:32+02:00", "", 92 - 3600),
        (f"{LOCAL}+01:00", "2024-05-03T14:01:32", "", 92),
    ],
)
def test_a_camera_that_was_right_says_the_offset(
    taken: str, true: str, zone: str, offset: float
) -> None:
    assert offset_by_pair(taken, true, zone) == offset


@pytest.mark.parametrize(("taken", "true"), [(None, LOCAL), (LOCAL, None)])
def test_a_pair_of_which_one_has_no_time_is_a_sentence(taken: str | None, true: str | None) -> None:
    with pytest.raises(UsageError, match="does not say when"):
        offset_by_pair(taken, true, "")


# ---- found by photos that know their place ------------------------------------------------------

# There and back on one way, then a loop: places alone do not say when somebody was there.
WALK = track(
    *((60 * n, 45 + min(n, 40 - n) * 1e-3, 7.0) for n in range(41)),
    *((2400 + 60 * n, 45.0, 7 + n * 1e-3) for n in range(1, 30)),
)


@pytest.mark.parametrize("offset", [0, 93, -3600, 86_307, 5 * 365 * 86_400])
def test_photos_with_a_place_find_the_offset(offset: float) -> None:
    true = NOON + np.array([300.0, 1200, 2000, 3000, 3500])
    found = find_offset([WALK], true - offset, match([WALK], true).places)
    assert found is not None
    assert found.seconds == pytest.approx(offset, abs=2)
    assert (found.photos, round(found.meters)) == (5, 0)


def test_one_photo_finds_the_smallest_offset_that_is_as_good() -> None:
    true = NOON + np.array([600.0])  # the same place was passed at 1800
    spot = match([WALK], true).places
    for offset, found_as in ((100, 100), (-1000, 200), (-1300, -100)):
        found = find_offset([WALK], true - offset, spot)
        assert found is not None
        assert found.seconds == pytest.approx(found_as, abs=2), (
            "the other passage is nearer in time"
        )


def test_photos_that_are_wrong_or_elsewhere_do_not_matter() -> None:
    true = NOON + np.array([300.0, 1200, 2000, 3000, 3500, 0])
    spots = match([WALK], true).places
    spots[0] += 0.01  # a kilometer
    spots[5] = (-33, 151)
    found = find_offset([WALK], true - 77, spots)
    assert found is not None
    assert (found.seconds, found.photos) == (pytest.approx(77, abs=2), 4)


def test_without_a_place_near_the_track_nothing_is_found() -> None:
    times = NOON + np.array([0.0, np.nan])
    assert find_offset([WALK], times, np.array([[10.0, 10.0], [45.0, 7.0]])) is None
    assert find_offset([WALK], times, np.full((2, 2), np.nan)) is None
    assert find_offset([], times, np.full((2, 2), 45.0)) is None
