"""The record format of eBird: 19 columns without a header, a row for each accepted name and event.

"Upload spreadsheet data" in eBird's help describes the columns. Rows of one place, day and time
become a checklist there; each event is one. Nobody counted all birds around a photo, so each is
incidental, and not all that was seen is reported. Of several photos of an event the largest number
in one counts; X: nobody counted.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.inaturalist import NO_NAME
from visret_desktop.exporters.lists import as_text
from visret_desktop.exporters.map_files import point_of
from visret_desktop.exporters.photos import Outgoing, outgoing
from visret_desktop.interchange.camtrap.observations import is_organism
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.library.records import LAST_CHANGE, LAST_CHANGE_WORDS, AcceptedName
from visret_desktop.places.place import Spot
from visret_desktop.sentences import form

NOT_AN_ORGANISM = Lack(
    "not-an-organism",
    form("1 accepted name is left out, because it is a person or none of what lives."),
    form("{count:,} accepted names are left out, because they are people or none of what lives."),
)
UNDATED = Lack(
    "no-date",
    form("1 photo is left out, because nobody knows on which day it was taken."),
    form("{count:,} photos are left out, because nobody knows on which day they were taken."),
)
WITHOUT_PLACE = Lack(
    "row-without-place",
    form("1 row has no coordinates; eBird asks for its place."),
    form("{count:,} rows have no coordinates; eBird asks for their places."),
)
_PROTOCOL, _NOT_ALL, _UNCOUNTED = "Incidental", "N", "X"
# Countries whose parts surely have the codes that eBird has for them.
_WITH_STATES = ("US", "CA")


@dataclass
class _Sighting:
    """A name in an event: the most individuals in one photo, and what was said of them."""

    first: AcceptedName
    most: int | None = None
    remarks: dict[str, None] = field(default_factory=dict)

    def add(self, groups: list[AcceptedName]) -> None:
        """Note the groups of one photo."""
        counts = [one.count for one in groups if one.count is not None]
        if counts:
            self.most = max(self.most or 0, sum(counts))
        self.remarks |= dict.fromkeys(filter(None, map(_in_words, groups)))


@dataclass
class _Event:
    """An event: its first photo with a name, and what was seen."""

    number: int
    first: Outgoing
    sightings: dict[str, _Sighting] = field(default_factory=dict)


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the rows of all accepted names, in the order of deployments and times."""
    report.count("rows", 0)
    with target.file() as out, as_text(out, "utf-8") as text:
        table = csv.writer(text)
        event: _Event | None = None
        for done, number, one in _in_order(export, report):
            names = list(filter(is_organism, one.photo.notes.names))
            for accepted in one.photo.notes.names:
                report.note(NOT_AN_ORGANISM, accepted.name, number=int(accepted not in names))
            if not names:
                report.note(NO_NAME, one.photo.name)
            elif not one.source.metadata.taken_at:
                report.note(UNDATED, one.photo.name)
            else:
                if event is None or event.number != number:
                    table.writerows(_rows(event, report))
                    event = _Event(number, one)
                for name in dict.fromkeys(accepted.name for accepted in names):
                    groups = [accepted for accepted in names if accepted.name == name]
                    event.sightings.setdefault(name, _Sighting(groups[0])).add(groups)
                report.count()
            yield done
        table.writerows(_rows(event, report))


def _in_order(export: Export, report: Report) -> Iterator[tuple[int, int, Outgoing]]:
    """Yield how many photos were treated, the number of its event, and each content once."""
    surveyed = survey(export.reader, export.photo_ids)
    events = np.cumsum(surveyed.begins_event)
    order = np.argsort(surveyed.photo_ids)
    ids = surveyed.photo_ids[order]
    sorted_export = replace(export, photo_ids=surveyed.photo_ids.tolist())
    for done, one in enumerate(outgoing(sorted_export, report, looks_around=True), 1):
        at = int(order[ids.searchsorted(one.source.id)])
        yield done, int(events[at]), one


def _rows(event: _Event | None, report: Report) -> Iterator[list[str]]:
    if event is None:
        return
    from visret_desktop.places.gazetteer import Gazetteer

    one, metadata = event.first, event.first.source.metadata
    point = point_of(one, Report())
    taken = metadata.taken_at or ""
    where, spot = one.around.deployment, Spot()
    if point and metadata.latitude is not None and metadata.longitude is not None:
        where = f"{one.place} ({point[1]:.4f}, {point[0]:.4f})"
        spot = Gazetteer.open().spot(metadata.latitude, metadata.longitude)
    state = spot.region.partition("-")[2] if spot.country in _WITH_STATES and not one.cell else ""
    rough = f"place known to {one.cell.meters} m" if one.cell else ""
    changed = LAST_CHANGE_WORDS if metadata.taken_from == LAST_CHANGE else ""
    for sighting in event.sightings.values():
        name = sighting.first
        genus, _, species = name.name.partition(" ")
        common = "" if species else name.common or genus
        yield [
            *map(_on_one_line, (common, genus if species else "", species)),
            _UNCOUNTED if sighting.most is None else str(sighting.most),
            _on_one_line("; ".join(sighting.remarks)),
            _on_one_line(where.strip()),
            *((f"{point[1]}", f"{point[0]}") if point else ("", "")),
            f"{taken[5:7]}/{taken[8:10]}/{taken[:4]}",
            taken[11:16],
            *(state, spot.country),
            *(_PROTOCOL, "", "", _NOT_ALL, "", ""),
            "; ".join(filter(None, (rough, changed))),
        ]
        report.count("rows")
        report.note(WITHOUT_PLACE, one.photo.name, number=int(point is None))


def _in_words(group: AcceptedName) -> str:
    count = "" if group.count is None else str(group.count)
    details = filter(None, (group.sex, group.life_stage, group.behavior))
    words = " ".join(details)
    return f"{count} {words}".strip() if words else ""


def _on_one_line(text: str) -> str:
    return harmless(" ".join(text.split()))
