"""Seconds a photo of indexing by Ray: beside the desktop's own, and by one worker and by more.

Each run is a command of its own and begins with an empty library. What starting takes is left out:
a few photos are indexed, then more, and what counts is the difference. The ways take turns.
"""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from bench.institution.copied_photos import write_copies
from bench.institution.raylets import raylets
from bench.speed.first_indexing import NotIndexed
from visret_desktop import file_changes
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

        return _in_turns({"desktop": desktop, "Ray": by_ray}, pictures, scratch, photos, rounds)


def workers(pictures: Path, server: str, photos: int, rounds: int, counts: Sequence[int]) -> Json:
    """Return what a photo takes by so many workers, machines of one processor each.

    Raises:
        NoPhotosToCopy, RayNotStarted, NotIndexed: it cannot be measured.
    """

    def by(number: int) -> Run:
        def run(folder: Path) -> float:
            with raylets(number + 1) as cluster:  # one processor is left to Ray
                command = _command(folder, server, "--ray", cluster.address)
                return _seconds(command, cluster.environment)

        return run

    with file_changes.temporary_folder() as scratch:
        return _in_turns({str(one): by(one) for one in counts}, pictures, scratch, photos, rounds)


def _in_turns(
    ways: Mapping[str, Run], pictures: Path, scratch: Path, photos: int, rounds: int
) -> Json:
    few = max(1, round(_FEW * photos))
    sizes = {few: scratch / "few", photos: scratch / "many"}
    for number, folder in sizes.items():
        write_copies(pictures, folder, number)
    each: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            less, more = (run(folder) for folder in sizes.values())
            each[name].append((more - less) / (photos - few))
    return {name: statistics.median(seconds) for name, seconds in each.items()}


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
    desktop, ray = body["desktop"], body["Ray"]
    yield (
        f"A photo takes {1000 * desktop:.0f} ms on the desktop and {1000 * ray:.0f} ms by Ray: "
        f"{ray / desktop - 1:+.1%}."
    )


def workers_lines(body: Json) -> Iterator[str]:
    """Yield what `workers` returned, for people."""
    first, *_ = body.values()
    for name, seconds in body.items():
        yield f"Workers: {name}; a photo takes {1000 * seconds:.0f} ms, ×{first / seconds:.2f}."
