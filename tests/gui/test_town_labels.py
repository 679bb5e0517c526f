"""Names of towns on the map: which, where, and that they hide nothing."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPalette
from pytestqt.qtbot import QtBot

from visret_desktop.gui.map.clusters import Cluster
from visret_desktop.gui.map.map_painting import ClusterCircle
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.gui.map.spot_map import town_name
from visret_desktop.gui.map.town_labels import TownIndex, TownLabels
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.places.towns import TownPoints

WIDE, HIGH = 600, 400


def around(latitude: float, longitude: float, scale: float) -> MapView:
    x, y = (float(one) for one in mercator(latitude, longitude))
    return MapView(x, y, scale, WIDE, HIGH)


@pytest.fixture(scope="module")
def drawn() -> TownPoints:
    """Towns around the date line; number 0 has most people."""
    chance = np.random.default_rng(5)
    longitudes = (chance.uniform(170, 190, 4000) + 180) % 360 - 180
    return TownPoints(np.arange(4000), chance.uniform(-20, 0, 4000), longitudes)


@pytest.mark.parametrize("longitude", [175.0, 179.9, -179.9])
def test_the_largest_town_of_each_cell_is_named_and_stays_so(
    drawn: TownPoints, longitude: float
) -> None:
    index, named = TownIndex(drawn), set[int]()
    for scale in (2.0**13, 2.0**14, 2.0**16):
        view = around(-10, longitude, scale)
        towns = index.towns(view)
        shown = {t.number for t in towns if 0 < t.x < WIDE and 0 < t.y < HIGH}
        x, y = mercator(drawn.latitudes, drawn.longitudes)
        cells = 2 ** int(np.log2(scale / 112))
        cell = np.floor(x % 1 * cells) * cells + np.floor(y * cells)
        across, down = view.pixels(x % 1, y)
        is_seen = (across > 1) & (across < WIDE - 1) & (down > 1) & (down < HIGH - 1)
        largest = np.isin(drawn.numbers, np.unique(cell, return_index=True)[1])
        assert shown >= set(drawn.numbers[is_seen & largest].tolist()) != set()
        assert all(largest[number] for number in shown)
        still = set(drawn.numbers[is_seen].tolist())
        assert shown >= named & still
        named |= shown


def test_names_hide_neither_each_other_nor_circles_nor_what_is_there(qtbot: QtBot) -> None:
    labels = TownLabels(TownIndex(Gazetteer.open().towns_by_people()), town_name)
    view = around(43.77, 11.25, 2.0**16)  # Florence
    circle = ClusterCircle(Cluster(0, 0, 0, 9, 0, 0), WIDE / 2, HIGH / 2, 26.0, "9")
    taken = QRectF(0, HIGH - 40, 140, 40)
    image = QImage(WIDE, HIGH, QImage.Format.Format_ARGB32_Premultiplied)
    for _ in range(20):
        painter = QPainter(image)
        is_left = labels.paint(painter, view, QPalette(), [circle], [taken])
        painter.end()
        if not is_left:
            break
    assert not is_left
    names = {town_name(number): box for number, box in labels.shown.items()}
    assert {"Florence", "Bologna", "Rimini"} <= names.keys()
    disk = QRectF(circle.x - 26, circle.y - 26, 52, 52)
    for box in names.values():
        assert not box.intersects(disk)
        assert not box.intersects(taken)
    assert not any(one.intersects(other) for one, other in combinations(names.values(), 2))
    under = names["Florence"]  # the circle hides the town itself
    assert abs(under.center().x() - circle.x) < 1
    assert 0 <= under.top() - disk.bottom() < 6
