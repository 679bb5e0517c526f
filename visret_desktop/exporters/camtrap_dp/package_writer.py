"""Write a Camtrap DP package: a folder of three tables and what describes them.

Each row is checked by the standard's own schemas as it is written, and the description at the end;
what is not as they want it is a remark, with which nothing is kept. Where something lacks that only
a person knows, such as where a camera stood, it is said what is to be filled in.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from visret_desktop import __version__
from visret_desktop.exporters.camtrap_dp.events import EventsOfDeployment, Observed
from visret_desktop.exporters.camtrap_dp.imported_packages import (
    descriptions_of,
    facts_with,
    with_packages,
)
from visret_desktop.exporters.camtrap_dp.survey_order import Step, aliases_of, walk
from visret_desktop.exporters.camtrap_dp.tables import deployment_row
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.interchange.camtrap import reading
from visret_desktop.interchange.camtrap.observations import SUMMARY, TYPES
from visret_desktop.interchange.camtrap.reading import PROFILE, schema_address
from visret_desktop.interchange.camtrap_schemas import TABLES, Table, TableCheck, columns
from visret_desktop.interchange.deployments.deployment import Point
from visret_desktop.interchange.deployments.survey import Survey, survey
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName
from visret_desktop.sentences import form

_FREE = ("behavior", "individualID", "observationTags", "observationComments")  # any words
_DEGREE_KILOMETERS = 111.0
_NO_PLACE = Lack(
    "deployment-place",
    form("1 deployment has no place. Say under Deployments where it is."),
    form("{count:,} deployments have no place. Say under Deployments where it is."),
    is_needed=True,
)
_TOO_WIDE = Lack(
    "deployment-too-wide",
    form(
        "The photos of 1 deployment are too far apart for one place."
        " Say under Deployments where it is."
    ),
    form(
        "The photos of {count:,} deployments are too far apart for one place."
        " Say under Deployments where it is."
    ),
    is_needed=True,
)
_NO_TIME = Lack(
    "photo-time",
    form("1 photo is left out, because nobody knows when it was taken."),
    form("{count:,} photos are left out, because nobody knows when they were taken."),
)
_NO_PHOTOS = Lack(
    "no-photos",
    form("There is no photo of which is known where and when it was taken."),
    form("There is no photo of which is known where and when it was taken."),
    is_needed=True,
)
_NOT_VALID = Lack(
    "not-valid",
    form("1 value is not as Camtrap DP wants it."),
    form("{count:,} values are not as Camtrap DP wants them."),
    is_needed=True,
)


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a package; yield how many photos were treated."""
    surveyed = survey(export.reader, export.photo_ids)
    packages = descriptions_of(export, surveyed)
    facts = facts_with(export.reader.deployments.package(), packages)
    for lack, name in lacks(facts):
        report.note(lack, name)
    for one in surveyed.deployments:
        if one.place is None and one.is_dated:
            report.note(_TOO_WIDE if one.too_wide_km else _NO_PLACE, one.name)
    if any(remark.lack.is_needed for remark in report.remarks.values()):
        yield len(surveyed.photo_ids)
        return
    with ExitStack() as files:
        tables = {name: _Table(name, files, target, report) for name in TABLES}
        work = _PackageWriter(export, report, surveyed, tables)
        yield from work.write()
    if not work.covered.places:
        report.note(_NO_PHOTOS)
    kilometers = export.choices.obscure_km
    precision = round(kilometers / _DEGREE_KILOMETERS, 4) if kilometers else None
    title = export.choices.title
    package = description(facts, title, work.covered, datetime.now(UTC), precision)
    is_whole = len({one.source for one in surveyed.deployments}) == 1
    package = with_packages(package, packages, is_whole=is_whole)
    for at, reason in reading.faults(package):
        report.note(_NOT_VALID, f"datapackage.json, {at}: {reason}")
    with target.file("datapackage.json") as file:
        file.write(json.dumps(package, indent=2, ensure_ascii=False).encode())


class _Table:
    """A table as it is written, row by row."""

    def __init__(self, name: Table, files: ExitStack, target: ExportTarget, report: Report) -> None:
        self._name, self._report = name, report
        self._columns = tuple(columns(name))
        self._texts = {each.name for each in columns(name).values() if each.type == "string"}
        self._check = TableCheck(name)
        file = files.enter_context(target.file(f"{name}.csv"))
        text = io.TextIOWrapper(file, "utf-8", newline="")
        files.callback(text.detach)
        self._rows = csv.writer(text, lineterminator="\n")
        self._rows.writerow(self._columns)

    def write(self, row: Mapping[str, str]) -> None:
        """Check a row and write it."""
        for column, reason in self._check.faults(row):
            key = row.get(self._columns[0], "")
            self._report.note(_NOT_VALID, f"{self._name}, {key}, {column}: {reason}")
        self._rows.writerow([self._cell(column, row.get(column, "")) for column in self._columns])
        self._report.count(self._name)

    def _cell(self, column: str, text: str) -> str:
        return harmless(text) if column in self._texts else text


class _PackageWriter:
    """What is needed to write one photo after the other."""

    def __init__(
        self, export: Export, report: Report, found: Survey, tables: Mapping[Table, _Table]
    ) -> None:
        self._export, self._report, self._found, self._tables = export, report, found, tables
        self._events: EventsOfDeployment | None = None
        self.covered = Coverage()

    def write(self) -> Iterator[int]:
        for step in walk(self._export, self._found, is_timed=True):
            if step.media["timestamp"]:
                self._write_photo(step)
            else:
                self._report.note(_NO_TIME, step.photo.path)
            yield step.done
        self._end_deployment()

    def _write_photo(self, step: Step) -> None:
        if step.events is not self._events:
            self._end_deployment()
            self._events = step.events
            kilometers = self._export.choices.obscure_km
            row = deployment_row(step.deployment, kilometers, aliases_of(self._export))
            self._tables["deployments"].write(row)
            self.covered.add_deployment(row)
        self._tables["media"].write(step.media)
        self._report.count()
        names = step.photo.notes.names
        self._observe(step.events.finished())
        self._observe(step.events.of_photo(step.media, step.time, names))
        self._observe(step.events.of_machines(step.media, step.of_machines))
        known = self.covered.names
        known.update((one.name, one) for one in names if one.name not in TYPES and one.count != 0)

    def _end_deployment(self) -> None:
        if self._events is not None:
            self._observe(self._events.finished(is_end=True))

    def _observe(self, observations: Iterable[Observed]) -> None:
        is_obscured = bool(self._export.choices.obscure_km)
        for _, row in observations:
            if is_obscured:
                row = {c: t for c, t in row.items() if c not in _FREE or t == SUMMARY}
            self._tables["observations"].write(row)
            self.covered.add_observation(row)


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
    fields: dict[str, Any] = {
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
        fields["licenses"] = [
            _license(facts.license) | {"scope": "data"},
            _license(facts.media_license) | {"scope": "media"},
        ]
    if precision:
        fields["coordinatePrecision"] = precision
    return _filled(fields)


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
