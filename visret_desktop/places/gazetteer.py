"""Names of places, and where points on earth lie, from files that ship with the program.

The files are arrays that the system maps into memory: opening reads next to nothing, and all
threads share them. `training/places` makes them.
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from visret_desktop import typed_values
from visret_desktop.paths import bundled
from visret_desktop.places.ground import Floats, load_ground
from visret_desktop.places.names import Names, Texts, folded
from visret_desktop.places.place import Place, Spot, time_zone, utc_offset
from visret_desktop.places.towns import NEAR, TownPoints, Towns, directions

__all__ = ["LANGUAGES", "VERSION", "Gazetteer", "Place", "Spot", "time_zone", "utc_offset"]

VERSION = 1  # of what `spots` answers; raise it with new data to have photos placed again
LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
_IN_TOWN = 3.0  # km: nearer than this, or within its circle, a point is in the town itself
_BATCH = 2_000  # points that are looked up together
_COAST = 22.2  # km, twelve nautical miles
_SURE = 1.5  # km: so near to a town across a border that is drawn too coarsely the town is right


class _Ground(msgspec.Struct, frozen=True):
    code: str
    country: str
    own: str
    names: list[str]
    latitude: float
    longitude: float
    bounds: tuple[float, float, float, float]
    parts: tuple[str, ...]
    townspeople: int
    population: int


class _Rows(msgspec.Struct, frozen=True):
    countries: list[_Ground]
    regions: list[_Ground]
    towns: dict[int, list[str]]


class Gazetteer:
    """Countries, regions and towns; usable from several threads."""

    attribution = (
        "Places: GeoNames (CC BY 4.0); outlines: Natural Earth; "
        "time zones: OpenStreetMap contributors (ODbL)"
    )

    @classmethod
    def open(cls) -> "Gazetteer":
        """Return the places that ship.

        Raises:
            FileNotFoundError: the installation lacks them.
        """
        return _opened()

    def __init__(self) -> None:
        self._folder = bundled("places")
        self._numbers = self._load("town_number")
        self._populations = self._load("town_population")
        self._countries = self._load("town_country")
        self._regions = self._load("town_region")
        self._away = self._load("town_away")
        self._owner_country = self._load("owner_country")
        self._owner_region = self._load("owner_region")
        self._ground = load_ground(self._load)

    def _load(self, name: str) -> NDArray[Any]:
        loaded: NDArray[Any] = np.load(self._folder / f"{name}.npy", mmap_mode="r")
        return loaded

    @cached_property
    def _rows(self) -> _Rows:
        return typed_values.decode((self._folder / "places.json").read_bytes(), _Rows)

    @cached_property
    def _towns(self) -> Towns:
        return Towns(
            self._load("town_latitude"),
            self._load("town_longitude"),
            self._populations,
            self._countries,
            self._load("town_quarter"),
        )

    @cached_property
    def _town_names(self) -> Texts:
        return Texts(self._load("town_name_bytes"), self._load("town_name_lengths"))

    @cached_property
    def _names(self) -> Names:
        keys = Texts(self._load("key_bytes"), self._load("key_lengths"))
        return Names(keys, self._load("key_counts"), self._load("key_places"))

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        """Return the towns by their numbers."""
        return np.argsort(self._numbers)

    @cached_property
    def _by_code(self) -> dict[str, int]:
        """Return where regions and countries stand after the towns."""
        grounds = (*self._rows.regions, *self._rows.countries)
        return {ground.code: at for at, ground in enumerate(grounds, len(self._numbers))}

    @cached_property
    def _by_parts(self) -> dict[frozenset[str], int]:
        first = len(self._numbers)
        return {frozenset(row.parts): at for at, row in enumerate(self._rows.regions, first)}

    def spot(self, latitude: float, longitude: float) -> Spot:
        """Return where a point lies, as `spots` does."""
        return self.spots([latitude], [longitude])[0]

    def spots(self, latitudes: ArrayLike, longitudes: ArrayLike) -> list[Spot]:
        """Return where points lie, in degrees; nothing of those that are not on earth.

        The country and region are those of the ground, or of the coast within twelve nautical
        miles; the town is the nearest one in that country.
        """
        lats = np.atleast_1d(np.asarray(latitudes, np.float64))
        lons = np.atleast_1d(np.asarray(longitudes, np.float64))
        # A camera that stays where it is gives thousands of photos one point.
        points, rows = np.unique(np.stack([lats, lons], axis=1), axis=0, return_inverse=True)
        spots = []
        for start in range(0, len(points), _BATCH):
            spots += self._spots(*points[start : start + _BATCH].T)
        return [spots[row] for row in rows.ravel().tolist()]

    def _spots(self, lats: Floats, lons: Floats) -> list[Spot]:
        result = [Spot()] * len(lats)
        (on,) = np.nonzero((np.abs(lats) <= 90) & (np.abs(lons) <= 180))
        lats, lons = lats[on], lons[on]
        owners = self._ground.owners_near(lats, lons)
        countries = self._owner_country[owners].astype(np.int64)
        regions = self._owner_region[owners].astype(np.int64)
        near, far = self._towns.nearest(lats, lons, np.zeros(len(lats), np.int64), NEAR)
        # Islands too small for the map have towns; and so have banks of rivers that it got wrong.
        theirs = (near >= 0) & np.where(
            owners == 0, far <= _COAST, self._away[near] & (far <= _SURE)
        )
        countries[theirs] = self._countries[near[theirs]]
        regions[theirs] = self._regions[near[theirs]]
        (ashore,) = np.nonzero(countries)
        towns, kilometers = near[ashore], far[ashore]
        other = (towns < 0) | (self._countries[towns] != countries[ashore])
        (abroad,) = np.nonzero(other | (kilometers > _COAST))
        towns[abroad], kilometers[abroad] = self._towns.nearest(
            lats[ashore][abroad], lons[ashore][abroad], countries[ashore][abroad]
        )
        ways = directions(
            self._towns.latitudes[towns],
            self._towns.longitudes[towns],
            lats[ashore],
            lons[ashore],
        )
        reaches = np.maximum(self._towns.radii[towns], _IN_TOWN)
        for at, town, away, reach, way in zip(
            ashore.tolist(), towns.tolist(), kilometers.tolist(), reaches, ways, strict=True
        ):
            country = self._rows.countries[countries[at] - 1].code
            region = self._rows.regions[regions[at] - 1].code if regions[at] else ""
            result[on[at]] = (
                Spot(country, region)
                if town < 0
                else Spot(
                    country,
                    region,
                    int(self._numbers[town]),
                    round(away, 1),
                    way if away > reach else "",
                )
            )
        return result

    def named(self, name: str) -> list[Place]:
        """Return every place that has this name in any language, the most likely first.

        Case, accents and signs do not matter. Countries come first, then cities and regions by
        people; a place that is only sometimes called so counts for less, and is marked an alias.
        """
        return [self._place(at, folded(name), alias) for at, alias in self._names.places(name)]

    def completions(self, start: str, most: int = 10) -> list[str]:
        """Return names that begin so, of the places with most people first."""
        firsts = self._names.first_places(start)
        towns = len(self._numbers)
        people = np.zeros(len(firsts), np.int64)
        people[firsts < towns] = self._populations[firsts[firsts < towns]]
        for at in np.flatnonzero(firsts >= towns):
            people[at] = self._ground_row(int(firsts[at])).townspeople
        key, typed = folded(start), start.casefold()
        names: dict[str, None] = {}
        for at in np.argsort(-people, kind="stable")[: 4 * most]:
            # 'mün' is the beginning of 'Munich' too, but 'München' is what is being typed.
            fitting = [n for n in self._all_names(int(firsts[at])) if folded(n).startswith(key)]
            fitting.sort(key=lambda name: not name.casefold().startswith(typed))
            names |= dict.fromkeys(fitting[:1])
        return list(names)[:most]

    def country(self, code: str, language: str = "en") -> Place | None:
        """Return a country by its ISO 3166-1 alpha-2 code; None: there is none."""
        return self._ground_of(code, "country", language)

    def region(self, code: str, language: str = "en") -> Place | None:
        """Return a region by its ISO 3166-2 code; None: there is none."""
        return self._ground_of(code, "region", language)

    def region_made_of(self, parts: Iterable[str], language: str = "en") -> Place | None:
        """Return the region that has exactly these `parts`; None: there is none."""
        at = self._by_parts.get(frozenset(parts))
        return None if at is None else self._place(at, language=language)

    def town(self, number: int, language: str = "en") -> Place | None:
        """Return a town by its GeoNames id; None: there is none."""
        at = int(np.searchsorted(self._numbers, number, sorter=self._order))
        if at == len(self._order) or self._numbers[self._order[at]] != number:
            return None
        return self._place(int(self._order[at]), language=language)

    def towns_by_people(self) -> TownPoints:
        """Return where all towns are that have people, those with most first."""
        return self._towns.by_people(self._numbers, self._populations)

    def _ground_of(self, code: str, kind: str, language: str) -> Place | None:
        at = self._by_code.get(code)
        place = None if at is None else self._place(at, language=language)
        return place if place is not None and place.kind == kind else None

    def _all_names(self, at: int) -> Sequence[str]:
        """Return the own name of a place, then those in the languages."""
        if at < len(self._numbers):
            return (self._town_names[at], *self._rows.towns.get(int(self._numbers[at]), ()))
        ground = self._ground_row(at)
        return (ground.own, *ground.names)

    def _ground_row(self, at: int) -> _Ground:
        at -= len(self._numbers)
        regions = self._rows.regions
        return regions[at] if at < len(regions) else self._rows.countries[at - len(regions)]

    def _place(self, at: int, key: str = "", alias: bool = False, language: str = "") -> Place:
        """Return a place, named in a language, or as the folded `key` has it if a name is so."""
        names = self._all_names(at)
        if language in LANGUAGES and len(names) > 1:
            name = names[1 + LANGUAGES.index(language)]
        else:
            name = next((name for name in names if folded(name) == key), names[0])
        if at < len(self._numbers):
            region = self._regions[at]
            return Place(
                "town",
                str(self._numbers[at]),
                name,
                self._rows.countries[self._countries[at] - 1].code,
                self._rows.regions[region - 1].code if region else "",
                float(self._towns.latitudes[at]),
                float(self._towns.longitudes[at]),
                int(self._populations[at]),
                None,
                alias=alias,
            )
        ground = self._ground_row(at)
        is_region = at - len(self._numbers) < len(self._rows.regions)
        return Place(
            "region" if is_region else "country",
            ground.code,
            name,
            ground.country,
            ground.code if is_region else "",
            ground.latitude,
            ground.longitude,
            ground.population or ground.townspeople,
            ground.bounds,
            ground.parts,
            alias,
        )


@cache
def _opened() -> Gazetteer:
    return Gazetteer()
