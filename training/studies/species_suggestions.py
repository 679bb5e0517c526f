"""How often the right name of a species is suggested first, or among the first five.

    python -m training.studies.species_suggestions [--seed S] [--photos N] [--event N]

On pictures of the fieldbook's world, every species as often as any other, by the built-in encoder
and the names of all its species. For each set of phrases: single photos, and events of several
pictures of a species, of which the mean is compared. The phrases were chosen with seed 5; figures
in the documents are of another one.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
from PIL import Image

from bench.drawn_settings import for_drawings
from visret_desktop.engine.fieldwork.suggest_names_job import (
    prompts_of,
    ranked,
    templates,
    vectors_of,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import random_spec
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.interchange.species.name_lists import ListedName
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_SIDE, _AT_ONCE, _FIRST = 64, 64, 5
_OTHERS = (("{common}",), ("a photo of a {common}",), ("a {common}", "{common}", "many {common}"))


def study(encoder: Encoder, seed: int, photos: int, event: int) -> Iterator[str]:
    """Yield the lines of the table."""
    stream = Random(f"names {seed}")
    names = list(SPECIES)
    truth = [names[number % len(names)] for number in range(photos)]
    vectors = _seen(encoder, [render(random_spec(stream, name), _SIDE) for name in truth])
    yield f"{photos} pictures of {len(names)} species, {encoder.name}, seed {seed}"
    yield f"| phrases | first | of first {_FIRST} | events of {event}: first | of first {_FIRST} |"
    yield "| --- | --- | --- | --- | --- |"
    for phrases in (templates(), *_OTHERS):
        listed = [prompts_of(ListedName(name), phrases) for name in names]
        of_names = vectors_of(listed, encoder)
        alone = _right(vectors, truth, names, of_names, [[row] for row in range(photos)])
        together = _right(vectors, truth, names, of_names, _events(truth, event))
        shares = " | ".join(f"{share:.1%}" for share in (*alone, *together))
        yield f"| {' · '.join(phrases)} | {shares} |"
    yield f"By chance: {1 / len(names):.1%} and {_FIRST / len(names):.1%}."


def _seen(encoder: Encoder, pictures: Sequence[npt.NDArray[np.uint8]]) -> Vectors:
    pixels = [encoder.preprocess(Image.fromarray(picture)) for picture in pictures]
    parts = [
        encoder.embed_images(np.stack(pixels[start : start + _AT_ONCE]))
        for start in range(0, len(pixels), _AT_ONCE)
    ]
    return np.concatenate(parts)


def _events(truth: Sequence[str], size: int) -> list[list[int]]:
    """Return rows of the same species, so many at a time."""
    of_name: dict[str, list[int]] = {}
    for row, name in enumerate(truth):
        of_name.setdefault(name, []).append(row)
    return [
        rows[start : start + size]
        for rows in of_name.values()
        for start in range(0, len(rows) - size + 1, size)
    ]


def _right(
    vectors: Vectors,
    truth: Sequence[str],
    names: Sequence[str],
    of_names: Vectors,
    groups: Sequence[Sequence[int]],
) -> tuple[float, float]:
    """Return the shares of groups whose name is first, and among the first five."""
    first, among = [], []
    for rows in groups:
        found = ranked(vectors[list(rows)], of_names, [True] * len(names), _FIRST)
        suggested = [names[row] for row, _ in found]
        first.append(suggested[0] == truth[rows[0]])
        among.append(truth[rows[0]] in suggested)
    return float(np.mean(first)), float(np.mean(among))


def main() -> None:
    """Print the table."""
    from PySide6.QtWidgets import QApplication

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--photos", type=int, default=1160)
    parser.add_argument("--event", type=int, default=5)
    options = parser.parse_args()
    application = QApplication.instance() or QApplication(["study", "-platform", "offscreen"])
    with TemporaryDirectory() as folder:
        root = Path(folder)
        paths = Paths(root / "data", root / "cache", root / "config")
        with Library.open(paths, for_drawings(Settings())) as library:
            for line in study(library.encoder, options.seed, options.photos, options.event):
                print(line)
    application.quit()


if __name__ == "__main__":
    main()
