"""Read GPX as a stream: however long a file is, a bounded number of its points is kept.

Files are other people's: entities are refused by defusedxml, and depth, names and texts have
bounds. A file that breaks off, as when a logger's battery is empty, is read up to there.
"""

import math
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import ParseError

import numpy as np
import xxhash
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from visret_desktop.errors import FileMissing, VisretError
from visret_desktop.interchange.foreign_files import label_of
from visret_desktop.interchange.tracks.track import Flaws, Numbers, Track, TrackUnusable, ordered
from visret_desktop.library.stored_values import plain_text
from visret_desktop.plain_files import open_plain
from visret_desktop.sentences import sentence

SUFFIX = ".gpx"
MOST_POINTS = 1_000_000  # that are kept of a file: 40 MB
_CHUNK = 1 << 18  # bytes
_LONGEST_TOKEN = 1 << 22  # bytes that may pass without the end of a tag
_DEEPEST, _MOST_NAMES, _MOST_ATTRIBUTES = 100, 5_000, 100
_LONGEST_TEXT = 100  # of a time or an altitude
_FIRST_TIME = datetime(1980, 1, 6, tzinfo=UTC).timestamp()  # when GPS time began
_LAST_TIME = datetime(2200, 1, 1, tzinfo=UTC).timestamp()
_LOWEST, _HIGHEST = -12_000.0, 100_000.0  # meters
Progress = Callable[[int, int], None]  # bytes read, of how many; may raise to stop


def read_files(
    paths: Iterable[Path], progress: Progress | None = None
) -> tuple[list[Track], list[VisretError]]:
    """Return the tracks of files, and why others are none."""
    tracks: list[Track] = []
    errors: list[VisretError] = []
    for path in paths:
        try:
            tracks.append(read_file(path, progress))
        except VisretError as error:
            errors.append(error)
    return tracks, errors


