"""A season of camera traps as tables for R and spreadsheets."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from visret_desktop.exporters.camera_traps.season import (
    DAY,
    HOURS,
    Operation,
    Season,
    moment_of,
    season_of,
)
from visret_desktop.exporters.camera_traps.species_records import SpeciesRecord
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.lists import as_text, cell
from visret_desktop.exporters.photos import GONE, Value
from visret_desktop.interchange.deployments.deployment import PERIOD
from visret_desktop.interchange.deployments.survey import EPOCH, problems_of
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.places.sky import LIGHTS
from visret_desktop.sentences import form

UNDATED = Lack(
    "undated-names",
    form("1 accepted name is left out, because nobody knows when its photo was taken."),
    form(
        "{count:,} accepted names are left out, because nobody knows when their photos were taken."
    ),
)
OUTSIDE = Lack(
    "records-outside",
    form(
        "1 record is from before or after the cameras of its station stood there. Is a clock wrong?"
    ),
    form(
        "{count:,} records are from before or after the cameras of their stations stood there."
        " Are clocks wrong?"
    ),
)
WITHOUT_EFFORT = Lack(
    "stations-without-effort",
    form("Of 1 station nobody knows when its cameras worked."),
    form("Of {count:,} stations nobody knows when their cameras worked."),
)
GUESSED = Lack(
    "stations-guessed",
    form("Nobody said when the cameras of 1 station worked: its first and last photos count."),
    form(
        "Nobody said when the cameras of {count:,} stations worked: their first and last photos"
        " count."
    ),
)
DOUBTFUL = Lack(
    "doubtful-clocks",
    form(
        "The photos of 1 deployment are from before 1990, from the future, or more than two years"
        " apart. Is a clock wrong?"
    ),
    form(
        "The photos of {count:,} deployments are from before 1990, from the future, or more than"
        " two years apart. Are clocks wrong?"
    ),
)
_FIRST = int((datetime(1990, 1, 1) - EPOCH).total_seconds())
_LONGEST = 731 * DAY
RECORD_COLUMNS = (
    *("Station", "Species", "DateTimeOriginal", "Date", "Time"),
    *("delta.time.secs", "delta.time.mins", "delta.time.hours", "delta.time.days"),
    *("Directory", "FileName", "n_images", "individuals"),
)
_UNSAFE = re.compile(r"[^\w-]+")
Rows = Iterable[Sequence[Value]]


def remark(season: Season, report: Report) -> None:
    """Note what a season leaves out, and what may be wrong in it."""
    report.note(UNDATED, number=season.undated)
    report.note(OUTSIDE, number=season.outside)
    tomorrow = int((datetime.now() - EPOCH).total_seconds()) + DAY
    for station in season.stations:
        report.note(WITHOUT_EFFORT, station.name, number=0 if station.span else 1)
        report.note(GUESSED, station.name, number=int(any(map(_is_guessed, station.operations))))
        for one in station.operations:
            report.note(DOUBTFUL, one.deployment.name, number=_is_doubtful(one, tomorrow))


def _is_guessed(operation: Operation) -> bool:
    """Return whether its first or last photo stands for a start or an end that nobody said."""
    fields = operation.deployment.stored().fields
    return operation.start is not None and not fields.keys() >= {*PERIOD}


def _is_doubtful(one: Operation, tomorrow: int) -> bool:
    """Tell whether the clock of a deployment was hardly right, by the times of its photos."""
    if one.first is None or one.last is None:
        return False
    is_long = _is_guessed(one) and one.last - one.first > _LONGEST  # else those outside are told
    return one.first < _FIRST or one.last > tomorrow or is_long


def write_records(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the record table of R's camtrapR, in its order and with its names of columns."""
    season = season_of(export.reader, export.photo_ids, export.choices.minutes_apart)
    remark(season, report)
    _write(target, "", RECORD_COLUMNS, _record_rows(export, season.records, report))
    report.count("records", len(season.records))
    _count(season, report)
    yield len(export.photo_ids)


