"""Countries and regions: their codes, their names, and the ground that is theirs."""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import shapely
from babel import Locale
from shapely.geometry import shape

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")

# Natural Earth counts these to the countries that they belong to; ISO gives them own codes.
_TERRITORIES = {
    "GUF": "GF", "GLP": "GP", "MTQ": "MQ", "REU": "RE", "MYT": "YT",
    "NSV": "SJ", "BVT": "BV", "CCK": "CC", "CXR": "CX",
}  # fmt: skip
# Natural Earth draws who rules; the codes are ISO's, so ISO says whose they are.
_CODES = {
    "UA-43": "UA",
    "UA-40": "UA",
    "NL-BQ1": "BQ",
    "NL-BQ2": "BQ",
    "NL-BQ3": "BQ",
    "MA-15": "EH",
    "MA-16": "EH",
}
# Names of provinces that are misspelled, or not their own, in Natural Earth.
_NAMES = {
    "FR-77": "Seine-et-Marne",
    "FR-68": "Haut-Rhin",
    "IT-AO": "Aosta",
    "BE-VWV": "West-Vlaanderen",
}

_PHRASE = re.compile(
    r"Munici|Gemeente|Gemeinde|Opština|Bezirk|Distri[ckt]|Metropolitan|Royal Borough|London Borough"
)
_KIND = re.compile(r"^(Département|Departement) (du |de la |des |de |d')?")


@dataclass
class Ground:
    """A country or region as it is made: `names` by language, `also` what else it is called."""

    code: str
    country: str
    names: dict[str, str]
    also: set[str] = field(default_factory=set)
    own: str = ""
    shapes: list[Any] = field(default_factory=list)
    parts: set[str] = field(default_factory=set)


def read_table(name: str) -> dict[str, Any]:
    """Return one of the tables beside this module."""
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def filled(names: Iterable[str]) -> dict[str, str]:
    """Return names by language; the first stands for those left out."""
    first, *others = names
    return dict(zip(LANGUAGES, (first, *(name or first for name in others)), strict=True))


def _code_of(properties: dict[str, Any]) -> tuple[str, str]:
    """Return the country and region of a province, as ISO has them; "" without a code."""
    code = properties["iso_3166_2"]
    country = _TERRITORIES.get(properties.get("gu_a3", "")) or _CODES.get(code)
    if country is None:
        country = properties["iso_a2"]
    if "~" in code or not code.startswith(f"{country}-"):
        code = ""
    return country, code


def read_grounds(places: Path) -> tuple[dict[str, Ground], dict[str, Ground], list[Any]]:
    """Return countries and regions by code, and (country, region, shape) of all ground on earth."""
    features = json.loads((places / "data/states/admin1.json").read_bytes())["features"]
    tables = read_table("larger_regions.toml")
    locales = {language: Locale(language) for language in LANGUAGES}
    countries: dict[str, Ground] = {}
    regions: dict[str, Ground] = {}
    pieces = []
    units: dict[str, set[str]] = defaultdict(set)
    for feature in features:
        properties = feature["properties"]
        country, code = _code_of(properties)
        ground = shapely.make_valid(shape(feature["geometry"]))
        pieces.append((country, code, ground))
        if country not in countries:
            names = {
                language: locale.territories.get(country, properties["admin"])
                for language, locale in locales.items()
            }
            countries[country] = Ground(
                country, country, names, set(tables["countries"].get(country, ())), names["en"]
            )
        countries[country].shapes.append(ground)
        if not code:
            continue
        own = _NAMES.get(code) or properties.get("name") or properties.get("name_en") or ""
        if not own:
            continue
        names = {
            language: _short(properties.get(f"name_{language}") or own, own)
            for language in LANGUAGES
        }
        region = regions.setdefault(code, Ground(code, country, names, own=own))
        region.also.update(_spellings(properties), {own})
        region.shapes.append(ground)
        region.parts.add(code)
        for unit in (properties.get("region_cod"), properties.get("geonunit")):
            if unit:
                units[f"{country} {unit}"].add(code)
    for code, row in tables["regions"].items():
        country = code[:2]
        parts = units[f"{country} {row['of']}"]
        assert parts, code
        larger = Ground(code, country, filled(row["names"]), set(row.get("also", ())))
        larger.parts = parts
        larger.shapes = [shape_ for part in parts for shape_ in regions[part].shapes]
        larger.own = larger.names["en"]
        regions[code] = larger
    return countries, regions, pieces


def _short(name: str, own: str) -> str:
    """Return a name without the word for what it is; where that is a phrase, the own name."""
    if _PHRASE.match(name):
        return own
    return _KIND.sub("", name)


def _spellings(properties: dict[str, Any]) -> set[str]:
    """Return what else a region is called, in its own words."""
    texts = [properties.get(key) or "" for key in ("name_alt", "name_local", "woe_name", "gn_name")]
    return {part.strip() for text in texts for part in text.split("|") if len(part.strip()) > 2}
