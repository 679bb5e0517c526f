"""How long a search with sketches takes by models of real size, each way in a fresh process.

    python -m bench.search_speed --way DRAWING PIXELS WARM PROFILE

The profile's settings name models of random weights: what is found means nothing, what it takes
does. All sketches are drawn.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.indexing_speed import peak_of
from visret_desktop import file_changes, own_python, settings
from visret_desktop.engine.messages import QueryTerm, Ranked, Search, SketchReady
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.searching import search
from visret_desktop.paths import Paths

QUESTION = "What color are the feet of a heron?"
DESCRIPTION = "a heron in the reeds at dusk"
_MEASURED = "What color is the head of a grebe?"


@dataclass(frozen=True)
class Way:
    """A way to search: what draws, how large, and the query before, whose family may be another."""

    drawing: str
    pixels: int
    warm: str


@dataclass(frozen=True)
class Cost:
    """What one search cost, models being loaded."""

    first_seconds: float  # to the first page that a sketch refined
    seconds: float
    cpu_seconds: float
    peak_megabytes: float  # of the process, from its start


def measure(profile: Path, ways: Sequence[Way], rounds: int) -> list[Cost]:
    """Search in each way in turn, `rounds` times; return the least that each took."""
    runs: list[list[Cost]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, costs in zip(ways, runs, strict=True):
            costs.append(_in_fresh_process(way, profile))
    return [min(costs, key=lambda cost: cost.seconds) for costs in runs]


def _in_fresh_process(way: Way, profile: Path) -> Cost:
    told = ("--way", way.drawing, str(way.pixels), way.warm, str(profile))
    command = own_python.module(__spec__.name, *told)
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Cost(**json.loads(result.stdout.splitlines()[-1]))


def search_once(way: Way, profile: Path) -> Cost:
    """Search twice in this process; the first time has loading in it, and does not count."""
    given = settings.load(profile / "config" / "settings.json")
    chosen = given.changed(drawing=way.drawing).with_pixels(given.visualizer, way.pixels)
    with file_changes.temporary_folder("visret-search-") as cache:  # nothing is known from before
        paths = Paths(profile / "data", cache, profile / "config")
        with Library.open(paths, chosen) as library:
            _ask(library, way.warm)
            return _ask(library, _MEASURED)


def _ask(library: Library, words: str) -> Cost:
    request = Search(terms=(QueryTerm(words),), strategy="hybrid", draw_all=True)
    began, cpu_began = time.perf_counter(), time.process_time()
    first, is_drawn = 0.0, False
    for event in search(library, request, lambda: False):
        is_drawn = is_drawn or isinstance(event, SketchReady)
        if is_drawn and not first and isinstance(event, Ranked):
            first = time.perf_counter() - began
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    assert first, "no sketch was drawn"
    return Cost(first, seconds, cpu, peak_of(os.getpid()))


def main() -> int:
    """Search one way, for the process that measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--way", nargs=4, metavar=("DRAWING", "PIXELS", "WARM", "PROFILE"))
    drawing, pixels, warm, profile = parser.parse_args().way
    cost = search_once(Way(drawing, int(pixels), warm), Path(profile))
    sys.stdout.write(json.dumps(asdict(cost)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
