"""Photos put together by cells: each in one circle, at every scale, as by brute force."""

from collections import Counter

import numpy as np
import pytest

from visret_desktop.gui.map.clusters import PhotoPoints, cell_pixels
from visret_desktop.gui.map.projection import MapView, mercator

PHOTOS = 3000


def _places(seed: int) -> np.ndarray:
    stream = np.random.default_rng(seed)
    towns = np.stack((stream.uniform(-80, 80, 40), stream.uniform(-180, 180, 40)), axis=1)
    found = towns[stream.integers(0, 40, PHOTOS)] + stream.normal(0, 0.4, (PHOTOS, 2))
    found[:5] = (0, 180), (0, -180), (90, 0), (-90, 0), (0, 0)
    found[:, 1] = (found[:, 1] + 180) % 360 - 180
    return found.clip(-90.0, [90, 180]).astype(np.float32)


@pytest.fixture(scope="module")
def points() -> PhotoPoints:
    return PhotoPoints(np.arange(100, 100 + PHOTOS), _places(1))


@pytest.mark.parametrize("zoom", [1, 2.5, 8, 60, 900, 2.0**16])
def test_circles_of_a_view_are_the_cells_that_hold_its_photos(
    points: PhotoPoints, zoom: float
) -> None:
    view = MapView.whole(900, 600).zoomed(zoom)
    cells = round(view.scale / cell_pixels(view))
    assert 64 <= cell_pixels(view) < 128
    found = {}
    for cluster in points.clusters(view):
        found[cluster.column, cluster.row] = cluster.photos
    columns = np.minimum(np.floor(points.x * cells), cells - 1).astype(int)
    rows = np.minimum(np.floor(points.y * cells), cells - 1).astype(int)
    all_cells = Counter(zip(columns.tolist(), rows.tolist(), strict=True))
    assert found.items() <= all_cells.items()
    x, y = view.pixels(points.x, points.y)
    is_seen = (x >= 0) & (x < 900) & (y >= 0) & (y < 600)
    middles = {
        cell for cell in all_cells if is_seen[(columns == cell[0]) & (rows == cell[1])].all()
    }
    assert middles <= set(found), "what is wholly seen is shown"


def test_the_largest_come_first_and_have_their_photos(points: PhotoPoints) -> None:
    view = MapView.whole(4000, 4000)
    clusters = points.clusters(view)
    sizes = [cluster.photos for cluster in clusters]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == PHOTOS
    ids = np.concatenate([points.ids[c.first : c.last] for c in clusters])
    assert sorted(ids.tolist()) == list(range(100, 100 + PHOTOS))
    largest = clusters[0]
    south, west, north, east = points.box(largest.first, largest.last)
    x, y = mercator([south, north], [west, east])
    assert x[0] - 1e-9 <= largest.x <= x[1] + 1e-9
    assert y[1] - 1e-9 <= largest.y <= y[0] + 1e-9


def test_photos_of_a_result_only(points: PhotoPoints) -> None:
    some = points.of(np.array([101, 105, 3_000_000]))
    assert sorted(some.ids.tolist()) == [101, 105]
    assert len(some.clusters(MapView.whole(4000, 4000))) == 2
    none = points.of(np.array([], np.int64))
    assert none.clusters(MapView.whole(400, 400)) == []
    assert none.row_of(101) == -1
    assert [some.ids[some.row_of(number)] for number in (101, 105)] == [101, 105]


def test_what_lies_at_both_sides_of_the_date_line_is_shown_together() -> None:
    places = np.array([(-17, 178), (-17, -179), (-18, 179.5)], np.float32)
    west, north, east, south = PhotoPoints(np.arange(3), places).extent()
    assert (west, east) == pytest.approx((358 / 360, 361 / 360))
    assert south > north
    one = PhotoPoints(np.arange(1), places[:1]).extent()
    assert one[0] == one[2]
