"""Tables of stations: where cameras stood, from when until when, and when they did not work.

Read are those of R's camtrapR (`CTtable`), of Wildlife Insights (`deployments.csv`), those that
visret writes, and any table whose headers say as much. A day without a time of day is its noon for
setup and retrieval, as in camtrapR; days with problems are whole days.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from visret_desktop.errors import FileMissing, VisretError
from visret_desktop.interchange.camtrap_schemas import columns
from visret_desktop.interchange.deployments.deployment import PERIOD, PROBLEMS
from visret_desktop.interchange.foreign_files import (
    BROKEN,
    SAVE_AS_CSV,
    WORKBOOK,
    as_it_was,
    decoded,
    reason_of,
    rows_of,
    separator_of,
)
from visret_desktop.library.records import LONGEST_TEXT
from visret_desktop.sentences import Sentence, form, sentence

_MOST_BYTES = 20_000_000
_MOST_ROWS = 100_000
_NOON, _DAY = timedelta(hours=12), timedelta(days=1)
_WORDS = {
    "station": (
        *("station", "stationid", "stationname", "placename", "locationname", "location", "site"),
        *("siteid", "sitename", "standort", "stationsname", "station_id"),
    ),
    "camera": ("camera", "cameraid", "cameraname", "kamera"),
    "deployment": ("deployment", "deploymentid", "deploymentname"),
    "latitude": ("latitude", "lat", "decimallatitude", "breite", "breitengrad"),
    "longitude": ("longitude", "lon", "long", "lng", "decimallongitude", "lange", "langengrad"),
    "start": (
        *("setupdate", "setup", "startdate", "start", "deploymentstart", "datedeployed"),
        *("deploymentdate", "installation", "aufbau", "beginn"),
    ),
    "end": (
        *("retrievaldate", "retrieval", "enddate", "end", "deploymentend", "dateretrieved"),
        *("pickupdate", "abbau", "ende"),
    ),
}
_FURTHER = {"recordedby": "setupBy", "remarks": "deploymentComments"}
_PROBLEM = re.compile(r"problem[_ .]?(\d+)[_ .]?(from|to)", re.IGNORECASE)
_NUMBERS = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ]+(\d.*))?")
_CLOCK = re.compile(r"(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_NOTHING = ("", "na", "n/a", "null", "none")


class StationsUnreadable(VisretError):
    """A file is no table of stations."""

    code = "stations-unreadable"
    sentence = "{name} cannot be used as a table of stations: {reason}."
    exit_code = 2


class StationRow(NamedTuple):
    """What a row says. Times are those of clocks at the station; None: it does not say.

    `fields` are those of a deployment, by the names of Camtrap DP.
    """

    number: int  # of its line, from 1 on
    station: str
    camera: str
    deployment: str
    start: datetime | None
    end: datetime | None
    fields: Mapping[str, str]

    def overlaps(self, other: "StationRow") -> bool:
        """Tell whether both say to have been there at one time."""
        start, end = self.start or datetime.min, self.end or datetime.max
        return start < (other.end or datetime.max) and (other.start or datetime.min) < end

    def holds(self, moment: datetime) -> bool:
        """Tell whether a time lies in it."""
        return (self.start or datetime.min) <= moment <= (self.end or datetime.max)


@dataclass
class StationTable:
    """The rows of a table, and what of it is left out and why."""

    rows: list[StationRow] = field(default_factory=list)
    remarks: list[Sentence] = field(default_factory=list)

    def note(self, words: str, **values: object) -> None:
        """Note that something is left out."""
        self.remarks.append(Sentence(words, values))


_NO_STATION = form("Line {number}: it names no station, and is left out.")
_NO_DATE = form("Line {number}: {text} is no date such as 2026-05-01, and the line is left out.")
_REVERSED = form("Line {number}: {station} would end before it starts, and the line is left out.")
_VALUE = form("Line {number}: {text} cannot be the {column} ({reason}), and is left out.")
_ODD_DATE = form(
    "Line {number}: {date} is before 1990, or yet to come. It is kept; correct it if it is wrong."
)
_HALF_PLACE = form(
    "Line {number}: {text} is no place without latitude and longitude, and is left out."
)
_EARLIEST = datetime(1990, 1, 1)
_METERS = form(
    "Coordinates in meters (UTM) are not read. Give latitude and longitude in degrees, or say them"
    " by `visret deployments --set`."
)


def read_stations(path: Path) -> StationTable:
    """Read a table.

    Raises:
        FileMissing: the file is not there.
        StationsUnreadable: it is no table, or does not say which stations there are; or days and
            months cannot be told apart in it.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError(sentence("it is larger than {most} MB", most=_MOST_BYTES // 1_000_000))
        content = path.read_bytes()
        if content.startswith(WORKBOOK):
            raise ValueError(SAVE_AS_CSV)
        text = decoded(content).replace("\r\n", "\n").replace("\r", "\n")
        separator = separator_of(text.partition("\n")[0])
        cells = list(islice(rows_of(io.StringIO(text), separator), _MOST_ROWS + 2))
        return _Reader(cells[0] if cells else []).table(cells[1:])
    except BROKEN as error:
        raise StationsUnreadable(name=path.name, reason=reason_of(error)) from error


class _Reader:
    """The columns of a table, and what stands in them."""

    def __init__(self, headers: Sequence[str]) -> None:
        plain = [_plain(header) for header in headers]
        self._places = {
            name: plain.index(word)
            for name, words in _WORDS.items()
            for word in [next((one for one in words if one in plain), "")]
            if word
        }
        if not {"station", "deployment"} & self._places.keys():
            shown = ", ".join(header.strip() for header in headers[:30])
            if not shown:
                raise ValueError(sentence("it is empty"))
            raise ValueError(
                sentence("no column is called Station. Its columns are: {columns}", columns=shown)
            )
        self._problems: dict[str, dict[str, int]] = {}
        for at, header in enumerate(headers):
            if match := _PROBLEM.fullmatch(header.strip()):
                self._problems.setdefault(match[1], {})[match[2].lower()] = at
        taken = set(self._places.values())
        names = {_plain(name): name for name in columns("deployments")} | _FURTHER
        self._further = {
            names[header]: at
            for at, header in enumerate(plain)
            if header in names and at not in taken and names[header] not in PERIOD
        }
        is_placed = {"latitude", "longitude"} <= self._places.keys()
        self._has_meters = not is_placed and any(one.startswith("utm") for one in plain)

    def table(self, lines: Sequence[Sequence[str]]) -> StationTable:
        """Return the rows of a table.

        Raises:
            ValueError: it is too long, or days and months cannot be told apart.
        """
        if len(lines) > _MOST_ROWS:
            raise ValueError(sentence("it has more than {most:,} lines", most=_MOST_ROWS))
        table = StationTable()
        if self._has_meters:
            table.note(_METERS)
        is_day_first = _is_day_first(list(self._dates(lines)))
        for number, cells in enumerate(lines, 2):
            if any(cell.strip() for cell in cells):
                row = self._row(number, cells, is_day_first, table)
                table.rows += [row] if row else []
        return table

    def _dates(self, lines: Iterable[Sequence[str]]) -> Iterator[str]:
        places = [self._places[name] for name in ("start", "end") if name in self._places]
        places += [at for one in self._problems.values() for at in one.values()]
        yield from (_cell(cells, at) for cells in lines for at in places)

    def _row(
        self, number: int, cells: Sequence[str], is_day_first: bool, table: StationTable
    ) -> StationRow | None:
        text = {name: _cell(cells, at) for name, at in self._places.items()}
        station = text.get("station") or text.get("deployment", "")
        if not station:
            table.note(_NO_STATION, number=number)
            return None
        moments: list[datetime | None] = []
        problems = []
        try:
            moments = [
                _moment(text.get(name, ""), is_day_first, _NOON) for name in ("start", "end")
            ]
            for places in self._problems.values():
                days = [_cell(cells, places.get(name, -1)) for name in ("from", "to")]
                first = _moment(days[0], is_day_first, timedelta(0))
                last = _moment(days[1], is_day_first, _DAY)
                if first and last:
                    problems.append(f"{first.isoformat()}/{last.isoformat()}")
        except ValueError as error:
            table.note(_NO_DATE, number=number, text=repr(str(error)[:40]))
            return None
        start, end = moments
        if start and end and start > end:
            table.note(_REVERSED, number=number, station=station)
            return None
        odd = (one for one in moments if one and not _EARLIEST <= one <= datetime.now() + _DAY)
        for moment in odd:
            table.note(_ODD_DATE, number=number, date=str(moment.date()))
        further = {name: _cell(cells, at) for name, at in self._further.items()}
        named = {name: text.get(name, "") for name in ("latitude", "longitude")}
        fields = self._checked(number, {**further, **named}, table)
        fields["locationName"] = station[:LONGEST_TEXT]
        times = zip(PERIOD, moments, strict=True)
        fields |= {name: moment.isoformat() for name, moment in times if moment}
        if text.get("camera"):
            fields["cameraID"] = text["camera"]
        if problems:
            fields[PROBLEMS] = " | ".join(problems)[:LONGEST_TEXT]
        deployment = text.get("deployment", "")
        return StationRow(number, station, text.get("camera", ""), deployment, start, end, fields)

    def _checked(self, number: int, text: Mapping[str, str], table: StationTable) -> dict[str, str]:
        """Return what may stand in the fields of a deployment; a place is whole or not at all."""
        fields = {}
        for name, value in text.items():
            plain = value.replace(",", ".") if name in ("latitude", "longitude") else value
            reason = columns("deployments")[name].fault(plain) if plain else ""
            if reason or len(plain) > LONGEST_TEXT:
                shown = repr(value[:40])
                table.note(_VALUE, number=number, text=shown, column=name, reason=reason)
            elif plain:
                fields[name] = plain
        half = {"latitude", "longitude"} & fields.keys()
        if len(half) == 1:
            text_of_half = repr(fields.pop(half.pop()))
            if text["latitude"] == "" or text["longitude"] == "":  # else the other one was told
                table.note(_HALF_PLACE, number=number, text=text_of_half)
        return fields


def _plain(header: str) -> str:
    return "".join(letter for letter in header.lower() if letter.isalnum()).replace("ä", "a")


def _cell(cells: Sequence[str], at: int) -> str:
    text = as_it_was(cells[at]).strip() if 0 <= at < len(cells) else ""
    return "" if text.lower() in _NOTHING else " ".join(text.split())


def _is_day_first(dates: Sequence[str]) -> bool:
    """Tell whether 2/4/2009 is in April, by the dates of which one part is no month.

    Raises:
        ValueError: no date tells, or they contradict each other.
    """
    pairs = [
        (int(match[1]), int(match[3]))
        for text in dates
        if (match := _NUMBERS.fullmatch(text)) and len(match[1]) < 3 and match[2] != "."
    ]
    days_first = any(first > 12 for first, _ in pairs)
    months_first = any(second > 12 for _, second in pairs)
    if pairs and days_first == months_first and any(a != b for a, b in pairs):
        raise ValueError(
            sentence(
                "nothing tells days from months in dates such as {date}. Write them as 2026-05-01",
                date=next(text for text in dates if _NUMBERS.fullmatch(text)),
            )
        )
    return not months_first


def _moment(text: str, is_day_first: bool, of_day: timedelta) -> datetime | None:
    """Return the time that a text says; `of_day` is the time of day where it says none.

    Raises:
        ValueError: it is none; its words are the text.
    """
    if not text:
        return None
    match = _NUMBERS.fullmatch(text)
    clock = _CLOCK.fullmatch(match[5].strip()) if match and match[5] else None
    if match is None or (match[5] and clock is None):
        raise ValueError(text)
    first, second, third = (int(match[number]) for number in (1, 3, 4))
    year, month, day = first, second, third
    if len(match[1]) < 3:
        days = is_day_first or match[2] == "."
        year, month, day = (third, second, first) if days else (third, first, second)
    try:
        midnight = datetime(year if year > 99 else year + 2000, month, day)
        if clock is None:
            return midnight + of_day
        parts = [int(part or 0) for part in clock.groups()]
        return midnight + timedelta(hours=parts[0], minutes=parts[1], seconds=parts[2])
    except (ValueError, OverflowError) as error:
        raise ValueError(text) from error
