"""Which country and region is at a point: the ground that is cut into cells.

A cell is half a degree wide. It lies at sea, or wholly in one country and region, or has
rings, in which a point is looked for by counting the lines to its east.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

KILOMETERS = 111.195  # in a degree of latitude
_CELL = 0.5  # degrees
_NARROW = 63  # degrees of latitude
_STEPS = 250  # of a cell's coordinates
# Twelve nautical miles, the sea that belongs to a coast; looked for from near to far.
_RINGS = ((1, 8), (2, 12), (4, 16), (7, 16), (11, 24), (16, 32), (22, 40))  # km, directions


class Ground(NamedTuple):
    """The arrays as the recipe in training/places makes them."""

    cells: NDArray[np.int32]
    lists: NDArray[np.uint32]
    owners: NDArray[np.uint16]
    rings: NDArray[np.uint32]
    points: NDArray[np.uint8]

    def owners_at(self, latitudes: Floats, longitudes: Floats) -> Numbers:
        """Return the owner of the ground at each point; 0 at sea."""
        rows = np.clip(np.floor((latitudes + 90) / _CELL), 0, 359).astype(np.int64)
        columns = np.floor((longitudes + 180) / _CELL).astype(np.int64) % 720
        owners = self.cells[rows, columns].astype(np.int64)
        (open_,) = np.nonzero(owners < 0)
        if not len(open_):
            return owners
        easts = ((longitudes[open_] + 180) / _CELL % 1) * _STEPS
        norths = ((latitudes[open_] + 90) / _CELL % 1) * _STEPS
        order = np.argsort(owners[open_], kind="stable")
        lists = -owners[open_][order]
        edges = np.flatnonzero(np.diff(lists, prepend=-1, append=-1))
        for start, end in pairwise(edges.tolist()):
            which = order[start:end]
            owners[open_[which]] = self._owners_in(int(lists[start]), easts[which], norths[which])
        return owners

    def _owners_in(self, number: int, easts: Floats, norths: Floats) -> Numbers:
        """Return the owners of points of one cell, by its rings."""
        first, last = int(self.lists[number - 1]), int(self.lists[number])
        starts = self.rings[first : last + 1].astype(np.int64)
        points = self.points[starts[0] : starts[-1]].astype(np.float64)
        # Each ring closes: the last point of one is joined to its own first.
        after = np.arange(1, len(points) + 1)
        after[starts[1:] - starts[0] - 1] = starts[:-1] - starts[0]
        x1, y1 = points[:, 0], points[:, 1]
        x2, y2 = points[after, 0], points[after, 1]
        rises = y2 - y1
        spans = (y1 > norths[:, None]) != (y2 > norths[:, None])
        at = x1 + (norths[:, None] - y1) * (x2 - x1) / np.where(rises == 0, 1, rises)
        crossed = spans & (at > easts[:, None])
        counts = np.add.reduceat(crossed, starts[:-1] - starts[0], axis=1, dtype=np.int64)
        # Holes are rings of the same owner, so its crossings are counted together.
        owners = self.owners[first:last].astype(np.int64)
        heads = np.flatnonzero(np.diff(owners, prepend=-1))
        inside = np.add.reduceat(counts, heads, axis=1) % 2 == 1
        return np.where(inside.any(axis=1), owners[heads][inside.argmax(axis=1)], 0)

    def _is_coast(self, latitudes: Floats, longitudes: Floats) -> NDArray[np.bool_]:
        """Say which points have ground in the cells around theirs."""
        rows = np.clip(np.floor((latitudes + 90) / _CELL), 0, 359).astype(np.int64)
        columns = np.floor((longitudes + 180) / _CELL).astype(np.int64)
        # Towards the poles cells are narrower than the sea of a coast.
        result = np.abs(latitudes) > _NARROW
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                result |= self.cells[(rows + row).clip(0, 359), (columns + column) % 720] != 0
        return result

    def owners_near(self, latitudes: Floats, longitudes: Floats) -> Numbers:
        """Return the owner of the ground at each point, or of the coast that its sea belongs to."""
        owners = self.owners_at(latitudes, longitudes)
        at_sea = owners == 0
        at_sea[at_sea] = self._is_coast(latitudes[at_sea], longitudes[at_sea])
        for kilometers, directions in _RINGS:
            (afloat,) = np.nonzero(at_sea & (owners == 0))
            if not len(afloat):
                break
            turns = np.arange(directions) * (2 * np.pi / directions)
            north = latitudes[afloat, None] + np.cos(turns) * kilometers / KILOMETERS
            shrink = np.maximum(np.cos(np.radians(latitudes[afloat, None])), 0.01)
            east = longitudes[afloat, None] + np.sin(turns) * kilometers / KILOMETERS / shrink
            around = self.owners_at(north.clip(-90, 90).ravel(), (east.ravel() + 180) % 360 - 180)
            around = around.reshape(north.shape)
            owners[afloat] = around[np.arange(len(afloat)), (around > 0).argmax(axis=1)]
        return owners


def load_ground(load: Any) -> Ground:
    """Return the ground; `load` opens an array by its name."""
    return Ground(*(load(name) for name in Ground._fields))
