"""The list that iNaturalist imports: eight columns, a row for each accepted name and event.

Photos of one event with the same name, and copies of a photo, are one observation: the first of
them has the row. The import reads ISO 8859-1, so letters beyond it lose their accents, or become
"?".
"""

import csv
import unicodedata
from collections.abc import Iterator, Sequence
from sys import intern

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.lists import as_text
from visret_desktop.exporters.map_files import point_of
from visret_desktop.exporters.photos import Outgoing, outgoing
from visret_desktop.interchange.camtrap.observations import is_organism
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.library.records import LAST_CHANGE, LAST_CHANGE_WORDS, AcceptedName
from visret_desktop.places.place import offset_of
from visret_desktop.sentences import form

COLUMNS = (
    *("taxon name", "date observed", "description", "place name"),
    *("latitude", "longitude", "tags", "geoprivacy"),
)
_NUMBERS = (COLUMNS.index("latitude"), COLUMNS.index("longitude"))
NO_NAME = Lack(
    "no-name",
    form("1 photo has no accepted name and is left out."),
    form("{count:,} photos have no accepted name and are left out."),
)
NOT_A_TAXON = Lack(
    "not-a-taxon",
    form("1 accepted name is left out, because iNaturalist has no such taxon, or it is a person."),
    form(
        "{count:,} accepted names are left out, because iNaturalist has no such taxa,"
        " or they are people."
    ),
)
NO_DATE = Lack(
    "no-date",
    form("1 photo does not say when it was taken; iNaturalist wants to know."),
    form("{count:,} photos do not say when they were taken; iNaturalist wants to know."),
)
SAME_OBSERVATION = Lack(
    "same-observation",
    form("1 photo shares the row of its copy or of another photo of its event."),
    form("{count:,} photos share the rows of their copies or of other photos of their events."),
)
WITHOUT_PLACE = Lack(
    "row-without-place",
    form("1 row has no place; fill it in on iNaturalist."),
    form("{count:,} rows have no place; fill them in on iNaturalist."),
)
OTHER_LETTERS = Lack(
    "other-letters",
    form("1 row has letters that the import cannot read; they were replaced."),
    form("{count:,} rows have letters that the import cannot read; they were replaced."),
)
_ENCODING = "iso-8859-1"


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the rows of all accepted names."""
    seen: set[tuple[int | str, str]] = set()  # events, and contents of several, each with a name
    doubled = export.reader.deployments.doubled()
    report.count("rows", 0)
    with target.file() as out, as_text(out, _ENCODING, "replace") as text:
        table = csv.writer(text)
        table.writerow(COLUMNS)
        events = _Events(export)
        for done, one in enumerate(outgoing(export, report), 1):
            names = list(filter(is_organism, one.photo.notes.names))
            for accepted in one.photo.notes.names:
                report.note(NOT_A_TAXON, accepted.name, number=int(accepted not in names))
            if not names:
                report.note(NO_NAME, one.photo.name)
            else:
                event, content = events.of(one.source.id), one.source.content_hash
                keys = (event, content if content in doubled else "")
                rows = 0
                for name in dict.fromkeys(accepted.name for accepted in names):
                    same = {(key, intern(name)) for key in keys if key}
                    if not same & seen:
                        groups = [accepted for accepted in names if accepted.name == name]
                        table.writerow(_row(one, groups, report))
                        rows += 1
                    seen |= same
                report.count("rows", rows)
                if rows and point_of(one, Report()) is None:
                    report.note(WITHOUT_PLACE, one.photo.name)
                if rows and not one.source.metadata.taken_at:
                    report.note(NO_DATE, one.photo.name)
                report.note(SAME_OBSERVATION, one.photo.name, number=0 if rows else 1)
                report.count()
            yield done


class _Events:
    """The events of photos, asked a few hundred at a time."""

    def __init__(self, export: Export) -> None:
        self._export = export
        self._known: dict[int, int] = {}
        self._at = 0

    def of(self, photo_id: int) -> int:
        """Return the event of a photo; 0: it has none."""
        while photo_id not in self._known and self._at < len(self._export.photo_ids):
            chunk = self._export.photo_ids[self._at : self._at + 500]
            self._at += len(chunk)
            rows = self._export.reader.rows_of_ids([int(number) for number in chunk])
            self._known = {number: row.event for number, row in rows.items()}
        return self._known.get(photo_id, 0)


def _row(one: Outgoing, groups: Sequence[AcceptedName], report: Report) -> list[str]:
    photo, known = one.photo, one.source.metadata
    point = point_of(one, Report())
    when = known.taken_at or ""
    if when:
        offset = offset_of(when, known.latitude, known.longitude).text
        when = when if when.endswith(offset) else f"{when}{offset}"
    tags = (*photo.metadata.keywords, *photo.notes.tags)
    leaves = dict.fromkeys(tag.rpartition("|")[2].replace(",", " ") for tag in tags)
    row = [
        groups[0].name,
        when,
        _description(one, groups),
        one.place,
        *(map(str, (point[1], point[0])) if point else ("", "")),
        ", ".join(leaves),
        "obscured" if one.cell else "",
    ]
    plain = [_told(text) for text in row]  # first, as a letter may become "=" or ";" by it
    columns = [harmless(text) if at not in _NUMBERS else text for at, text in enumerate(plain)]
    if any(
        text.encode(_ENCODING, "replace") != text.encode("utf-8", "replace") for text in columns
    ):
        lost = any("?" in text.encode(_ENCODING, "replace").decode(_ENCODING) for text in columns)
        report.note(OTHER_LETTERS, photo.name, number=int(lost))
    return columns


def _description(one: Outgoing, groups: Sequence[AcceptedName]) -> str:
    rough = f"place known to {one.cell.meters} m" if one.cell else ""
    parts = (
        one.photo.metadata.description or one.photo.metadata.title or "",
        *(text for accepted in groups for text in _of_group(accepted)),
        rough,
        LAST_CHANGE_WORDS if one.source.metadata.taken_from == LAST_CHANGE else "",
        one.photo.name,
    )
    return "; ".join(part for part in parts if part)


def _of_group(accepted: AcceptedName) -> tuple[str, ...]:
    counted = "" if accepted.count is None else f"{accepted.count} individuals"
    if accepted.count == 1:
        counted = "1 individual"
    return counted, accepted.sex, accepted.life_stage, accepted.behavior


def _told(text: str) -> str:
    """Return a text on one line, with as many of its letters as ISO 8859-1 has."""
    line = " ".join(text.split())
    return "".join(letter if _fits(letter) else _plain(letter) for letter in line)


def _plain(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in base if not unicodedata.combining(part)) or letter


def _fits(letter: str) -> bool:
    return ord(letter) < 256
