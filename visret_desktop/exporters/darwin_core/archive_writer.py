"""Write a Darwin Core Archive: a zip of occurrences, their photos, and what describes them.

Only accepted names become occurrences, and of those only names of what lives: not "blank", and no
people. An animal that passes is photographed many times and counted once: an occurrence is what an
event shows of one kind, with the largest number in one photo. Who wants each photo chooses that.
"""

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import IO

import numpy as np

from visret_desktop.exporters.camtrap_dp import package_writer
from visret_desktop.exporters.camtrap_dp.events import EventsOfDeployment, Observed
from visret_desktop.exporters.camtrap_dp.imported_packages import descriptions_of, facts_with
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
from visret_desktop.interchange.camtrap.observations import (
    SUMMARY,
    clean,
    is_organism,
    type_of,
    utc,
)
from visret_desktop.interchange.camtrap_schemas import columns
from visret_desktop.interchange.deployments.deployment import CAPTURE, Deployment
from visret_desktop.interchange.deployments.survey import Survey, survey
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import LAST_CHANGE, LAST_CHANGE_WORDS, AcceptedName
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
    photos = _photos_of_events_with_names(export)
    facts = facts_with(export.reader.deployments.package(), descriptions_of(export, photos))
    for lack, name in package_writer.lacks_of(facts, _NEEDED):
        report.note(lack, name)
    work = _ArchiveWriter(export, replace(facts, title=facts.title or facts.project), photos)
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


def _photos_of_events_with_names(export: Export) -> Survey:
    """Return the survey of all photos, less the events in which nothing was named.

    An event is one also where a photo between two with names has none.
    """
    photos = survey(export.reader, export.photo_ids)
    named = export.reader.deployments.with_names(photos.photo_ids.tolist())
    events = np.cumsum(photos.begins_event) - 1
    is_named = np.isin(photos.photo_ids, np.array(named, np.int64))
    rows = np.flatnonzero(np.isin(events, events[is_named]))
    return Survey(
        photos.deployments,
        *(photos.photo_ids[rows], photos.of[rows], photos.begins_event[rows], photos.times[rows]),
    )


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
class _Event:
    """An event: its photos, each with its row of media and its names, and what is told of it."""

    deployment: Deployment
    is_by_machine: bool
    id: str
    photos: list[Step] = field(default_factory=list)
    observations: list[Observed] = field(default_factory=list)

    def occurrences(self, *, by_photo: bool) -> list[Observed]:
        """Return what becomes occurrences, each animal once: of the event, or of each photo.

        What was said of the event as a whole counts by photo, too, where no photo says the same.
        """
        level = "media" if by_photo else "event"
        kept = [one for one in self.observations if one.row["observationLevel"] == level]
        if by_photo:
            names = {one.name.name for one in kept}
            kept += [
                one for one in self.observations if one.name.event and one.name.name not in names
            ]
        return [
            one
            for one in kept
            if is_organism(one.name) or (one.name.count == 0 and type_of(one.name) == "animal")
        ]

    def photos_of(self, one: Observed) -> list[Step]:
        """Return the photos of an occurrence."""
        if one.name.event:
            return self.photos
        if media := one.row.get("mediaID"):
            return [step for step in self.photos if step.media["mediaID"] == media]

        def shows(name: AcceptedName) -> bool:
            return name.name == one.name.name and (name.count == 0) == (one.name.count == 0)

        return [step for step in self.photos if any(map(shows, step.photo.notes.names))]


