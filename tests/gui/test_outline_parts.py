"""Outlines cut to squares keep their areas; land is land, also across the date line."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from visret_desktop.gui.map.earth import Earth, EarthColors, Shapes, square
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.places.outlines import Resolution

COLORS = EarthColors(QColor("green"), QColor("blue"), QColor("green"))


def _area(shapes: Shapes) -> float:
    x, y = shapes.points.T
    following = np.arange(1, len(x) + 1)
    following[shapes.starts[1:] - 1] = shapes.starts[:-1]
    return float(np.sum(x * y[following] - x[following] * y) / 2)


def test_quarters_have_the_area_of_the_whole() -> None:
    whole = square("110m", 0, 0, 0).land.within(0, 0, 1, closed=True)
    corners = [(x, y) for x in (0, 0.5) for y in (0, 0.5)]
    quarters = [whole.within(x, y, 0.5, closed=True) for x, y in corners]
    assert sum(map(_area, quarters)) == pytest.approx(_area(whole))
    for (x, y), quarter in zip(corners, quarters, strict=True):
        assert (quarter.points >= (x, y)).all()
        assert (quarter.points <= (x + 0.5, y + 0.5)).all()


def test_a_line_is_cut_and_a_ring_around_a_square_fills_it() -> None:
    line = Shapes(np.array([(0.1, 0.5), (0.9, 0.5)]), np.array([0, 2]))
    cut = line.within(0.2, 0.2, 0.4, closed=False)
    assert cut.points == pytest.approx(np.array([(0.2, 0.5), (0.6, 0.5)]))
    ring = Shapes(np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float), np.array([0, 4]))
    assert _area(ring.within(0.25, 0.25, 0.5, closed=True)) == pytest.approx(0.25)
    outside = ring.within(2, 2, 1, closed=True)
    assert len(outside.points) == 0
    assert outside.starts.tolist() == [0]


@pytest.mark.parametrize(("resolution", "level"), [("110m", 0), ("50m", 2)])
def test_the_widest_squares_have_all_land_once(resolution: Resolution, level: int) -> None:
    cells = range(2**level)
    found = [
        square(resolution, level, column, row).land.within(
            column / len(cells), row / len(cells), 1 / len(cells), closed=True
        )
        for column in cells
        for row in cells
    ]
    whole = square("110m", 0, 0, 0).land.within(0, 0, 1, closed=True)
    assert sum(map(_area, found)) == pytest.approx(_area(whole), rel=0.02)


def test_near_points_and_what_is_too_small_are_left_out() -> None:
    points = np.array([(0, 0), (0.001, 0), (1, 0), (1, 1), (5, 5), (5.001, 5), (5, 5.001)])
    thin = Shapes(points, np.array([0, 4, 7])).thinned(0.1, 3)
    assert thin.points.tolist() == [[0, 0], [1, 0], [1, 1]]
    assert thin.starts.tolist() == [0, 3]


@pytest.mark.parametrize("scale", [600, 3000])
@pytest.mark.parametrize(
    ("place", "is_land"),
    [
        ((66.8, -179), True),  # the end of Asia, beyond the date line
        ((66.5, 178), True),
        ((-84.5, 0), True),  # the land around the pole
        ((-84.98, 179.9), True),
        ((47, 3), True),
        ((-29.5, 28.3), True),
        ((64, -150), True),
        ((0, -150), False),
        ((30, -40), False),
        ((64.8, -168.9), False),
        ((42, 51), False),  # a sea inside of land
    ],
)
def test_land_is_painted_where_there_is_land(
    qtbot: QtBot, place: tuple[float, float], scale: int, *, is_land: bool
) -> None:
    x, y = (float(one) for one in mercator(*place))
    view = MapView(x, y, scale, 300, 200).moved(0, 0)
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    assert not Earth().paint(painter, view, COLORS, is_patient=True)
    painter.end()
    right, down = (round(float(one)) for one in view.pixels(x, y))
    color = image.pixelColor(right, min(down, 199))
    assert (color == COLORS.land) == is_land, color.name()
