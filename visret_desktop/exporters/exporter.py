"""The formats in which photos leave the program, in one table.

To add a format, write a function `write(export, place, report)` in a file of its own, and add a row
to `_TABLE`. The function writes through `place`, photo by photo, because a library may be larger
than memory; it yields how many photos it has treated, and notes in `report` what a person should
know. It knows nothing of dry runs but `place.is_dry`, under which it should leave out what is slow.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, Protocol

from msgspec import Meta

from visret_desktop.errors import UsageError, VisretError
from visret_desktop.library.records import Photo, Text
from visret_desktop.sentences import Sentence, sentence

if TYPE_CHECKING:
    from PIL.Image import Image

    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_MOST_NAMED = 20  # photos of each remark
MOST_KILOMETERS = 500
MOST_MINUTES = 10_080  # a week
MOST_DAYS = 366


@dataclass(frozen=True)
class Choices:
    """What a person may choose. A format goes by those that its row names, and by no others.

    `obscure_km` is the width of the grid that places are moved to; 0: they are told as they are.
    `occurrences_by` is what an occurrence is of: an event with all its photos, or each photo.
    Records of a species are at least `minutes_apart`; an occasion lasts `occasion_days`.
    """

    copies_as: Literal["original", "named"] = "original"
    obscure_km: Annotated[float, Meta(ge=0, le=MOST_KILOMETERS)] = 0.0
    title: Text = ""
    occurrences_by: Literal["event", "photo"] = "event"
    minutes_apart: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 30
    occasion_days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = 7


class ExportTarget(Protocol):
    """Where a format writes: one file, or a folder of them; all of it is there at once, or none."""

    is_dry: bool  # what is written goes nowhere

    def file(self, name: str = "") -> AbstractContextManager[BinaryIO]:
        """Open a file; `name` is its path in the folder, with "/", and "" where there is none."""


@dataclass(frozen=True)
class Export:
    """What is exported, and what it takes.

    `thumbnail` has the JPEG of a content, also where the photo is offline. `is_there` says whether
    the file of a photo is in reach. `picture` decodes it, upright, in another process, and raises
    `PhotoUnreadable`. `outgoing` in `photos.py` yields the photos as they may leave.
    """

    reader: "CatalogReader"
    photo_ids: Sequence[int]  # in the order of the file
    choices: Choices
    thumbnail: Callable[[str], bytes | None]
    is_there: Callable[[Photo], bool]
    picture: "Callable[[Photo], Image]"
    observer: str = ""


@dataclass(frozen=True)
class Lack:
    """A kind of remark: `one` is the form for one photo, `more` has `{count:,}` for how many.

    Where something `is_needed` lacks, nothing is written.
    """

    code: str
    one: str
    more: str
    is_needed: bool = False


@dataclass
class Remark:
    """Something that a person should know: what is to be filled in, or was left out.

    `names` are the first of the photos, or whatever else, that it is about.
    """

    lack: Lack
    count: int = 0
    names: list[str] = field(default_factory=list)

    @property
    def sentence(self) -> Sentence:
        """Say it."""
        text = self.lack.one if self.count == 1 else self.lack.more
        return Sentence(text, {"count": self.count})


@dataclass
class Report:
    """What came of an export. `counts` is of whatever the format has: photos, events, files."""

    counts: dict[str, int] = field(default_factory=lambda: {"photos": 0})
    remarks: dict[str, Remark] = field(default_factory=dict)

    def count(self, what: str = "photos", number: int = 1) -> None:
        """Note that something was written."""
        self.counts[what] = self.counts.get(what, 0) + number

    def note(self, lack: Lack, name: object = "", number: int = 1) -> None:
        """Note once more that something lacks, and by which photo; `number` of 0: it does not."""
        if not number:
            return
        remark = self.remarks.setdefault(lack.code, Remark(lack))
        remark.count += number
        if name and len(remark.names) < _MOST_NAMED:
            remark.names.append(str(name))


class NotComplete(VisretError):
    """Something lacks without which the file would not be what it claims to be."""

    code = "export-not-complete"
    sentence = "Nothing was written, because something is to be filled in first. {reasons}"


Write = Callable[[Export, ExportTarget, Report], Iterator[int]]


@dataclass(frozen=True)
class Format:
    """A format. `suffix` is the ending of its file, "" where it is a folder.

    `sentence` says to people what it is for; `choices` are the names of those that it goes by.
    `function` is its `module:function`, loaded when it is used.
    """

    name: str
    suffix: str
    sentence: Sentence
    function: str
    choices: tuple[str, ...] = ()

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return not self.suffix

    @property
    def write(self) -> Write:
        """The function that writes it."""
        module, _, name = self.function.partition(":")
        written: Write = getattr(import_module(module), name)
        return written


_HERE = "visret_desktop.exporters"
_TABLE = (
    Format(
        "csv",
        ".csv",
        sentence("A table for spreadsheets."),
        f"{_HERE}.lists:write_table",
        ("obscure_km",),
    ),
    Format(
        "jsonl",
        ".jsonl",
        sentence("A JSON object on each line, for programs."),
        f"{_HERE}.lists:write_json_lines",
        ("obscure_km",),
    ),
    Format(
        "notes",
        ".notes",
        sentence("Your tags, ratings, names and places, to join them with those of others."),
        f"{_HERE}.lists:write_notes",
    ),
    Format(
        "geojson",
        ".geojson",
        sentence("Points for maps such as QGIS."),
        f"{_HERE}.map_files:write_geojson",
        ("obscure_km",),
    ),
    Format(
        "kml",
        ".kml",
        sentence("Placemarks for Google Earth and other globes."),
        f"{_HERE}.map_files:write_kml",
        ("obscure_km",),
    ),
    Format(
        "inaturalist",
        ".csv",
        sentence("The list that iNaturalist imports: a row for each accepted name and event."),
        f"{_HERE}.inaturalist:write",
        ("obscure_km",),
    ),
    Format(
        "ebird",
        ".csv",
        sentence(
            "The record format that eBird imports: a row for each name and event, for birds alone."
        ),
        f"{_HERE}.ebird:write",
        ("obscure_km",),
    ),
    Format(
        "copies",
        "",
        sentence(
            "A folder of copies: the same bytes, or JPEGs with their names and without place."
        ),
        f"{_HERE}.copies:write",
        ("copies_as", "obscure_km"),
    ),
    Format(
        "pdf",
        ".pdf",
        sentence("A contact sheet to print."),
        f"{_HERE}.contact_sheets:write_pdf",
        ("title",),
    ),
    Format(
        "html",
        ".html",
        sentence("A contact sheet for browsers, in one file."),
        f"{_HERE}.contact_sheets:write_html",
        ("title",),
    ),
    Format(
        "camtrap-dp",
        "",
        sentence("Deployments, photos and accepted names as a Camtrap DP 1.0.2 package."),
        f"{_HERE}.camtrap_dp.package_writer:write",
        ("obscure_km",),
    ),
    Format(
        "darwin-core",
        ".zip",
        sentence("Accepted names as a Darwin Core Archive, which GBIF takes."),
        f"{_HERE}.darwin_core.archive_writer:write",
        ("obscure_km", "occurrences_by"),
    ),
    Format(
        "record-table",
        ".csv",
        sentence("Independent records of camera traps, as R's camtrapR has them."),
        f"{_HERE}.camera_traps.season_tables:write_records",
        ("minutes_apart",),
    ),
    Format(
        "stations",
        ".csv",
        sentence("A table of stations: where cameras stood, and when, as camtrapR takes it."),
        f"{_HERE}.camera_traps.season_tables:write_stations",
    ),
    Format(
        "season",
        "",
        sentence(
            "Tables of a season of camera traps: effort, records, activity, detection histories."
        ),
        f"{_HERE}.camera_traps.season_tables:write_tables",
        ("minutes_apart", "occasion_days"),
    ),
)
FORMATS = {each.name: each for each in _TABLE}


def format_of(file: Path) -> Format:
    """Return the format of a table by its ending.

    Raises:
        UsageError: there is none.
    """
    tables = [FORMATS["csv"], FORMATS["jsonl"]]
    for each in tables:
        if file.suffix.lower() == each.suffix:
            return each
    endings = ", ".join(each.suffix for each in tables)
    reason = sentence("{file} has none of the endings {endings}.", file=file, endings=endings)
    raise UsageError(reason=reason)
