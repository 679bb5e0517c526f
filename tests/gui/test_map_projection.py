"""From degrees to pixels and back, at all scales and across the date line."""

import math

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.map.projection import HIGHEST, MapView, degrees, mercator


@pytest.mark.parametrize("place", [(0, 0), (45.76, 4.84), (-54.8, -68.3), (78.2, 15.6), (1, -180)])
def test_places_come_back(place: tuple[float, float]) -> None:
    x, y = mercator(*place)
    assert degrees(float(x), float(y)) == pytest.approx(place)


def test_what_is_nearer_to_a_pole_is_at_the_edge() -> None:
    _, y = mercator([90, HIGHEST, -90], [0, 0, 0])
    assert y == pytest.approx([0, 0, 1])


def test_the_point_under_the_pointer_stays_when_one_zooms() -> None:
    view = MapView(0.5, 0.4, 4000, 800, 600)
    for factor in (2, 0.7, 30):
        assert view.zoomed(factor, (100, 550)).at(100, 550) == pytest.approx(view.at(100, 550))


def test_the_earth_is_seen_once_and_nothing_beyond_its_poles() -> None:
    view = MapView(0.5, 0.5, 4000, 800, 600)
    assert view.zoomed(1e-9).scale == 800
    assert view.moved(0, 1e6).at(0, 0)[1] == pytest.approx(0)
    assert view.moved(0, -1e6).at(0, 600)[1] == pytest.approx(1)
    assert view.zoomed(1e9).meters_per_pixel < 1
    low = MapView.whole(300, 900)
    assert low.y == 0.5, "there is room above and below"


def test_a_view_across_the_date_line_shows_both_sides_beside_each_other() -> None:
    view = MapView(0.999, 0.5, 10_000, 800, 600).moved(-20, 0)
    x, y = mercator([0, 0], [179, -179])
    across, _ = view.pixels(x, y)
    assert across[1] - across[0] == pytest.approx(10_000 * 2 / 360)


def test_a_part_of_the_map_is_shown_whole_and_large() -> None:
    part = (0.97, 0.30, 1.05, 0.34)
    view = MapView.whole(800, 600).around(*part)
    left, top = view.pixels(part[0], part[1])
    right, bottom = view.pixels(part[2], part[3])
    assert 0 < left < right < 800
    assert 0 < top < bottom < 600
    assert max((right - left) / 800, (bottom - top) / 600) == pytest.approx(0.8)


def test_a_single_point_is_not_shown_from_too_near() -> None:
    view = MapView.whole(800, 600).around(0.5, 0.3, 0.5, 0.3)
    assert 1 < view.meters_per_pixel < 50
    assert math.isfinite(view.x)


def test_photos_that_are_dropped_on_the_map_are_there(qapp: QApplication) -> None:
    canvas, places = MapCanvas(), list[tuple[float, float]]()
    canvas.go_to(45.9, 15.5)
    canvas.dropped.connect(lambda *place: places.append(place))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/a.jpg")])
    kinds = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton)
    middle = QPointF(canvas.view.width / 2, canvas.view.height / 2)
    for there in (middle, middle + QPointF(10, 0)):
        canvas.dropEvent(QDropEvent(there, *kinds, Qt.KeyboardModifier.NoModifier))
    (north, east), (same, farther) = places
    assert (north, east) == pytest.approx((45.9, 15.5), abs=1e-6)
    assert same == pytest.approx(north)
    assert farther > east
