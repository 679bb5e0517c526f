"""Which photos belong to which row of a table of stations, by their folders and their times.

A photo is of a station if a folder that it lies in has the name of the station, or of the row's
deployment; where rows of a station name cameras, also a folder of that name. Of several rows of one
station and camera, it is of the one in whose period it was taken, else of the nearest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
import xxhash

from visret_desktop.interchange.camtrap.import_plan import ImportPlan
from visret_desktop.interchange.camtrap.station_table import StationRow, read_stations
from visret_desktop.interchange.deployments.deployment import WITHOUT_PHOTOS
from visret_desktop.interchange.foreign_files import label_of
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PhotoAtWork,
    StoredDeployment,
    fields_of,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.places.towns import distances
from visret_desktop.sentences import Sentence, form

_OVERLAP = form(
    "Lines {number} and {other} say that {station} was there at one time twice; photos of that time"
    " are of the later one. Correct the table, and import it again."
)
_APART = form(
    "Lines {number} and {other} say that {station} is in two places, {kilometers:,} km apart."
    " Correct the table, and import it again, if it is one place."
)
_FARTHEST = 1.0  # kilometers, between the cameras of a station
_PLACE = ("latitude", "longitude")
_IN_NONE = (
    form("1 photo was taken in no period of its station: it is of the nearest one."),
    form("{count:,} photos were taken in no period of their stations: they are of the nearest."),
)
_OF_PACKAGES = (
    form("1 photo belongs to a Camtrap DP package, and stays with it."),
    form("{count:,} photos belong to Camtrap DP packages, and stay with them."),
)
_NO_PHOTOS = (
    form("1 deployment has no photos here; its effort counts all the same: {names}."),
    form("{count:,} deployments have no photos here; their effort counts all the same: {names}."),
)
_MOST_NAMED = 20


def source_of(path: Path) -> str:
    """Return the label of what comes from a table: by its path, so that it may be corrected."""
    return label_of(path.name, xxhash.xxh3_128_hexdigest(str(path).encode("utf-8", "replace")))


def plan_stations(path: Path, reader: CatalogReader, folder: str = "") -> ImportPlan:
    """Find out what a table says of the photos of the library, or of those below a folder.

    Raises:
        FileMissing, StationsUnreadable: as `read_stations`.
    """
    table = read_stations(path)
    plan = ImportPlan(source_of(path), path.name, "stations", remarks=list(table.remarks))
    names = _names(table.rows)
    assigner = _Assigner(table.rows)
    plan.remarks += [*assigner.overlaps(), *_apart(table.rows)]
    counts = Counter[str]()
    taken: set[str] = set()
    roots = {one.id: one.path.name for one in reader.folders()}
    only = Filter.of(below=[folder]) if folder else ALL_PHOTOS
    for photo in reader.deployments.photos(reader.photo_ids("name", only).tolist()):
        rows = assigner.rows_of(roots[photo.folder_id], photo)
        if not rows or photo.content_hash in taken:
            continue
        taken.add(photo.content_hash)
        plan.counts["media"] += 1
        if photo.deployment and fields_of(photo.media):
            counts["of-packages"] += 1
            continue
        row, is_inside = _row_at(rows, photo.taken_at or "")
        counts["in-none"] += not is_inside
        if row is None:
            continue
        name = names[row.number]
        plan.photos_of[name] += 1
        plan.media.setdefault(name, {})[photo.content_hash] = {}
    empty = [name for name in names.values() if name not in plan.media]
    for row, name in zip(table.rows, names.values(), strict=True):
        fields = dict(row.fields) | ({} if plan.photos_of[name] else WITHOUT_PHOTOS)
        key = DeploymentKey("package", inside=name, began=plan.source)
        plan.deployments[name] = StoredDeployment(key, name, plan.source, fields)
        plan.media.setdefault(name, {})
    for code, forms in (("of-packages", _OF_PACKAGES), ("in-none", _IN_NONE)):
        if count := counts[code]:
            plan.remarks.append(Sentence(forms[count > 1], {"count": count}))
    if empty:
        shown = ", ".join(empty[:_MOST_NAMED]) + (", …" if len(empty) > _MOST_NAMED else "")
        values = {"count": len(empty), "names": shown}
        plan.remarks.append(Sentence(_NO_PHOTOS[len(empty) > 1], values))
    return plan


def _names(rows: Iterable[StationRow]) -> dict[int, str]:
    """Return the names of deployments by the number of their rows, no two alike."""
    several = Counter((row.station, row.camera) for row in rows)
    cameras = {row.station for row in rows if row.camera}
    rows_by_name: dict[str, int] = {}
    for row in rows:
        parts = [row.station, row.camera if row.station in cameras else ""]
        if several[row.station, row.camera] > 1 and row.start:
            parts.append(str(row.start.date()))
        name = whole = row.deployment or " ".join(filter(None, parts))
        number = 2
        while name in rows_by_name:
            name, number = f"{whole} ({number})", number + 1
        rows_by_name[name] = row.number
    return {number: name for name, number in rows_by_name.items()}


class _Assigner:
    """Finds the rows whose folders a photo lies in."""

    def __init__(self, rows: Sequence[StationRow]) -> None:
        self._rows: dict[str, list[StationRow]] = {}
        for row in rows:
            for name in {row.station.casefold(), row.deployment.casefold()} - {""}:
                self._rows.setdefault(name, []).append(row)

    def rows_of(self, root: str, photo: PhotoAtWork) -> list[StationRow]:
        """Return the rows that a photo may be of; the innermost folder that names one decides."""
        parts = [root, *photo.relative.split("/")[:-1]]
        folders = [part.casefold() for part in parts]
        for name in reversed(folders):
            if rows := self._rows.get(name):
                of_camera = [row for row in rows if row.camera.casefold() in folders]
                has_cameras = len({row.camera for row in rows}) > 1
                return of_camera if has_cameras else rows
        return []

    def overlaps(self) -> list[Sentence]:
        """Say which rows of one station and camera are of one time."""
        sentences = []
        of_one: dict[tuple[str, str], list[StationRow]] = {}
        for row in {row.number: row for rows in self._rows.values() for row in rows}.values():
            of_one.setdefault((row.station, row.camera), []).append(row)
        for rows in of_one.values():
            rows.sort(key=lambda row: row.start or datetime.min)
            for row, other in pairwise(rows):
                if row.overlaps(other):
                    values = {"number": row.number, "other": other.number, "station": row.station}
                    sentences.append(Sentence(_OVERLAP, values))
        return sentences


def _apart(rows: Iterable[StationRow]) -> Iterator[Sentence]:
    """Say which rows place one station far from where its first row does."""
    first_of: dict[str, StationRow] = {}
    for row in rows:
        if _PLACE[0] in row.fields:
            first = first_of.setdefault(row.station, row)
            kilometers = _kilometers(first, row)
            if kilometers > _FARTHEST:
                values = {"number": first.number, "other": row.number, "station": row.station}
                yield Sentence(_APART, {**values, "kilometers": round(kilometers)})


def _kilometers(one: StationRow, other: StationRow) -> float:
    ends = [float(row.fields[name]) for row in (one, other) for name in _PLACE]
    return float(distances(*np.array(ends).reshape(4, 1))[0])


def _row_at(rows: Sequence[StationRow], taken_at: str) -> tuple[StationRow | None, bool]:
    """Return the row that a photo of a time is of, and whether it was taken in its period.

    Of several it is the latest; where it is in none the nearest. None: nobody knows when it was.
    """
    if len(rows) == 1:
        return rows[0], True  # whoever lists deployments is told of photos outside of their periods
    try:
        moment = datetime.fromisoformat(taken_at[:19])
    except ValueError:
        return None, False
    holding = [row for row in rows if row.holds(moment)]
    if holding:
        return max(holding, key=lambda row: row.start or datetime.min), True

    def seconds(row: StationRow) -> float:
        ends = (end for end in (row.start, row.end) if end)
        return min(abs((moment - end).total_seconds()) for end in ends)

    return min(rows, key=seconds), False
