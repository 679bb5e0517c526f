"""What cameras recorded in a season: the effort of stations, and independent records of species.

A station is a place with one deployment or several: what a deployment says is its location, else
the deployment. A trap night is 24 hours in which a camera of a station worked, or several did. A
record is what was accepted in photos of one species at one station that were taken less than so
many minutes after each other; photos of one second count once. Times are those that the clocks at
the stations show, in seconds since 1970. The figures are those of R's camtrapR 2.1 (`recordTable`
compared to the last record, `surveyReport`, `detectionHistory` with `day1 = "station"`).
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from sys import intern
from typing import NamedTuple

import numpy as np

from visret_desktop.exporters.camera_traps.species_records import Records, SpeciesRecord
from visret_desktop.interchange.camtrap.observations import is_organism
from visret_desktop.interchange.deployments.deployment import PERIOD, WITHOUT_PHOTOS, Deployment
from visret_desktop.interchange.deployments.survey import (
    EPOCH,
    NEVER,
    Period,
    Survey,
    local_seconds,
    problems_of,
    survey,
    without,
)
from visret_desktop.library.catalog.catalog_connection import CHUNK
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import Photo

DAY = 86_400  # seconds
HOURS = 24
_NIGHTS_OF_RAI = 100


def moment_of(seconds: int) -> datetime:
    """Return a time as the clocks at a station show it."""
    return EPOCH + timedelta(seconds=seconds)


class Operation(NamedTuple):
    """When a deployment worked, and its photos: how many, when the first and the last were taken.

    `start` and `end` are None, and `working` is empty, where nobody knows when it was.
    """

    deployment: Deployment
    working: tuple[Period, ...]
    start: int | None
    end: int | None
    photos: int
    first: int | None
    last: int | None

    @property
    def nights(self) -> float:
        """Its trap nights."""
        return sum(end - start for start, end in self.working) / DAY


@dataclass(frozen=True)
class Station:
    """A station with the deployments that stood there."""

    name: str
    operations: tuple[Operation, ...]

    @cached_property
    def span(self) -> Period | None:
        """From when until when cameras stood there; None where nobody knows."""
        starts = [one.start for one in self.operations if one.start is not None]
        ends = [one.end for one in self.operations if one.end is not None]
        return Period(min(starts), max(ends)) if starts and ends else None

    @cached_property
    def working(self) -> tuple[Period, ...]:
        """When at least one of its cameras worked."""
        joined: list[Period] = []
        for span in sorted(span for one in self.operations for span in one.working):
            if joined and span.start <= joined[-1].end:
                joined[-1] = Period(joined[-1].start, max(joined[-1].end, span.end))
            else:
                joined.append(span)
        return tuple(joined)

    @property
    def photos(self) -> int:
        """How many photos were taken there."""
        return sum(one.photos for one in self.operations)

    @property
    def total_nights(self) -> float:
        """Return all of its trap nights."""
        return self.nights(*self.span) if self.span else 0.0

    def nights(self, start: int, end: int) -> float:
        """Return its trap nights from `start` to `end`."""
        return sum(max(0, min(b, end) - max(a, start)) for a, b in self.working) / DAY

    def occasions(self, days: int) -> Sequence[float]:
        """Return the trap nights of its occasions of so many days.

        They begin at midnight before the first camera was set up.
        """
        if days not in self._occasions:  # each species asks for them
            first, last = self.span or (0, 0)
            starts = np.arange(first - first % DAY, last, days * DAY, dtype=np.int64)
            seconds = np.zeros(len(starts), np.int64)
            for start, end in self.working:
                within = np.minimum(starts + days * DAY, end) - np.maximum(starts, start)
                seconds += np.maximum(within, 0)
            self._occasions[days] = (seconds / DAY).tolist()
        return self._occasions[days]

    @cached_property
    def _occasions(self) -> dict[int, Sequence[float]]:
        return {}

    def history(self, times: Iterable[int], days: int) -> list[int | None]:
        """Return by occasion of so many days whether one of `times` is in it.

        1: it is, 0: it is not, None: no camera worked.
        """
        first = self.span.start // DAY * DAY if self.span else 0
        with_record = {(time - first) // (days * DAY) for time in times}
        return [
            int(number in with_record) if nights else None
            for number, nights in enumerate(self.occasions(days))
        ]


class SpeciesSummary(NamedTuple):
    """What the records of a species say together. `hours` has a count for each hour of the day.

    `lights` has one for each light of the sun, and for "", where that is not known.

    `abundance` is the relative abundance index: records in 100 trap nights; None: no effort.
    """

    species: str
    common: str
    records: int
    individuals: int
    stations: int
    abundance: float | None
    first: int
    last: int
    hours: tuple[int, ...]
    lights: Mapping[str, int]


class AccumulationDay(NamedTuple):
    """A day: trap nights and species, both until its end."""

    day: int
    nights: float
    species: int


@dataclass(frozen=True)
class Season:
    """Stations in the order of their names, records in the order of station, species and time.

    `undated` names could not be counted, because nobody knows when their photos were taken.
    """

    stations: Sequence[Station]
    records: Records
    undated: int

    @property
    def nights(self) -> float:
        """The trap nights of all stations."""
        return sum(one.total_nights for one in self.stations)

    @property
    def outside(self) -> int:
        """How many records are from before or after the cameras of their station stood there."""
        spans = {one.name: one.span for one in self.stations}
        return sum(
            1
            for one in self.records
            if (span := spans[one.station]) and not span.start <= one.time <= span.end
        )

    @cached_property
    def times(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """When there are records, by station and by species."""
        times: dict[str, dict[str, array[int]]] = {one.name: {} for one in self.stations}
        for one in self.records:
            times[one.station].setdefault(one.species, array("q")).append(one.time)
        return times

    def species(self) -> list[SpeciesSummary]:
        """Return what is to be said of each species, by name."""
        nights, rows = self.nights, []
        for name, group in groupby(self.records.by_species(), attrgetter("species")):
            records = list(group)
            hours = [0] * HOURS
            for one in records:
                hours[one.time % DAY // 3600] += 1
            rows.append(
                SpeciesSummary(
                    name,
                    next((one.common for one in records if one.common), ""),
                    len(records),
                    sum(one.individuals or 1 for one in records),
                    len({one.station for one in records}),
                    len(records) / nights * _NIGHTS_OF_RAI if nights else None,
                    records[0].time,
                    max(one.time for one in records),
                    tuple(hours),
                    Counter(one.light for one in records),
                )
            )
        return rows

    def history(self, species: str, days: int) -> dict[str, list[int | None]]:
        """Return by station whether a species was recorded, as `Station.history` does."""
        times = self.times
        return {
            one.name: one.history(times[one.name].get(species, ()), days) for one in self.stations
        }

    def accumulation(self) -> Iterator[AccumulationDay]:
        """Yield each day on which cameras stood, with what there was until then."""
        spans = [one.span for one in self.stations if one.span]
        if not spans:
            return
        firsts: dict[str, int] = {}
        for record in self.records:
            firsts[record.species] = min(record.time, firsts.get(record.species, record.time))
        day, end, nights = (
            min(one.start for one in spans) // DAY * DAY,
            max(b for _, b in spans),
            0.0,
        )
        while day <= end:
            nights += sum(one.nights(day, day + DAY) for one in self.stations)
            yield AccumulationDay(day, nights, sum(time < day + DAY for time in firsts.values()))
            day += DAY


def season_of(reader: CatalogReader, photo_ids: Iterable[int], minutes: int) -> Season:
    """Return what was recorded in photos; records are at least so many minutes apart."""
    surveyed = survey(reader, photo_ids)
    deployments = [*surveyed.deployments, *_without_photos(reader, surveyed)]
    names = [one.value("locationName") or one.name for one in deployments]  # of their stations
    operations_by_station: dict[str, list[Operation]] = {}
    for name, operation in zip(names, _operations(surveyed, deployments), strict=True):
        operations_by_station.setdefault(name, []).append(operation)
    stations = [Station(name, tuple(of)) for name, of in sorted(operations_by_station.items())]
    undated, records = 0, Records()
    for frames in _frames(reader, surveyed, names):
        dated = [one for one in frames if one.time != NEVER]
        undated += len(frames) - len(dated)
        of_station = list(_records(dated, minutes * 60))
        lights = reader.placing.lights(one.photo_id for one in of_station)
        for one in of_station:
            records.append(one._replace(light=lights.get(one.photo_id, "")))
    return Season(stations, records, undated)


def _without_photos(reader: CatalogReader, surveyed: Survey) -> Iterator[Deployment]:
    """Yield the deployments without photos of the tables of stations that others here are from."""
    sources = {one.source for one in surveyed.deployments if one.source}
    for stored in reader.deployments.stored():
        if stored.source in sources and stored.fields.items() >= WITHOUT_PHOTOS.items():
            yield Deployment(stored.key, stored.name, 0, stored.fields, source=stored.source)


def _operations(surveyed: Survey, deployments: Sequence[Deployment]) -> Iterator[Operation]:
    bounds = surveyed.of.searchsorted(range(len(deployments) + 1))
    for row, deployment in enumerate(deployments):
        times = surveyed.times[bounds[row] : bounds[row + 1]]
        times = times[times != NEVER]
        first, last = (int(times[0]), int(times[-1])) if len(times) else (None, None)
        fields, guess = deployment.stored().fields, deployment.guessed
        # Without a zone, as in tables, it is what clocks there show, in winter and in summer.
        start, end = (local_seconds(fields.get(name, ""), guess.get(name, "")) for name in PERIOD)
        start, end = first if start is None else start, last if end is None else end
        working: tuple[Period, ...] = ()
        if start is not None and end is not None and start < end:
            working = tuple(without(Period(start, end), problems_of(deployment)))
        yield Operation(deployment, working, start, end, deployment.photos, first, last)


class _Frame(NamedTuple):
    """A species in a photo. Frames sort by station, species and time."""

    station: str
    species: str
    time: int
    photo_id: int
    common: str
    individuals: int | None


def _frames(
    reader: CatalogReader, surveyed: Survey, stations: Sequence[str]
) -> Iterator[list[_Frame]]:
    """Yield what was accepted in the photos of each station, in order; one after the other.

    `stations` are those of deployments.
    """
    order = surveyed.photo_ids.argsort()  # a dict of a million rows takes a hundred megabytes
    ids = surveyed.photo_ids[order]
    named = np.array(reader.deployments.with_names(map(int, ids)), np.int64)
    rows = order[ids.searchsorted(named)]
    places = {name: place for place, name in enumerate(sorted(set(stations)))}
    place_of = np.array([places[name] for name in stations], np.int64)
    rows = rows[place_of[surveyed.of[rows]].argsort(kind="stable")]
    frames: list[_Frame] = []
    del order, ids, named  # it goes on for long
    for start in range(0, len(rows), CHUNK):
        row_of = {int(surveyed.photo_ids[row]): row for row in rows[start : start + CHUNK]}
        for photo in reader.photos(list(row_of)):
            row = row_of[photo.id]
            station = stations[int(surveyed.of[row])]
            if frames and frames[0].station != station:
                yield sorted(frames)
                frames = []
            frames += _frames_of(photo, station, int(surveyed.times[row]))
    yield sorted(frames)


def _frames_of(photo: Photo, station: str, time: int) -> Iterator[_Frame]:
    organisms = list(filter(is_organism, photo.notes.names))
    for name in dict.fromkeys(one.name for one in organisms):
        groups = [one for one in organisms if one.name == name]
        counts = [one.count for one in groups if one.count is not None]
        common, individuals = intern(groups[0].common), sum(counts) if counts else None
        yield _Frame(station, intern(name), time, photo.id, common, individuals)


def _records(frames: Iterable[_Frame], seconds: int) -> Iterator[SpeciesRecord]:
    """Yield records; a frame begins one if it was taken so long after the one before, or later."""
    for _, of_species in groupby(frames, lambda one: one[:2]):
        record: SpeciesRecord | None = None
        before = 0
        for frame in of_species:
            is_same_second = record is not None and frame.time == before
            if record is None or (frame.time - before >= seconds and not is_same_second):
                if record is not None:
                    yield record
                since = frame.time - before if record is not None else 0
                record = SpeciesRecord(
                    *(frame.station, frame.species, frame.common, frame.time, frame.photo_id),
                    *(since, 1, frame.individuals),
                )
            else:
                counts = [n for n in (record.individuals, frame.individuals) if n is not None]
                record = record._replace(
                    frames=record.frames + (0 if is_same_second else 1),
                    individuals=max(counts, default=None),
                )
            before = frame.time
        if record is not None:
            yield record
