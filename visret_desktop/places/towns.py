"""The nearest town to a point, in its own country.

A town reaches as far as a circle with twenty thousand people to the square kilometer: within
Munich's, Munich is nearer than the village that it swallowed. Quarters of a city are passed over.
"""

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from visret_desktop.places.ground import KILOMETERS, Floats, Numbers

_TILE = 0.25  # degrees; towns are sorted by tiles, south to north, then west to east
NEAR = (1,)  # tiles that are looked at around a point, one after the other
FAR = (1, 2, 4, 10)
_DENSITY = 20_000 * np.pi


class Towns:
    """Where towns are: arrays in the order of their tiles."""

    def __init__(
        self,
        latitudes: NDArray[np.int32],
        longitudes: NDArray[np.int32],
        populations: NDArray[np.uint32],
        countries: NDArray[np.uint16],
        quarters: NDArray[np.bool_],
    ) -> None:
        self.latitudes = latitudes / 1000
        self.longitudes = longitudes / 1000
        self.radii = np.sqrt(populations / _DENSITY).astype(np.float32)
        self._countries = countries
        self._quarters = quarters

    @cached_property
    def _starts(self) -> NDArray[np.uint32]:
        """Return where each tile's towns begin, and the last's end."""
        rows = np.floor((self.latitudes + 90) / _TILE).astype(np.int64)
        columns = np.floor((self.longitudes + 180) / _TILE).astype(np.int64) % 1440
        tiles = (rows * 1440 + columns).astype(np.int32)
        return np.searchsorted(tiles, np.arange(720 * 1440 + 1, dtype=np.int32)).astype(np.uint32)

    def by_people(
        self, numbers: NDArray[np.int32], populations: NDArray[np.uint32]
    ) -> "TownPoints":
        """Return where towns are that people know, given the numbers and people of all."""
        (known,) = np.nonzero(~self._quarters & (populations > 0))
        order = known[np.argsort(-populations[known].astype(np.int64), kind="stable")]
        return TownPoints(
            numbers[order].astype(np.int64), self.latitudes[order], self.longitudes[order]
        )

    def _within(self, row: int, column: int, reach: int) -> Numbers:
        """Return the towns in the tiles around one, `reach` to north and south."""
        middle = abs((row + 0.5) * _TILE - 90) + reach * _TILE
        across = reach if middle > 89 else int(np.ceil(reach / np.cos(np.radians(middle))))
        across = min(across, 719)
        west, east = column - across, column + across + 1
        sides = [(max(west, 0), min(east, 1440))]
        if west < 0:  # beyond the date line
            sides.append((west + 1440, 1440))
        if east > 1440:
            sides.append((0, east - 1440))
        parts = []
        for line in range(max(0, row - reach) * 1440, min(720, row + reach + 1) * 1440, 1440):
            for first, last in sides:
                parts.append(
                    np.arange(int(self._starts[line + first]), int(self._starts[line + last]))
                )
        rows = np.concatenate(parts)
        return rows[~self._quarters[rows]]

    def nearest(
        self,
        latitudes: Floats,
        longitudes: Floats,
        countries: Numbers,
        reaches: tuple[int, ...] = FAR,
    ) -> "Nearest":
        """Return the nearest town of each point; of any country where `countries` is 0."""
        towns = np.full(len(latitudes), -1, np.int64)
        kilometers = np.full(len(latitudes), np.inf)
        rows = np.clip(np.floor((latitudes + 90) / _TILE), 0, 719).astype(np.int64)
        columns = np.floor((longitudes + 180) / _TILE).astype(np.int64) % 1440
        tiles = rows * 1440 + columns
        order = np.argsort(tiles, kind="stable")
        edges = np.flatnonzero(np.diff(tiles[order], prepend=-1, append=-1))
        for start, end in pairwise(edges.tolist()):
            which = order[start:end]
            row, column = divmod(int(tiles[which[0]]), 1440)
            for country in set(countries[which].tolist()):
                of = which[countries[which] == country]
                for reach in reaches:
                    near = self._within(row, column, reach)
                    if country:
                        near = near[self._countries[near] == country]
                    if not len(near):
                        continue
                    away = distances(
                        latitudes[of, None],
                        longitudes[of, None],
                        self.latitudes[near],
                        self.longitudes[near],
                    )
                    best = (away - self.radii[near]).argmin(axis=1)
                    towns[of] = near[best]
                    kilometers[of] = away[np.arange(len(of)), best]
                    # What lies outside of these tiles may be nearer than what was found.
                    of = of[kilometers[of] > (reach * _TILE - 0.25) * KILOMETERS]
                    if not len(of):
                        break
        return Nearest(towns, kilometers)


class TownPoints(NamedTuple):
    """Towns without quarters of cities, those with most people first: (n,) each.

    `numbers` are GeoNames ids, places are in degrees.
    """

    numbers: NDArray[np.int64]
    latitudes: Floats
    longitudes: Floats


class Nearest(NamedTuple):
    """Towns by their place in the arrays (-1: none within some 250 km), and how far they are."""

    towns: Numbers
    kilometers: Floats


def distances(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
    """Return kilometers between points on earth, taken as a sphere."""
    a, b = np.radians(lat1), np.radians(lat2)
    turn = np.radians(lon2 - lon1)
    half = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(turn / 2) ** 2
    distance: Floats = 2 * KILOMETERS * 180 / np.pi * np.arcsin(np.sqrt(half.clip(0, 1)))
    return distance


def directions(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> list[str]:
    """Return the points of the compass in which the second points lie, seen from the first."""
    a, b = np.radians(lat1), np.radians(lat2)
    turn = np.radians(lon2 - lon1)
    east = np.sin(turn) * np.cos(b)
    north = np.cos(a) * np.sin(b) - np.sin(a) * np.cos(b) * np.cos(turn)
    eighths = np.rint(np.degrees(np.arctan2(east, north)) / 45).astype(np.int64) % 8
    return [("N", "NE", "E", "SE", "S", "SW", "W", "NW")[eighth] for eighth in eighths]
