"""Where an institution's photos lie: folders on shared storage, and buckets.

A file goes by its whole path: `/mnt/photos/a.jpg` or `s3://bucket/a.jpg`. Photos are decoded from
files, so those of a bucket are fetched one by one, each for as long as it is decoded.
"""

import logging
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

import fsspec
import psutil

from visret_desktop import file_changes
from visret_desktop.errors import (
    Cancelled,
    FolderMissing,
    FolderSilent,
    NotOurs,
    PhotoUnreadable,
    VisretError,
)
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.folders.scan import (
    UNREADABLE_FOLDER,
    FoundFile,
    ListedFile,
    ScanProblem,
    left_out,
    photos_in,
)
from visret_desktop.library.records import Fingerprint
from visret_desktop.paths import absolute
from visret_desktop.sentences import sentence
from visret_desktop.settings import Settings

_MOST_BYTES = 2 * 1024**3  # of a file that is fetched; decoders refuse larger ones
_TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")  # by file system
_FETCHED = "visret-photo-"  # how folders for what is fetched begin; then machine, process, chance
_log = logging.getLogger(__name__)


class BucketMissing(VisretError):
    """A bucket, or what it takes to read it, is not there."""

    code = "bucket-missing"
    sentence = (
        "{address} cannot be read ({reason}). See whether the address and the login are right; "
        "`pip install s3fs` is what reads s3://."
    )
    exit_code = 3


class PhotoSource(Protocol):
    """Where photos lie. For one process; `fetched` for its threads."""

    address: str  # what the paths of its files begin with
    is_copied: bool  # whether fetching makes copies, whose times are not those of the files

    def survey(self) -> Iterator[FoundFile | ScanProblem]:
        """Yield its photos, and what could not be looked at.

        Raises:
            FolderSilent, FolderMissing, BucketMissing: it does not answer, or is not there.
        """
        ...

    def is_there(self) -> bool:
        """Tell whether it answers, and is what it was when this was opened."""
        ...

    def fetched(self, file: FoundFile) -> AbstractContextManager[Path]:
        """Have a file, and its sidecar, lie below a folder for a `with` block; yield that.

        Raises:
            PhotoUnreadable: it is not there, or cannot be read.
        """
        ...


def address_of(place: str) -> str:
    """Return the address of a folder or bucket that a person named."""
    return place.rstrip("/") if "://" in place else str(absolute(place))


def path_in(address: str, relative: str) -> str:
    """Return the whole path of a file of a source."""
    return f"{address.rstrip('/')}/{relative}"


def open_source(address: str, settings: Settings) -> PhotoSource:
    """Return what lies at an address.

    Raises:
        FolderMissing, FolderSilent, BucketMissing: it is not there.
    """
    if "://" in address:
        return _Bucket(address, settings)
    return _Folder(Path(address), settings)


class _Folder:
    """A folder that every machine sees at the same path."""

    is_copied = False

    def __init__(self, root: Path, settings: Settings) -> None:
        self.address, self._root = str(root), root
        self._seconds, self._excluded = settings.folder_seconds, settings.excluded
        with FolderProbe(self._seconds) as probe:
            place = probe.place(root)
        if not place.is_folder:
            raise FolderMissing(path=root)
        self._volume_uid = place.volume_uid

    def survey(self) -> Iterator[FoundFile | ScanProblem]:
        with FolderProbe(self._seconds) as probe:
            for entry in probe.survey(self._root, self._excluded):
                if isinstance(entry, FoundFile | ScanProblem):
                    yield entry

    def is_there(self) -> bool:
        with suppress(FolderSilent, Cancelled), FolderProbe(self._seconds) as probe:
            place = probe.place(self._root)
            return place.is_folder and place.volume_uid == self._volume_uid
        return False

    def fetched(self, _file: FoundFile) -> AbstractContextManager[Path]:
        return nullcontext(self._root)


class _Bucket:
    """A bucket, or a folder in one: what fsspec reads by an address such as `s3://bucket/2024`."""

    is_copied = True

    def __init__(self, address: str, settings: Settings) -> None:
        self.address = address
        _sweep_fetched()
        self._excluded: Sequence[str] = settings.excluded
        try:
            self._fs, self._inside = fsspec.core.url_to_fs(address)
            is_there = self._fs.isdir(self._inside)
        except Exception as error:  # each of fsspec's file systems has errors of its own
            raise BucketMissing(address=address, reason=error) from error
        if not is_there:
            raise BucketMissing(address=address, reason=sentence("there is nothing at it"))

    def survey(self) -> Iterator[FoundFile | ScanProblem]:
        is_left_out = left_out(self._excluded)
        failures: list[OSError] = []
        for path, folders, files in self._fs.walk(
            self._inside, detail=True, on_error=failures.append
        ):
            folder = str(path).removeprefix(self._inside).strip("/")
            for name in [one for one in folders if is_left_out(one, _join(folder, one))]:
                del folders[name]  # `walk` goes on with those that are left
            listed = [
                ListedFile(name, Fingerprint(int(about.get("size") or 0), _changed_ns(about)))
                for name, about in files.items()
                if name and not is_left_out(name, _join(folder, name))
            ]
            yield from photos_in(folder, listed, self.address)
        for failure in failures:
            reason = sentence("This folder cannot be read ({error}).", error=failure)
            yield ScanProblem("", UNREADABLE_FOLDER, reason)

    def is_there(self) -> bool:
        with suppress(Exception):
            self._fs.invalidate_cache()
            return bool(self._fs.isdir(self._inside))
        return False

    @contextmanager
    def fetched(self, file: FoundFile) -> Iterator[Path]:
        if file.fingerprint.size > _MOST_BYTES:
            raise PhotoUnreadable("too-large", sentence("The file is larger than 2 GB."))
        name = f"{_FETCHED}{socket.gethostname()}-{os.getpid()}-"
        with file_changes.temporary_folder(name) as root:
            for relative in (file.relative, file.sidecar):
                if relative:
                    self._fetch(relative, root)
            yield root

    def _fetch(self, relative: str, root: Path) -> None:
        place = PurePosixPath(relative)
        if ".." in place.parts or place.is_absolute():  # a key may be any text
            reason = sentence("A name with “..” in it is none of a file.")
            raise PhotoUnreadable("unreadable", reason)
        try:
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            self._fs.get_file(path_in(self._inside, relative), str(root / place))
        except PermissionError as error:
            reason = sentence("You may not read this file.")
            raise PhotoUnreadable("no-permission", reason) from error
        except FileNotFoundError as error:
            reason = sentence("The file is not there any more.")
            raise PhotoUnreadable("vanished", reason) from error
        except Exception as error:
            reason = sentence(
                "The disk could not read this file ({strerror}).",
                strerror=getattr(error, "strerror", None) or error,
            )
            raise PhotoUnreadable("disk-error", reason) from error


def _sweep_fetched() -> None:
    """Remove what processes of this machine had fetched when they were killed."""
    begin = f"{_FETCHED}{socket.gethostname()}-"  # machines may share the folder of these
    for folder in Path(tempfile.gettempdir()).glob(f"{begin}*"):
        number = folder.name.removeprefix(begin).partition("-")[0]
        if number.isdigit() and not psutil.pid_exists(int(number)):
            with suppress(OSError, NotOurs):
                file_changes.remove_tree(folder)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _changed_ns(about: dict[str, Any]) -> int:
    """Return when a file was changed, in ns, as its file system says it; 0: it does not."""
    moment = next((about[name] for name in _TIMES if about.get(name)), 0)
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if isinstance(moment, datetime):
        moment = moment.timestamp()
    return int(float(moment) * 1e9)
