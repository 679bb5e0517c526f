"""Say so where the processor is too old, before a library ends on an instruction it lacks.

NumPy and others are compiled for x86-64-v2: Intel's processors since 2008, AMD's since 2011, all
but a few small ones since 2013. What is newer is used where it is there. Linux tells in a file what
a processor can do, Windows 10 from its version 2004 on when it is asked; elsewhere nobody is asked.
"""

import os
import sys
from functools import cache
from pathlib import Path

from visret_desktop.message_box import show_unseen

_TOLD = Path("/proc/cpuinfo")
_FLAGS = "flags"  # of x86; other processors have another word for theirs
_NEEDED = {
    "pni": "SSE3",
    "ssse3": "SSSE3",
    "sse4_1": "SSE4.1",
    "sse4_2": "SSE4.2",
    "popcnt": "POPCNT",
}
# What Windows is asked by; POPCNT came with SSE4.2.
_ON_WINDOWS = {13: "SSE3", 36: "SSSE3", 37: "SSE4.1", 38: "SSE4.2"}
_VERSION_2004 = 19_041  # by its build; older ones deny what they do not know


def refuse_if_too_old(cpu_info: Path = _TOLD) -> None:
    """Return if the programs that we bring can run here, or where that cannot be known.

    Raises:
        SystemExit: they cannot; it says what the processor lacks.
    """
    if sys.platform == "linux":
        lacking = _lacking(cpu_info)
    else:
        lacking = _lacking_on_windows()
    if lacking:
        words = (
            f"visret cannot run on this computer: its processor lacks {', '.join(lacking)}, which "
            "nearly all have that were made since 2013. If this is a virtual machine, let it have "
            "the processor of its host."
        )
        show_unseen(words)
        sys.exit(words)


def _lacking_on_windows() -> list[str]:
    """Return what is missing of `_ON_WINDOWS`. Never run: no Windows was at hand."""
    if sys.platform != "win32" or os.environ.get("PROCESSOR_ARCHITECTURE") != "AMD64":
        return []
    import ctypes

    if sys.getwindowsversion().build < _VERSION_2004:
        return []
    has = ctypes.windll.kernel32.IsProcessorFeaturePresent
    return [name for number, name in _ON_WINDOWS.items() if not has(number)]


@cache
def name(cpu_info: Path = _TOLD) -> str:
    """Return the processor's name; Linux keeps it where `platform` does not look."""
    import platform  # only here: this module is part of every start

    try:
        lines = cpu_info.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def flags(cpu_info: Path = _TOLD) -> frozenset[str]:
    """Return what Linux says that an x86 processor can do; nothing elsewhere."""
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            line = next((line for line in lines if line.startswith(_FLAGS)), "")
    except OSError:
        return frozenset()
    return frozenset(line.partition(":")[2].split())


def _lacking(cpu_info: Path) -> list[str]:
    """Return what is missing of `_NEEDED`."""
    known = flags(cpu_info)
    return [name for flag, name in _NEEDED.items() if flag not in known] if known else []
