"""A folder of copies: the same bytes, or JPEGs with names and tags in them and without place."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

import xxhash

from visret_desktop.errors import PhotoUnreadable, UsageError, VisretError
from visret_desktop.exporters.copies.copy_names import CopyNames
from visret_desktop.exporters.copies.embedded import exif_of, packet_of
from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.photos import Outgoing, outgoing
from visret_desktop.sentences import form, sentence

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


def write(export: Export, place: ExportTarget, report: Report) -> Iterator[int]:
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
        elif place.is_dry:
            report.count()
            report.count("bytes", 0 if is_named else one.source.fingerprint.size)
        else:
            write_one = _write_named if is_named else _write_original
            name = names.name_for(one.photo.name, ".jpg" if is_named else "")
            _copy(partial(write_one, export, one), place, name, one, report)
        yield done


def _copy(
    write_one: "partial[int]", place: ExportTarget, name: str, one: Outgoing, report: Report
) -> None:
    try:
        with place.file(name) as file:
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
        with path.open("rb") as source:
            while chunk := source.read(_CHUNK):
                yield chunk
    except OSError as error:
        reason = error.strerror or sentence("it cannot be read")
        raise PhotoUnreadable("unreadable", reason) from error


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
