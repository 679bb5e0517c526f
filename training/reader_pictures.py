"""Draw the pictures that the reader is trained on, with what each part of them shows.

    python -m training.reader_pictures --processes 4

Most are morphs, so that colors have to be seen. `train` has neither held-out scenes nor held-out
colors; `validation` (all choices are made on it) and `test` (looked at only by evaluations) have
held-out scenes and, in every other picture, held-out colors of all parts.
"""

import argparse
import multiprocessing
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from training.workplace import read_json, workplace, write_json
from visret_desktop.fieldbook.drawing import Look
from visret_desktop.fieldbook.morphs import named_colors, own_look, random_morph
from visret_desktop.fieldbook.photo_questions import PARTS
from visret_desktop.fieldbook.regions import Mask, Shown, render_shown
from visret_desktop.fieldbook.spec import Spec, is_held_out, random_spec

SIDE = 96
PATCH = 16
PATCHES = (SIDE // PATCH) ** 2
PART_KEYS = tuple((group, part) for group, parts in PARTS.items() for part in parts)
FILL = (122, 116, 104)  # what llama.cpp fills a picture up to a square with
_SHAPES = ((96, 96), (96, 72), (72, 96))
_CHUNK = 250
_SETS = {"test": (2_000, 29_000), "validation": (1_000, 27_000), "train": (60_000, 300_000)}
_MORPHS = 0.7  # share of the training pictures

Pictures = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]  # left, top, right, bottom in hundredths of the square


@dataclass(frozen=True)
class Photo:
    """What is known about a picture: its spec, its colors, and where they are."""

    spec: Spec
    colors: dict[str, str]  # of the parts that can be asked for
    animals: list[Box]
    parts: dict[str, list[Box]] = field(default_factory=dict)  # of each animal that shows the part
    areas: dict[str, float] = field(default_factory=dict)  # of the largest, share of the square

    @property
    def is_morph(self) -> bool:
        """Whether its colors are not the species' own."""
        return self.colors.items() - named_colors(own_look(self.spec.species)).items() != set()


def load(name: str) -> tuple[Pictures, Pictures, list[Photo]]:
    """Return a set's pictures (n, SIDE, SIDE, 3), its patches and what is known of each.

    Patches are uint8 (n, PATCHES, len(PART_KEYS)): how much of a patch each part covers, to 255.
    """
    photos = [_photo(stored) for stored in read_json(workplace("reader", f"{name}.json"))]
    pixels, patches = (
        np.load(workplace("reader", f"{name}.{kind}.npy"), mmap_mode="r")
        for kind in ("pictures", "patches")
    )
    return pixels, patches, photos


def _photo(stored: dict[str, Any]) -> Photo:
    return Photo(**stored | {"spec": Spec(**stored["spec"])})


def draw_set(name: str, processes: int) -> None:
    """Draw and store one set."""
    count, first_seed = _SETS[name]
    jobs = [(first_seed + chunk, name == "train") for chunk in range(count // _CHUNK)]
    drawn: list[tuple[Pictures, Pictures, list[Photo]]] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for chunk in pool.imap(_draw_chunk, jobs):
            drawn.append(chunk)
            print(name, len(drawn) * _CHUNK, flush=True)
    np.save(workplace("reader", f"{name}.pictures.npy"), np.concatenate([one[0] for one in drawn]))
    np.save(workplace("reader", f"{name}.patches.npy"), np.concatenate([one[1] for one in drawn]))
    write_json(
        workplace("reader", f"{name}.json"), [asdict(photo) for one in drawn for photo in one[2]]
    )


def _draw_chunk(job: tuple[int, bool]) -> tuple[Pictures, Pictures, list[Photo]]:
    seed, is_training = job
    stream = Random(seed)
    drawn = [draw(stream, is_training) for _ in range(_CHUNK)]
    pixels, patches, photos = zip(*drawn, strict=True)
    return np.stack(pixels), np.stack(patches), list(photos)


def draw(stream: Random, is_training: bool) -> tuple[Pictures, Pictures, Photo]:
    """Return a random picture (SIDE, SIDE, 3), its patches and what is known of it."""
    spec = random_spec(stream)
    while is_held_out(spec) == is_training:
        spec = random_spec(stream)
    is_morph = stream.random() < (_MORPHS if is_training else 0.5)
    look = own_look(spec.species)
    if is_morph:
        look = random_morph(spec.species, stream, held_out=not is_training)
    return draw_photo(spec, look, stream.choice(_SHAPES))


def draw_photo(
    spec: Spec, look: Look, size: tuple[int, int]
) -> tuple[Pictures, Pictures, Photo]:
    """Draw a picture and fill it up to a square."""
    parts = list(PARTS[spec.group])
    pixels, shown = render_shown(spec, *size, look, parts)
    photo = Photo(
        spec,
        {part: color for part, color in named_colors(look).items() if part in parts},
        [_box(squared(animal.whole, False)) for animal in shown],
    )
    for part in parts:
        masks = [squared(animal.parts[part], False) for animal in shown if part in animal.parts]
        if masks:
            photo.parts[part] = [_box(mask) for mask in masks]
            photo.areas[part] = max(float(mask.mean()) for mask in masks)
    return squared(pixels, FILL), _patches(spec.group, shown), photo


def squared(pixels: npt.NDArray[Any], fill: object) -> npt.NDArray[Any]:
    """Center a picture or mask in a square, as llama.cpp does."""
    height, width = pixels.shape[:2]
    side = max(height, width)
    square = np.empty((side, side, *pixels.shape[2:]), pixels.dtype)
    square[:] = fill
    top, left = (side - height) // 2, (side - width) // 2
    square[top : top + height, left : left + width] = pixels
    return square


def _box(mask: Mask) -> Box:
    if not mask.any():
        return 0, 0, 0, 0
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    edges = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    left, top, right, bottom = (round(100 * int(edge) / len(mask)) for edge in edges)
    return left, top, right, bottom


def _patches(group: str, shown: list[Shown]) -> Pictures:
    """Return uint8 (PATCHES, len(PART_KEYS)): how much of a patch each part covers."""
    covered = np.zeros((PATCHES, len(PART_KEYS)), np.uint8)
    across = SIDE // PATCH
    for number, (owner, part) in enumerate(PART_KEYS):
        masks = [animal.parts[part] for animal in shown if owner == group and part in animal.parts]
        if masks:
            whole = squared(np.any(masks, axis=0), False)
            shares = whole.reshape(across, PATCH, across, PATCH).mean((1, 3))
            covered[:, number] = (255 * shares).reshape(-1)
    return covered


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    processes = parser.parse_args().processes
    for name in _SETS:
        if not workplace("reader", f"{name}.json").exists():
            draw_set(name, processes)


if __name__ == "__main__":
    main()
