"""Outlines of the earth cut to squares of the map, quickly enough to be done while it is dragged.

A square of one level is cut out of the one twice as wide around it, which is kept: so few points
are left to look at where one looks closely. Squares wider than any that is drawn in a resolution
are not kept: each level of them has all its points.
"""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from visret_desktop.gui.map.projection import Floats, mercator
from visret_desktop.places import outlines
from visret_desktop.places.outlines import Lines, Resolution

Starts = NDArray[np.int64]

_MARGIN = 1 / 64  # of a square's side, so that what is cut shows no edge
RESOLUTIONS: tuple[Resolution, ...] = ("110m", "50m", "10m")
_KEPT = 512  # squares
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


@lru_cache(_KEPT)
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
    found: list[Floats] = []
    for first, last, turn in zip(starts[:-1].tolist(), starts[1:].tolist(), turns, strict=True):
        ring: Floats = np.stack((longitudes[first:last], latitudes[first:last]), axis=1)
        if abs(turn) > 180:  # it goes around a pole, so the pole is a part of what it encloses
            pole = math.copysign(90, ring[0, 1])
            ring = np.concatenate((ring, [(ring[-1, 0], pole), (ring[0, 0], pole)]))
        found += [ring]
        found += [ring - turn_of_earth] if ring[:, 0].max() > 180 else []
        found += [ring + turn_of_earth] if ring[:, 0].min() < -180 else []
    points = np.concatenate(found)
    x, y = mercator(points[:, 1], points[:, 0])
    ends = np.cumsum([0, *map(len, found)])
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
