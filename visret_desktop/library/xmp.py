"""Read the few XMP properties we use, from a packet in a photo or a sidecar beside it."""

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

_MOST_BYTES = 4_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_EXIF = "{http://ns.adobe.com/exif/1.0/}"
_AUX = "{http://ns.adobe.com/exif/1.0/aux/}"
_PHOTOSHOP = "{http://ns.adobe.com/photoshop/1.0/}"
_LIGHTROOM = "{http://ns.adobe.com/lightroom/1.0/}"
_COORDINATE = re.compile(r"(\d+),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?([NSEW])")


@dataclass(frozen=True)
class Xmp:
    """What a packet says; empty where it is silent, absent or hostile."""

    date: str | None = None
    title: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()
    rating: int | None = None
    lens: str | None = None
    latitude: float | None = None
    longitude: float | None = None


def read_xmp(packet: bytes | None) -> Xmp:
    """Read a packet; entities and oversized or broken XML give an empty answer."""
    if not packet or len(packet) > _MOST_BYTES:
        return Xmp()
    try:
        root = fromstring(packet.strip(b"\0 \r\n\t"))
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return Xmp()
    found = _Properties(root)
    hierarchies = found.all(f"{_LIGHTROOM}hierarchicalSubject")
    leaves = [path.rpartition("|")[2] for path in hierarchies]
    return Xmp(
        date=found.first(f"{_EXIF}DateTimeOriginal", f"{_PHOTOSHOP}DateCreated"),
        title=found.first(f"{_DC}title"),
        description=found.first(f"{_DC}description"),
        keywords=tuple(dict.fromkeys(found.all(f"{_DC}subject") + leaves)),
        rating=_rating(found.first(f"{_XMP}Rating")),
        lens=found.first(f"{_AUX}Lens"),
        latitude=_coordinate(found.first(f"{_EXIF}GPSLatitude"), 90),
        longitude=_coordinate(found.first(f"{_EXIF}GPSLongitude"), 180),
    )


class _Properties:
    """All values of all descriptions by qualified name, attributes and elements alike."""

    def __init__(self, root: Element) -> None:
        self._values: dict[str, list[str]] = {}
        for description in root.iter(f"{_RDF}Description"):
            for name, value in description.attrib.items():
                self._values.setdefault(name, []).append(value)
            for child in description:
                self._values.setdefault(child.tag, []).extend(_values(child))

    def all(self, name: str) -> list[str]:
        return [value.strip() for value in self._values.get(name, []) if value.strip()]

    def first(self, *names: str) -> str | None:
        return next((value for name in names for value in self.all(name)), None)


def _values(element: Element) -> list[str]:
    listed = [entry.text or "" for entry in element.iter(f"{_RDF}li")]
    return listed or [element.text or ""]


def _rating(text: str | None) -> int | None:
    try:
        rating = round(float(text or ""))
    except (ValueError, OverflowError):
        return None
    return rating if -1 <= rating <= 5 else None


def _coordinate(text: str | None, limit: float) -> float | None:
    match = _COORDINATE.fullmatch(text or "")
    if not match:
        return None
    degrees = float(match[1]) + float(match[2]) / 60 + float(match[3] or 0) / 3600
    sign = -1 if match[4] in "SW" else 1
    return round(sign * degrees, 7) if degrees <= limit else None
