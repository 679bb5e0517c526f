"""How much memory processes take together."""

import sys
from collections.abc import Iterable
from contextlib import suppress

import psutil

TELLS_SHARES = sys.platform == "linux"


def together(processes: Iterable[psutil.Process]) -> float:
    """Return the megabytes that processes take; those that end meanwhile take nothing.

    Where the system tells, pages that several processes share, as those of libraries, count once:
    each process has its part of them. Elsewhere each counts them all.
    """
    total = 0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if TELLS_SHARES:
                total += process.memory_full_info().pss
            else:
                total += process.memory_info().rss
    return total / 1e6


def how() -> str:
    """Return in words what `together` counts."""
    return "shared pages counted once" if TELLS_SHARES else "shared pages counted in each process"
