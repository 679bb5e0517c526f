"""Write a Camtrap DP package: a folder of three tables and what describes them.

Each row is checked by the standard's own schemas as it is written, and the description at the end;
what is not as they want it is a remark, with which nothing is kept. Where something lacks that only
a person knows, such as where a camera stood, it is said what is to be filled in.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime

from visret_desktop.exporters.camtrap_dp import package
from visret_desktop.exporters.camtrap_dp.survey_order import Step, aliases_of, walk
from visret_desktop.exporters.camtrap_dp.tables import (
    EventsOfDeployment,
    Row,
    deployment_row,
    observation_rows,
)
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.interchange.camtrap import reading
from visret_desktop.interchange.camtrap.observations import SUMMARY, TYPES
from visret_desktop.interchange.camtrap_schemas import TABLES, Table, TableCheck, columns
from visret_desktop.interchange.deployments.survey import Survey, survey
from visret_desktop.interchange.tables import harmless
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
    facts = export.reader.deployments.package()
    for lack, name in package.lacks(facts):
        report.note(lack, name)
    found = survey(export.reader, export.photo_ids)
    for one in found.deployments:
        if one.place is None and one.is_dated:
            report.note(_TOO_WIDE if one.too_wide_km else _NO_PLACE, one.name)
    if any(remark.lack.is_needed for remark in report.remarks.values()):
        yield len(found.photo_ids)
        return
    with ExitStack() as files:
        tables = {name: _Table(name, files, target, report) for name in TABLES}
        work = _PackageWriter(export, report, found, tables)
        yield from work.write()
    if not work.covered.places:
        report.note(_NO_PHOTOS)
    kilometers = export.choices.obscure_km
    precision = round(kilometers / _DEGREE_KILOMETERS, 4) if kilometers else None
    title = export.choices.title
    said = package.description(facts, title, work.covered, datetime.now(UTC), precision)
    for at, reason in reading.faults(said):
        report.note(_NOT_VALID, f"datapackage.json, {at}: {reason}")
    with target.file("datapackage.json") as file:
        file.write(json.dumps(said, indent=2, ensure_ascii=False).encode())


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
        self.covered = package.Coverage()

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
        self._observe(observation_rows(step.media, names, step.events))
        known = self.covered.names
        known.update((one.name, one) for one in names if one.name not in TYPES and one.count != 0)

    def _end_deployment(self) -> None:
        if self._events is not None:
            self._observe(self._events.finished(is_end=True))

    def _observe(self, rows: Iterable[Row]) -> None:
        is_obscured = bool(self._export.choices.obscure_km)
        for each in rows:
            row = each
            if is_obscured:
                row = {c: t for c, t in each.items() if c not in _FREE or t == SUMMARY}
            self._tables["observations"].write(row)
            self.covered.add_observation(row)
