"""ISO codes of the places that lists of species name: "KE", "DE-BY", "Kenya", "Bavaria"."""

import re
from functools import cache

from visret_desktop.places.gazetteer import Gazetteer


def codes_of(place: str) -> tuple[str, ...]:
    """Return the codes of a place; of "DE, Bavaria" those of the part, or of the country."""
    country, _, part = (half.strip() for half in place.partition(","))
    if part:
        found = tuple(code for code in _codes(part) if code.partition("-")[0] in _codes(country))
        return found or _codes(country)
    return _codes(country)


@cache
def _codes(name: str) -> tuple[str, ...]:
    gazetteer = Gazetteer.open()
    code = name.upper().removeprefix("ISO:").removeprefix("ISO_3166-2:")
    if re.fullmatch(r"[A-Z]{2}", code) and gazetteer.country(code):
        return (code,)
    if re.fullmatch(r"[A-Z]{2}-[A-Z0-9]{1,6}", code) and gazetteer.region(code):
        return (code,)
    places = [one for one in gazetteer.named(name) if one.kind in ("country", "region")]
    countries = [one.code for one in places if one.kind == "country"]
    if countries:
        return (countries[0],)
    return tuple(part for one in places[:1] for part in (one.parts or (one.code,)))
