"""The rows of the three tables of a Camtrap DP package, as texts by column.

What the photos of an event show together: rows of events, which most readers go by.

They follow from the accepted names of the photos and say so, so that an import of the package does
not take them for something that a person said: the names make them again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from pathlib import Path

from visret_desktop.exporters.obscuring import Aliases, cell_of
from visret_desktop.interchange.camtrap.observations import (
    SUMMARY,
    clean,
    observation,
    short,
    type_of,
)
from visret_desktop.interchange.camtrap_schemas import columns
from visret_desktop.interchange.deployments.deployment import CAPTURE, NAME, Deployment, moment
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.library.records import LAST_CHANGE, LAST_CHANGE_WORDS, AcceptedName, Photo

_TYPES = {
    **dict.fromkeys(("jpg", "jpeg", "jpe"), "image/jpeg"),
    **dict.fromkeys(("tif", "tiff"), "image/tiff"),
    **dict.fromkeys(("jp2", "j2k", "jpx"), "image/jp2"),
    **dict.fromkeys(("heic", "heif", "hif"), "image/heic"),
    **{name: f"image/{name}" for name in ("png", "webp", "gif", "bmp", "avif", "jxl")},
    **{name: f"image/x-portable-{name}" for name in ("ppm", "pgm", "pbm", "pnm")},
    "dng": "image/x-adobe-dng",
    "cr2": "image/x-canon-cr2",
    "cr3": "image/x-canon-cr3",
    "nef": "image/x-nikon-nef",
    "arw": "image/x-sony-arw",
    "orf": "image/x-olympus-orf",
}
_PATH = columns("media")["filePath"]
_TELLS_NO_PLACE = (
    *("deploymentStart", "deploymentEnd", "cameraModel", "cameraDelay", "cameraHeight"),
    *("cameraDepth", "cameraTilt", "detectionDistance", "timestampIssues", "baitUse"),
    "featureType",
)
Row = dict[str, str]


Kind = tuple[str, ...]


@dataclass
class _Seen:
    """What was seen of one kind in the photos of an event."""

    most: int = 0  # counted in one photo
    at: str = ""
    by: dict[str, None] = field(default_factory=dict)
    behaviors: dict[str, None] = field(default_factory=dict)

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Note the rows of one photo."""
        counted = 0
        for row in rows:
            counted += int(row["count"] or 0)
            self.at = max(self.at, row["classificationTimestamp"])
            self.by |= dict.fromkeys(filter(None, [row["classifiedBy"]]))
            self.behaviors |= dict.fromkeys(filter(None, [row["behavior"]]))
        self.most = max(self.most, counted)


