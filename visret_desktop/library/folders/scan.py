"""Walk a folder and list its photos: by names and stats only, no file is opened."""

import fnmatch
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop.library.folders import volumes
from visret_desktop.library.photos.formats import EXTENSIONS, RAW_EXTENSIONS, VIDEO_EXTENSIONS
from visret_desktop.library.records import Fingerprint
from visret_desktop.sentences import Sentence, sentence

# Folders of file systems, network drives and photo programs: never a person's photos.
_NEVER = (
    "@eaDir",
    "lost+found",
    "$RECYCLE.BIN",
    "System Volume Information",
    "*.lrdata",
    "*.photoslibrary",
)
UNREADABLE_FOLDER = "unreadable-folder"  # code of a problem
_IS_WINDOWS = os.name == "nt"
_WINDOWS_HIDDEN = 2
_SIDECAR = ".xmp"
_WANTED = EXTENSIONS | {_SIDECAR}
# What cameras write beside a RAW of the same name; a scan as TIFF or an export as PNG is a photo
# of its own, and the RAW stays one.
_CAMERA_PICTURES = frozenset((".jpg", ".jpeg", ".jpe", ".heic", ".heif", ".hif"))


@dataclass(frozen=True)
class FoundFile:
    """One photo file; `relative` is '/'-separated and counts from the scanned root."""

    relative: str
    fingerprint: Fingerprint
    volume_uid: str
    raws: tuple["FoundFile", ...] = ()  # that belong to this picture, as long as it can be read
    sidecar: str | None = None  # relative path of its .xmp
    sidecar_fingerprint: Fingerprint | None = None

    @property
    def companion(self) -> str | None:
        """The file name of the RAW that belongs to this picture."""
        return self.raws[0].relative.rpartition("/")[2] if self.raws else None


@dataclass(frozen=True)
class ScanProblem:
    """A folder or file that the walk could not look at."""

    relative: str
    code: str
    reason: Sentence


