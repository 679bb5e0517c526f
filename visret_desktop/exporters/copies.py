"""The export of a folder of copies: the same bytes, or JPEGs with metadata and without location.

A copy's file name is allowed on every system and unique in its folder. Its metadata has names,
tags, stars and time, and a location only as a point of the grid.
"""

import os
import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePath
from typing import BinaryIO

import xxhash
from lxml import etree
from PIL import ExifTags, Image

from visret_desktop.errors import PhotoUnreadable, UsageError, VisretError
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.obscuring import Cell
from visret_desktop.exporters.photos import Outgoing, outgoing
from visret_desktop.interchange.sidecars.merging import clean, words_and_paths
from visret_desktop.library.records import Photo
from visret_desktop.names import DEVICES
from visret_desktop.plain_files import NOT_PLAIN, NotPlainFile, open_plain
from visret_desktop.sentences import form, sentence

_FORBIDDEN = re.compile(
    r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u2028-\u202e\u2066-\u2069]'
)
_MOST_NAME_BYTES = 180


class CopyNames:
    """The names that were given in one folder."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}  # by folded name: the last number that was given

    def name_for(self, name: str, suffix: str = "") -> str:
        """Return a name that is still free; `suffix` takes the place of its ending.

        What some system does not allow in it becomes "_", and a second one of a name is numbered.
        """
        path = PurePath(_safe(name))
        stem, ending = path.stem, suffix or path.suffix
        found = f"{stem}{ending}"
        number = self._taken.get(_folded(found), 0)
        self._taken[_folded(found)] = number + 1
        if not number:
            return found
        while (numbered := f"{stem} ({number + 1}){ending}") and _folded(numbered) in self._taken:
            number += 1
        self._taken[_folded(numbered)] = 1
        return numbered


def _safe(name: str) -> str:
    clean = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", name)).strip(" .") or "_"
    if clean.split(".")[0].lower() in DEVICES:
        clean = f"_{clean}"
    path = PurePath(clean)
    ending = path.suffix if len(path.suffix) < 12 else ""
    stem = clean.removesuffix(ending)
    while len(f"{stem}{ending}".encode()) > _MOST_NAME_BYTES:
        stem = stem[:-1]
    return f"{stem}{ending}"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


_X, _RDF = "adobe:ns:meta/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_DC, _XMP = "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/"
_LR, _XML = "http://ns.adobe.com/lightroom/1.0/", "http://www.w3.org/XML/1998/namespace"
_PREFIXES = {"rdf": _RDF, "dc": _DC, "xmp": _XMP, "lr": _LR}
_MOST_BYTES = 60_000  # a JPEG has room for little more
_MILLIONTHS = 1_000_000


def packet_of(photo: Photo) -> bytes:
    """Return an XMP packet with names, tags and stars."""
    called = (accepted.common or accepted.name for accepted in photo.notes.names)
    names = ", ".join(dict.fromkeys(called))
    words, paths = words_and_paths(photo)
    root = etree.Element(f"{{{_X}}}xmpmeta", nsmap={"x": _X})
    rdf = etree.SubElement(root, f"{{{_RDF}}}RDF", nsmap=_PREFIXES)
    about = etree.SubElement(rdf, f"{{{_RDF}}}Description", {f"{{{_RDF}}}about": ""})
    if photo.rating is not None:
        about.set(f"{{{_XMP}}}Rating", str(photo.rating))
    for tag, text in (
        ("title", names or photo.metadata.title),
        ("description", photo.metadata.description),
    ):
        if text:
            _add(about, f"{{{_DC}}}{tag}", "Alt", [text])
    keywords = [*photo.metadata.keywords, *words]
    while True:
        for tag, kind, values in (
            (f"{{{_DC}}}subject", "Bag", keywords),
            (f"{{{_LR}}}hierarchicalSubject", "Bag", paths),
        ):
            for before in about.findall(tag):
                about.remove(before)
            if values:
                _add(about, tag, kind, values)
        written: bytes = etree.tostring(root, encoding="utf-8")
        if len(written) <= _MOST_BYTES:
            return written
        keywords, paths = keywords[: len(keywords) // 2], paths[: len(paths) // 2]


def _add(about: "etree._Element", tag: str, kind: str, values: list[str]) -> None:
    holder = etree.SubElement(etree.SubElement(about, tag), f"{{{_RDF}}}{kind}")
    for value in dict.fromkeys(map(clean, values)):
        entry = etree.SubElement(holder, f"{{{_RDF}}}li")
        entry.text = value
        if kind == "Alt":
            entry.set(f"{{{_XML}}}lang", "x-default")


def exif_of(photo: Photo, cell: Cell | None) -> Image.Exif:
    """Return when a photo was taken and, of a place of the grid, where."""
    exif = Image.Exif()
    taken = photo.metadata.taken_at
    if taken and len(taken) >= 19:
        times = exif.get_ifd(ExifTags.IFD.Exif)
        times[ExifTags.Base.DateTimeOriginal] = taken[:19].replace("-", ":").replace("T", " ")
        if len(taken) == 25:
            times[ExifTags.Base.OffsetTimeOriginal] = taken[19:]
    if cell is not None:
        place = exif.get_ifd(ExifTags.IFD.GPSInfo)
        place[ExifTags.GPS.GPSVersionID] = b"\2\3\0\0"
        for degrees, reference, value, signs in (
            (cell.latitude, ExifTags.GPS.GPSLatitudeRef, ExifTags.GPS.GPSLatitude, "NS"),
            (cell.longitude, ExifTags.GPS.GPSLongitudeRef, ExifTags.GPS.GPSLongitude, "EW"),
        ):
            place[reference] = signs[degrees < 0]
            place[value] = _sixtieths(abs(degrees))
        place[ExifTags.GPS.GPSHPositioningError] = float(cell.meters)
    return exif


def _sixtieths(degrees: float) -> tuple[float, float, float]:
    whole, rest = divmod(round(degrees * 3600 * _MILLIONTHS), 3600 * _MILLIONTHS)
    minutes, seconds = divmod(rest, 60 * _MILLIONTHS)
    return float(whole), float(minutes), seconds / _MILLIONTHS


OFFLINE = Lack(
    "offline",
    form("1 photo is out of reach and is left out. Plug in its drive."),
    form("{count:,} photos are out of reach and are left out. Plug in their drives."),
)
UNREADABLE = Lack(
    "unreadable",
    form("1 photo cannot be read and is left out."),
    form("{count:,} photos cannot be read and are left out."),
)
CHANGED = Lack(
    "changed",
    form("1 photo was changed since it was indexed and is left out. Index its folder again."),
    form(
        "{count:,} photos were changed since they were indexed and are left "
        "out. Index their folders again."
    ),
)
_CHUNK = 1 << 20
_QUALITY = 92


class _Changed(Exception):
    """A file has other bytes than the library knows."""


class CopyNotKept(VisretError):
    """A copy has other bytes than what was copied."""

    code = "copy-not-kept"
    sentence = "The copy {name} does not hold what was written. Check the disk that it is on."


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Copy the photos that are in reach.

    Raises:
        UsageError: bytes were asked for as they are, and places obscured.
        CopyNotKept: the disk did not keep a copy.
    """
    is_named = export.choices.copies_as == "named"
    if export.choices.obscure_km and not is_named:
        reason = sentence(
            "Original bytes hold the exact place. Obscured copies are those with --as named."
        )
        raise UsageError(reason=reason)
    names = CopyNames()
    report.count("bytes", 0)
    photos = outgoing(export, report, is_placeless=is_named, names_places=False)
    for done, one in enumerate(photos, 1):
        if not (one.source.online and export.is_there(one.source)):
            report.note(OFFLINE, one.source.path)
        elif target.is_dry:
            report.count()
            report.count("bytes", 0 if is_named else one.source.fingerprint.size)
        else:
            write_one = _write_named if is_named else _write_original
            name = names.name_for(one.photo.name, ".jpg" if is_named else "")
            _copy(partial(write_one, export, one), target, name, one, report)
        yield done


