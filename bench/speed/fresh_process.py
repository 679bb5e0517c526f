"""Measure each way to do a thing in a process of its own, the ways taking turns.

So the ratios hold on a machine that is not quiet, and no way profits from what another one loaded.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.roles import function_at

Cost = dict[str, Any]
COST_OF_COMMAND = f"{__spec__.name}:cost_of_command"


def call(function: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Cost:
    """Call `module:function` in a fresh process and return what it returns, which JSON can hold.

    Raises:
        CalledProcessError: it failed; stderr says why.
    """
    command = own_python.module(__spec__.name, function, *arguments)
    whole = {**os.environ, **(environment or {})}
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=whole)
    cost: Cost = json.loads(result.stdout.splitlines()[-1])
    return cost


def peak_of(pid: int) -> float:
    """Return the most megabytes that a process has taken; Linux tells."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def environment_of(paths: Paths) -> dict[str, str]:
    """Return the environment in which a command has a profile."""
    places = {"DATA": paths.data, "CACHE": paths.cache, "CONFIG": paths.config}
    return {f"VISRET_{name}_DIR": str(place) for name, place in places.items()}


def cost_of_command(words: str) -> Cost:
    """Run a command of visret, its words as a JSON list; to be called in a fresh process.

    Return its `seconds` of the processor, the `wall` ones, `megabytes` of the largest process, and
    `status`.
    """
    import resource  # not on Windows

    silent, started = subprocess.DEVNULL, time.perf_counter()
    command = own_python.module("visret_desktop", *json.loads(words))
    ended = subprocess.run(command, stdout=silent, stderr=silent, check=False)
    wall = time.perf_counter() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1e6 if sys.platform == "darwin" else 1e6 / 1024
    return {
        "seconds": used.ru_utime + used.ru_stime,
        "wall": wall,
        "megabytes": used.ru_maxrss / unit,
        "status": ended.returncode,
    }


def main(arguments: Sequence[str]) -> int:
    """Call the function that is named first with the other arguments, and print what it returns."""
    name, *others = arguments
    sys.stdout.write(json.dumps(function_at(name)(*others)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
