"""Which deployments photos belong to: guessed from where they lie, or as people said.

A deployment is a folder with photos, or all that lies on one drive, or an outing: photos without a
long pause between them (the events of the library). Photos that came with a package belong to the
deployments of that package. Of each content one photo is taken, so copies count once.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from visret_desktop.interchange.deployments.deployment import (
    PERIOD,
    PROBLEMS,
    Deployment,
    Point,
    moment,
)
from visret_desktop.library.catalog.catalog_deployments import (
    By,
    DeploymentKey,
    PhotoAtWork,
    StoredDeployment,
    fields_of,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.maker_notes import NO_SEQUENCE, MakerSequence
from visret_desktop.retrieval.bursts_and_events import SeriesNumbers, begins_event

_WIDEST_METERS = 20_000.0  # between the photos of one place
_EARTH_METERS = 6_371_000.0
NEVER = -(2**62)  # seconds
EPOCH = datetime(1970, 1, 1)
_DECIMALS = 6  # of degrees, a tenth of a meter


@dataclass(frozen=True)
class Survey:
    """Deployments by name, and their photos in order: of each deployment by time.

    `photo_ids` and `of`, the row of each photo's deployment, are int64 (n,); `begins_event` (n,)
    tells which photos come after a long pause, as events of the library do. `times` is int64 (n,),
    when they were taken in seconds since 1970 as their clocks show it; `NEVER`: nobody knows.
    """

    deployments: Sequence[Deployment]
    photo_ids: npt.NDArray[np.int64]
    of: npt.NDArray[np.int64]
    begins_event: npt.NDArray[np.bool_]
    times: npt.NDArray[np.int64]

    def named(self, name: str) -> Deployment | None:
        """Return the deployment of a name."""
        return next((one for one in self.deployments if one.name == name), None)


@dataclass
class _Photos:
    """The photos of one deployment, in as little memory as they need."""

    ids: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[int]" = field(default_factory=lambda: array("q"))
    marks: "array[int]" = field(default_factory=lambda: array("Q"))  # beginnings of their hashes
    series: "array[int]" = field(default_factory=lambda: array("q"))  # as of `SeriesNumbers`
    places: "array[float]" = field(default_factory=lambda: array("d"))
    first: tuple[str, Point | None] = ("", None)
    last: tuple[str, Point | None] = ("", None)

    def add(self, photo: PhotoAtWork, series: int) -> None:
        taken = photo.taken_at or ""
        if photo.media:
            taken = fields_of(photo.media).get("timestamp") or taken
        place = None
        if photo.latitude is not None and photo.longitude is not None:
            place = (photo.latitude, photo.longitude)
            self.places.extend(place)
        seconds = _seconds(taken)
        self.ids.append(photo.photo_id)
        self.times.append(NEVER if seconds is None else seconds)
        self.marks.append(int(photo.content_hash[:16] or "0", 16))
        self.series.append(series)
        if seconds is not None:
            if not self.first[0] or taken[:19] < self.first[0][:19]:
                self.first = taken, place
            if taken[:19] > self.last[0][:19]:
                self.last = taken, place

    def join(self, more: "_Photos") -> None:
        """Take in other photos."""
        self.ids.extend(more.ids)
        self.times.extend(more.times)
        self.marks.extend(more.marks)
        self.series.extend(more.series)
        self.places.extend(more.places)
        ends = [one for one in (self.first, self.last, more.first, more.last) if one[0]]
        if ends:
            self.first = min(ends, key=lambda one: one[0][:19])
            self.last = max(ends, key=lambda one: one[0][:19])


def survey(reader: CatalogReader, photo_ids: Iterable[int], by: By | None = None) -> Survey:
    """Find the deployments of photos; `by` says what makes one, in place of what was said."""
    stored = reader.deployments.stored()
    by = by or reader.deployments.package().by
    drives = _drives(reader)
    photos_by_key: dict[DeploymentKey, _Photos] = {}
    packages = {one.number: one.key for one in stored}
    folders_of: dict[DeploymentKey, set[tuple[int, str]]] = {}  # with photos of packages
    doubled, seen = reader.deployments.doubled(), set[str]()
    series = SeriesNumbers()
    for photo in reader.deployments.photos(photo_ids):
        if photo.content_hash in seen:
            continue
        if photo.content_hash in doubled:
            seen.add(photo.content_hash)
        inside = photo.relative.rpartition("/")[0]
        if package := packages.get(photo.deployment):  # None also where it cannot be read
            key = package
            folders_of.setdefault(key, set()).add((photo.folder_id, inside))
        elif by == "drive":
            key = DeploymentKey("drive", drives[photo.folder_id])
        else:
            began = str(photo.event) if by == "outing" else ""
            key = DeploymentKey(by, photo.folder_id, inside, began)
        sequence = MakerSequence.of(photo.sequence) or NO_SEQUENCE
        number = series.of(sequence.series, sequence.number)
        photos_by_key.setdefault(key, _Photos()).add(photo, number)
    if by == "outing":
        photos_by_key = _with_beginnings(reader, photos_by_key)
    _join_rests(reader, photos_by_key, folders_of, stored)
    return _ordered(
        _described(reader, photos_by_key, stored), photos_by_key, reader.groups.event_seconds()
    )


def _drives(reader: CatalogReader) -> dict[int, int]:
    """Return by folder of the library the first one that lies on the same drive."""
    first: dict[str, int] = {}
    places = sorted(reader.folder_places().items())
    return {number: first.setdefault(uid, number) for number, (uid, _) in places}


def _join_rests(
    reader: CatalogReader,
    photos_by_key: dict[DeploymentKey, _Photos],
    folders_of: Mapping[DeploymentKey, set[tuple[int, str]]],
    stored: Iterable[StoredDeployment],
) -> None:
    """Let photos that a package left out belong to its deployment of the same name and folder."""
    roots, described = _roots(reader), {one.key for one in stored}
    for key, folders in folders_of.items():
        for folder, inside in folders:
            rest = DeploymentKey("folder", folder, inside)
            if rest in photos_by_key and rest not in described and _name(rest, roots) == key.inside:
                photos_by_key[key].join(photos_by_key.pop(rest))


def _roots(reader: CatalogReader) -> dict[int, str]:
    return {folder.id: folder.path.name or str(folder.path) for folder in reader.folders()}


def _with_beginnings(
    reader: CatalogReader, found: dict[DeploymentKey, _Photos]
) -> dict[DeploymentKey, _Photos]:
    """Let outings be named by when they began, which stays when the catalog is made anew."""
    events = {int(key.began): key for key in found if key.kind == "outing" and key.began != "0"}
    begun = reader.deployments.beginnings(events)
    renamed = {key: key._replace(began=begun[event][1][:19]) for event, key in events.items()}
    joined: dict[DeploymentKey, _Photos] = {}
    for key, photos in found.items():
        new = renamed.get(key, key._replace(began="") if key.kind == "outing" else key)
        while new in joined:  # two cameras, begun in the same second
            new = new._replace(began=f"{new.began}+")
        joined[new] = photos
    return joined


def _described(
    reader: CatalogReader,
    photos_by_key: dict[DeploymentKey, _Photos],
    stored: list[StoredDeployment],
) -> list[Deployment]:
    roots = _roots(reader)
    descriptions = {one.key: one for one in stored}
    outings: dict[tuple[object, ...], list[StoredDeployment]] = {}
    for one in stored:
        if one.key.kind == "outing":
            outings.setdefault(one.key[:3], []).append(one)
    stored_of = {
        key: descriptions.get(key) or _of_outing(photos, outings.get(key[:3], ()))
        for key, photos in photos_by_key.items()
    }
    names: dict[DeploymentKey, str] = {}
    taken: dict[str, DeploymentKey] = {}
    named = {key: entry.name if entry else "" for key, entry in stored_of.items()}
    for key in sorted(named, key=lambda key: (not named[key], key)):
        # Names that somebody gave go before guessed ones.
        names[key] = _unique(named[key] or _name(key, roots), key, taken)
    described = []
    for key, photos in sorted(photos_by_key.items()):
        known, guessed, name = stored_of[key], _name(key, roots), names[key]
        fields = known.fields if known else {}
        guess, kilometers = _guess(photos, fields)
        deployment = Deployment(
            known.key if known else key,
            name,
            len(photos.ids),
            fields,
            guess,
            known.source if known else "",
            guessed,
            kilometers,
            bool(photos.first[0]),
            _outside(photos, fields, guess),
        )
        described.append(deployment)
    return described


def _of_outing(photos: _Photos, stored: Iterable[StoredDeployment]) -> StoredDeployment | None:
    """Return what was said of an outing to which earlier photos came since."""
    first, last = photos.first[0][:19], photos.last[0][:19]
    return next((one for one in stored if first <= one.key.began <= last), None)


def _name(key: DeploymentKey, roots: dict[int, str]) -> str:
    if key.kind == "package":
        return key.inside
    parts = [roots.get(key.folder_id, ""), key.inside, key.began.replace("T", " ")]
    name = "/".join(part for part in parts if part)
    return "".join(letter if letter.isprintable() else "_" for letter in name)


def _unique(name: str, key: DeploymentKey, taken: dict[str, DeploymentKey]) -> str:
    """Return a name that no other deployment has: two drives may have folders of one name."""
    whole, number = name, 2
    while whole in taken:
        whole, number = f"{name} ({number})", number + 1
    taken[whole] = key
    return whole


def _guess(photos: _Photos, said: object) -> tuple[dict[str, str], int]:
    """Return what photos say of their deployment, and how many kilometers too wide it is."""
    guess: dict[str, str] = {}
    kilometers = 0
    place: Point | None = None
    if photos.places:
        latitude, longitude, meters = _circle(np.array(photos.places).reshape(-1, 2))
        if meters <= _WIDEST_METERS:
            place = latitude, longitude
            guess["latitude"] = f"{latitude:.{_DECIMALS}f}"
            guess["longitude"] = f"{longitude:.{_DECIMALS}f}"
            if meters > 1:
                guess["coordinateUncertainty"] = str(ceil(meters))
        else:
            kilometers = round(2 * meters / 1000)
    if isinstance(said, dict) and said.get("latitude") and said.get("longitude"):
        place = float(said["latitude"]), float(said["longitude"])
    for name, (taken, own) in zip(PERIOD, (photos.first, photos.last), strict=True):
        if text := moment(taken, own, place):
            guess[name] = text
    return guess, kilometers


def _outside(
    photos: _Photos, fields: Mapping[str, str], guess: Mapping[str, str]
) -> tuple[int, ...]:
    """Return the photos that were taken before or after a period, as its clocks show it."""
    ends = [local_seconds(fields.get(name, ""), guess.get(name, "")) for name in PERIOD]
    first = NEVER if ends[0] is None else ends[0]
    last = -NEVER if ends[1] is None else ends[1]
    return tuple(
        number
        for number, time in zip(photos.ids, photos.times, strict=True)
        if time != NEVER and not first <= time <= last
    )


def local_seconds(moment_text: str, guess: str) -> int | None:
    """Return a time as the clocks where the photos were taken show it; None where none is said."""
    try:
        moment = datetime.fromisoformat(moment_text)
        here = datetime.fromisoformat(guess).tzinfo if guess else None
    except ValueError:
        return None
    if here is not None and moment.tzinfo is not None:
        moment = moment.astimezone(here)
    return int((moment.replace(tzinfo=None) - EPOCH).total_seconds())


class Period(NamedTuple):
    """From when until when, in seconds since 1970 as clocks there show them."""

    start: int
    end: int


def problems_of(deployment: Deployment) -> Iterator[Period]:
    """Yield when a camera did not work, as a table of stations says."""
    guess = deployment.guessed.get(PERIOD[0], "")
    for text in deployment.value(PROBLEMS).split(" | "):
        start, end = (local_seconds(part, guess) for part in text.partition("/")[::2])
        if start is not None and end is not None:
            yield Period(start, end)


def without(span: Period, problems: Iterable[Period]) -> Iterator[Period]:
    """Yield the parts of a span in which there was no problem."""
    start = span.start
    for problem in sorted(problems):
        if start < problem.start:
            yield Period(start, min(problem.start, span.end))
        start = max(start, problem.end)
        if start >= span.end:
            return
    if start < span.end:
        yield Period(start, span.end)


def _circle(places: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the middle of places (n, 2), and how far from it in meters the farthest is."""
    lat, lon = np.radians(places).T
    points = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
    middle = points.mean(axis=1)
    middle /= max(float(np.linalg.norm(middle)), 1e-12)
    far = 2 * np.arcsin(np.clip(np.linalg.norm(points - middle[:, None], axis=0) / 2, 0, 1))
    latitude = float(np.degrees(np.arcsin(np.clip(middle[2], -1, 1))))
    longitude = float(np.degrees(np.arctan2(middle[1], middle[0])))
    return latitude, longitude, float(far.max()) * _EARTH_METERS


