"""Draw the pictures that the encoder, the autoencoder and the visualizer are trained on.

    python -m training.pictures --processes 4

Three sets of 64-pixel pictures: `train` without held-out combinations, `validation` (all choices
are made on it) and `test` (looked at only by evaluations), each uint8 (n, 64, 64, 3) beside its
specs. Four minutes on four cores; the sets differ in their seeds and never change.
"""

import argparse
import multiprocessing
from dataclasses import asdict
from random import Random

import numpy as np
import numpy.typing as npt

from bench.fieldbook.held_out import is_held_out
from training.workplace import read_json, workplace, write_json
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec

SIDE = 64
_CHUNK = 500
_SETS = {"test": (2_000, 9_000), "validation": (2_000, 7_000), "train": (120_000, 100_000)}
Pictures = npt.NDArray[np.uint8]


def load(name: str) -> tuple[Pictures, list[Spec]]:
    """Return a set's pictures, mapped from disk, and their specs."""
    specs = [Spec(**stored) for stored in read_json(workplace("pictures", f"{name}.json"))]
    return np.load(workplace("pictures", f"{name}.npy"), mmap_mode="r"), specs


def draw_set(name: str, processes: int) -> None:
    """Draw and store one set."""
    count, first_seed = _SETS[name]
    jobs = [(first_seed + chunk, name == "train") for chunk in range(count // _CHUNK)]
    path = workplace("pictures", f"{name}.npy")
    shape = (count, SIDE, SIDE, 3)
    stored = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint8, shape=shape)
    specs: list[Spec] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for chunk, pictures in pool.imap(_draw_chunk, jobs):
            stored[len(specs) : len(specs) + len(chunk)] = pictures
            specs += chunk
            print(name, len(specs), flush=True)
    stored.flush()
    write_json(path.with_suffix(".json"), [asdict(spec) for spec in specs])


def _draw_chunk(job: tuple[int, bool]) -> tuple[list[Spec], Pictures]:
    seed, leave_out = job
    stream = Random(seed)
    specs: list[Spec] = []
    while len(specs) < _CHUNK:
        spec = random_spec(stream)
        if not (leave_out and is_held_out(spec)):
            specs.append(spec)
    return specs, np.stack([render(spec, SIDE) for spec in specs])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    processes = parser.parse_args().processes
    for name in _SETS:
        if not workplace("pictures", f"{name}.json").exists():
            draw_set(name, processes)


if __name__ == "__main__":
    main()