def read_file(path: Path, progress: Progress | None = None) -> Track:
    """Read a GPX file.

    Raises:
        FileMissing: it is not there.
        TrackUnusable: it is no GPX, or has no point with a place and a time.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    try:
        content = xxhash.xxh3_128()
        track = read_track(_chunks(path, content, progress), plain_text(path.name))
        return replace(track, source=label_of(path.name, content.hexdigest()))
    except OSError as error:
        raise TrackUnusable(name=path.name, reason=error.strerror or error) from error


def source_of(path: Path) -> str:
    """Return the label of a track's file, without reading its points.

    Raises:
        OSError: it is not there, or cannot be read.
    """
    content = xxhash.xxh3_128()
    for _ in _chunks(path, content, None):
        pass  # to read them is to hash them
    return label_of(path.name, content.hexdigest())


def _chunks(path: Path, content: xxhash.xxh3_128, progress: Progress | None) -> Iterator[bytes]:
    """Yield the bytes of a file, and hash all of them."""
    with open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        while chunk := file.read(_CHUNK):
            content.update(chunk)
            yield chunk
            if progress is not None:
                progress(file.tell(), size)


def read_track(chunks: Iterable[bytes], name: str, most_points: int = MOST_POINTS) -> Track:
    """Read the bytes of a GPX file, in pieces, and keep at most so many points.

    Raises:
        TrackUnusable: as `read_file`.
    """
    points = _Points(name, most_points)
    parser = DefusedXMLParser(target=points)
    # Its own handlers make a tree's names and dictionaries, which takes twice as long.
    expat = parser.parser
    expat.StartElementHandler, expat.EndElementHandler = points.start, points.end
    expat.CharacterDataHandler = points.text
    done, is_cut = 0, False
    try:
        for chunk in chunks:
            parser.feed(chunk)
            done += len(chunk)
            if done - max(0, expat.CurrentByteIndex) > _LONGEST_TOKEN:
                raise TrackUnusable(name=name, reason=sentence("a part of it has no end"))
        parser.close()
    except DefusedXmlException as error:
        reason = sentence("it declares entities, which no logger does")
        raise TrackUnusable(name=name, reason=reason) from error
    except (ParseError, LookupError, ValueError) as error:
        if not points.is_gpx:
            reason = sentence(
                "it is no GPX file. Choose the .gpx of your logger, or convert this file first"
            )
            raise TrackUnusable(name=name, reason=reason) from error
        is_cut = True
    return points.track(is_cut)


class _Points:
    """Gathers points while a file is read; when there are too many, every second one is dropped."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._numbers = [array("d") for _ in range(4)]  # times, latitudes, longitudes, altitudes
        self._segments = array("q")
        self._segment = 0
        self._step, self._since = 1, 0  # points of the segment so far
        self._waiting: tuple[float, ...] | None = None  # the latest point, if it was not kept
        self._names: dict[str, str] = {}
        self._attributes: set[tuple[str, ...]] = set()  # names, as elements have them together
        self._depth = self._point_depth = 0
        self._place: tuple[float, float] | None = None
        self._texts: dict[str, str] = {}
        self._open = ""  # the element whose text is wanted
        self._without_time = self._impossible = self._damaged = self._disordered = 0
        self._others = 0  # points of routes, and waypoints
        self._last_time = -math.inf
        self.is_gpx = False

    # ---- what expat says --------------------------------------------------------------------

    def start(self, tag: str, attributes: Sequence[str]) -> None:
        name = self._names.get(tag) or self._named(tag)
        if (together := tuple(attributes[::2])) not in self._attributes:
            self._note_attributes(together)
        self._depth += 1
        if self._depth == 1:
            self._begin(name)
        elif self._depth > _DEEPEST:
            raise TrackUnusable(name=self._name, reason=sentence("it is nested too deeply"))
        if name == "trkpt":
            self._place = _place(attributes)
            self._point_depth = self._depth
            self._texts = {}
        elif name in ("time", "ele") and self._depth == self._point_depth + 1 > 1:
            self._open, self._texts[name] = name, ""
        elif name in ("trkseg", "trk"):
            self._end_segment()
        elif name in ("wpt", "rtept"):
            self._others += 1

    def end(self, tag: str) -> None:
        if self._depth == self._point_depth:
            self._take()
            self._point_depth = 0
        self._open = ""
        self._depth -= 1

    def text(self, text: str) -> None:
        if self._open and len(self._texts[self._open]) < _LONGEST_TEXT:
            self._texts[self._open] += text[:_LONGEST_TEXT]

    def close(self) -> None:
        """Be done; the parser asks for it."""

    def _named(self, tag: str) -> str:
        if len(self._names) > _MOST_NAMES:
            raise TrackUnusable(
                name=self._name, reason=sentence("it has too many kinds of elements")
            )
        return self._names.setdefault(tag, tag.rpartition("}")[2])

    def _note_attributes(self, names: tuple[str, ...]) -> None:
        """Count names, which the parser keeps for good."""
        self._attributes.add(names)
        if len(self._attributes) > _MOST_NAMES or len(names) > _MOST_ATTRIBUTES:
            raise TrackUnusable(
                name=self._name, reason=sentence("it has too many kinds of attributes")
            )

    def _begin(self, name: str) -> None:
        if name != "gpx":
            reason = sentence("it is no GPX file, it begins with <{name}>", name=name[:40])
            raise TrackUnusable(name=self._name, reason=reason)
        self.is_gpx = True

    # ---- points -----------------------------------------------------------------------------

    def _take(self) -> None:
        if self._place is None:
            self._damaged += 1
            return
        time = _time(self._texts.get("time", ""))
        if time is None:
            self._without_time += 1
        elif not _FIRST_TIME <= time < _LAST_TIME:
            self._impossible += 1
        else:
            self._disordered += time < self._last_time
            self._last_time = time
            self._keep((time, *self._place, _altitude(self._texts.get("ele", ""))))

    def _keep(self, point: tuple[float, ...]) -> None:
        self._since += 1
        if (self._since - 1) % self._step:
            self._waiting = point
            return
        self._append(point)

    def _append(self, point: tuple[float, ...]) -> None:
        for numbers, number in zip(self._numbers, point, strict=True):
            numbers.append(number)
        self._segments.append(self._segment)
        self._waiting = None
        if len(self._segments) >= self._most:
            self._thin()

    def _end_segment(self) -> None:
        if self._waiting is not None:
            self._append(self._waiting)
        self._segment += 1
        self._since, self._last_time = 0, -math.inf

    def _thin(self) -> None:
        """Drop every second point, but none at the beginning or end of a segment."""
        segments = np.array(self._segments)
        is_kept = np.arange(len(segments)) % 2 == 0
        edges = np.flatnonzero(np.diff(segments))
        is_kept[[0, -1]] = is_kept[edges] = is_kept[edges + 1] = True
        if is_kept.sum() > 0.75 * self._most:
            reason = sentence("it is made of too many pieces that are not connected")
            raise TrackUnusable(name=self._name, reason=reason)
        for number, numbers in enumerate(self._numbers):
            self._numbers[number] = array("d", np.array(numbers)[is_kept].tobytes())
        self._segments = array("q", segments[is_kept].tobytes())
        self._step *= 2

    def track(self, is_cut: bool) -> Track:
        """Return what was found."""
        self._end_segment()
        times, latitudes, longitudes, altitudes = map(np.array, self._numbers)
        if not len(times):
            raise TrackUnusable(name=self._name, reason=self._lack())
        flaws = Flaws(self._without_time, self._impossible, self._damaged, self._disordered, is_cut)
        segments: Numbers = np.array(self._segments, np.int64)
        places = np.column_stack((latitudes, longitudes))
        return ordered(self._name, times, places, altitudes, segments, flaws, self._step)

    def _lack(self) -> str:
        if self._impossible:
            return sentence(
                "its times are impossible, such as 1901. Export it again from the logger"
            )
        if self._without_time:
            return sentence("its points have no times. Export it again from the logger, with times")
        if self._others:
            return sentence("it has waypoints or a route, but no recorded track")
        return sentence("there is no point in it that has a place and a time")


def _place(attributes: Sequence[str]) -> tuple[float, float] | None:
    """Return latitude and longitude; None without any, also for 0, 0: no logger knew its place."""
    given = dict(zip(attributes[::2], attributes[1::2], strict=True))
    try:
        latitude, longitude = float(given["lat"]), float(given["lon"])
    except (KeyError, ValueError):
        return None
    is_on_earth = abs(latitude) <= 90 and abs(longitude) <= 180
    return (latitude, longitude) if is_on_earth and (latitude or longitude) else None


def _time(text: str) -> float | None:
    """Return seconds since 1970; a time without a zone is UTC, as the format says."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _altitude(text: str) -> float:
    try:
        altitude = float(text)
    except ValueError:
        return math.nan
    return altitude if _LOWEST <= altitude <= _HIGHEST else math.nan