@dataclass(frozen=True)
class Videos:
    """How many videos lie in one folder."""

    relative: str
    count: int


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file as a folder lists it."""

    name: str
    fingerprint: Fingerprint


@dataclass(slots=True)
class _Listing:
    """What one folder has."""

    files: list[ListedFile] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    broken: list[ScanProblem] = field(default_factory=list)
    videos: int = 0


def walk(
    root: Path, *, excluded: Sequence[str] = (), cancelled: Callable[[], bool] = lambda: False
) -> Iterator[FoundFile | ScanProblem | Videos]:
    """Yield photos below `root`, folder by folder in name order, problems, and counts of videos.

    `cancelled` is called for every name, so each call also means that the disk answers.

    Symbolic links are followed, each folder is visited once. Hidden and excluded names are left
    out; a pattern matches a name or a path from the root ('raw', '*.bak', '2019/private'). A RAW
    beside a picture of the same stem belongs to that picture and is not yielded by itself.
    """
    is_left_out = left_out(excluded)
    visited: set[tuple[int, int]] = set()
    uid_of_device: dict[int, str] = {}
    waiting = [""]
    while waiting and not cancelled():
        folder = waiting.pop()
        path = os.path.join(root, folder)  # noqa: PTH118 - a Path per folder costs more
        try:
            status = os.stat(path)  # noqa: PTH116
            identity = (status.st_dev, status.st_ino)
            if identity in visited:
                continue
            visited.add(identity)
            listing = _list(path, folder, is_left_out, cancelled)
        except OSError as error:
            reason = sentence(
                "This folder cannot be read ({error}).", error=error.strerror or error
            )
            yield ScanProblem(folder, UNREADABLE_FOLDER, reason)
            continue
        if status.st_dev not in uid_of_device:
            uid_of_device[status.st_dev] = volumes.volume_of(Path(path)).uid
        yield from listing.broken
        if listing.videos:
            yield Videos(folder, listing.videos)
        yield from photos_in(folder, listing.files, uid_of_device[status.st_dev])
        waiting += [_join(folder, name) for name in sorted(listing.folders, reverse=True)]


def left_out(excluded: Sequence[str]) -> Callable[[str, str], bool]:
    """Return a test of (name, path from the root): is it hidden or excluded?"""
    patterns = (*_NEVER, *(pattern.rstrip("/\\") for pattern in excluded))
    wanted = [os.path.normcase(p) for p in patterns if p]
    # One pattern for all: this is asked for every name of the library at every scan.
    matches = re.compile("|".join(fnmatch.translate(p) for p in wanted)).match
    has_paths = any("/" in pattern for pattern in excluded)

    def is_left_out(name: str, relative: str) -> bool:
        if name.startswith(".") or matches(os.path.normcase(name)):
            return True
        return has_paths and matches(os.path.normcase(relative)) is not None

    return is_left_out


def _list(
    path: str,
    folder: str,
    is_left_out: Callable[[str, str], bool],
    cancelled: Callable[[], bool],
) -> _Listing:
    listing = _Listing()
    with os.scandir(path) as entries:
        for entry in entries:
            if cancelled():
                break
            name = entry.name
            if is_left_out(name, _join(folder, name)):
                continue
            suffix = _suffix(name)
            is_wanted = suffix in _WANTED
            try:
                # The kind is known from the listing; only files that we want cost a stat.
                if entry.is_dir():
                    if not (_IS_WINDOWS and _is_hidden(entry.stat())):
                        listing.folders.append(name)
                    continue
                if not is_wanted:
                    listing.videos += suffix in VIDEO_EXTENSIONS
                    continue
                status = entry.stat()
            except OSError as error:
                if is_wanted:
                    reason = sentence(
                        "This file cannot be looked at ({error}).", error=error.strerror or error
                    )
                    listing.broken.append(ScanProblem(_join(folder, name), "unreadable", reason))
                continue
            if stat.S_ISREG(status.st_mode) and not _is_hidden(status):
                listing.files.append(ListedFile(name, Fingerprint.of(status)))
    return listing


def _is_hidden(status: os.stat_result) -> bool:
    attributes: int = getattr(status, "st_file_attributes", 0)
    return bool(attributes & _WINDOWS_HIDDEN)


def photos_in(folder: str, files: list[ListedFile], uid: str) -> Iterator[FoundFile]:
    """Yield the photos among the files of one folder, each with its sidecar and its RAWs."""
    photos = sorted((e for e in files if _suffix(e.name) != _SIDECAR), key=lambda e: e.name)
    sidecars = {e.name.lower(): e for e in files if _suffix(e.name) == _SIDECAR}

    def as_found(entry: ListedFile, raws: Sequence[ListedFile] = ()) -> FoundFile:
        sidecar = _sidecar(entry.name, sidecars) if sidecars else None
        return FoundFile(
            _join(folder, entry.name),
            entry.fingerprint,
            uid,
            tuple(map(as_found, raws)),
            _join(folder, sidecar.name) if sidecar else None,
            sidecar.fingerprint if sidecar else None,
        )

    raws_of = _pairs(photos)
    companions = {raw.name for raws in raws_of.values() for raw in raws}
    for entry in photos:
        if entry.name not in companions:
            yield as_found(entry, raws_of.get(entry.name, ()))


def _pairs(photos: list[ListedFile]) -> dict[str, list[ListedFile]]:
    """Return the RAWs that belong to a picture, by its name.

    Several pictures of one stem (IMG.jpg and IMG.heic): the RAWs go with the first by name.
    """
    raws: dict[str, list[ListedFile]] = {}
    for entry in photos:
        if _suffix(entry.name) in RAW_EXTENSIONS:
            raws.setdefault(_stem(entry.name), []).append(entry)
    raws_of: dict[str, list[ListedFile]] = {}
    if raws:
        for entry in photos:
            if _suffix(entry.name) in _CAMERA_PICTURES and _stem(entry.name) in raws:
                raws_of[entry.name] = raws.pop(_stem(entry.name))
    return raws_of


def _sidecar(name: str, sidecars: dict[str, ListedFile]) -> ListedFile | None:
    whole = sidecars.get(name.lower() + _SIDECAR)
    return whole or sidecars.get(_stem(name) + _SIDECAR)


def _suffix(name: str) -> str:
    # A million times a scan: a Path object for each name would cost more than its stat.
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def _stem(name: str) -> str:
    return name[: len(name) - len(_suffix(name))].lower()


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
