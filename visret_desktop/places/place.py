"""What is known of a place, and of where a point on earth lies."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Place:
    """A country, a region of one, or a town.

    `code` is ISO 3166-1 alpha-2 of a country, ISO 3166-2 of a region, and of a town its GeoNames id
    in digits. `name` is in the language asked for, else the place's own. Bounds are (south, west,
    north, east) in degrees; where west is more than east they cross the date line. `population` is
    what GeoNames has; of a region it is that of its towns together.

    `parts` are the regions that spots within it have: a region's own code, or the codes of its
    provinces where a spot says the province, as in Scotland, Bretagne and Andalucía. Photos of a
    region are those whose region is one of its parts. `alias` is true where a place was found by a
    name that is neither its own nor one of the languages that the program speaks: 'Lion' for Lyon.
    """

    kind: Literal["country", "region", "town"]
    code: str
    name: str
    country: str
    region: str
    latitude: float
    longitude: float
    population: int
    bounds: tuple[float, float, float, float] | None
    parts: tuple[str, ...] = ()
    alias: bool = False


@dataclass(frozen=True)
class Spot:
    """Where a point on earth lies: "" and 0 where nothing is known, as at sea.

    `country` is ISO 3166-1 alpha-2, `region` ISO 3166-2, `town` a GeoNames id; the town is
    `kilometers` away, and the point lies in `direction` of it: 'NE', or "" in the town itself.
    """

    country: str = ""
    region: str = ""
    town: int = 0
    kilometers: float = 0.0
    direction: str = ""
