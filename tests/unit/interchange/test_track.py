"""Photos are placed between the points of a track, and nowhere else."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.interchange.made_tracks import NOON, track
from visret_desktop.interchange.tracks.track import (
    AFTER,
    BEFORE,
    GAP,
    PLACED,
    UNDATED,
    Matches,
    between,
    match,
    meters,
    ordered,
)

WALK = track((0, 45.0, 7.0), (100, 45.001, 7.0), (1000, 45.002, 7.0))
places = st.tuples(st.floats(-89, 89), st.floats(-180, 180))


def at(*seconds: float, gap: float = 600, tracks: tuple = (WALK,)) -> Matches:
    return match(tracks, NOON + np.array(seconds, np.float64), gap)


def test_a_photo_lies_between_the_points_around_it() -> None:
    found = at(0, 25, 100)
    assert found.kinds.tolist() == [PLACED] * 3
    np.testing.assert_allclose(found.places[:, 0], [45.0, 45.00025, 45.001])
    np.testing.assert_allclose(found.altitudes, [0, 0.25, 1])
    assert found.seconds.tolist() == [0, 25, 0]
    assert found.gaps.tolist() == [0, 100, 0]


def test_nothing_is_placed_in_a_gap_before_or_after_but_near_a_point() -> None:
    seconds = (-3600, -30, 130, 500, 970, 1030, 4600, np.nan)
    found = at(*seconds)
    kinds = [BEFORE, PLACED, PLACED, GAP, PLACED, PLACED, AFTER, UNDATED]
    assert found.kinds.tolist() == kinds
    np.testing.assert_allclose(found.places[[1, 2, 4, 5], 0], [45.0, 45.001, 45.002, 45.002])
    assert np.isnan(found.places[[0, 3, 6, 7]]).all()
    assert found.seconds[:7].tolist() == [3600, 30, 30, 400, 30, 30, 3600]
    assert found.gaps[3] == 900
    assert at(500, gap=900).kinds.tolist() == [PLACED]
    assert at(-30, gap=20).kinds.tolist() == [BEFORE]


def test_nothing_is_placed_between_segments() -> None:
    apart = track((0, 45.0, 7.0), (100, 45.1, 7.0), (300, 46.0, 7.0), (400, 46.1, 7.0), breaks=(2,))
    found = at(50, 200, 350, tracks=(apart,))
    assert found.kinds.tolist() == [PLACED, GAP, PLACED]


def test_of_tracks_that_overlap_the_one_with_the_nearest_point_counts() -> None:
    sparse = track((0, 50.0, 7.0), (500, 50.0, 7.0), name="sparse.gpx")
    dense = track((90, 45.0, 7.0), (110, 45.0, 7.0), name="dense.gpx")
    found = at(1, 100, 499, tracks=(sparse, dense))
    assert found.tracks.tolist() == [0, 1, 0]
    np.testing.assert_allclose(found.places[:, 0], [50, 45, 50])


def test_rows_are_those_of_the_photos() -> None:
    found = at(100, np.nan, 0, 50)
    np.testing.assert_allclose(found.places[[0, 2, 3], 0], [45.001, 45.0, 45.0005])
    assert match([], np.array([NOON])).kinds.tolist() == [AFTER]
    assert len(at().kinds) == 0


def test_ways_cross_the_date_line_and_the_pole() -> None:
    one, other = np.array([[10.0, 179.0], [89.0, 0.0]]), np.array([[10.0, -179.0], [89.0, 180.0]])
    found = between(one, other, np.array([0.5, 0.5]))
    assert abs(abs(found[0, 1]) - 180) < 1e-9
    assert found[1, 0] == pytest.approx(90)


@given(places, places, st.floats(0, 1))
def test_a_point_between_divides_the_way(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> None:
    one, other = np.array([start]), np.array([end])
    whole = float(meters(one, other)[0])
    if whole > 19_900_000:  # all ways to the other side of the earth are as long
        return
    middle = between(one, other, np.array([share]))
    assert float(meters(one, middle)[0]) == pytest.approx(share * whole, abs=0.05)
    assert float(meters(middle, other)[0]) == pytest.approx((1 - share) * whole, abs=0.05)


def test_meters_are_those_of_the_earth() -> None:
    assert meters(np.array([[0.0, 0.0]]), np.array([[0.0, 1.0]]))[0] == pytest.approx(
        111_195, abs=1
    )
    assert meters(np.array([[45.0, 7.0]]), np.array([[45.0, 7.0]]))[0] == 0


def test_many_points_and_photos_take_little_time() -> None:
    random = np.random.default_rng(3)
    count = 100_000
    times = NOON + np.cumsum(random.uniform(0.5, 1.5, count))
    spots = np.column_stack((45 + np.arange(count) / 1e5, np.full(count, 7.0)))
    long = ordered("a.gpx", times, spots, np.zeros(count), np.repeat(np.arange(100), count // 100))
    moments = random.uniform(times[0], times[-1], count)
    began = time.process_time()
    found = match([long], moments)
    assert time.process_time() - began < 1.5, "0.1 s on an idle processor"
    assert (found.kinds == PLACED).mean() > 0.99
    np.testing.assert_allclose(
        found.places[:, 0], np.interp(moments, times, spots[:, 0]), atol=2e-5
    )
