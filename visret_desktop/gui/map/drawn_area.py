"""From pixels of the map to conditions on where photos were taken."""

import math
from collections.abc import Sequence

from visret_desktop.gui.map.projection import MapView, degrees
from visret_desktop.library.catalog.filter_values import Area, Outline
from visret_desktop.library.catalog.photo_filter import Condition

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
    found = tuple((round(north, digits), round(east, digits)) for north, east in places)
    distinct = tuple(dict.fromkeys(found))
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
