"""What a Camtrap DP package says of itself: `datapackage.json`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from visret_desktop import __version__
from visret_desktop.exporters.exporter import Lack
from visret_desktop.interchange.camtrap.reading import PROFILE, schema_address
from visret_desktop.interchange.camtrap_schemas import TABLES
from visret_desktop.interchange.deployments.deployment import Point
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName
from visret_desktop.sentences import form

_RANKS = ("kingdom", "phylum", "class", "order", "family", "genus", "species", "subspecies")
_UNSAFE = re.compile(r"[^a-z0-9]+")
FACTS_LACK = Lack(
    "package-facts",
    form("1 fact about the whole is not said yet. Fill it in under Deployments."),
    form("{count:,} facts about the whole are not said yet. Fill them in under Deployments."),
    is_needed=True,
)
LICENSES_LACK = Lack(
    "package-license",
    *2
    * (
        form(
            "It is not said under which licenses data and photos are. Fill it in under Deployments."
        ),
    ),
)
_NEEDED = ("contributor", "project", "sampling_design", "capture_method")


def lacks(facts: PackageFacts) -> Iterator[tuple[Lack, str]]:
    """Yield what is to be filled in of what a package says of itself, with the name of the fact."""
    yield from lacks_of(facts, _NEEDED)
    for name in ("license", "media_license"):
        if not getattr(facts, name):
            yield LICENSES_LACK, name


def lacks_of(facts: PackageFacts, needed: Iterable[str]) -> Iterator[tuple[Lack, str]]:
    """Yield what is not said of what is needed."""
    yield from ((FACTS_LACK, name) for name in needed if not getattr(facts, name))


@dataclass
class Coverage:
    """What the rows of a package are about."""

    places: list[Point] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    levels: set[str] = field(default_factory=set)
    names: dict[str, AcceptedName] = field(default_factory=dict)
    has_individuals: bool = False

    def add_deployment(self, row: Mapping[str, str]) -> None:
        """Note where and when a deployment was."""
        if row["latitude"] and row["longitude"]:
            self.places.append((float(row["latitude"]), float(row["longitude"])))
        self.starts += filter(None, [row["deploymentStart"][:10]])
        self.ends += filter(None, [row["deploymentEnd"][:10]])

    def add_observation(self, row: Mapping[str, str]) -> None:
        """Note how something was observed."""
        self.levels.add(row["observationLevel"])
        self.has_individuals |= bool(row.get("individualID"))


def description(
    facts: PackageFacts, title: str, covered: Coverage, now: datetime, precision: float | None
) -> dict[str, Any]:
    """Return what stands in `datapackage.json`. `precision` is that of obscured places."""
    title = title or facts.title or facts.project
    name = _UNSAFE.sub("-", title.lower()).strip("-")[:100] or "camera-trap-data"
    contributor = {
        "title": facts.contributor,
        "email": facts.email,
        "organization": facts.organization,
        "role": "contact",
    }
    said: dict[str, Any] = {
        "resources": [_resource(table) for table in TABLES],
        "profile": PROFILE,
        "name": name,
        "id": str(uuid5(NAMESPACE_URL, f"{name} {facts.contributor} {facts.project}")),
        "created": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "title": title,
        "description": facts.description,
        "contributors": [_filled(contributor)],
        "sources": [{"title": "visret", "version": __version__}],
        "project": {
            "title": facts.project,
            "samplingDesign": facts.sampling_design,
            "captureMethod": facts.capture_method.replace(",", " ").split(),
            "individualAnimals": covered.has_individuals,
            "observationLevel": sorted(covered.levels) or ["media"],
        },
        "spatial": _spatial(covered.places),
        "temporal": {
            "start": min(covered.starts, default=""),
            "end": max(covered.ends, default=""),
        },
        "taxonomic": [_taxon(one) for _, one in sorted(covered.names.items())],
    }
    if facts.license and facts.media_license:
        said["licenses"] = [
            _license(facts.license) | {"scope": "data"},
            _license(facts.media_license) | {"scope": "media"},
        ]
    if precision:
        said["coordinatePrecision"] = precision
    return _filled(said)


def _resource(table: Any) -> dict[str, str]:
    return {
        "name": table,
        "path": f"{table}.csv",
        "profile": "tabular-data-resource",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": schema_address(table),
    }


def _license(text: str) -> dict[str, str]:
    return {"path": text} if "://" in text else {"name": text}


def _taxon(name: AcceptedName) -> dict[str, str]:
    rank = name.rank.lower()
    return {"scientificName": name.name} | ({"taxonRank": rank} if rank in _RANKS else {})


def _spatial(places: Iterable[Point]) -> dict[str, Any]:
    """Return the box around places, as GeoJSON."""
    known = list(places)
    if not known:
        return {}
    south, north = min(lat for lat, _ in known), max(lat for lat, _ in known)
    west, east = min(lon for _, lon in known), max(lon for _, lon in known)
    if (south, west) == (north, east):
        return {"type": "Point", "coordinates": [west, south]}
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def _filled(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if value not in ("", None, {})}
