"""Keep the C library from holding on to unused memory.

The GNU library gives threads heaps of their own, up to eight for each core, and each keeps the most
that any thread ever had of it. Here threads come and go with each search and each run of indexing:
what was in use stayed the same and the process grew by steps for hours. Other systems' libraries
have nothing of this to set.
"""

import ctypes
import sys
from typing import Any

_MOST_HEAPS = 2  # with one alone, threads that copy pictures wait for each other
_M_ARENA_MAX = -8


def share_heaps() -> None:
    """Let all threads share two heaps; for the beginning of a process, before threads start."""
    if (library := _library()) is not None:
        library.mallopt(_M_ARENA_MAX, _MOST_HEAPS)


def give_back() -> None:
    """Return what is free to the system; takes milliseconds, after something large has ended."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def _library() -> Any:
    """Return the process's C library where it is the GNU one, else None."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
