"""Seconds a photo of indexing by Ray: beside the desktop's own, and by one worker and by more.

Each run is a command of its own and begins with an empty library. What starting takes is left out:
a few photos are indexed, then more, and what counts is the difference. Both are whole batches for
all who index, as one that works on the last batch alone would count as slow. The ways take turns.
"""

import math
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from bench.institution.copied_photos import write_copies
from bench.institution.raylets import raylets
from bench.speed.first_indexing import NotIndexed
from visret_desktop import file_changes
from visret_desktop.institution.index_run import BATCH_PHOTOS
from visret_desktop.paths import default_paths
from visret_desktop.processes import own_python

Json = dict[str, Any]
Run = Callable[[Path], float]  # indexes a folder; returns the seconds
_FEW = 0.25  # of the photos, in the smaller of two runs
_numbers = count()


def overhead(pictures: Path, server: str, photos: int, rounds: int) -> Json:
    """Return what a photo takes on the desktop, and on this machine by Ray, each with thumbnails.

    Raises:
        NoPhotosToCopy, NotIndexed: it cannot be measured.
    """
    with file_changes.temporary_folder() as scratch:

        def desktop(folder: Path) -> float:
            profile = scratch / f"profile {next(_numbers)}"
            names = ("DATA", "CACHE", "CONFIG")
            places = {f"VISRET_{name}_DIR": str(profile / name.lower()) for name in names}
            file_changes.make_folder(profile / "data")
            file_changes.link(default_paths().compiled, profile / "data" / "compiled")
            return _seconds(own_python.program("index", str(folder), "--json"), places)

        def by_ray(folder: Path) -> float:
            thumbnails = scratch / f"thumbnails {next(_numbers)}"
            return _seconds(_command(folder, server, "--thumbnails", str(thumbnails)), {})

        ways = {"desktop": desktop, "Ray": by_ray}
        return _in_turns(ways, pictures, scratch, photos, rounds, os.cpu_count() or 1)


def workers(pictures: Path, server: str, photos: int, rounds: int, counts: Sequence[int]) -> Json:
    """Return what a photo takes by so many workers, machines of one processor each.

    Raises:
        NoPhotosToCopy, RayNotStarted, NotIndexed: it cannot be measured.
    """

    def by(number: int, folder: Path) -> float:
        # Anew for each run: in a cluster that ran before some of it need not start.
        with raylets(number, spare=1) as cluster:  # one processor is left to Ray
            command = _command(folder, server, "--ray", cluster.address)
            return _seconds(command, cluster.environment)

    with file_changes.temporary_folder() as scratch:
        ways = {str(one): partial(by, one) for one in counts}
        return _in_turns(ways, pictures, scratch, photos, rounds, math.lcm(*counts))


def _in_turns(
    ways: Mapping[str, Run],
    pictures: Path,
    scratch: Path,
    photos: int,
    rounds: int,
    threads: int,
) -> Json:
    """Return the seconds a photo of each way; photos are whole batches for so many threads."""
    least = BATCH_PHOTOS * threads
    few = least * max(1, round(_FEW * photos / least))
    many = least * max(2, math.ceil(photos / least))
    sizes = {few: scratch / "few", many: scratch / "many"}
    for number, folder in sizes.items():
        write_copies(pictures, folder, number)
    os.sync()  # else what writes first would wait for these
    each: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            less, more = (run(folder) for folder in sizes.values())
            each[name].append((more - less) / (many - few))
    medians = {name: statistics.median(seconds) for name, seconds in each.items()}
    return {"photos": [few, many], "seconds": medians, "rounds": each}


def _command(folder: Path, server: str, *more: str) -> list[str]:
    """Return the command that indexes a folder into a new library of a server."""
    name = f"library_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    address = server.replace("@/postgres?", f"@/{name}?")
    return own_python.program("institution", "index", str(folder), "--library", address, *more)


def _seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    began = time.perf_counter()
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    if result.returncode:
        raise NotIndexed(reason=(result.stderr or result.stdout)[-500:])
    return time.perf_counter() - began


def overhead_lines(body: Json) -> Iterator[str]:
    """Yield what `overhead` returned, for people."""
    desktop, ray = body["seconds"]["desktop"], body["seconds"]["Ray"]
    yield (
        f"A photo takes {1000 * desktop:.1f} ms on the desktop and {1000 * ray:.1f} ms by Ray: "
        f"{ray / desktop - 1:+.1%}."
    )
    yield from _rounds_lines(body)


def workers_lines(body: Json) -> Iterator[str]:
    """Yield what `workers` returned, for people."""
    first, *_ = body["seconds"].values()
    for name, seconds in body["seconds"].items():
        yield f"Workers: {name}; a photo takes {1000 * seconds:.1f} ms, ×{first / seconds:.2f}."
    yield from _rounds_lines(body)


def _rounds_lines(body: Json) -> Iterator[str]:
    few, many = body["photos"]
    yield f"These are medians of runs of {few:,} and of {many:,} photos, in ms:"
    for name, seconds in body["rounds"].items():
        yield f"{name}: {', '.join(f'{1000 * one:.1f}' for one in seconds)}"
