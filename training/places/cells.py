"""The ground of countries and regions, cut into cells in which a point is found quickly."""

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

CELL = 0.5  # degrees
STEP = CELL / 250  # of coordinates within a cell, about two hundred meters
_SIMPLER = 0.007  # degrees: the side of a square as large as the corner that may be cut off


def simplified(pieces: list[Any]) -> list[Any]:
    """Return the pieces with fewer points, such that neighbors still touch."""
    grounds = shapely.coverage_simplify(np.array([piece[2] for piece in pieces]), _SIMPLER)
    return [
        (country, region, ground)
        for (country, region, _), ground in zip(pieces, grounds, strict=True)
    ]


def cut(grounds: list[tuple[int, Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a map from cells to owners.

    `grounds` are pairs of an owner (from 1) and a shape. In the result `cells` (360, 720) has
    for each cell, from south to north and from west to east, 0 for sea, an owner, or minus the
    number of a list of rings; `lists` where the rings of a list begin, `owners` and `rings` its
    owner and where its points begin, `points` (n, 2) steps to the east and north in the cell.
    """
    rows, columns = int(180 / CELL), int(360 / CELL)
    cells = np.zeros((rows, columns), np.int32)
    found: dict[tuple[int, int], list[tuple[int, Any]]] = {}
    for owner, ground in grounds:
        _split(ground, owner, (0, 0, columns, rows), cells, found)
    lists, owners, rings = [0], [], [0]
    points: list[NDArray[np.uint8]] = []
    for row, column in sorted(found):
        parts = found[row, column]
        west, south = column * CELL - 180, row * CELL - 90
        for owner, ground in parts:
            for polygon in shapely.get_parts(ground):
                if polygon.geom_type != "Polygon":
                    continue
                for ring in (polygon.exterior, *polygon.interiors):
                    steps = np.rint((shapely.get_coordinates(ring) - (west, south)) / STEP)
                    steps = steps[np.r_[True, np.any(np.diff(steps, axis=0), axis=1)]][:-1]
                    if len(steps) > 2:
                        owners.append(owner)
                        points.append(steps.astype(np.uint8))
                        rings.append(rings[-1] + len(steps))
        if len(owners) > lists[-1]:
            cells[row, column] = -len(lists)
            lists.append(len(owners))
    return {
        "cells": cells,
        "lists": np.array(lists, np.uint32),
        "owners": np.array(owners, np.uint16),
        "rings": np.array(rings, np.uint32),
        "points": np.concatenate(points),
    }


def _split(
    ground: Any,
    owner: int,
    box: tuple[int, int, int, int],
    cells: NDArray[np.int32],
    found: dict[tuple[int, int], list[tuple[int, Any]]],
) -> None:
    """Cut a shape into the cells of a box, halving it until one cell is left."""
    if ground.is_empty:
        return
    west, south, east, north = box
    whole = (east - west) * (north - south) * CELL * CELL
    if ground.area > whole - 1e-9:
        cells[south:north, west:east] = owner
        return
    if east - west == 1 and north - south == 1:
        found.setdefault((south, west), []).append((owner, ground))
        return
    if east - west >= north - south:
        middle = (west + east) // 2
        halves = ((west, south, middle, north), (middle, south, east, north))
    else:
        middle = (south + north) // 2
        halves = ((west, south, east, middle), (west, middle, east, north))
    left, bottom, right, top = ground.bounds
    for half in halves:
        edges = (
            half[0] * CELL - 180, half[1] * CELL - 90, half[2] * CELL - 180, half[3] * CELL - 90
        )  # fmt: skip
        if left < edges[2] and right > edges[0] and bottom < edges[3] and top > edges[1]:
            _split(shapely.clip_by_rect(ground, *edges), owner, half, cells, found)