@dataclass
class _ArchiveWriter:
    """The occurrences of photos, and what is to be known of all of them."""

    export: Export
    facts: PackageFacts
    surveyed: Survey
    photos: int = 0
    _box: list[tuple[float, float]] = field(default_factory=list)  # its corners
    _days: list[str] = field(default_factory=list)  # the first and the last

    def occurrences(self, report: Report) -> Iterator[tuple[int, Row]]:
        """Yield occurrences with how many photos were treated."""
        for event in self._events():
            for step in event.photos:
                for name in step.photo.notes.names:
                    if not is_organism(name) and name.count != 0:
                        report.note(_NOT_ALIVE, clean(name.name))
            shown = set[int]()
            for one in event.occurrences(by_photo=self._by_photo):
                steps = event.photos_of(one)
                shown |= {step.photo.id for step in steps}
                row = self._row(event, one, steps)
                if not row["eventDate"]:
                    report.note(_NO_TIME, steps[0].photo.path)
                if not row["decimalLatitude"]:
                    report.note(_NO_PLACE, steps[0].photo.path)
                self._cover(row)
                yield event.photos[-1].done, row
            self.photos += len(shown)

    def media(self) -> Iterator[Row]:
        """Yield the photos of each occurrence."""
        address = license_address(self.facts.media_license)
        for event in self._events():
            for one in event.occurrences(by_photo=self._by_photo):
                for step in event.photos_of(one):
                    media = step.media
                    is_public = "://" in media["filePath"] and media["filePublic"] == "true"
                    yield {
                        "coreid": one.row["observationID"],
                        "type": "StillImage",
                        "format": media["fileMediatype"],
                        "identifier": media["filePath"] if is_public else "",
                        "title": media["fileName"],
                        "created": step.time,
                        "rightsHolder": self.facts.contributor,
                        "license": address,
                    }

    def eml(self) -> bytes:
        """Return what describes the data."""
        box = eml.box_of(self._box)
        dates = (self._days[0], self._days[1]) if self._days else None
        return eml.eml(self.facts, box, dates, datetime.now(UTC))

    @property
    def _by_photo(self) -> bool:
        return self.export.choices.occurrences_by == "photo"

    def _events(self) -> Iterator[_Event]:
        """Yield the events one after the other."""
        event: _Event | None = None
        events: EventsOfDeployment | None = None
        for step in walk(self.export, self.surveyed, is_timed=False):
            if event and events and (step.events is not events or event.id != events.event):
                event.observations += events.finished(is_end=step.events is not events)
                yield event
                event = None
            events = step.events
            event = event or _Event(step.deployment, bool(step.media.get(CAPTURE)), events.event)
            event.photos.append(step)
            event.observations += events.of_photo(step.media, step.time, step.photo.notes.names)
        if event and events:
            event.observations += events.finished(is_end=True)
            yield event

    def _row(self, event: _Event, one: Observed, steps: list[Step]) -> Row:
        kilometers = self.export.choices.obscure_km
        name, observed, deployment = one.name, one.row, event.deployment
        allowed = columns("observations")
        ends = dict.fromkeys((observed["eventStart"], observed["eventEnd"]))
        row = {
            "occurrenceID": observed["observationID"],
            "basisOfRecord": _BY_MACHINE if event.is_by_machine else _BY_HUMAN,
            "occurrenceStatus": "absent" if name.count == 0 else "present",
            "eventID": observed["eventID"],
            "parentEventID": name_of(deployment, aliases_of(self.export)),
            "eventDate": "/".join(ends),
            "scientificName": name.name,
            "vernacularName": name.common,
            "taxonRank": name.rank.lower(),
            "individualCount": "" if name.count is None else str(name.count),
            "sex": name.sex.lower() if name.sex.lower() in allowed["sex"].choices else name.sex,
            "lifeStage": name.life_stage,
            "identifiedBy": name.by,
            "dateIdentified": utc(name.at),
            "samplingProtocol": "camera trap" if event.is_by_machine else "",
            "datasetName": self.facts.title,
            "rightsHolder": self.facts.contributor,
            "license": license_address(self.facts.license),
        }
        if event.is_by_machine:
            period = deployment.value("deploymentStart"), deployment.value("deploymentEnd")
            row["samplingEffort"] = "/".join(period) if all(period) else ""
        changed = any(step.photo.metadata.taken_from == LAST_CHANGE for step in steps)
        row["occurrenceRemarks"] = LAST_CHANGE_WORDS if changed else ""
        if not kilometers:
            texts = (
                observed.get("observationComments", ""),
                observed.get("observationTags", ""),
                row["occurrenceRemarks"],
            )
            row |= {
                "recordedBy": deployment.value("setupBy"),
                "behavior": name.behavior,
                "organismID": observed.get("individualID", ""),
                "occurrenceRemarks": " | ".join(text for text in texts if text and text != SUMMARY),
                "locationID": deployment.value("locationID"),
                "locality": deployment.value("locationName"),
                "habitat": deployment.value("habitat"),
            }
        return row | _where(steps[0], kilometers)

    def _cover(self, row: Row) -> None:
        if row["decimalLatitude"]:
            here = float(row["decimalLatitude"]), float(row["decimalLongitude"])
            lats, lons = zip(*self._box, here, strict=True)
            self._box = [(min(lats), min(lons)), (max(lats), max(lons))]
        for moment in filter(None, row["eventDate"].split("/")):
            self._days = [min([moment[:10], *self._days]), max([moment[:10], *self._days])]


def _where(step: Step, kilometers: float) -> Row:
    """Return the place of a photo, else that of its deployment, as it may be told."""
    known = step.photo.metadata
    around = ""
    if known.latitude is not None and known.longitude is not None:
        place = known.latitude, known.longitude
        if step.photo.is_placed_by_deployment:
            around = step.deployment.value("coordinateUncertainty")
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