def _ordered(
    described: list[Deployment], photos_by_key: dict[DeploymentKey, _Photos], pause: int
) -> Survey:
    order = sorted(range(len(described)), key=lambda row: described[row].name)
    keys = sorted(photos_by_key)
    parts = [photos_by_key[keys[row]] for row in order]

    def joined(arrays: "list[array[int]]", kind: type) -> npt.NDArray[np.int64]:
        return np.concatenate([np.array(one, kind) for one in arrays] or [np.empty(0, kind)])

    ids = joined([one.ids for one in parts], np.int64)
    of = np.repeat(np.arange(len(parts), dtype=np.int64), [len(one.ids) for one in parts])
    times = joined([one.times for one in parts], np.int64)
    marks = joined([one.marks for one in parts], np.uint64)
    series = joined([one.series for one in parts], np.int64)
    parts.clear()
    photos_by_key.clear()  # of a million photos it has 60 MB
    rank = np.lexsort((marks, times, of))
    of, times, series = of[rank], times[rank], series[rank]
    begins = begins_event(of, times, series, pause) | (times == NEVER)
    return Survey([described[row] for row in order], ids[rank], of, begins, times)


def _seconds(taken: str) -> int | None:
    try:
        return int((datetime.fromisoformat(taken[:19]) - EPOCH).total_seconds())
    except ValueError:
        return None
