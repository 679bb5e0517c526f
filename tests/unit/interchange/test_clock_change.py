"""What photos' times become where a clock was wrong."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from visret_desktop.errors import UsageError
from visret_desktop.interchange.tracks.clock_change import ClockChange, preview
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto

ROME, FIJI = (41.9, 12.5), (-17.7, 178.0)


def after(change: ClockChange, *taken: str, place: tuple[float, float] | None = None) -> list[str]:
    return preview(photos(taken, place), change).after


def photos(
    taken: Sequence[str | None], place: tuple[float, float] | None = None
) -> list[PlacedPhoto]:
    latitude, longitude = place or (None, None)
    return [
        PlacedPhoto(number, f"{number:032x}", Path(f"/p/{number}.jpg"), one, latitude, longitude)
        for number, one in enumerate(taken, 1)
    ]


@pytest.mark.parametrize(
    ("seconds", "taken", "right"),
    [
        (92, "2024-05-03T14:00:00", "2024-05-03T14:01:32"),
        (-3600, "2024-05-03T00:30:00+02:00", "2024-05-02T23:30:00+02:00"),
        (3600, "2024-02-28T23:30:00Z", "2024-02-29T00:30:00Z"),
        (169_179_065, "2018-12-31T05:53:55", "2024-05-11T08:05:00"),
        (0.4, "2024-05-03T14:00:00", "2024-05-03T14:00:00"),
    ],
)
def test_a_shift_is_added(seconds: float, taken: str, right: str) -> None:
    assert after(ClockChange(seconds), taken) == [right]


def test_a_clock_that_stayed_on_winter_time_gives_the_time_of_the_place() -> None:
    winter = ClockChange(zone="+01:00")
    summer, cold = "2024-07-01T12:00:00", "2024-01-01T12:00:00"
    assert after(winter, summer, cold, place=ROME) == [
        "2024-07-01T13:00:00+02:00",
        "2024-01-01T12:00:00+01:00",
    ]
    assert after(winter, summer) == ["2024-07-01T12:00:00+01:00"]  # where was it?
    local = ClockChange(zone="+01:00", local="Europe/Rome")
    assert after(local, summer) == ["2024-07-01T13:00:00+02:00"]
    utc = ClockChange(zone="UTC")
    assert after(utc, "2024-01-01T12:30:00", place=FIJI) == ["2024-01-02T00:30:00+12:00"]


def test_summer_time_between_the_wrong_date_and_the_right_one_counts() -> None:
    # Shown in winter, 05:50:35 UTC, taken 46,993:11:05 later in summer.
    change = ClockChange(169_175_465, zone="Europe/Ljubljana")
    assert after(change, "2018-12-31T06:50:35") == ["2024-05-11T09:01:40+02:00"]
    assert after(ClockChange(169_175_465), "2018-12-31T06:50:35") == ["2024-05-11T08:01:40"]


def test_what_a_photo_says_of_utc_counts_and_not_the_zone() -> None:
    found = after(ClockChange(zone="Europe/Rome"), "2024-07-01T12:00:00+00:00", place=ROME)
    assert found == ["2024-07-01T14:00:00+02:00"]


def test_drift_grows_from_the_day_on_which_the_clock_was_right() -> None:
    slow = ClockChange(drift=2.5, since="2024-05-01T12:00")
    assert after(slow, "2024-05-01T12:00:00", "2024-05-11T12:00:00", "2024-04-21T12:00:00") == [
        "2024-05-01T12:00:00",
        "2024-05-11T12:00:25",
        "2024-04-21T11:59:35",
    ]


def test_the_hour_shown_twice_and_the_one_never_shown_are_told() -> None:
    taken = ("2024-10-27T02:30:00", "2024-10-27T03:30:00", "2024-03-31T02:30:00", None, "2024")
    found = preview(photos(taken), ClockChange(zone="Europe/Rome"))
    assert [photo.photo_id for photo in found.twice] == [1]
    assert [photo.photo_id for photo in found.never] == [3]
    assert [photo.photo_id for photo in found.undated] == [4, 5]
    assert found.after[0] == "2024-10-27T02:30:00+02:00"  # the first is meant
    stated = preview(photos(["2024-10-27T02:30:00+01:00"]), ClockChange(zone="Europe/Rome"))
    assert (stated.twice, stated.after) == ([], ["2024-10-27T02:30:00+01:00"])


@pytest.mark.parametrize(
    ("change", "taken"),
    [
        (ClockChange(zone="Rome"), "2024-10-27T02:30:00"),
        (ClockChange(drift=1, since="May"), "2024-10-27T02:30:00"),
        (ClockChange(1e12), "2024-10-27T02:30:00"),
        (ClockChange(-7200, zone="UTC"), "0001-01-01T00:30:00"),
    ],
)
def test_what_cannot_be_is_a_sentence(change: ClockChange, taken: str) -> None:
    with pytest.raises(UsageError) as error:
        preview(photos([taken]), change)
    assert str(error.value).endswith(".")
