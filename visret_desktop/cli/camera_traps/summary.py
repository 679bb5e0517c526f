"""`visret summary`: trap nights, independent records and activity of a season of camera traps."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.output import Json, Output, table
from visret_desktop.cli.repair import reading
from visret_desktop.exporters.exporter import Choices, Report
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.places.sky import LIGHTS

if TYPE_CHECKING:
    from visret_desktop.exporters.camera_traps.season import Season, SpeciesSummary, Station


def summary(options: Namespace, out: Output) -> int:
    """`visret summary`."""
    from visret_desktop.exporters.camera_traps.season import season_of
    from visret_desktop.exporters.camera_traps.season_tables import remark

    minutes = Choices.minutes_apart if options.minutes is None else options.minutes
    days = Choices.occasion_days if options.days is None else options.days
    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        scope = engine_jobs.below(options.folders) if options.folders else Filter()
        only = facts.narrowed(scope, facts.of_where(reader, options))
        season = season_of(reader, map(int, reader.photo_ids("name", only)), minutes)
    report = Report()
    remark(season, report)
    remarks = [each.sentence for each in report.remarks.values()]
    out.result(_body(season, minutes, days, remarks), _lines(season, minutes, remarks))
    return 0


def _body(season: "Season", minutes: int, days: int, remarks: Sequence[str]) -> Json:
    from visret_desktop.exporters.camera_traps.season import moment_of

    species = season.species()
    return {
        "minutes": minutes,
        "days": days,
        "trap_nights": round(season.nights, 4),
        "records": len(season.records),
        "stations": [_station(one, season, days) for one in season.stations],
        "species": [
            {
                "species": one.species,
                "common": one.common,
                "records": one.records,
                "individuals": one.individuals,
                "stations": one.stations,
                "rai": None if one.abundance is None else round(one.abundance, 4),
                "first": moment_of(one.first).isoformat(),
                "last": moment_of(one.last).isoformat(),
                "hours": list(one.hours),
                "lights": {light: one.lights.get(light, 0) for light in LIGHTS},
                "history": season.history(one.species, days),
            }
            for one in species
        ],
        "accumulation": [
            {
                "date": str(moment_of(one.day).date()),
                "trap_nights": round(one.nights, 4),
                "species": one.species,
            }
            for one in season.accumulation()
        ],
        "remarks": list(remarks),
    }


def _station(station: "Station", season: "Season", days: int) -> Json:
    return {
        "station": station.name,
        "trap_nights": round(station.total_nights, 4),
        "photos": station.photos,
        "records": {name: len(times) for name, times in season.times[station.name].items()},
        "effort": [round(nights, 4) for nights in station.occasions(days)],
        "deployments": [
            {
                "id": one.deployment.name,
                "start": _iso(one.start),
                "end": _iso(one.end),
                "trap_nights": round(one.nights, 4),
                "photos": one.photos,
                "first_photo": _iso(one.first),
                "last_photo": _iso(one.last),
            }
            for one in station.operations
        ],
    }


def _iso(seconds: int | None) -> str | None:
    from visret_desktop.exporters.camera_traps.season import moment_of

    return None if seconds is None else moment_of(seconds).isoformat()


def _lines(season: "Season", minutes: int, remarks: Sequence[str]) -> Iterator[str]:
    from visret_desktop.exporters.camera_traps.season_tables import digits_of

    species, nights = season.species(), season.nights
    if not season.stations:
        yield "There are no photos here."
        return
    stations = [_station_row(one, season) for one in season.stations]
    headers = ("station", "trap nights", "photos", "records", "species", "from", "to")
    yield from table(headers, stations)
    yield ""
    if species:
        headers = ("species", "records", "individuals", "stations", "RAI", "first", "last")
        yield from table(headers, [_species_row(one) for one in species])
        yield ""
        yield from table(
            ("hour", *(f"{hour:02}" for hour in range(24))),
            [(one.species, *(f"{count or '·'}" for count in one.hours)) for one in species],
        )
        yield ""
        if any(one.lights.keys() - {""} for one in species):
            yield from table(
                ("by the sun", *LIGHTS, "not known"),
                [(one.species, *_light_row(one)) for one in species],
            )
            yield ""
    records = "1 record" if len(season.records) == 1 else f"{len(season.records):,} records"
    yield (
        f"{records} in {nights:,.{digits_of(nights, 1)}f} trap nights. Records of a species at a"
        f" station are at least {minutes} minutes apart; RAI: records in 100 trap nights."
    )
    yield from remarks
    if not species:
        yield "No photo has an accepted name yet: `visret tag PHOTO --name NAME`."
        return
    yield "Detection histories and accumulation: `--json`, or `visret export season --out FOLDER`."


def _station_row(station: "Station", season: "Season") -> tuple[str, ...]:
    from visret_desktop.exporters.camera_traps.season_tables import digits_of, time_text

    times = season.times[station.name]
    span, nights = station.span or (None, None), station.total_nights
    return (
        *(station.name, f"{nights:,.{digits_of(nights, 1)}f}", f"{station.photos:,}"),
        *(
            f"{sum(map(len, times.values())):,}",
            str(len(times)),
            time_text(span[0])[:10],
            time_text(span[1])[:10],
        ),
    )


def _light_row(one: "SpeciesSummary") -> Iterator[str]:
    return (f"{one.lights.get(light, 0) or '·'}" for light in (*LIGHTS, ""))


def _species_row(one: "SpeciesSummary") -> tuple[str, ...]:
    from visret_desktop.exporters.camera_traps.season_tables import digits_of, time_text

    abundance, digits = one.abundance, digits_of(one.abundance or 0, 2)
    rai = "" if abundance is None else f"{abundance:,.{digits}f}"
    return (
        *(one.species, f"{one.records:,}", f"{one.individuals:,}", str(one.stations), rai),
        *(time_text(one.first)[:16], time_text(one.last)[:16]),
    )
