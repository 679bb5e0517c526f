"""Limits on the memory and time of decoders.

The program watches each decoder and ends it if it takes too much (`process.py`). A decoder also
limits itself before it opens a photo: on Linux the kernel refuses it more memory, so a
decompression bomb raises an exception; on Linux and macOS an alarm ends it if nobody waits for it
any more.

`MemoryBudget` bounds what all decoders of this process take together. Photos wait for it first
come, first served, except that photos somebody waits for go first. A photo that needs more than
the whole budget is admitted when nothing else is being decoded. A photo that
holds memory for decoding waits for nothing more, so there is no deadlock.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from visret_desktop.file_changes import tell_kernel

BASE_BYTES = 1024**3  # address space of the interpreter, its libraries and a large file
_FIRST_TO_GO = "800"  # of 1,000
_SECONDS_LATER = 10.0  # the program ends a slow decoder; the alarm is for one that was left behind


def lower_priority(niceness: int) -> None:
    """Let other processes go first, and be the first to end where memory runs out."""
    if niceness and sys.platform != "win32":
        # Who was started nicer stays so: only root may take that back.
        os.setpriority(os.PRIO_PROCESS, 0, max(niceness, os.getpriority(os.PRIO_PROCESS, 0)))
    if sys.platform == "linux":
        with suppress(OSError):  # a system without it, or one that does not let us
            tell_kernel(Path("/proc/self/oom_score_adj"), _FIRST_TO_GO)


def limit_memory(most_bytes: int) -> None:
    """Have every allocation fail that would take this process above `most_bytes`."""
    if sys.platform == "linux":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = most_bytes if hard == resource.RLIM_INFINITY else min(most_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def limit_time(seconds: float) -> None:
    """Die some time after `seconds`, whatever is being done then; 0 takes it back."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds + _SECONDS_LATER if seconds else 0)


_MOST_BYTES = 3_000_000_000  # on any machine: more large pictures at once gain nothing
_LOOK_SECONDS = 5.0  # for which free memory is not asked again


class MemoryBudget:
    """A share of the memory of this machine."""

    def __init__(self, share: float) -> None:
        """Make room of a share of half of the machine's memory, or of what is free if less."""
        self._share = share
        self._taken = 0
        self._waiting: list[object] = []
        self._changed = threading.Condition()
        self._size = 0
        self._looked_at = float("-inf")

    @contextmanager
    def taken(self, count: int, *, is_urgent: bool = False) -> Iterator[None]:
        """Wait until `count` bytes are free and take them for the `with` block."""
        ticket = object()
        with self._changed:
            self._waiting.insert(0 if is_urgent else len(self._waiting), ticket)
            try:
                self._changed.wait_for(lambda: self._waiting[0] is ticket and self._has(count))
                self._taken += count
            finally:  # whoever was interrupted must not keep its place: nobody would get past it
                self._waiting.remove(ticket)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._taken -= count
                self._changed.notify_all()

    def _has(self, count: int) -> bool:
        return not self._taken or self._taken + count <= self._room()

    def _room(self) -> int:
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_SECONDS:
            self._looked_at = now
            total, free = _memory()
            self._size = int(self._share * min(total / 2, free + self._taken, _MOST_BYTES))
        return self._size


def _memory() -> tuple[int, int]:
    import psutil

    memory = psutil.virtual_memory()
    return int(memory.total), int(memory.available)


# Two rooms: a photo that is read holds its bytes in one while it waits for the other.
FOR_READING = MemoryBudget(0.25)
FOR_DECODING = MemoryBudget(0.75)
