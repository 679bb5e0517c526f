"""Draws land, lakes and borders, in square pictures that are kept.

Pictures are made when they are first seen, but not for longer than a frame may take: until they are
there, what is known of their part of the earth is shown larger.
"""

import math
import time
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen, QPixmap

from visret_desktop.gui.map.projection import Floats, MapView, mercator
from visret_desktop.lru_cache import LruCache
from visret_desktop.places import outlines
from visret_desktop.places.outlines import Lines, Resolution

# Parts of outlines: a square of one level is cut out of the one twice as wide around it, which is
# kept: so few points are left to look at where one looks closely. Squares wider than any that is
# drawn in a resolution are not kept: each level of them has all its points.

Starts = NDArray[np.int64]

_MARGIN = 1 / 64  # of a square's side, so that what is cut shows no edge
RESOLUTIONS: tuple[Resolution, ...] = ("110m", "50m", "10m")
_PARTS_KEPT = 512  # squares
# The level of the widest squares that are kept of each resolution: what `Earth` draws is no wider.
_WIDEST: dict[Resolution, int] = {"110m": 0, "50m": 2, "10m": 3}
_ready: set[Resolution] = {RESOLUTIONS[0]}  # small enough to be read at once


@dataclass(frozen=True, eq=False)
class Shapes:
    """Lines or closed rings: `points` (n, 2) of the map, where each begins, and the end of all."""

    points: Floats
    starts: Starts

    def cut(self, axis: int, bound: float, *, is_least: bool, closed: bool) -> "Shapes":
        """Return what lies at one side of a bound (Sutherland and Hodgman).

        What leaves and comes again is joined along the bound, of lines too.
        """
        if not len(self.points):
            return self
        points, starts = self.points, self.starts
        beyond = points[:, axis] - bound if is_least else bound - points[:, axis]
        is_in = beyond >= 0
        if is_in.all():
            return self
        following = np.arange(1, len(points) + 1)
        following[starts[1:] - 1] = starts[:-1] if closed else starts[1:] - 1
        crosses = is_in != is_in[following]
        places = np.concatenate(([0], np.cumsum(is_in.astype(np.int64) + crosses)))
        found = np.empty((int(places[-1]), 2))
        found[places[:-1][is_in]] = points[is_in]
        (here,) = np.nonzero(crosses)
        there = following[here]
        share = beyond[here] / (beyond[here] - beyond[there])
        between = points[here] + share[:, None] * (points[there] - points[here])
        between[:, axis] = bound
        found[places[here] + is_in[here]] = between
        return Shapes(found, np.unique(places[starts]))

    def within(self, west: float, north: float, side: float, *, closed: bool) -> "Shapes":
        """Return what lies in a square."""
        edges = (
            (0, west, True),
            (1, north, True),
            (0, west + side, False),
            (1, north + side, False),
        )
        shapes = self
        for axis, bound, is_least in edges:
            shapes = shapes.cut(axis, bound, is_least=is_least, closed=closed)
        return shapes

    def thinned(self, step: float, least: int) -> "Shapes":
        """Return shapes without points nearer than a step; those with less than `least` are out."""
        if not len(self.points):
            return self
        steps = np.rint(self.points / step)
        is_new = np.concatenate(([True], np.any(steps[1:] != steps[:-1], axis=1)))
        is_new[self.starts[:-1]] = True
        lengths = np.add.reduceat(is_new.astype(np.int64), self.starts[:-1])
        is_kept = lengths >= least
        is_new &= np.repeat(is_kept, np.diff(self.starts))
        return Shapes(self.points[is_new], np.concatenate(([0], np.cumsum(lengths[is_kept]))))


@dataclass(frozen=True, eq=False)
class Square:
    """What is to be drawn of a square of the map."""

    land: Shapes
    lakes: Shapes
    borders: Shapes


def ready() -> frozenset[Resolution]:
    """Return the resolutions that can be drawn without a wait."""
    return frozenset(_ready)


def make_ready() -> None:
    """Read all outlines and cut them to large squares, in half a second; on any thread."""
    for resolution in RESOLUTIONS:
        if resolution not in _ready:
            _widest(resolution)
            _ready.add(resolution)


