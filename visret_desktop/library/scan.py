"""Walk a folder and tell what files are there: names and stats only, nothing is opened."""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from visret_desktop.library import volumes
from visret_desktop.library.imaging import EXTENSIONS, RAW_EXTENSIONS
from visret_desktop.library.records import Fingerprint

_NEVER = frozenset(
    ("@eaDir", "lost+found", "$RECYCLE.BIN", "System Volume Information", "Thumbs.db")
)
_NEVER_PATTERNS = ("*.lrdata", "*.photoslibrary")
_WINDOWS_HIDDEN = 2
_SIDECAR = ".xmp"


@dataclass(frozen=True)
class FoundFile:
    """One photo file; `relative` is '/'-separated and counts from the scanned root."""

    relative: str
    fingerprint: Fingerprint
    volume_uid: str
    companion: str | None = None  # file name of the RAW that belongs to this picture
    sidecar: str | None = None  # relative path of its .xmp
    sidecar_fingerprint: Fingerprint | None = None


@dataclass(frozen=True)
class ScanProblem:
    """A folder or file that the walk could not look at."""

    relative: str
    code: str
    reason: str


@dataclass(frozen=True)
class _Entry:
    name: str
    status: os.stat_result


def walk(
    root: Path, *, excluded: Sequence[str] = (), cancelled: Callable[[], bool] = lambda: False
) -> Iterator[FoundFile | ScanProblem]:
    """Yield photos below `root`, folder by folder in name order, and what could not be read.

    Symbolic links are followed, each folder is visited once. Hidden and excluded names (patterns
    match the name or the path from the root) are left out. A RAW beside a picture of the same stem
    is that picture's companion, not a photo of its own.
    """
    visited: set[tuple[int, int]] = set()
    uid_of_device: dict[int, str] = {}
    waiting = [""]
    while waiting and not cancelled():
        folder = waiting.pop()
        path = root / folder
        try:
            status = path.stat()
            identity = (status.st_dev, status.st_ino)
            if identity in visited:
                continue
            visited.add(identity)
            files, folders, broken = _list(path, folder, excluded)
        except OSError as error:
            reason = f"This folder cannot be read ({error.strerror or error})."
            yield ScanProblem(folder, "unreadable-folder", reason)
            continue
        if status.st_dev not in uid_of_device:
            uid_of_device[status.st_dev] = volumes.volume_of(path).uid
        yield from broken
        yield from _photos(folder, files, uid_of_device[status.st_dev])
        waiting += [_join(folder, name) for name in sorted(folders, reverse=True)]


def _list(
    path: Path, folder: str, excluded: Sequence[str]
) -> tuple[list[_Entry], list[str], list[ScanProblem]]:
    files: list[_Entry] = []
    folders: list[str] = []
    broken: list[ScanProblem] = []
    with os.scandir(path) as entries:
        for entry in entries:
            if _is_left_out(entry.name, _join(folder, entry.name), excluded):
                continue
            try:
                status = entry.stat()
            except OSError as error:
                if _suffix(entry.name) in EXTENSIONS:
                    reason = f"This file cannot be looked at ({error.strerror or error})."
                    relative = _join(folder, entry.name)
                    broken.append(ScanProblem(relative, "unreadable", reason))
                continue
            if getattr(status, "st_file_attributes", 0) & _WINDOWS_HIDDEN:
                continue
            if stat.S_ISDIR(status.st_mode):
                folders.append(entry.name)
            elif stat.S_ISREG(status.st_mode):
                files.append(_Entry(entry.name, status))
    return files, folders, broken


def _is_left_out(name: str, relative: str, excluded: Sequence[str]) -> bool:
    if name.startswith(".") or name in _NEVER:
        return True
    return any(fnmatch(name, p) or fnmatch(relative, p) for p in (*_NEVER_PATTERNS, *excluded))


def _photos(folder: str, files: list[_Entry], uid: str) -> Iterator[FoundFile]:
    sidecars = {e.name.lower(): e for e in files if e.name.lower().endswith(_SIDECAR)}
    photos = [e for e in files if _suffix(e.name) in EXTENSIONS]
    pictures = {_stem(e.name) for e in photos if not _is_raw(e.name)}
    raws = {_stem(e.name): e.name for e in photos if _is_raw(e.name)}
    for entry in sorted(photos, key=lambda e: e.name):
        if _is_raw(entry.name):
            if _stem(entry.name) in pictures:
                continue
            companion = None
        else:
            companion = raws.get(_stem(entry.name))
        sidecar = sidecars.get(entry.name.lower() + _SIDECAR)
        sidecar = sidecar or sidecars.get(_stem(entry.name) + _SIDECAR)
        yield FoundFile(
            _join(folder, entry.name),
            _fingerprint(entry),
            uid,
            companion,
            _join(folder, sidecar.name) if sidecar else None,
            _fingerprint(sidecar) if sidecar else None,
        )


def _is_raw(name: str) -> bool:
    return _suffix(name) in RAW_EXTENSIONS


def _suffix(name: str) -> str:
    # A million times a scan: a Path object for each name would cost more than its stat.
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def _stem(name: str) -> str:
    return name[: len(name) - len(_suffix(name))].lower()


def _fingerprint(entry: _Entry) -> Fingerprint:
    return Fingerprint(entry.status.st_size, entry.status.st_mtime_ns)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
