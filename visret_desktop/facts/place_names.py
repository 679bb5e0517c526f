"""Which place a name means: 'Lyon', 'Portland, Maine', 'Paris, US-TX', 'FR' or a town's number."""

import re
from collections.abc import Sequence
from typing import Any

from visret_desktop.facts.fact import NamedPlace, PlaceNames

# Where the seasons are those of the south. Closer to the equator there are hardly any,
# and who speaks of them means those of the north, where most people live.
_SOUTHERN = -10.0
_RIVALS = 3  # as many times more people: then the larger town is meant


def places_named(name: str, names: PlaceNames) -> list[NamedPlace]:
    """Return the places that `name` may mean, the most likely first."""
    name = name.strip()
    if re.fullmatch(r"[A-Z]{2}", name) and (country := names.country(name)):
        return [country]
    if re.fullmatch(r"[A-Z]{2}-[A-Z0-9]{1,6}", name) and (region := names.region(name)):
        return [region]
    if re.fullmatch(r"\d{1,12}", name):
        town = names.town(int(name))
        return [town] if town else []
    found = list(names.named(name))
    if not found and "," in name:
        town_name, _, around = name.rpartition(",")
        found = _within(places_named(town_name, names), places_named(around, names))
    return found


def _within(places: Sequence[NamedPlace], around: Sequence[NamedPlace]) -> list[NamedPlace]:
    wide = {code for place in around if place.kind != "town" for code in (place.code, *place.parts)}
    return [place for place in places if {place.country, place.region} & wide]


def place_text(name: str, place: NamedPlace, names: PlaceNames) -> str:
    """Return what `places_named` reads as this place first: `name`, if it does, or more than it."""
    for text in (name, f"{name}, {place.country}", f"{name}, {place.region}"):
        found = places_named(text, names)
        if found and (found[0].kind, found[0].code) == (place.kind, place.code):
            return text
    return place.code


def rivals(places: Sequence[NamedPlace]) -> list[NamedPlace]:
    """Return the places among which a name does not decide, the first one included."""
    first = places[0]
    if first.kind == "country":
        return [
            first,
            *(
                place
                for place in places[1:]
                if place.kind == "region" and place.country != first.code
            ),
        ]
    return [
        first,
        *(
            place
            for place in places[1:]
            if not (first.country == place.country and "region" in (first.kind, place.kind))
            and (
                place.kind == "country"
                or place.population * _RIVALS > max(first.population, 100_000)
            )
        ),
    ]


def is_southern(place: NamedPlace) -> bool:
    """Return whether summer is around New Year there."""
    return place.latitude < _SOUTHERN


def place_of(field: str, code: Any, names: PlaceNames) -> NamedPlace | None:
    """Return the place that is a value of a field, None where the field is none of places."""
    if field == "town":
        return names.town(code)
    if field == "country":
        return names.country(code)
    return names.region(code) if field == "region" else None