@lru_cache(_PARTS_KEPT)
def square(resolution: Resolution, level: int, column: int, row: int) -> Square:
    """Return the outlines of a square; at a level there are 2 ** level of them side by side."""
    if level == _WIDEST[resolution]:
        return _widest(resolution)[column, row]
    around = square(resolution, level - 1, column // 2, row // 2)
    return _cut(around, level, column, row)


@cache
def _widest(resolution: Resolution) -> dict[tuple[int, int], Square]:
    """Return the widest squares that are kept, by column and row."""
    sources = (outlines.land, outlines.lakes, outlines.borders)
    squares = {(0, 0): Square(*(_flat(source(resolution)) for source in sources))}
    for level in range(1, _WIDEST[resolution] + 1):
        cells = range(2**level)
        squares = {
            (column, row): _cut(squares[column // 2, row // 2], level, column, row)
            for column, row in product(cells, cells)
        }
    return squares


def _cut(around: Square, level: int, column: int, row: int) -> Square:
    side = 0.5**level
    edge = (column - _MARGIN) * side, (row - _MARGIN) * side, side * (1 + 2 * _MARGIN)
    return Square(
        around.land.within(*edge, closed=True),
        around.lakes.within(*edge, closed=True),
        around.borders.within(*edge, closed=False),
    )


def _flat(lines: Lines) -> Shapes:
    """Return lines on the map; those that cross the date line are at both ends of it."""
    longitudes, latitudes = _unwrapped(lines), lines.points[:, 1]
    starts = lines.starts
    turns = longitudes[starts[1:] - 1] - longitudes[starts[:-1]]
    turn_of_earth = np.array((360.0, 0.0))
    rings: list[Floats] = []
    for first, last, turn in zip(starts[:-1].tolist(), starts[1:].tolist(), turns, strict=True):
        ring: Floats = np.stack((longitudes[first:last], latitudes[first:last]), axis=1)
        if abs(turn) > 180:  # it goes around a pole, so the pole is a part of what it encloses
            pole = math.copysign(90, ring[0, 1])
            ring = np.concatenate((ring, [(ring[-1, 0], pole), (ring[0, 0], pole)]))
        rings += [ring]
        rings += [ring - turn_of_earth] if ring[:, 0].max() > 180 else []
        rings += [ring + turn_of_earth] if ring[:, 0].min() < -180 else []
    points = np.concatenate(rings)
    x, y = mercator(points[:, 1], points[:, 0])
    ends = np.cumsum([0, *map(len, rings)])
    return Shapes(np.stack((x, y), axis=1), ends)


def _unwrapped(lines: Lines) -> Floats:
    """Return longitudes that go on beyond 180 where a line crosses the date line."""
    longitudes = lines.points[:, 0].astype(np.float64)
    steps = np.diff(longitudes, prepend=longitudes[:1])
    turns = np.where(np.abs(steps) > 180, -360 * np.sign(steps), 0.0)
    turns[lines.starts[:-1]] = 0
    added = np.cumsum(turns)
    unwrapped: Floats = (
        longitudes + added - np.repeat(added[lines.starts[:-1]], np.diff(lines.starts))
    )
    return unwrapped


_SIDE = 512  # pixels of a picture
_KEPT = 96  # pictures of a megabyte
_FRAME_SECONDS = 0.008  # for new pictures
# From which level on outlines of a resolution are drawn; pictures of level n are 2 ** -n wide.
_RESOLUTIONS: tuple[tuple[int, Resolution], ...] = ((5, "10m"), (2, "50m"), (0, "110m"))
_DEEPEST = 20
_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_Key = tuple[int, int, int]


class EarthColors(NamedTuple):
    """What the earth is drawn with."""

    land: QColor
    sea: QColor
    border: QColor

    @classmethod
    def of(cls, palette: QPalette) -> "EarthColors":
        """Return the colors that go with a palette."""
        base, other = palette.base().color(), palette.alternateBase().color()
        is_dark = base.lightness() < other.lightness()
        border = palette.mid().color()
        return cls(other, base, border) if is_dark else cls(base, other, border)


class Earth:
    """Paints the part of the earth that is seen in a view."""

    def __init__(self) -> None:
        self._pictures = LruCache[_Key, QPixmap](_KEPT)
        self._drawn_by: tuple[EarthColors, frozenset[Resolution]] | None = None

    def paint(
        self, painter: QPainter, view: MapView, colors: EarthColors, *, is_patient: bool = False
    ) -> bool:
        """Paint all that is seen; return whether something was left for another frame.

        Nothing is left where `is_patient`.
        """
        if (colors, ready()) != self._drawn_by:
            self._pictures.clear()
            self._drawn_by = colors, ready()
        painter.fillRect(0, 0, view.width, view.height, colors.sea)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        density = painter.device().devicePixelRatioF()
        level = math.ceil(math.log2(max(1.0, view.scale * density / _SIDE)))
        level = min(level, _DEEPEST)
        until = math.inf if is_patient else time.perf_counter() + _FRAME_SECONDS
        is_whole = True
        west, north = view.at(0, 0)
        east, south = view.at(view.width, view.height)
        cells = 1 << level
        for row in range(max(0, math.floor(north * cells)), min(cells, math.ceil(south * cells))):
            for column in range(math.floor(west * cells), math.ceil(east * cells)):
                key = (level, column % cells, row)
                if key not in self._pictures and time.perf_counter() < until:
                    self._pictures.put(key, _drawn(key, colors))
                # Whole pixels, or neighbors would show a seam.
                left = round(view.width / 2 + (column / cells - view.x) * view.scale)
                right = round(view.width / 2 + ((column + 1) / cells - view.x) * view.scale)
                top = round(view.height / 2 + (row / cells - view.y) * view.scale)
                bottom = round(view.height / 2 + ((row + 1) / cells - view.y) * view.scale)
                target = QRectF(left, top, right - left, bottom - top)
                is_whole &= self._paint_picture(painter, key, target)
        return not is_whole

    def _paint_picture(self, painter: QPainter, key: _Key, target: QRectF) -> bool:
        """Paint a picture, or the part of a coarser one that is there; tell which."""
        level, column, row = key
        for up in range(level + 1):
            picture = self._pictures.get((level - up, column >> up, row >> up))
            if picture is not None:
                part = _SIDE / 2**up
                left, top = (column % 2**up) * part, (row % 2**up) * part
                source = QRectF(left, top, part, part)
                painter.drawPixmap(target, picture, source)
                return up == 0
        return False


def _drawn(key: _Key, colors: EarthColors) -> QPixmap:
    level, column, row = key
    resolution = next(name for least, name in _RESOLUTIONS if level >= least and name in ready())
    tile = square(resolution, level, column, row)
    made = QPixmap(_SIDE, _SIDE)
    made.fill(colors.sea)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for shapes, color in ((tile.land, colors.land), (tile.lakes, colors.sea)):
        painter.setBrush(color)
        painter.drawPath(_path(shapes, key, least=3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colors.border, 1))  # wider ones are drawn thirty times as slowly
    painter.drawPath(_path(tile.borders, key, least=2))
    painter.end()
    return made


def _path(shapes: Shapes, key: _Key, *, least: int) -> QPainterPath:
    """Return shapes as a path in a picture's pixels."""
    level, column, row = key
    scale = _SIDE * 2.0**level
    thin = shapes.thinned(0.5 / scale, least)
    elements = np.zeros(len(thin.points), _ELEMENT)
    elements["kind"] = QPainterPath.ElementType.LineToElement.value
    elements["kind"][thin.starts[:-1]] = QPainterPath.ElementType.MoveToElement.value
    elements["x"] = thin.points[:, 0] * scale - column * _SIDE
    elements["y"] = thin.points[:, 1] * scale - row * _SIDE
    # As QPainterPath writes itself: point by point from Python would take a hundred times as long.
    head = np.array([len(elements)], ">i4").tobytes()
    tail = np.array([0, Qt.FillRule.OddEvenFill.value], ">i4").tobytes()
    path = QPainterPath()
    QDataStream(QByteArray(head + elements.tobytes() + tail)) >> path
    return path
