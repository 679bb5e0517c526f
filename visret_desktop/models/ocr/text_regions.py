"""From a map of where letters are to slanted rectangles, one around each line of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Map = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

_LETTERS = 0.3  # from which a pixel is part of a letter
_MORE_AT_ENDS = 1.25  # or the first and the last letter are cut off now and then
_SURE = 0.5  # what the pixels of a rectangle are on average, at least
_GROWTH = 1.4  # the map has the core of a line; its letters reach beyond it
_LEAST_CORE, _LEAST_SIDE = 4.0, 6.0  # pixels of the map
_MOST_PARTS = 1000


@dataclass(frozen=True)
class Rectangle:
    """A slanted rectangle: a corner, and its sides from there along the line and downwards.

    Each is (x, y) in pixels.
    """

    corner: Points
    along: Points
    down: Points

    @property
    def width(self) -> float:
        """Length along the line."""
        return float(np.hypot(*self.along))

    @property
    def height(self) -> float:
        """Height of the line."""
        return float(np.hypot(*self.down))

    @property
    def corners(self) -> Points:
        """All four, clockwise from where the line begins: float64 (4, 2)."""
        end = self.corner + self.along
        return np.stack([self.corner, end, end + self.down, self.corner + self.down])

    def scaled(self, x: float, y: float) -> "Rectangle":
        """Return it in a picture of another size.

        Slanted ones stay rectangles only where `x` and `y` are nearly equal, as they are here.
        """
        factors = np.array([x, y])
        return Rectangle(self.corner * factors, self.along * factors, self.down * factors)

    def grown(self) -> "Rectangle":
        """Return it with the letters that a core of this size belongs to."""
        width, height = self.width, self.height
        by = width * height * _GROWTH / (2 * (width + height))
        aside, upward = self.along / width * by * _MORE_AT_ENDS, self.down / height * by
        return Rectangle(
            self.corner - aside - upward, self.along + 2 * aside, self.down + 2 * upward
        )


def find_regions(heat: Map) -> list[Rectangle]:
    """Return the rectangles around letters in a float32 (height, width) map, from the top down.

    Its values are 0 to 1.
    """
    mask = heat > _LETTERS
    mask[1:] |= mask[:-1].copy()  # thin strokes hold together
    mask[:, 1:] |= mask[:, :-1].copy()
    regions = []
    for outline in _parts(mask):
        core = _around(outline)
        if core is None or min(core.width, core.height) < _LEAST_CORE or not _is_sure(heat, core):
            continue
        whole = core.grown()
        if min(whole.width, whole.height) >= _LEAST_SIDE:
            regions.append(whole)
    return sorted(regions, key=lambda one: (one.corner[1], one.corner[0]))


def _parts(mask: npt.NDArray[np.bool_]) -> Iterator[Points]:
    """Yield the corners of the rows of each connected part, at most _MOST_PARTS: float64 (n, 2)."""
    rows, starts, ends = _runs(mask)
    parents = list(range(len(rows)))

    def root(of: int) -> int:
        while parents[of] != of:
            parents[of] = of = parents[parents[of]]
        return of

    wide = mask.shape[1] + 2
    first = np.searchsorted(rows * wide + ends, (rows + 1) * wide + starts)
    last = np.searchsorted(rows * wide + starts, (rows + 1) * wide + ends, side="right")
    for above, (begin, end) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        for below in range(begin, end):
            parents[root(below)] = root(above)
    parts = np.array([root(each) for each in range(len(rows))], np.int64)
    order = np.argsort(parts, kind="stable")
    edges = np.flatnonzero(np.diff(parts[order])) + 1
    for runs in np.split(order, edges)[:_MOST_PARTS] if len(order) else []:
        x = np.concatenate([starts[runs], ends[runs]] * 2)
        y = np.concatenate([rows[runs]] * 2 + [rows[runs] + 1] * 2)
        yield np.stack([x, y], axis=1).astype(np.float64)


def _runs(mask: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return row, start and end of all runs of True: int64 (n,) each, in reading order."""
    framed = np.pad(mask.astype(np.int8), ((0, 0), (1, 1)))
    steps = np.diff(framed, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    return rows, starts, ends


def _around(points: Points) -> Rectangle | None:
    """Return the smallest rectangle around points; None: they are on one line."""
    hull = _hull(points)
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    if len(hull) < 3 or not lengths.all():
        return None
    sides = edges / lengths[:, None]
    across = np.stack([-sides[:, 1], sides[:, 0]], axis=1)
    by_side, by_across = hull @ sides.T, hull @ across.T  # by point and edge
    areas = np.ptp(by_side, axis=0) * np.ptp(by_across, axis=0)
    best = int(np.argmin(areas))
    return _as_read(sides[best], across[best], by_side[:, best], by_across[:, best])


def _as_read(side: Points, across: Points, by_side: Points, by_across: Points) -> Rectangle:
    """Return a rectangle whose first side is the one that is more level, from left to right."""
    if abs(side[0]) < abs(across[0]):
        side, across, by_side, by_across = across, side, by_across, by_side
    if side[0] < 0:
        side, by_side = -side, -by_side
    if across[1] < 0:
        across, by_across = -across, -by_across
    corner = side * by_side.min() + across * by_across.min()
    return Rectangle(corner, side * np.ptp(by_side), across * np.ptp(by_across))


def _hull(points: Points) -> Points:
    """Return the corners of the convex hull of points, in order: float64 (n, 2)."""
    ordered = np.unique(points, axis=0).tolist()
    half = [_chain(ordered), _chain(ordered[::-1])]
    return np.array([*half[0][:-1], *half[1][:-1]] or ordered, np.float64)


def _chain(ordered: list[list[float]]) -> list[list[float]]:
    kept: list[list[float]] = []
    for x, y in ordered:
        while len(kept) > 1:
            (x0, y0), (x1, y1) = kept[-2:]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:
                break
            kept.pop()
        kept.append([x, y])
    return kept


def _is_sure(heat: Map, one: Rectangle) -> bool:
    corners = one.corners
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
    part = heat[top:bottom, left:right]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    dx, dy = x + 0.5 - one.corner[0], y + 0.5 - one.corner[1]
    along = (dx * one.along[0] + dy * one.along[1]) / one.width**2
    down = (dx * one.down[0] + dy * one.down[1]) / one.height**2
    is_inside = (along >= 0) & (along <= 1) & (down >= 0) & (down <= 1)
    return bool(is_inside.any()) and float(part[is_inside].mean()) >= _SURE
