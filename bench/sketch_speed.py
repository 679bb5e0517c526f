"""How long a sketch takes and how much memory, each way in a fresh process.

    python -m bench.sketch_speed --way WAY PIXELS PACK PROFILE

A way is "diffusers", or one of the forms in which compiled networks compute; "quickest" is that in
which this processor is, whether or not it would be accepted.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from bench.indexing_speed import peak_of
from visret_desktop import own_python
from visret_desktop.models.interfaces import SketchOrder, Visualizer
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths

if TYPE_CHECKING:
    from visret_desktop.models.openvino_runtime import Form

DIFFUSERS: Literal["diffusers"] = "diffusers"
QUICKEST = "quickest"
_WORDS = "a heron in the reeds at dusk"


@dataclass(frozen=True)
class Cost:
    """What one sketch cost."""

    way: str  # "diffusers", or the form
    cpu_seconds: float
    seconds: float
    peak_megabytes: float  # of the process that drew, from its start


@dataclass(frozen=True)
class Way:
    """A way to draw: by what, how large, and what is used of the processor."""

    by: str
    pixels: int
    limits: Mapping[str, str]  # environment


def measure(pack: Path, profile: Path, ways: Sequence[Way], rounds: int) -> list[Cost]:
    """Draw in each way in turn, `rounds` times; return the least that each took."""
    runs: list[list[Cost]] = [[] for _ in ways]
    for _ in range(rounds):
        for number, way in enumerate(ways):
            runs[number].append(_in_fresh_process(way, pack, profile))
    return [min(costs, key=lambda cost: cost.cpu_seconds) for costs in runs]


def prepare(pack: Path, profile: Path) -> None:
    """Compile the pack, so that no measurement has it in it."""
    from visret_desktop.models.drawing.compiled_visualizer import ensure_compiled

    ensure_compiled(read_pack(pack), _paths(profile))


def _in_fresh_process(way: Way, pack: Path, profile: Path) -> Cost:
    told = ("--way", way.by, str(way.pixels), str(pack), str(profile))
    command = own_python.module(__spec__.name, *told)
    environment = {**os.environ, **way.limits}
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return Cost(**json.loads(result.stdout.splitlines()[-1]))


def _paths(profile: Path) -> Paths:
    return Paths(profile / "data", profile / "cache", profile / "config")


def draw(by: str, pixels: int, pack: Pack, paths: Paths) -> Cost:
    """Draw twice in this process; the first time has loading in it, and does not count."""
    sized = replace(pack, settings={**pack.settings, "pixels": pixels})
    visualizer, way = _opened(by, sized, paths)
    list(visualizer.visualize([SketchOrder(_WORDS, 1)], lambda _: False))
    began, cpu_began = time.perf_counter(), time.process_time()
    list(visualizer.visualize([SketchOrder(_WORDS, 2)], lambda _: False))
    cpu, wall = time.process_time() - cpu_began, time.perf_counter() - began
    return Cost(way, cpu, wall, peak_of(os.getpid()))


def _opened(by: str, pack: Pack, paths: Paths) -> tuple[Visualizer, str]:
    from visret_desktop.models.drawing.compiled_visualizer import ensure_compiled
    from visret_desktop.models.drawing.form_choice import quick_forms
    from visret_desktop.models.visualizer import open_form, open_visualizer

    if by == DIFFUSERS:
        return open_visualizer(pack, paths, drawing=DIFFUSERS), by
    compiled = ensure_compiled(pack, paths)
    quick = quick_forms(compiled, paths)
    form: Form = next(iter(quick), "fp32") if by == QUICKEST else cast("Form", by)
    return open_form(pack, paths, compiled, form), form


def main() -> int:
    """Draw one way, for the process that measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--way", nargs=4, metavar=("WAY", "PIXELS", "PACK", "PROFILE"))
    by, pixels, pack, profile = parser.parse_args().way
    cost = draw(by, int(pixels), read_pack(Path(pack)), _paths(Path(profile)))
    sys.stdout.write(json.dumps(asdict(cost)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