def write_tables(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a folder: records, stations, species, hours, effort, accumulation, histories."""
    season = season_of(export.reader, export.photo_ids, export.choices.minutes_apart)
    days = export.choices.occasion_days
    remark(season, report)
    stations = season.stations
    species = season.species()
    most = max((len(one.occasions(days)) for one in stations), default=0)
    occasions = ("Station", *(f"o{number + 1}" for number in range(most)))

    def padded(name: str, cells: Iterable[Value]) -> list[Value]:
        row = [name, *cells]
        return row + ["NA"] * (len(occasions) - len(row))

    _write(target, "records.csv", RECORD_COLUMNS, _record_rows(export, season.records, report))
    _write_stations(target, "stations.csv", season)
    _write(
        *(target, "species.csv"),
        ("Species", "Common", "Records", "Individuals", "Stations", "RAI", "First", "Last"),
        (
            (
                *(one.species, one.common, one.records, one.individuals, one.stations),
                "NA" if one.abundance is None else round(one.abundance, 4),
                *(str(moment_of(one.first)), str(moment_of(one.last))),
            )
            for one in species
        ),
    )
    _write(
        *(target, "records_by_station.csv", ("Station", *(one.species for one in species))),
        (
            (each.name, *(len(season.times[each.name].get(one.species, ())) for one in species))
            for each in stations
        ),
    )
    _write(
        *(target, "activity.csv"),
        ("Species", *(f"h{hour:02}" for hour in range(HOURS)), *LIGHTS, "light_unknown"),
        (
            (one.species, *one.hours, *(one.lights.get(light, 0) for light in (*LIGHTS, "")))
            for one in species
        ),
    )
    _write(
        *(target, "effort.csv", occasions),
        (
            padded(one.name, (round(nights, 4) for nights in one.occasions(days)))
            for one in stations
        ),
    )
    for number, one in enumerate(species, 1):
        history = season.history(one.species, days)
        name = _UNSAFE.sub("_", one.species)[:80].strip("_")
        _write(
            *(target, f"histories/{number:03}_{name}.csv", occasions),
            (
                padded(station, ("NA" if each is None else each for each in row))
                for station, row in history.items()
            ),
        )
    _write(
        *(target, "accumulation.csv", ("Date", "Trap_nights", "Species")),
        (
            (str(moment_of(one.day).date()), round(one.nights, 4), one.species)
            for one in season.accumulation()
        ),
    )
    report.count("records", len(season.records))
    report.count("species", len(species))
    _count(season, report)
    yield len(export.photo_ids)


def _write(target: ExportTarget, name: str, columns: Sequence[str], rows: Rows) -> None:
    with target.file(name) as out, as_text(out, "utf-8") as text:
        table = csv.writer(text)
        table.writerow([cell(column) for column in columns])
        table.writerows([cell(value) for value in row] for row in rows)


def _record_rows(export: Export, records: Sequence[SpeciesRecord], report: Report) -> Rows:
    for chunk in batched(records, CHUNK):
        photos = {one.id: one for one in export.reader.photos([each.photo_id for each in chunk])}
        for one in chunk:
            photo = photos.get(one.photo_id)
            if photo is None:
                report.note(GONE)
                continue
            time = moment_of(one.time)
            yield (
                *(one.station, one.species, str(time), str(time.date()), str(time.time())),
                *(one.since, round(one.since / 60), round(one.since / 3600, 1)),
                round(one.since / 86_400, 1),
                *(str(photo.path.parent), photo.name, one.frames),
                "NA" if one.individuals is None else one.individuals,
            )


def write_stations(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a table of stations, which camtrapR takes as `CTtable`, and visret itself."""
    season = season_of(export.reader, export.photo_ids, export.choices.minutes_apart)
    _write_stations(target, "", season)
    report.count("deployments", sum(len(one.operations) for one in season.stations))
    _count(season, report)
    yield len(export.photo_ids)


def _write_stations(target: ExportTarget, name: str, season: Season) -> None:
    rows = [(station, one) for station in season.stations for one in station.operations]
    problems = [sorted(problems_of(one.deployment)) for _, one in rows]
    numbers = range(1, max(map(len, problems), default=0) + 1)
    _write(
        *(target, name),
        (
            *("Station", "Camera", "Deployment", "Setup_date", "Retrieval_date"),
            *("Latitude", "Longitude", "Trap_nights", "Photos", "First_photo", "Last_photo"),
            *(f"Problem{number}_{end}" for number in numbers for end in ("from", "to")),
        ),
        (
            (
                *(station.name, one.deployment.value("cameraID") or "NA", one.deployment.name),
                *(time_text(one.start), time_text(one.end)),
                *(one.deployment.place or ("NA", "NA")),
                *(round(one.nights, 4), one.photos, time_text(one.first), time_text(one.last)),
                *(time_text(end) for each in periods for end in each),
                *["NA"] * 2 * (len(numbers) - len(periods)),
            )
            for (station, one), periods in zip(rows, problems, strict=True)
        ),
    )


def _count(season: Season, report: Report) -> None:
    report.count(number=sum(one.photos for one in season.stations))


def time_text(seconds: int | None) -> str:
    """Return a time as tables have it, NA where nobody knows it."""
    return "NA" if seconds is None else str(moment_of(seconds))


def digits_of(figure: float, usual: int) -> int:
    """Return how many digits after the point say a figure: more than usual if it were 0."""
    return max(usual, -Decimal(figure).adjusted())
