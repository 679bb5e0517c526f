"""From degrees to the flat map, to the widget that shows a part of it, and back to conditions.

The map is Mercator's: one unit wide, from 180° west (x = 0) to 180° east, and one high, from 85.05°
north (y = 0) to 85.05° south. What lies nearer to a pole is at its edge. An area drawn in pixels
becomes a condition on where photos were taken.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from visret_desktop.library.catalog.filter_values import Area, Outline
from visret_desktop.library.catalog.photo_filter import Condition

Floats = NDArray[np.float64]

HIGHEST = math.degrees(math.atan(math.sinh(math.pi)))  # latitude of the upper edge
_DEEPEST = 2.0**27  # pixels of the whole earth: a pixel is 30 cm wide
_EARTH_METERS = 40_075_017.0  # around the equator


def mercator(latitudes: ArrayLike, longitudes: ArrayLike) -> tuple[Floats, Floats]:
    """Return x and y of places in degrees; x is not wrapped."""
    bounded = np.clip(np.asarray(latitudes, np.float64), -HIGHEST, HIGHEST)
    x = (np.asarray(longitudes, np.float64) + 180) / 360
    return x, 0.5 - np.arcsinh(np.tan(np.radians(bounded))) / (2 * math.pi)


def degrees(x: float, y: float) -> tuple[float, float]:
    """Return latitude and longitude of a point of the map; the longitude is not wrapped."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y)))), 360 * x - 180


@dataclass(frozen=True)
class MapView:
    """What a widget of `width` by `height` pixels shows.

    `x` and `y` are the point of the map in its middle; `scale` is how many pixels wide the whole
    earth is.
    """

    x: float
    y: float
    scale: float
    width: int
    height: int

    @classmethod
    def whole(cls, width: int, height: int) -> "MapView":
        """Return the view of all the earth."""
        return cls(0.5, 0.42, width, width, height)._bounded()

    def moved(self, right: float, down: float) -> "MapView":
        """Return the view with its map dragged by so many pixels."""
        x, y = self.x - right / self.scale, self.y - down / self.scale
        return replace(self, x=x, y=y)._bounded()

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> "MapView":
        """Return the view larger by a factor; the point `at` some pixels stays where it is."""
        right, down = at or (self.width / 2, self.height / 2)
        x, y = self.at(right, down)
        scale = replace(self, scale=self.scale * factor)._bounded().scale
        middle = x - (right - self.width / 2) / scale, y - (down - self.height / 2) / scale
        return replace(self, scale=scale, x=middle[0], y=middle[1])._bounded()

    def resized(self, width: int, height: int) -> "MapView":
        """Return the view with the same middle in a widget of another size."""
        return replace(self, width=width, height=height)._bounded()

    def around(self, west: float, north: float, east: float, south: float) -> "MapView":
        """Return the view that shows a part of the map, with a margin; `east` may be beyond 1."""
        across, down = max(east - west, 1e-9), max(south - north, 1e-9)
        scale = 0.8 * min(self.width / across, self.height / down, _DEEPEST / 32)
        return replace(self, x=(west + east) / 2, y=(north + south) / 2, scale=scale)._bounded()

    def at(self, right: float, down: float) -> tuple[float, float]:
        """Return the point of the map at some pixels of the widget; x is not wrapped."""
        return (
            self.x + (right - self.width / 2) / self.scale,
            self.y + (down - self.height / 2) / self.scale,
        )

    def pixels(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Return where points of the map are, at the turn of the earth nearest to the middle."""
        across = (x - self.x + 0.5) % 1 - 0.5
        return across * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2

    @property
    def meters_per_pixel(self) -> float:
        """How much a pixel in the middle is on the ground."""
        latitude, _ = degrees(self.x, self.y)
        return _EARTH_METERS * math.cos(math.radians(latitude)) / self.scale

    def _bounded(self) -> "MapView":
        """Return the nearest view that shows the earth once, and nothing beyond its poles."""
        scale = min(max(self.scale, self.width), _DEEPEST)
        half = self.height / 2 / scale
        y = min(max(self.y, half), 1 - half) if half < 0.5 else 0.5
        return replace(self, x=self.x % 1, y=y, scale=scale)


Pixels = tuple[float, float]
Box = tuple[float, float, float, float]  # south, west, north, east in degrees

_MOST_DECIMALS = 5  # a meter
_MOST_POINTS = 80  # of an outline, so that its text can be read
_FLOAT_STEP = 1.6e-5  # degrees: to what places are rounded on the map


def area_of(box: Box, cell: Box) -> Condition:
    """Return what has the photos of a box and, in few digits, none of those outside its cell."""
    for decimals in range(1, _MOST_DECIMALS + 1):
        wide = _outward(box, decimals)
        is_within = wide[0] >= cell[0] and wide[1] >= cell[1]
        if is_within and wide[2] <= cell[2] and wide[3] <= cell[3]:
            break
    south, west, north, east = wide
    area = Area(max(-90.0, south), max(-180.0, west), min(90.0, north), min(180.0, east))
    return Condition("area", (area,))


def rectangle(view: MapView, corners: tuple[Pixels, Pixels]) -> Condition:
    """Return what lies in a rectangle drawn from one corner to another."""
    (left, top), (right, bottom) = (
        tuple(order(*ends) for ends in zip(*corners, strict=True)) for order in (min, max)
    )
    digits = _decimals(view)
    north, west = degrees(*view.at(left, top))
    south, east = degrees(*view.at(right, bottom))
    is_around = east - west >= 360
    west, east = (-180.0, 180.0) if is_around else (_on_earth(west), _on_earth(east))
    return Condition("area", (Area(*(round(edge, digits) for edge in (south, west, north, east))),))


def outline(view: MapView, line: Sequence[Pixels]) -> Condition | None:
    """Return what lies inside a closed line; None where the line encloses nothing."""
    step = max(1, math.ceil(len(line) / _MOST_POINTS))
    points = [view.at(*pixels) for pixels in line[::step]]
    turn = math.floor(min((x for x, _ in points), default=0))
    digits = _decimals(view)
    places = [degrees(x - turn, y) for x, y in points]
    rounded = tuple((round(north, digits), round(east, digits)) for north, east in places)
    distinct = tuple(dict.fromkeys(rounded))
    return Condition("inside", (Outline(distinct),)) if len(distinct) >= 3 else None


def _outward(box: Box, decimals: int) -> Box:
    unit = 10.0**decimals
    low = (math.floor((edge - _FLOAT_STEP) * unit) / unit for edge in box[:2])
    high = (math.ceil((edge + _FLOAT_STEP) * unit) / unit for edge in box[2:])
    return (*low, *high)  # type: ignore[return-value]


def _decimals(view: MapView) -> int:
    """Return the digits that tell one pixel from the next."""
    return min(_MOST_DECIMALS, max(0, math.ceil(math.log10(view.scale / 360))))


def _on_earth(longitude: float) -> float:
    return (longitude + 180) % 360 - 180