def _copy(
    write_one: "partial[int]", target: ExportTarget, name: str, one: Outgoing, report: Report
) -> None:
    try:
        with target.file(name) as file:
            size = write_one(file)
    except _Changed:
        report.note(CHANGED, one.source.path)
    except PhotoUnreadable as error:
        report.note(UNREADABLE, f"{one.source.path}: {error}")
    else:
        report.count()
        report.count("bytes", size)


def _write_original(_export: Export, one: Outgoing, file: BinaryIO) -> int:
    """Copy the bytes, and compare those that the disk has with the photo's hash."""
    read, size = xxhash.xxh3_128(), 0
    for chunk in _chunks(one.source.path):
        read.update(chunk)
        size += len(chunk)
        file.write(chunk)
    if read.hexdigest() != one.source.content_hash:
        raise _Changed
    file.flush()
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    kept = xxhash.xxh3_128()
    while chunk := os.read(file.fileno(), _CHUNK):
        kept.update(chunk)
    if kept.digest() != read.digest():
        raise CopyNotKept(name=one.photo.name)
    return size


def _chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a photo.

    Raises:
        PhotoUnreadable: the system does not give them.
    """
    try:
        with open_plain(path) as source:
            while chunk := source.read(_CHUNK):
                yield chunk
    except OSError as error:
        reason = error.strerror or sentence("it cannot be read")
        raise PhotoUnreadable("unreadable", reason) from error
    except NotPlainFile as error:
        raise PhotoUnreadable("unreadable", NOT_PLAIN) from error


def _write_named(export: Export, one: Outgoing, file: BinaryIO) -> int:
    """Draw the photo anew: nothing of its file is in the copy but pixels."""
    picture = export.picture(one.source)
    picture.save(
        file,
        "JPEG",
        quality=_QUALITY,
        exif=exif_of(one.photo, one.cell),
        xmp=packet_of(one.photo),
    )
    return file.tell()
