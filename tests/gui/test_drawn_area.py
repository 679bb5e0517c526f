"""What is drawn or clicked becomes the condition that is meant."""

import math

import pytest

from visret_desktop.gui.map.projection import MapView, area_of, mercator, outline, rectangle


def _view(latitude: float, longitude: float, scale: float) -> MapView:
    x, y = (float(one) for one in mercator(latitude, longitude))
    return MapView(x, y, scale, 800, 600).moved(0, 0)


def test_an_area_has_its_photos_in_few_digits_and_nothing_beyond_its_cell() -> None:
    (area,) = area_of((45.71, 4.81, 45.78, 4.88), (45.0, 4.0, 46.5, 5.5)).values
    assert (area.south, area.west, area.north, area.east) == (45.7, 4.8, 45.8, 4.9)
    cell = (45.705, 4.805, 45.785, 4.885)
    (area,) = area_of((45.71, 4.81, 45.78, 4.88), cell).values
    assert cell[0] <= area.south < 45.71
    assert 4.88 < area.east <= cell[3]


def test_an_area_ends_where_the_earth_does() -> None:
    (area,) = area_of((-90.0, -180.0, 90.0, 180.0), (-90.0, -180.0, 90.0, 180.0)).values
    assert (area.south, area.west, area.north, area.east) == (-90, -180, 90, 180)


@pytest.mark.parametrize("corners", [((100, 100), (300, 200)), ((300, 200), (100, 100))])
def test_a_rectangle_is_drawn_from_any_corner(
    corners: tuple[tuple[float, float], tuple[float, float]],
) -> None:
    view = _view(45, 5, 100_000)
    (area,) = rectangle(view, corners).values
    assert area.south < area.north
    assert area.west < area.east
    x, _ = mercator(area.north, area.west)
    assert view.pixels(float(x), 0.5)[0] == pytest.approx(100, abs=1)


def test_a_rectangle_across_the_date_line() -> None:
    (area,) = rectangle(_view(-17, 180, 20_000), ((300, 200), (500, 400))).values
    assert area.west > 170
    assert area.east < -170
    (area,) = rectangle(MapView.whole(800, 600), ((0, 0), (800, 600))).values
    assert (area.west, area.east) == (-180, 180)


@pytest.mark.parametrize("longitude", [5.0, 179.9, -179.9])
def test_an_outline_is_short_and_its_longitudes_go_on(longitude: float) -> None:
    view = _view(-17, longitude, 20_000)
    circle = [(400 + 90 * math.cos(n / 80), 300 + 90 * math.sin(n / 80)) for n in range(503)]
    condition = outline(view, circle)
    assert condition is not None
    (found,) = condition.values
    assert 40 < len(found.points) <= 80
    longitudes = [east for _, east in found.points]
    assert max(longitudes) - min(longitudes) == pytest.approx(180 / 20_000 * 360, rel=0.02)
    assert min(longitudes) >= -180


def test_a_line_that_encloses_nothing_is_no_outline() -> None:
    view = _view(0, 0, 20_000)
    assert outline(view, []) is None
    assert outline(view, [(1, 1), (200, 1), (1, 1)]) is None
