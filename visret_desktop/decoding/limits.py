"""Limits that a decoder sets itself before it touches a photo.

On every system the program looks at a decoder's time and memory while it waits, and ends it when
either is too much (`process.py`). Beyond that,

* on Linux the kernel refuses it more memory, so that a bomb raises an exception and kills nothing;
  where the whole machine runs out of memory, the kernel ends the decoder first;
* on Linux and macOS an alarm of its own ends it, in case nobody waits for it any more.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from visret_desktop.file_changes import tell_kernel

BASE_BYTES = 1024**3  # address space of the interpreter, its libraries and a large file
_FIRST_TO_GO = "800"  # of 1,000
_SECONDS_LATER = 10.0  # the program ends a slow decoder; the alarm is for one that was left behind


def lower_priority(niceness: int) -> None:
    """Let other processes go first, and be the first to end where memory runs out."""
    if niceness and sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
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
