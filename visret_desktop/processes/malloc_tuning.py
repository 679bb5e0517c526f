"""Keep the C library from holding on to unused memory.

The GNU library gives threads heaps of their own, up to eight for each core, and each heap keeps the
most it ever held. Our threads come and go with searches and indexing, so processes grew for hours
while the memory in use stayed the same. Other C libraries need no setting.
"""

import ctypes
import sys
from typing import Any

_MOST_HEAPS = 2  # with one, threads that copy pictures wait for each other
_M_ARENA_MAX = -8


def share_heaps() -> None:
    """Let all threads share two heaps; to be called before threads start."""
    if (library := _library()) is not None:
        library.mallopt(_M_ARENA_MAX, _MOST_HEAPS)


def give_back() -> None:
    """Return free memory to the system; takes milliseconds, worth it after something large."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def _library() -> Any:
    """Return the C library if it is the GNU one, else None."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
