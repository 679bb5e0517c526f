"""A scout: a process that looks at folders, so that a disk that never answers holds up only it.

A network drive, or a disk that fails, can keep whoever asks it anything waiting for ever; on Linux
such a process cannot even be killed. So a process of its own asks about folders. While it gets on
it says something at least twice a second. One that says nothing is left behind, and the next
question starts another. One that answered everything rests for a while: a folder that is watched
is looked at again and again.
"""

import atexit
import json
import logging
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple
from io import BufferedReader
from pathlib import Path
from typing import Any

from visret_desktop.errors import Cancelled, DiskFailing, FolderSilent
from visret_desktop.file_changes import Identity
from visret_desktop.library.folders.disk import Sample, Surveyed, VolumePath
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, Videos
from visret_desktop.library.records import Fingerprint
from visret_desktop.processes import own_python
from visret_desktop.processes.child_process import Child
from visret_desktop.processes.interruptible import TooSlow, until
from visret_desktop.processes.resting_children import RestingChildren
from visret_desktop.sentence_json import from_body
from visret_desktop.sentences import sentence

Json = Any
_START_SECONDS = 60.0
_RESTING: RestingChildren[Child] = RestingChildren()
_log = logging.getLogger(__name__)
atexit.register(_RESTING.close)


class FolderProbe:
    """Answers as `DirectDisk` does, but never keeps its caller waiting. For one thread.

    A folder that did not answer once is not asked again by the same scout. Every question may
    raise `FolderSilent`, or `Cancelled` as soon as `cancelled` returns True.
    """

    def __init__(self, seconds: float, cancelled: Callable[[], bool] = lambda: False) -> None:
        self._seconds = seconds
        self._cancelled = cancelled
        self._child: Child | None = None
        self._is_asked = False  # and has not answered all of it
        self._offline: set[Path] = set()

    def __enter__(self) -> "FolderProbe":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def place(self, path: Path) -> VolumePath:
        """Return where a path lies."""
        return VolumePath(*self._answer("place", path))

    def is_occupied(self, folder: Path) -> bool:
        """Tell whether a folder is there and something in it."""
        return bool(self._answer("is_occupied", folder))

    def agreeing(self, folder: Path, sample: Sequence[Sample]) -> int:
        """Return how many files of a sample are in a folder as described."""
        return int(self._answer("agreeing", folder, list(sample)))

    def now_at(self, folder: Path, uid: str, inside: str) -> Path | None:
        """Return where a folder is now that was on a volume; None: that is not plugged in."""
        place = self._answer("on_volume", folder, uid, inside)
        return None if place is None else Path(place)

    def real(self, path: Path) -> Path:
        """Return a path without symbolic links."""
        return Path(self._answer("real", path))

    def is_file(self, path: str | Path) -> bool:
        """Tell whether a file is there."""
        return bool(self._answer("is_file", Path(path)))

    def identities(self, root: Path, folders: Sequence[str]) -> Iterator[list[Identity]]:
        """Yield for each folder in `root`, one by one, its identity and those of linked files."""
        first, *others = folders
        for kind, content in self._ask("identities", root / first, str(root), others):
            if kind == "identities":
                yield [(device, inode) for device, inode in content]

    def survey(
        self,
        root: Path,
        excluded: Sequence[str] = (),
        leave_out: Path | None = None,
    ) -> Iterator[FoundFile | ScanProblem | Videos | Surveyed]:
        """Walk `root`, and say where it lies, first and last.

        Files in the folder `leave_out` are no photos.
        """
        left_out = None if leave_out is None else str(leave_out)
        for kind, content in self._ask("survey", root, list(excluded), left_out):
            if kind == "files":
                yield from (file_of(values) for values in content)
            elif kind == "problem":
                place, code, reason = content
                yield ScanProblem(place, code, from_body(reason))
            elif kind == "videos":
                yield Videos(*content)
            elif kind == "state":
                place, mounted = content
                yield Surveyed(VolumePath(*place), frozenset(mounted))

    def close(self) -> None:
        """Let the scout rest, or end it in the middle of something. It may be asked again."""
        if self._is_asked:
            self._end()
        elif self._child is not None:
            _RESTING.rest(self._child)
            self._child = None

    # ---- ask --------------------------------------------------------------------------------

    def _answer(self, question: str, path: Path, *more: Json) -> Json:
        return next(content for kind, content in self._ask(question, path, *more) if kind == "end")

    def _ask(self, question: str, path: Path, *more: Json) -> Iterator[tuple[str, Json]]:
        if path in self._offline:
            raise FolderSilent(path=path, seconds=self._seconds)
        kind = ""
        try:
            if self._child is None:
                self._child = _RESTING.take()
            self._is_asked = True
            if self._child is None:
                # Its errors go nowhere: who reads ours must not wait for one that is left behind.
                self._child = Child(own_python.program("scout"), stderr=subprocess.DEVNULL)
                self._next(path, _START_SECONDS)
            words = [question, _from_root(path), *more]
            with suppress(OSError):  # it died: `_next` finds out
                self._child.send(json.dumps(words).encode("ascii") + b"\n")
            while kind != "end":
                kind, content = self._next(path, self._seconds)
                self._is_asked = kind != "end"
                yield kind, content
        finally:
            if kind != "end":  # it is in the middle of something
                self._end()

    def _next(self, path: Path, seconds: float) -> tuple[str, Json]:
        """Return what the scout says next: a kind and its content."""
        assert self._child is not None
        if self._cancelled():
            raise Cancelled
        try:
            line = self._child.receive(BufferedReader.readline, until(seconds, self._cancelled))
        except TooSlow as error:
            _log.warning("%s does not answer", path)
            self._offline.add(path)
            raise FolderSilent(path=path, seconds=seconds) from error
        if not line:
            raise DiskFailing(place=path, reason=sentence("what looked at it ended"))
        kind, content = json.loads(line)
        if kind == "failed":
            _log.warning("the scout failed at %s: %s", path, content)
            raise DiskFailing(place=path, reason=content)
        return kind, content

    def _end(self) -> None:
        child, self._child, self._is_asked = self._child, None, False
        if child is not None:
            child.end()


def _from_root(path: Path) -> str:
    """Return a path as any process knows it: a scout may have begun in another current folder."""
    try:
        return str(path.absolute())
    except FileNotFoundError:  # ours was deleted
        return str(path)


# ---- files between the two processes ----------------------------------------------------------


def file_values(file: FoundFile) -> list[Json]:
    """Return a file as what JSON knows."""
    sidecar = astuple(file.sidecar_fingerprint) if file.sidecar_fingerprint else None
    raws = [file_values(raw) for raw in file.raws]
    own = astuple(file.fingerprint)
    return [file.relative, own, file.volume_uid, raws, file.sidecar, sidecar]


def file_of(values: list[Json]) -> FoundFile:
    """Undo `file_values`."""
    relative, own, uid, raws, sidecar, of_sidecar = values
    sidecar_fingerprint = None if of_sidecar is None else Fingerprint(*of_sidecar)
    of_raws = tuple(map(file_of, raws))
    return FoundFile(relative, Fingerprint(*own), uid, of_raws, sidecar, sidecar_fingerprint)