@dataclass
class EventSummary:
    """The event that goes on."""

    event: str
    deployment: str
    start: str
    end: str
    _kinds: dict[Kind, _Seen] = field(default_factory=dict)
    _said: set[str] = field(default_factory=set)  # names that somebody gave the whole event

    def add(self, time: str, names: Iterable[AcceptedName]) -> None:
        """Note a photo and its names."""
        self.end = time
        kinds: dict[Kind, list[dict[str, str]]] = {}
        for name in names:
            if name.event:
                self._said.add(clean(name.name))
            elif name.count != 0:
                row = observation(name)
                kind = tuple(row.get(column, "") for column in _KIND)
                if kind[0] in _SUMMARIZED:
                    kinds.setdefault(kind, []).append(row)
        for kind, rows in kinds.items():
            self._kinds.setdefault(kind, _Seen()).add(rows)

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield a row for each kind that nobody named for the event as a whole."""
        numbers: dict[str, int] = {}
        for kind, seen in sorted(self._kinds.items()):
            if (kind[1] or kind[0]) in self._said:
                continue
            first = f"{self.event}-{short(kind[1] or kind[0])}"
            numbers[first] = numbers.get(first, 0) + 1
            number = f"-{numbers[first]}" if numbers[first] > 1 else ""
            yield dict(zip(_KIND, kind, strict=True)) | {
                "observationID": f"{first}{number}",
                NAME: self.deployment,
                "eventID": self.event,
                "eventStart": self.start,
                "eventEnd": self.end,
                "observationLevel": "event",
                "count": str(seen.most) if seen.most else "",
                "behavior": " | ".join(seen.behaviors),
                "classificationMethod": "human",
                "classifiedBy": " | ".join(seen.by),
                "classificationTimestamp": seen.at,
                "observationComments": SUMMARY,
            }


@dataclass
class EventsOfDeployment:
    """The events of a deployment, whose photos come in the order of time.

    An event is what a package said it is, or begins after a long pause.
    """

    event: str = ""  # id of the one that goes on
    _end: datetime | None = None  # of what a package calls an event
    _summary: EventSummary | None = None
    _finished: list[Row] = field(default_factory=list)
    _said: set[AcceptedName] = field(default_factory=set)
    _numbers: Counter[str] = field(default_factory=Counter)

    def go_on(self, media: Mapping[str, str], names: Sequence[AcceptedName], begins: bool) -> None:
        """Go on to the next photo."""
        self._find_event(media, names, begins)
        time = media["timestamp"]
        if self._summary is None or self._summary.event != self.event:
            self._finish()
            self._summary = EventSummary(self.event, media[NAME], time, time)
        self._summary.add(time, names)

    def finished(self, *, is_end: bool = False) -> list[Row]:
        """Return the rows of events that ended; with `is_end` also of the one that goes on."""
        if is_end:
            self._finish()
        rows, self._finished = self._finished, []
        return rows

    def _finish(self) -> None:
        if self._summary is not None:
            self._finished += self._summary.rows()
            self._summary = None

    def _find_event(
        self, media: Mapping[str, str], names: Iterable[AcceptedName], begins: bool
    ) -> None:
        spans = [name.event for name in names if name.event]
        if spans:
            start, _, end = spans[0].partition("/")
            self.event = f"{short(media[NAME])}-{short(start)}"
            self._end = datetime.fromisoformat(end or start)
        elif not self._is_in_span(media["timestamp"]) and (begins or self._end):
            self.event, self._end = f"event-{media['mediaID']}", None

    def _is_in_span(self, timestamp: str) -> bool:
        return bool(self._end and timestamp and datetime.fromisoformat(timestamp) <= self._end)

    def is_new(self, name: AcceptedName) -> bool:
        """Tell whether this is said of an event for the first time, however many photos it has."""
        known = name in self._said
        self._said.add(name)
        return not known

    def numbered(self, identifier: str) -> str:
        """Return an identifier with a number, if it was there before."""
        self._numbers[identifier] += 1
        number = self._numbers[identifier]
        return identifier if number == 1 else f"{identifier}-{number}"


def media_row(
    photo: Photo,
    root: Path,
    deployment: Deployment,
    said: Mapping[str, str],
    aliases: Aliases | None,
) -> Row:
    """Return the row of a photo in a folder of the library; its timestamp may be "".

    `said` is what a package said of it. With `aliases`, where places are obscured, it names no
    folder and no file; the photo's hash is its alias then.
    """
    suffix = photo.path.suffix[1:].lower()
    plain = f"media/{photo.content_hash}.{suffix}" if suffix.isalnum() else "media/photo"
    path, name = plain, plain.rpartition("/")[2]
    if not aliases:
        path = _path(photo, root) or plain
        name = photo.name if _is_plain(photo.name) else name
    metadata = photo.metadata
    place = None
    if metadata.latitude is not None and metadata.longitude is not None:
        place = metadata.latitude, metadata.longitude
    row = {
        CAPTURE: deployment.value(CAPTURE),
        "timestamp": moment(metadata.taken_at, place, deployment.place),
        "filePath": path,
        "filePublic": "false",
        "fileName": name,
        "mediaComments": LAST_CHANGE_WORDS if metadata.taken_from == LAST_CHANGE else "",
        "fileMediatype": _TYPES.get(suffix, f"image/x-{suffix}" if suffix.isalnum() else "image/x"),
    }
    if not aliases:
        row |= {column: text for column, text in said.items() if text}
    elif said.get("timestamp"):
        row["timestamp"] = said["timestamp"]
    return row | {"mediaID": photo.content_hash, NAME: name_of(deployment, aliases)}


def _path(photo: Photo, root: Path) -> str:
    """Return the path of a photo from the folder of the library on; "" if that would be unsafe."""
    path = photo.path.relative_to(root.parent).as_posix()
    return path if _is_plain(path) and not _PATH.fault(path) else ""


def _is_plain(text: str) -> bool:
    is_safe = text.isprintable() and "\\" not in text and "://" not in text
    return is_safe and harmless(text) == text


def deployment_row(deployment: Deployment, kilometers: float, aliases: Aliases | None) -> Row:
    """Return the row of a deployment; its place moved to a grid of so many kilometers.

    Free texts, which may tell the place, then stay out: no list knows all names of places.
    """
    row = {column: deployment.value(column) for column in columns("deployments")}
    place = deployment.place
    if kilometers and place:
        cell = cell_of(*place, kilometers)
        row = {column: text for column, text in row.items() if column in _TELLS_NO_PLACE}
        row["latitude"], row["longitude"] = f"{cell.latitude:.6f}", f"{cell.longitude:.6f}"
        row["coordinateUncertainty"] = str(ceil(cell.meters))
    return row | {NAME: name_of(deployment, aliases)}


def name_of(deployment: Deployment, aliases: Aliases | None) -> str:
    """Return the name of a deployment; with `aliases`, where places are obscured, its alias."""
    return aliases.of(deployment.name)[:16] if aliases else deployment.name


def observation_rows(
    media: Mapping[str, str], names: Iterable[AcceptedName], events: EventsOfDeployment
) -> Iterator[Row]:
    """Yield the rows of what people said of a photo, and of whole events that begin with it."""
    where = {NAME: media[NAME], "eventID": events.event}
    time = media["timestamp"]
    of_photo = Counter[str]()
    for name in names:
        if name.count == 0:  # it was not there
            continue
        identifier = short(clean(name.name) or type_of(name))
        if not name.event:
            of_photo[identifier] += 1
            number = f"-{of_photo[identifier]}" if of_photo[identifier] > 1 else ""
            yield (
                observation(name)
                | where
                | {
                    "observationID": f"{media['mediaID']}-{identifier}{number}",
                    "mediaID": media["mediaID"],
                    "observationLevel": "media",
                    "eventStart": time,
                    "eventEnd": time,
                }
            )
        elif events.is_new(name):
            start, _, end = name.event.partition("/")
            yield (
                observation(name)
                | where
                | {
                    "observationID": events.numbered(f"{events.event}-{identifier}"),
                    "observationLevel": "event",
                    "eventStart": start,
                    "eventEnd": end or start,
                }
            )


_SUMMARIZED = ("animal", "human", "vehicle")
_KIND = ("observationType", "scientificName", "lifeStage", "sex")
