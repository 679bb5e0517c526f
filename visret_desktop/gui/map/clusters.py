"""Photos on the map put together by where they lie: a few circles for a million of them.

The map is halved again and again, which gives cells; the photos of a cell are one circle. Photos
are kept in the order of the cells (Z-order), so that those of any cell, however large, stand beside
each other: what is in a view is found by comparing neighbors.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from visret_desktop.gui.map.projection import Floats, MapView, mercator

Ids = NDArray[np.int64]
Degrees = NDArray[np.float32]

_LEVELS = 24  # halvings of the smallest cells, two meters wide
_CELL = 64.0  # pixels, at least; cells are up to twice as wide
_COARSER = 4  # halvings: a view touches few cells of sixteen times the width
# Spreads the bits of a number, so that there is a zero between them.
_SPREAD = (
    (8, np.uint64(0x00FF00FF00FF00FF)),
    (4, np.uint64(0x0F0F0F0F0F0F0F0F)),
    (2, np.uint64(0x3333333333333333)),
    (1, np.uint64(0x5555555555555555)),
)


@dataclass(frozen=True)
class Cluster:
    """The photos from row `first` to before `last`; they lie around `x`, `y` of the map.

    Their cell is the one at `column` and `row` of those of the view.
    """

    x: float
    y: float
    first: int
    last: int
    column: int
    row: int

    @property
    def photos(self) -> int:
        """How many there are."""
        return self.last - self.first


class PhotoPoints:
    """Where photos lie, in the order of the cells: `ids` (n,) and `degrees` (n, 2)."""

    def __init__(self, ids: Ids, places: Degrees) -> None:
        """Put photos in order; `places` (n, 2) are latitudes and longitudes."""
        x, y = mercator(places[:, 0], places[:, 1])
        x, y = x % 1, np.minimum(y, 1 - 0.5**_LEVELS)  # in the last row, not below it
        codes = _codes(x, y)
        order = np.argsort(codes, kind="stable")
        self._take(ids[order], places[order], x[order], y[order], codes[order])

    def _take(
        self, ids: Ids, places: Degrees, x: Floats, y: Floats, codes: NDArray[np.uint64]
    ) -> None:
        self.ids, self.degrees, self.x, self.y, self._codes = ids, places, x, y, codes

    def __len__(self) -> int:
        return len(self.ids)

    def of(self, photo_ids: Ids) -> "PhotoPoints":
        """Return those of some photos only."""
        made = PhotoPoints.__new__(PhotoPoints)
        wanted = np.isin(self.ids, photo_ids)
        made._take(
            self.ids[wanted],
            self.degrees[wanted],
            self.x[wanted],
            self.y[wanted],
            self._codes[wanted],
        )
        return made

    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo; -1 if it has no place."""
        rows = np.flatnonzero(self.ids == photo_id)
        return int(rows[0]) if len(rows) else -1

    def clusters(self, view: MapView) -> list[Cluster]:
        """Return what is seen in a view and close to it, the largest first."""
        level = _level(view)
        per_block = [self._within(*rows, level) for rows in self._blocks(view, level)]
        firsts, lasts = (np.concatenate(ends) for ends in zip(*per_block, strict=True))
        counts = lasts - firsts
        sums_x, sums_y = self._sums
        x = (sums_x[lasts] - sums_x[firsts]) / counts
        y = (sums_y[lasts] - sums_y[firsts]) / counts
        across, down = view.pixels(x, y)
        is_seen = (np.abs(across - view.width / 2) < view.width / 2 + _CELL) & (
            np.abs(down - view.height / 2) < view.height / 2 + _CELL
        )
        (seen,) = np.nonzero(is_seen)
        seen = seen[np.argsort(-counts[seen], kind="stable")]
        firsts, lasts = firsts[seen], lasts[seen]
        cells = ((one[firsts] * 2.0**level).astype(np.int64) for one in (self.x, self.y))
        columns = (x[seen], y[seen], firsts, lasts, *cells)
        return [Cluster(*values) for values in zip(*(one.tolist() for one in columns), strict=True)]

    def box(self, first: int, last: int) -> tuple[float, float, float, float]:
        """Return south, west, north and east of photos that stand beside each other."""
        low, high = self.degrees[first:last].min(axis=0), self.degrees[first:last].max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def extent(self) -> tuple[float, float, float, float]:
        """Return the narrowest west, north, east and south of the map that has all photos."""
        columns = np.unique((self.x * 3600).astype(np.int64))
        gaps = np.diff(columns, append=columns[0] + 3600)
        widest = int(np.argmax(gaps))
        is_split = widest < len(columns) - 1  # narrower across the date line
        beyond = self.x < (columns[widest] + 1) / 3600 if is_split else np.zeros(len(self), bool)
        x = self.x + beyond
        return float(x.min()), float(self.y.min()), float(x.max()), float(self.y.max())

    def _blocks(self, view: MapView, level: int) -> list[tuple[int, int]]:
        """Return the rows, from and to, of the few large cells that a view touches."""
        level = max(level - _COARSER, 0)
        cells = 1 << level
        west, north = view.at(-_CELL, -_CELL)
        east, south = view.at(view.width + _CELL, view.height + _CELL)
        columns = {n % cells for n in range(math.floor(west * cells), math.floor(east * cells) + 1)}
        lines = range(max(0, math.floor(north * cells)), min(cells, math.floor(south * cells) + 1))
        wanted = [(column, line) for line in lines for column in sorted(columns)]
        x, y = np.array(wanted, np.uint64).T
        shift = np.uint64(2 * (_LEVELS - level))
        codes = _spread(x) | (_spread(y) << np.uint64(1))
        firsts = self._codes.searchsorted(codes << shift).tolist()
        lasts = self._codes.searchsorted((codes + np.uint64(1)) << shift).tolist()
        return list(zip(firsts, lasts, strict=True))

    def _within(self, first: int, last: int, level: int) -> tuple[Ids, Ids]:
        """Return where the photos of each cell begin and end, of those in some rows."""
        if first == last:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        cells = self._codes[first:last] >> np.uint64(2 * (_LEVELS - level))
        changes = first + 1 + np.flatnonzero(cells[1:] != cells[:-1])
        ends = np.concatenate(([first], changes, [last]))
        return ends[:-1], ends[1:]

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        return tuple(np.concatenate(([0.0], np.cumsum(one))) for one in (self.x, self.y))  # type: ignore[return-value]


def cell_pixels(view: MapView) -> float:
    """Return how wide the cells of a view's clusters are."""
    return view.scale / 2.0 ** _level(view)


def _level(view: MapView) -> int:
    return min(max(math.floor(math.log2(view.scale / _CELL)), 0), _LEVELS)


def _codes(x: Floats, y: Floats) -> NDArray[np.uint64]:
    """Return the number of the smallest cell of each point in the order of the cells."""
    most = (1 << _LEVELS) - 1
    columns, rows = (
        _spread(np.clip(one * (most + 1), 0, most).astype(np.uint64)) for one in (x, y)
    )
    return columns | (rows << np.uint64(1))


def _spread(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    bits = (numbers | (numbers << np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    for shift, mask in _SPREAD:
        bits = (bits | (bits << np.uint64(shift))) & mask
    return bits
