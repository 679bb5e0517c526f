"""Read the few XMP properties we use, from a packet in a photo or a sidecar beside it."""

import re
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from visret_desktop.library.keyword_paths import paths_written
from visret_desktop.sentences import sentence

_MOST_BYTES = 4_000_000
_MOST_DEPTH = 100
_MOST_ELEMENTS = 100_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_RDF_DESCRIPTION, _LIST_ENTRY = f"{_RDF}Description", f"{_RDF}li"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TITLE, _DESCRIPTION, _SUBJECT = f"{_DC}title", f"{_DC}description", f"{_DC}subject"
_RATING = "{http://ns.adobe.com/xap/1.0/}Rating"
_EXIF = "{http://ns.adobe.com/exif/1.0/}"
_DATE_TAKEN = f"{_EXIF}DateTimeOriginal"
_LATITUDE, _LONGITUDE = f"{_EXIF}GPSLatitude", f"{_EXIF}GPSLongitude"
_LENS = "{http://ns.adobe.com/exif/1.0/aux/}Lens"
_CREATE_DATE = "{http://ns.adobe.com/xap/1.0/}CreateDate"
_DATE_CREATED = "{http://ns.adobe.com/photoshop/1.0/}DateCreated"
_LABEL = "{http://ns.adobe.com/xap/1.0/}Label"
_DIGIKAM_LABEL = "{http://www.digikam.org/ns/1.0/}ColorLabel"
_DARKTABLE_LABELS = "{http://darktable.sf.net/}colorlabels"
_HIERARCHY = "{http://ns.adobe.com/lightroom/1.0/}hierarchicalSubject"
_TAGS_LIST = "{http://www.digikam.org/ns/1.0/}TagsList"
_PROPERTIES = {
    _TITLE, _DESCRIPTION, _SUBJECT, _RATING, _DATE_TAKEN, _LATITUDE, _LONGITUDE, _LENS,
    _DATE_CREATED, _CREATE_DATE, _HIERARCHY, _TAGS_LIST, _LABEL, _DIGIKAM_LABEL, _DARKTABLE_LABELS,
}  # fmt: skip
# What two programs number; of digiKam 0 is no label.
_DIGIKAM_COLORS = (
    "", "Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White",
)  # fmt: skip
_DARKTABLE_COLORS = ("Red", "Yellow", "Green", "Blue", "Purple")
_COORDINATE = re.compile(r"(\d+),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?([NSEW])")


@dataclass(frozen=True)
class Xmp:
    """What a packet says; empty where it says nothing, or where it has a `fault`.

    `digitized` is when a picture became a file: of a scan that is long after it was taken.
    """

    date: str | None = None
    digitized: str | None = None
    title: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()
    rating: int | None = None
    lens: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    label: str | None = None
    fault: str = ""


def read_xmp(packet: bytes | None) -> Xmp:
    """Read a packet in one pass; one with entities, too large or broken has a `fault`."""
    packet = packet or b""
    if not packet.startswith((b"\xff\xfe", b"\xfe\xff")):  # in UTF-16 a zero byte is half a letter
        packet = packet.strip(b"\0 \r\n\t")
    if not packet:
        return Xmp()
    if len(packet) > _MOST_BYTES:
        return Xmp(fault=sentence("larger than {most_bytes} MB", most_bytes=_MOST_BYTES // 1000000))
    properties = _Properties()
    parser = DefusedXMLParser(target=properties)
    try:
        parser.feed(packet)
        parser.close()
    except _TooMuch:
        return Xmp(fault=sentence("nested too deeply or with too many parts"))
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return Xmp(fault="damaged")
    flat, hierarchies, listed = map(properties.all, (_SUBJECT, _HIERARCHY, _TAGS_LIST))
    leaves = [path.rpartition("|")[2] for path in hierarchies]
    leaves += [path.rpartition("/")[2] for path in listed]
    paths = paths_written(hierarchies, listed, flat)
    return Xmp(
        date=properties.first(_DATE_TAKEN, _DATE_CREATED),
        digitized=properties.first(_CREATE_DATE),
        title=properties.first(_TITLE),
        description=properties.first(_DESCRIPTION),
        keywords=tuple(dict.fromkeys([*paths, *flat, *leaves])),
        rating=_rating(properties.first(_RATING)),
        lens=properties.first(_LENS),
        latitude=_coordinate(properties.first(_LATITUDE), 90),
        longitude=_coordinate(properties.first(_LONGITUDE), 180),
        label=_label(properties),
    )


class _TooMuch(Exception):
    """It has more than any program writes about a photo."""


class _Properties:
    """The values of the properties that we use, from all descriptions, in the order of the packet.

    A property is an attribute of a description or an element right below one, with a text or with
    a list of them.
    """

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = {}
        self._path: list[str] = []
        self._elements = 0
        self._depth = 0  # of the property that is open; 0: none
        self._own: list[str] = []
        self._listed: list[list[str]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._path[-1] if self._path else ""
        self._path.append(tag)
        self._elements += 1
        if len(self._path) > _MOST_DEPTH or self._elements > _MOST_ELEMENTS:
            raise _TooMuch
        if tag == _RDF_DESCRIPTION:
            for name in _PROPERTIES & attributes.keys():
                self._values.setdefault(name, []).append(attributes[name])
        elif self._depth and tag == _LIST_ENTRY:
            self._listed.append([])
        elif not self._depth and parent == _RDF_DESCRIPTION and tag in _PROPERTIES:
            self._depth, self._own, self._listed = len(self._path), [], []

    def data(self, text: str) -> None:
        if not self._depth:
            return
        if self._listed and self._path[-1] == _LIST_ENTRY:
            self._listed[-1].append(text)
        elif len(self._path) == self._depth:
            self._own.append(text)

    def end(self, tag: str) -> None:
        if len(self._path) == self._depth:
            parts = self._listed or [self._own]
            self._values.setdefault(tag, []).extend("".join(part) for part in parts)
            self._depth = 0
        self._path.pop()

    def close(self) -> None:
        """Be done; the parser asks for it."""

    def all(self, name: str) -> list[str]:
        return [value.strip() for value in self._values.get(name, []) if value.strip()]

    def first(self, *names: str) -> str | None:
        return next((value for name in names for value in self.all(name)), None)


def _rating(text: str | None) -> int | None:
    try:
        rating = round(float(text or ""))
    except (ValueError, OverflowError):
        return None
    return rating if -1 <= rating <= 5 else None


def _label(properties: _Properties) -> str | None:
    """Return the color label: a name, or the number that digiKam or darktable gives it."""
    return (
        properties.first(_LABEL)
        or _color(properties.first(_DIGIKAM_LABEL), _DIGIKAM_COLORS)
        or _color(properties.first(_DARKTABLE_LABELS), _DARKTABLE_COLORS)
        or None
    )


def _color(number: str | None, colors: tuple[str, ...]) -> str:
    return dict(zip(map(str, range(len(colors))), colors, strict=True)).get(number or "", "")


def _coordinate(text: str | None, limit: float) -> float | None:
    match = _COORDINATE.fullmatch(text or "")
    if not match:
        return None
    degrees = float(match[1]) + float(match[2]) / 60 + float(match[3] or 0) / 3600
    sign = -1 if match[4] in "SW" else 1
    return round(sign * degrees, 7) if degrees <= limit else None
