"""Questions to disks: where a folder lies, what is in it. A disk may never answer.

`DirectDisk` asks in this process and waits. A `FolderProbe` asks the same from a process of its
own, for those who must not be kept waiting.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from visret_desktop.file_changes import Identity
from visret_desktop.library.folders import volumes
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, Videos, walk
from visret_desktop.library.records import Fingerprint

Sample = tuple[str, int, int]  # path relative to a folder, bytes, modification time in ns


@dataclass(frozen=True)
class VolumePath:
    """Where a path lies: the uid of its volume and the path on it, '/'-separated."""

    is_folder: bool
    volume_uid: str
    inside: str


@dataclass(frozen=True)
class Surveyed:
    """Where a folder lies at one moment of a survey, and the uids of all volumes plugged in."""

    volume_path: VolumePath
    mounted: frozenset[str]


class Disk(Protocol):
    """What answers questions about folders."""

    def place(self, path: Path) -> VolumePath:
        """Return where a path lies."""
        ...

    def is_occupied(self, folder: Path) -> bool:
        """Return whether a folder is there and something in it."""
        ...

    def agreeing(self, folder: Path, sample: Sequence[Sample]) -> int:
        """Return how many files of a sample are in a folder as described."""
        ...


class DirectDisk:
    """Asks in this process, and waits."""

    def place(self, path: Path) -> VolumePath:
        """Return where a path lies."""
        volume = volumes.volume_of(path)
        is_below = path.is_relative_to(volume.mount_point)
        inside = path.relative_to(volume.mount_point).as_posix() if is_below else str(path)
        # Unlike Path.is_dir, this answers False where the system refuses.
        return VolumePath(os.path.isdir(path), volume.uid, inside)  # noqa: PTH112

    def is_occupied(self, folder: Path) -> bool:
        """Return whether a folder is there and something in it."""
        try:
            return folder.is_dir() and any(folder.iterdir())
        except OSError:
            return False

    def agreeing(self, folder: Path, sample: Sequence[Sample]) -> int:
        """Return how many files of a sample are in a folder as described."""
        return sum(_is_file(folder / relative, size, mtime) for relative, size, mtime in sample)

    def on_volume(self, uid: str, inside: str) -> Path | None:
        """Return a folder by its place on a volume, wherever that is mounted; None: it is not."""
        volume = volumes.mounted().get(uid)
        path = volume.mount_point / inside if volume else None
        return path if path and os.path.isdir(path) else None  # noqa: PTH112

    def identities(self, folder: Path) -> list[Identity]:
        """Return the identities of a folder and of the files that links in it lead to.

        It is empty if the folder is not there or may not be read.
        """
        try:
            known_identities = [_identity(folder.stat())]
        except OSError:
            return []
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.is_symlink() and entry.is_file():
                        known_identities.append(_identity(entry.stat()))
        return known_identities

    def survey(
        self,
        root: Path,
        excluded: Sequence[str] = (),
        leave_out: Path | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[FoundFile | ScanProblem | Videos | Surveyed]:
        """Walk `root`, and say where it lies, first and last.

        Files in the folder `leave_out` are no photos.
        """
        yield self._state(root)
        is_left_out = _inside(leave_out, root)
        for entry in walk(root, excluded=excluded, cancelled=cancelled):
            if not isinstance(entry, FoundFile) or not is_left_out(entry.relative):
                yield entry
        yield self._state(root)

    def _state(self, root: Path) -> Surveyed:
        return Surveyed(self.place(root), frozenset(volumes.mounted()))


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino


def _is_file(path: Path, size: int, mtime_ns: int) -> bool:
    try:
        status = path.stat()
    except OSError:
        return False
    return Fingerprint.of(status) == Fingerprint(size, mtime_ns)


def _inside(directory: Path | None, root: Path) -> Callable[[str], bool]:
    """Return a test whether a file, by its path from `root`, lies in `directory` or below it."""
    if directory is None or not directory.is_dir():
        return lambda _: False
    real = directory.resolve()
    known: dict[str, bool] = {}  # by folder: links are followed once for each

    def is_inside_directory(relative: str) -> bool:
        folder = relative.rpartition("/")[0]
        if folder not in known:
            path = (root / folder).resolve()
            known[folder] = path == real or real in path.parents
        return known[folder]

    return is_inside_directory
