"""Draw the pictures that the reader is trained on, with what each part of them shows.

    python -m training.reader_pictures --processes 4

Most are morphs, so that colors have to be seen. `train` has neither held-out scenes nor held-out
colors; `validation` (all choices are made on it) and what evaluations draw have held-out scenes
and, in every other picture, held-out colors of all parts.
"""

import argparse
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.fieldbook.held_out import is_held_out
from bench.fieldbook.morphs import own_look, random_morph
from bench.fieldbook.regions import Mask
from bench.fieldbook.truth import PARTS, Box, Truth, render_truth
from training.workplace import read_json, workplace, write_json
from visret_desktop.fieldbook.drawing import Look
from visret_desktop.fieldbook.spec import Spec, random_spec

SIDE = 96
PATCH = 16
PATCHES = (SIDE // PATCH) ** 2
PART_KEYS = tuple((group, part) for group, parts in PARTS.items() for part in parts)
FILL = (122, 116, 104)  # what llama.cpp fills a picture up to a square with
_SHAPES = ((96, 96), (96, 72), (72, 96))
_CHUNK = 250
_SETS = {"validation": (1_000, 27_000), "train": (120_000, 300_000)}  # how many, first seed
_TEST_SEED = 29_000
_MORPHS = 0.7  # share of the training pictures

Pictures = npt.NDArray[np.uint8]
Drawn = tuple[Pictures, Pictures, list[Truth]]
SquareBox = tuple[int, int, int, int]  # left, top, right, bottom in hundredths of the square


def load(name: str) -> Drawn:
    """Return a set's pictures (n, SIDE, SIDE, 3), their patches and what is true of each.

    Patches are uint8 (n, PATCHES, len(PART_KEYS)): how much of a patch each part covers, to 255.
    """
    stored = read_json(workplace("reader", f"{name}.json"))
    truths = [Truth(**one | {"spec": Spec(**one["spec"])}) for one in stored]
    pixels, patches = (
        np.load(workplace("reader", f"{name}.{kind}.npy"), mmap_mode="r")
        for kind in ("pictures", "patches")
    )
    return pixels, patches, truths


def draw_set(name: str, processes: int) -> None:
    """Draw and store one set."""
    count, first_seed = _SETS[name]
    jobs = [(first_seed + chunk, _CHUNK, name == "train") for chunk in range(count // _CHUNK)]
    drawn: list[Drawn] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for chunk in pool.imap(draw_chunk, jobs):
            drawn.append(chunk)
            print(name, len(drawn) * _CHUNK, flush=True)
    store(name, drawn)


def store(name: str, drawn: list[Drawn]) -> None:
    """Store what was drawn as a set."""
    for place, kind in enumerate(("pictures", "patches")):
        whole = np.concatenate([chunk[place] for chunk in drawn])
        np.save(workplace("reader", f"{name}.{kind}.npy"), whole)
    truths = [asdict(truth) for chunk in drawn for truth in chunk[2]]
    write_json(workplace("reader", f"{name}.json"), truths)


def draw_chunk(job: tuple[int, int, bool]) -> Drawn:
    """Draw so many pictures of a seed, for training or not."""
    seed, count, is_training = job
    stream = Random(seed)
    pixels, patches, truths = zip(*(_draw(stream, is_training) for _ in range(count)), strict=True)
    return np.stack(pixels), np.stack(patches), list(truths)


def test_photos(count: int, scale: int) -> Iterator[tuple[Pictures, Truth]]:
    """Yield pictures that only evaluations look at, not filled up, so many times as large."""
    stream = Random(_TEST_SEED)
    for _ in range(count):
        spec, look, (width, height) = _chosen(stream, is_training=False)
        pixels, truth, _ = render_truth(spec, look, scale * width, scale * height)
        yield pixels, truth


def _draw(stream: Random, is_training: bool) -> tuple[Pictures, Pictures, Truth]:
    """Return a random picture (SIDE, SIDE, 3), its patches and what is true of it."""
    spec, look, (width, height) = _chosen(stream, is_training)
    pixels, truth, masks = render_truth(spec, look, width, height)
    return squared(pixels, FILL), _patches(spec.group, masks), truth


def _chosen(stream: Random, is_training: bool) -> tuple[Spec, Look, tuple[int, int]]:
    """Choose what to draw, in which colors, and how large."""
    spec = random_spec(stream)
    while is_held_out(spec) == is_training:
        spec = random_spec(stream)
    look = own_look(spec.species)
    if stream.random() < (_MORPHS if is_training else 0.5):
        look = random_morph(spec.species, stream, held_out=not is_training)
    return spec, look, stream.choice(_SHAPES)


def _patches(group: str, masks: dict[str, Mask]) -> Pictures:
    covered = np.zeros((PATCHES, len(PART_KEYS)), np.uint8)
    across = SIDE // PATCH
    for part, mask in masks.items():
        shares = squared(mask, False).reshape(across, PATCH, across, PATCH).mean((1, 3))
        covered[:, PART_KEYS.index((group, part))] = (255 * shares).reshape(-1)
    return covered


def squared(pixels: npt.NDArray[Any], fill: object) -> npt.NDArray[Any]:
    """Center a picture or mask in a square, as llama.cpp does."""
    height, width = pixels.shape[:2]
    side = max(height, width)
    square = np.empty((side, side, *pixels.shape[2:]), pixels.dtype)
    square[:] = fill
    top, left = (side - height) // 2, (side - width) // 2
    square[top : top + height, left : left + width] = pixels
    return square


def in_square(box: Box, size: tuple[int, int]) -> SquareBox:
    """Return where a box of a picture is in the square that it is filled up to."""
    across, down = (length / max(size) for length in size)
    left, right = (round(100 * ((1 - across) / 2 + across * edge)) for edge in box[0::2])
    top, bottom = (round(100 * ((1 - down) / 2 + down * edge)) for edge in box[1::2])
    return left, top, right, bottom


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    processes = parser.parse_args().processes
    for name in _SETS:
        if not workplace("reader", f"{name}.json").exists():
            draw_set(name, processes)


if __name__ == "__main__":
    main()
