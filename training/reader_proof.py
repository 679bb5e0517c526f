"""Choose the pictures by which an installed reader is proved to draw its boxes where it should.

They prove the numbers that a pack says its boxes are in (`models/answering/box_check.py`), not how
well it finds things, and which kinds of questions it answers. For the boxes, of the pictures that
are tried those are taken that the exported reader gets right here, wide, high and square ones, with
boxes that would be elsewhere if x and y were exchanged. The other questions are not chosen by what
the reader says.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save_file

from bench.fieldbook.morphs import own_look
from bench.fieldbook.truth import Truth, render_truth
from training.box_writing import written
from training.photo_questions import PhotoQuestion, ask
from visret_desktop.fieldbook.spec import random_spec
from visret_desktop.models.answering.box_check import PICTURES_NAME, QUESTIONS_NAME, overlap
from visret_desktop.models.answering.reader import load_reader, model_files
from visret_desktop.models.answering.reader_regions import BOX_FORMATS
from visret_desktop.models.interfaces import Box, SeenPicture
from visret_desktop.models.pack_settings import ReaderSettings
from visret_desktop.models.rewriting.chat_frame import find_frame, read_frame
from visret_desktop.packs.manifest import Pack, PackFile
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

_SIZES = ((96, 72), (72, 96), (96, 96))
_SEED = 31_000
_CLEARLY, _HARDLY = 0.7, 0.35  # overlap; 0.5 is the least that proves something
_MOST_TRIED = 2_000
_EGGS = "how many eggs are in the nest?"

Picture = npt.NDArray[np.uint8]


def write_proof(directory: Path, settings: dict[str, Any]) -> None:
    """Write both files beside the model that lies in `directory`.

    Raises:
        ValueError: the reader gets too few right.
    """
    chosen: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    pictures: dict[str, Picture] = {}
    with TemporaryDirectory() as place:
        reader = _loaded(directory, settings, Path(place))
        for number, (size, pixels, truth, asked) in enumerate(_candidates()):
            if len(chosen) == len(_SIZES) or number == _MOST_TRIED:
                break
            if size != _SIZES[len(chosen)]:
                continue
            seen = SeenPicture(str(number), pixels)
            found = reader.regions(asked.text, asked.answer, seen) or ()
            if overlap(found, asked.regions) < _CLEARLY:
                continue
            name = f"{asked.answer} {size[0]}x{size[1]}"
            pictures[name] = pixels
            boxes = [[round(edge, 4) for edge in box] for box in asked.regions]
            entry = {"picture": name, "question": asked.text, "answer": asked.answer}
            chosen.append(entry | {"boxes": boxes})
            others += _of_other_kinds(name, truth, Random(number))
    if len(chosen) < len(_SIZES):
        raise ValueError(f"the reader draws the boxes of {len(chosen)} pictures right")
    for name, pixels in _nests():
        pictures[name] = pixels
        others.append({"picture": name, "question": _EGGS, "answer": "three"})
    (directory / QUESTIONS_NAME).write_text(
        json.dumps(chosen + others, indent=1) + "\n", encoding="utf-8"
    )
    save_file(pictures, directory / PICTURES_NAME)


def _of_other_kinds(name: str, truth: Truth, stream: Random) -> Iterator[dict[str, Any]]:
    """Yield a question for a color and one for yes or no, whatever the reader says to them."""
    for kind in ("color", "yes or no"):
        asked = None
        while asked is None or not asked.is_answered:
            asked = ask(kind, truth, stream)
        yield {"picture": name, "question": asked.text, "answer": asked.answer}


def _nests() -> Iterator[tuple[str, Picture]]:
    """Yield pictures of nests: each is drawn with three eggs."""
    stream = Random(_SEED)
    for width, height in _SIZES:
        spec = random_spec(stream)
        while spec.view != "nest":
            spec = random_spec(stream)
        pixels, _, _ = render_truth(spec, own_look(spec.species), width, height)
        yield f"nest of a {spec.species} {width}x{height}", pixels


def _candidates() -> Iterator[tuple[tuple[int, int], Picture, Truth, PhotoQuestion]]:
    """Yield drawn pictures of one animal that is not in the middle, and a question about it."""
    stream = Random(_SEED)
    while True:
        spec, size = random_spec(stream), stream.choice(_SIZES)
        pixels, truth, _ = render_truth(spec, own_look(spec.species), *size)
        asked = ask("species", truth, stream)
        if asked and len(asked.regions) == 1 and _if_exchanged(asked.regions[0], size) < _HARDLY:
            yield size, pixels, truth, asked


def _if_exchanged(box: Box, size: tuple[int, int]) -> float:
    """Return how much a box overlaps with what its numbers mean if x and y are exchanged."""
    text = written(BOX_FORMATS["thousandths"], [box], size)
    return overlap([box], BOX_FORMATS["thousandths y first"].read(text, size))


def _loaded(directory: Path, settings: dict[str, Any], place: Path) -> Any:
    files = tuple(
        PackFile(path.name, path.stat().st_size, "0" * 64)
        for path in sorted(directory.glob("*.gguf"))
    )
    pack = Pack("proof", "", Role.READER, "", "", directory, files, settings)
    said = ReaderSettings(**settings)
    frame = read_frame(find_frame(pack, model_files(pack)[0], "user"))
    paths = Paths(place, place, place)
    return load_reader(pack, model_files(pack), said, frame, paths, draws_boxes=True)
