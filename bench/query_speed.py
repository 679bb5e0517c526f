"""Measure how long a query takes while indexing runs at full speed, through the engine process.

    python -m bench.query_speed [--pictures N] [--queries N]

The engine indexes drawn pictures with a random-weight ViT-B-32; queries come one after another,
each timed from its job's line to the line of its ranking.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from bench.indexing_speed import write_pictures
from bench.random_pack import write_random_pack
from visret_desktop import file_changes, own_python, settings
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import (
    Finished,
    IndexFolders,
    Message,
    Progress,
    QueryTerm,
    Ranked,
    Search,
)

_INDEX_JOB = 1


def measure(root: Path, pictures: int, queries: int) -> list[float]:
    """Return seconds per query, all of them answered while indexing ran."""
    write_pictures(root / "pictures", pictures, 500, 375)
    write_random_pack("ViT-B-32", root / "packs" / "random")
    settings.save(root / "settings.json", settings.Settings(encoder="random"))
    directories = {f"VISRET_{name}_DIR": str(root) for name in ("DATA", "CACHE", "CONFIG")}
    with subprocess.Popen(
        own_python.program("engine"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **directories},
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        try:
            return _ask(engine.stdin, engine.stdout, root / "pictures", queries)
        finally:
            engine.kill()


def _ask(jobs: IO[str], events: IO[str], folder: Path, queries: int) -> list[float]:
    _send(jobs, IndexFolders(_INDEX_JOB, (str(folder),)))
    while not (isinstance(event := parse_line(events.readline()), Progress) and event.done > 20):
        pass
    seconds: list[float] = []
    for number in range(queries):
        started = time.perf_counter()
        _send(jobs, Search(_INDEX_JOB + 1 + number, (QueryTerm(f"a bird, number {number}"),)))
        while not isinstance(event := parse_line(events.readline()), Ranked):
            if isinstance(event, Finished) and event.job == _INDEX_JOB:
                return seconds  # from here on the machine would be idle
        seconds.append(time.perf_counter() - started)
        time.sleep(0.3)
    return seconds


def _send(jobs: IO[str], message: Message) -> None:
    jobs.write(message.to_line())
    jobs.flush()


def main() -> int:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=30)
    chosen = parser.parse_args()
    with file_changes.temporary_folder() as root:
        seconds = measure(root, chosen.pictures, chosen.queries)
    first, rest = seconds[0], seconds[1:]
    sys.stdout.write(
        f"{len(seconds)} queries while indexing: median {statistics.median(rest):.3f} s, "
        f"slowest {max(rest):.3f} s, the first {first:.3f} s (aim 0.150)\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
