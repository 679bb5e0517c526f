"""The first folder of a new profile: nothing is made ready for this computer yet."""

import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench import process_memory
from bench.pictures import write_pictures
from bench.speed.desk import Desk
from bench.speed.indexing_ways import measure
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.errors import VisretError
from visret_desktop.processes import own_python

_MEGABYTES = 500.0
_LOOK_SECONDS = 0.25  # in which memory that comes and goes is not seen


class NotIndexed(VisretError):
    """A run of indexing ended otherwise than it should."""

    code = "not-indexed"
    sentence = "The photos were not indexed: {reason}"
    exit_code = 3


@dataclass(frozen=True)
class _Run:
    """What one run took: wall clock, processor time of all its processes, memory of them."""

    seconds: float
    processor_seconds: float
    megabytes: float


def first_indexing(desk: Desk) -> Iterator[Row]:
    """Photos of 800 x 600 in a new profile, with the built-in encoder for real photos."""
    folder, count = desk.work / "photos", desk.size(800, 40)
    write_pictures(folder, count, 800, 600)
    first = _index(desk.work / "first", folder)
    naive, detail = None, f"{count} photos; {first.processor_seconds:.1f} s of a processor"
    if not desk.is_quick:
        compiled = desk.work / "later" / "data" / "compiled"
        compiled.parent.mkdir(parents=True)
        file_changes.link(desk.work / "first" / "data" / "compiled", compiled)
        later = _index(desk.work / "later", folder)
        detail += f", of a later run {later.processor_seconds:.1f} s, {later.megabytes:.0f} MB"
        measured = measure(desk.pack, folder, 1, ("naive",))
        naive = first.processor_seconds / (count * measured["naive"]["cpu_seconds_each"])
    yield Row(
        "first index",
        first.seconds,
        "s",
        naive,
        "processor time / naive loop over ViT-B-32, without its start",
        "ratio at most",
        1.0,
        detail,
    )
    yield Row(
        "first index, memory",
        first.megabytes,
        "MB",
        aim="value at most",
        target=_MEGABYTES,
        detail="largest size of engine, decoders and what makes the encoder ready together,"
        f" {process_memory.how()}",
    )


def _index(profile: Path, folder: Path) -> _Run:
    """Index a folder by the command."""
    names = ("DATA", "CACHE", "CONFIG")
    directories = {f"VISRET_{name}_DIR": str(profile / name.lower()) for name in names}
    before, started, megabytes = _processor_seconds(), time.perf_counter(), 0.0
    with subprocess.Popen(
        own_python.program("index", str(folder), "--json"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **directories},
    ) as command:
        while command.poll() is None:
            megabytes = max(megabytes, _size(command.pid))
            time.sleep(_LOOK_SECONDS)
    if command.returncode:
        raise NotIndexed(reason=f"the command ended with code {command.returncode}")
    seconds = time.perf_counter() - started
    return _Run(seconds, _processor_seconds() - before, megabytes)


def _size(pid: int) -> float:
    """Return the megabytes of a process and all below it; 0.0 once it has ended."""
    try:
        process = psutil.Process(pid)
        return process_memory.together([process, *process.children(recursive=True)])
    except psutil.NoSuchProcess:
        return 0.0


def _processor_seconds() -> float:
    """Return what processes took that this one started and that ended, with theirs."""
    times = psutil.Process().cpu_times()
    return float(times.children_user + times.children_system)
