"""Send a scout: a process that looks at folders, so that a disk that never answers costs only it.

A network drive, or a disk that fails, can hold up whoever asks it anything, for ever; on Linux such
a process cannot even be killed. So what asks for folders is a process of its own. It says something
at least twice a second while it gets on; one that falls silent is left behind, and the next
question starts another.
"""

import json
import logging
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from visret_desktop import own_python
from visret_desktop.errors import Cancelled, DiskFailing, FolderSilent
from visret_desktop.file_changes import Identity
from visret_desktop.library.folders.disk import Place, Sample, Surveyed
from visret_desktop.library.folders.scan import FoundFile, ScanProblem
from visret_desktop.library.records import Fingerprint

Json = Any
Said = queue.SimpleQueue[str | None]
_SLICE_SECONDS = 0.25
_START_SECONDS = 60.0
_END_SECONDS = 2.0
_left_behind: list["subprocess.Popen[str]"] = []
_log = logging.getLogger(__name__)


class Scout:
    """Answers as `OwnEyes` does, but never keeps its asker waiting. For one thread.

    A folder that did not answer once is not asked again by the same scout. Every question may
    raise `FolderSilent`, or `Cancelled` as soon as `cancelled` says so.
    """

    def __init__(self, seconds: float, cancelled: Callable[[], bool] = lambda: False) -> None:
        self._seconds = seconds
        self._cancelled = cancelled
        self._process: subprocess.Popen[str] | None = None
        self._said: Said = queue.SimpleQueue()
        self._silent: set[Path] = set()

    def __enter__(self) -> "Scout":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def place(self, path: Path) -> Place:
        """Return where a path lies."""
        return Place(*self._answer("place", path))

    def is_occupied(self, folder: Path) -> bool:
        """Tell whether a folder is there and something in it."""
        return bool(self._answer("is_occupied", folder))

    def agreeing(self, folder: Path, sample: Sequence[Sample]) -> int:
        """Return how many files of a sample are in a folder as described."""
        return int(self._answer("agreeing", folder, list(sample)))

    def real(self, path: Path) -> Path:
        """Return a path without symbolic links."""
        return Path(self._answer("real", path))

    def is_file(self, path: str | Path) -> bool:
        """Tell whether a file is there."""
        return bool(self._answer("is_file", Path(path)))

    def identities(self, root: Path, folders: Sequence[str]) -> Iterator[list[Identity]]:
        """Yield for each folder in `root`, one by one, its identity and those of linked files."""
        first, *others = folders
        for kind, told in self._ask("identities", root / first, str(root), others):
            if kind == "identities":
                yield [(device, inode) for device, inode in told]

    def survey(
        self,
        root: Path,
        excluded: Sequence[str] = (),
        leave_out: Path | None = None,
    ) -> Iterator[FoundFile | ScanProblem | Surveyed]:
        """Walk `root`; tell where it lies, first and last.

        What is in the folder `leave_out` is no photo.
        """
        left_out = None if leave_out is None else str(leave_out)
        for kind, told in self._ask("survey", root, list(excluded), left_out):
            if kind == "files":
                yield from (_file(values) for values in told)
            elif kind == "problem":
                yield ScanProblem(*told)
            elif kind == "state":
                place, mounted = told
                yield Surveyed(Place(*place), frozenset(mounted))

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        _close(process.stdin)
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            _leave(process)

    # ---- ask --------------------------------------------------------------------------------

    def _answer(self, question: str, path: Path, *more: Json) -> Json:
        return next(told for kind, told in self._ask(question, path, *more) if kind == "end")

    def _ask(self, question: str, path: Path, *more: Json) -> Iterator[tuple[str, Json]]:
        if path in self._silent:
            raise FolderSilent(path=path, seconds=self._seconds)
        process = self._process or self._start()
        assert process.stdin is not None
        with suppress(OSError):  # it died: `_next` finds out
            process.stdin.write(json.dumps([question, str(path), *more]) + "\n")
            process.stdin.flush()
        is_over = False
        try:
            while not is_over:
                kind, told = self._next(path, self._seconds)
                is_over = kind == "end"
                yield kind, told
        finally:
            if not is_over:  # it is in the middle of something
                self._give_up()

    def _next(self, path: Path, seconds: float) -> tuple[str, Json]:
        """Return what the scout says next.

        The time is counted in slices: a program that was stopped for a while, with its machine or
        by a person, does not take that for silence.
        """
        patience = seconds
        while patience > 0:
            if self._cancelled():
                raise Cancelled
            try:
                line = self._said.get(timeout=min(_SLICE_SECONDS, seconds))
            except queue.Empty:
                patience -= _SLICE_SECONDS
                continue
            if line is None:
                raise DiskFailing(place=path, reason="what looked at it ended")
            kind, told = json.loads(line)
            if kind == "failed":
                _log.warning("the scout failed at %s: %s", path, told)
                raise DiskFailing(place=path, reason=told)
            return kind, told
        _log.warning("%s does not answer", path)
        self._silent.add(path)
        raise FolderSilent(path=path, seconds=seconds)

    def _start(self) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            own_python.program("scout"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # who reads ours must not wait for one that is left behind
            encoding="ascii",
        )
        assert process.stdout is not None
        self._process, self._said = process, queue.SimpleQueue()
        threading.Thread(target=_listen, args=(process.stdout, self._said), daemon=True).start()
        self._next(Path(sys.executable), _START_SECONDS)
        return process

    def _give_up(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            _close(process.stdin)
            _leave(process)


def _listen(stream: IO[str], said: Said) -> None:
    with suppress(ValueError, OSError), stream:
        for line in stream:
            said.put(line)
    said.put(None)


def _close(stream: IO[str] | None) -> None:
    if stream is not None:
        with suppress(OSError):
            stream.close()


def _leave(process: "subprocess.Popen[str]") -> None:
    """Kill a scout. One that waits for its disk dies when that answers; nobody waits for it."""
    process.kill()
    try:
        process.wait(_SLICE_SECONDS)
    except subprocess.TimeoutExpired:
        _left_behind.append(process)
    _left_behind[:] = [left for left in _left_behind if left.poll() is None]


# ---- what is said of a file -----------------------------------------------------------------


def file_values(file: FoundFile) -> list[Json]:
    """Return a file as the scout tells of it."""
    sidecar = astuple(file.sidecar_fingerprint) if file.sidecar_fingerprint else None
    raws = [file_values(raw) for raw in file.raws]
    own = astuple(file.fingerprint)
    return [file.relative, own, file.volume_uid, raws, file.sidecar, sidecar]


def _file(values: list[Json]) -> FoundFile:
    relative, own, uid, raws, sidecar, of_sidecar = values
    print_of_sidecar = None if of_sidecar is None else Fingerprint(*of_sidecar)
    of_raws = tuple(map(_file, raws))
    return FoundFile(relative, Fingerprint(*own), uid, of_raws, sidecar, print_of_sidecar)
