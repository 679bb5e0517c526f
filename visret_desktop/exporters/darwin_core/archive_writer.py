"""Write a Darwin Core Archive: a zip of occurrences, their photos, and what describes them.

Only accepted names become occurrences, and of those only names of what lives: not "blank", and no
people. An occurrence is a name of a photo; what was said of a whole event is one occurrence.
"""

import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import IO

from visret_desktop.exporters.camtrap_dp import package_writer
from visret_desktop.exporters.camtrap_dp.survey_order import Step, aliases_of, walk
from visret_desktop.exporters.camtrap_dp.tables import name_of
from visret_desktop.exporters.darwin_core import eml
from visret_desktop.exporters.darwin_core.eml import (
    EARTH,
    MULTIMEDIA_TERMS,
    OCCURRENCE_TERMS,
    license_address,
)
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.obscuring import cell_of
from visret_desktop.interchange.camtrap.observations import clean, is_organism, short, type_of, utc
from visret_desktop.interchange.camtrap_schemas import columns
from visret_desktop.interchange.deployments.deployment import CAPTURE
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName
from visret_desktop.sentences import form

_NEEDED = ("title", "contributor", "license")  # GBIF takes nothing without these
_NO_NAMES = Lack(
    "no-names",
    *2 * (form("None of these photos has an accepted name: there is no occurrence to write."),),
    is_needed=True,
)
_NO_TIME = Lack(
    "occurrence-time",
    form("1 occurrence has no date, because nobody knows when its photo was taken."),
    form("{count:,} occurrences have no date, because nobody knows when their photos were taken."),
)
_NO_PLACE = Lack(
    "occurrence-place",
    form("1 occurrence has no place."),
    form("{count:,} occurrences have no places."),
)
_NOT_ALIVE = Lack(
    "not-an-organism",
    form("1 accepted name is left out, because it is a person or none of what lives."),
    form("{count:,} accepted names are left out, because they are people or none of what lives."),
)
_NOT_VALID = Lack(
    "not-valid",
    *2 * (form("What describes the archive is not as Darwin Core wants it."),),
    is_needed=True,
)
_BY_MACHINE, _BY_HUMAN = "MachineObservation", "HumanObservation"
Row = dict[str, str]


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write an archive; yield how many photos were treated."""
    facts = export.reader.deployments.package()
    for lack, name in package_writer.lacks_of(facts, _NEEDED):
        report.note(lack, name)
    wanted = export.reader.deployments.with_names(export.photo_ids)
    work = _ArchiveWriter(export, replace(facts, title=facts.title or facts.project), wanted)
    with target.file() as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with _entry(archive, eml.OCCURRENCES) as out:
            _write_line(out, ["id", *OCCURRENCE_TERMS])
            for done, row in work.occurrences(report):
                _write_line(out, [row["occurrenceID"], *_cells(row, OCCURRENCE_TERMS)])
                report.count("occurrences")
                yield done
        with _entry(archive, eml.MEDIA) as out:
            _write_line(out, ["coreid", *MULTIMEDIA_TERMS])
            for row in work.media():
                _write_line(out, [row["coreid"], *_cells(row, MULTIMEDIA_TERMS)])
        meta = eml.meta()
        for fault in eml.faults_of_meta(meta):
            report.note(_NOT_VALID, fault)
        archive.writestr(zipfile.ZipInfo("meta.xml"), meta)
        archive.writestr(zipfile.ZipInfo("eml.xml"), work.eml())
    report.counts["photos"] = work.photos
    if not report.counts.get("occurrences"):
        report.note(_NO_NAMES)


@contextmanager
def _entry(archive: zipfile.ZipFile, name: str) -> Iterator[IO[bytes]]:
    about = zipfile.ZipInfo(name)  # with no time, so that the same data give the same bytes
    about.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(about, "w", force_zip64=True) as out:
        yield out


def _cells(row: Mapping[str, str], terms: Mapping[str, str]) -> list[str]:
    return [clean(row.get(name, "")) for name in terms]


def _write_line(out: IO[bytes], cells: list[str]) -> None:
    out.write(("\t".join(cells) + "\n").encode("utf-8", "backslashreplace"))


@dataclass
class _ArchiveWriter:
    """The occurrences of photos, and what is to be known of all of them."""

    export: Export
    facts: PackageFacts
    wanted: list[int]
    photos: int = 0
    _box: list[tuple[float, float]] = field(default_factory=list)  # its corners
    _days: list[str] = field(default_factory=list)  # the first and the last

    def occurrences(self, report: Report) -> Iterator[tuple[int, Row]]:
        """Yield occurrences with how many photos were treated."""
        for step, rows in self._walked():
            named = step.photo.notes.names
            for name in named:
                if not is_organism(name) and name.count != 0:
                    report.note(_NOT_ALIVE, clean(name.name))
            self.photos += bool(rows)
            for row in rows:
                if not row["eventDate"]:
                    report.note(_NO_TIME, step.photo.path)
                if not row["decimalLatitude"]:
                    report.note(_NO_PLACE, step.photo.path)
                self._cover(row)
                yield step.done, row

    def media(self) -> Iterator[Row]:
        """Yield the photo of each occurrence."""
        address = license_address(self.facts.media_license)
        for step, rows in self._walked():
            media = step.media
            is_public = "://" in media["filePath"] and media["filePublic"] == "true"
            for row in rows:
                yield {
                    "coreid": row["occurrenceID"],
                    "type": "StillImage",
                    "format": media["fileMediatype"],
                    "identifier": media["filePath"] if is_public else "",
                    "title": media["fileName"],
                    "created": row["eventDate"].partition("/")[0],
                    "rightsHolder": self.facts.contributor,
                    "license": address,
                }

    def eml(self) -> bytes:
        """Return what describes the data."""
        box = eml.box_of(self._box)
        dates = (self._days[0], self._days[1]) if self._days else None
        return eml.eml(self.facts, box, dates, datetime.now(UTC))

    def _walked(self) -> Iterator[tuple[Step, list[Row]]]:
        for step in walk(self.export, survey(self.export.reader, self.wanted), is_timed=False):
            numbers = Counter[str]()
            rows = []
            for name in step.photo.notes.names:
                is_absent = name.count == 0 and type_of(name) == "animal"
                if not (is_organism(name) or is_absent):
                    continue
                if name.event and not step.events.is_new(name):
                    continue
                identifier = f"{step.photo.content_hash}:{short(clean(name.name))}"
                identifier += ":event" if name.event else ""
                numbers[identifier] += 1
                number = f":{numbers[identifier]}" if numbers[identifier] > 1 else ""
                rows.append(self._row(step, name) | {"occurrenceID": f"{identifier}{number}"})
            yield step, rows

    def _row(self, step: Step, name: AcceptedName) -> Row:
        kilometers = self.export.choices.obscure_km
        media, deployment = step.media, step.deployment
        allowed = columns("observations")
        taken = (step.photo.metadata.taken_at or "")[:19]
        is_by_machine = bool(media.get(CAPTURE))
        row = {
            "basisOfRecord": _BY_MACHINE if is_by_machine else _BY_HUMAN,
            "occurrenceStatus": "absent" if name.count == 0 else "present",
            "eventID": step.events.event,
            "parentEventID": name_of(deployment, aliases_of(self.export)),
            "eventDate": name.event or media["timestamp"] or _date(taken),
            "scientificName": name.name,
            "vernacularName": name.common,
            "taxonRank": name.rank.lower(),
            "individualCount": "" if name.count is None else str(name.count),
            "sex": name.sex.lower() if name.sex.lower() in allowed["sex"].choices else name.sex,
            "lifeStage": name.life_stage,
            "identifiedBy": name.by,
            "dateIdentified": utc(name.at),
            "samplingProtocol": "camera trap" if is_by_machine else "",
            "datasetName": self.facts.title,
            "rightsHolder": self.facts.contributor,
            "license": license_address(self.facts.license),
        }
        if not kilometers:
            row |= {
                "recordedBy": deployment.value("setupBy"),
                "behavior": name.behavior,
                "locationID": deployment.value("locationID"),
                "locality": deployment.value("locationName"),
                "habitat": deployment.value("habitat"),
            }
        return row | _where(step, kilometers)

    def _cover(self, row: Row) -> None:
        if row["decimalLatitude"]:
            here = float(row["decimalLatitude"]), float(row["decimalLongitude"])
            lats, lons = zip(*self._box, here, strict=True)
            self._box = [(min(lats), min(lons)), (max(lats), max(lons))]
        if day := row["eventDate"][:10]:
            self._days = [min([day, *self._days]), max([day, *self._days])]


def _date(taken: str) -> str:
    """Return a local time, of which nobody knows the zone, as it is written; "" if it is none."""
    try:
        return datetime.fromisoformat(taken).isoformat(timespec="seconds")
    except ValueError:
        return ""


def _where(step: Step, kilometers: float) -> Row:
    """Return the place of a photo, else that of its deployment, as it may be told."""
    known = step.photo.metadata
    around = ""
    if known.latitude is not None and known.longitude is not None:
        place = known.latitude, known.longitude
    elif step.deployment.place:
        place = step.deployment.place
        around = step.deployment.value("coordinateUncertainty")
    else:
        return {"decimalLatitude": "", "decimalLongitude": ""}
    generalized = ""
    if kilometers:
        cell = cell_of(*place, kilometers)
        place, around = (cell.latitude, cell.longitude), f"{cell.meters:.0f}"
        generalized = f"Coordinates are moved to a grid of {kilometers:g} km."
    return {
        "decimalLatitude": f"{place[0]:.6f}",
        "decimalLongitude": f"{place[1]:.6f}",
        "geodeticDatum": EARTH,
        "coordinateUncertaintyInMeters": around,
        "dataGeneralizations": generalized,
    }
