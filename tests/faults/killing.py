"""End a process with SIGKILL at a chosen moment, and know what it had not committed by then."""

import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

import psutil

from tests.end_to_end.conftest import Profile, write_photo
from tests.faults.soundness import paths_of

Moment = Callable[[], bool]
_PATIENCE = 120.0
_GLANCE = 0.0002  # seconds; few compared to what `few_milliseconds` returns


@dataclass
class Photos:
    """A folder to which photos with bytes of their own are added whenever there is work wanted."""

    folder: Path
    count: int = 0
    _base: bytes = field(default=b"", repr=False)

    def add(self, number: int) -> None:
        """Add small photos: one picture, with a tail that makes the bytes of each its own."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self._base:
            first = write_photo(self.folder.with_name("base.jpg"), 1, (160, 120))
            self._base = first.read_bytes()
        for index in range(self.count, self.count + number):
            path = self.folder / f"{index:05}.jpg"
            path.write_bytes(self._base + index.to_bytes(4, "big"))
        self.count += number


def after(seconds: float) -> Moment:
    """A moment some seconds from now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def _names(folder: Path, pattern: str) -> set[Path]:
    try:
        return set(folder.glob(pattern))
    except FileNotFoundError:  # the folder was moved into place meanwhile
        return set()


def when_new(folder: Path, pattern: str, seconds: float) -> Moment:
    """The moment some (very few) seconds after a file of that name appears."""
    before = _names(folder, pattern)
    seen: list[float] = []

    def happened() -> bool:
        if not seen and not _names(folder, pattern) <= before:
            seen.append(time.monotonic())
        return bool(seen) and time.monotonic() >= seen[0] + seconds

    return happened


def when_written(path: Path, seconds: float, skip: int = 0) -> Moment:
    """The moment some (very few) seconds after a file was written to for the `skip` + 1st time."""
    last = [_state(path)]
    left = [skip]
    seen: list[float] = []

    def happened() -> bool:
        now = _state(path)
        if not seen and now != last[0]:
            last[0] = now
            if left[0]:
                left[0] -= 1
            else:
                seen.append(time.monotonic())
        return bool(seen) and time.monotonic() >= seen[0] + seconds

    return happened


def _state(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


@dataclass(frozen=True)
class Kill:
    """A kill that found its process alive. Times are Unix times."""

    at: float
    decoding_since: float | None  # when the first of its decoders began, if there were any
    decoding_seconds: float  # of processor time that they took in all, their start included

    def seconds_lost(self, profile: Profile) -> float:
        """Return for how long photos had been looked at and not committed.

        Before its first commit that is no longer than what its decoders computed: they may have
        waited for a processor most of the time.
        """
        if self.decoding_since is None:
            return 0.0
        catalog = paths_of(profile).catalog
        wal = catalog.with_name(f"{catalog.name}-wal")
        if not wal.exists():  # the run had closed the catalog: all was in it
            return 0.0
        committed = wal.stat().st_mtime
        if committed > self.decoding_since:
            return max(0.0, self.at - committed)
        return min(self.at - self.decoding_since, self.decoding_seconds)


def kill(process: psutil.Process, *, group: bool = False) -> Kill:
    """Kill a process, with its group if `group`."""
    decoders = [child for child in process.children() if _is_decoder(child)]
    starts = [decoder.create_time() for decoder in decoders]
    killed = Kill(time.time(), min(starts, default=None), sum(map(_seconds_of, decoders)))
    if group:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    return killed


def _seconds_of(process: psutil.Process) -> float:
    try:
        taken = process.cpu_times()
    except psutil.Error:
        return 0.0
    return float(taken.user + taken.system)


def _is_decoder(process: psutil.Process) -> bool:
    try:
        return "decode" in process.cmdline()
    except psutil.Error:
        return False


def kill_at(moment: Moment, process: "Popen[str]", *, group: bool = True) -> Kill | None:
    """Kill the process, with its group if `group`, at `moment`; None: it ended before."""
    deadline = time.monotonic() + _PATIENCE
    while not moment():
        if process.poll() is not None:
            process.communicate()
            return None
        assert time.monotonic() < deadline, "the moment never came"
        time.sleep(_GLANCE)  # the core is for the process that is watched
    try:
        killed = kill(psutil.Process(process.pid), group=group)
    except (psutil.NoSuchProcess, ProcessLookupError):
        killed = None
    process.communicate()
    return killed if process.returncode == -signal.SIGKILL else None


def few_milliseconds(chance: random.Random) -> float:
    """Return a delay in seconds that falls into the middle of a short piece of work."""
    return chance.choice((0.0, 0.0, 0.0005, 0.001, 0.002, 0.005, 0.02)) * chance.random()
