"""Draw a library of the fieldbook world with judged queries, as `visret bench quality` reads them.

    python -m bench.fieldbook_world DIR [--seed S] [--photos N] [--queries N]
        [--short]

`DIR/photos` has the library, `DIR/judgments.jsonl` the queries in the form of people's own
judgments: questions in held-out wordings (relevant: right species and right view) and descriptions
of held-out combinations (relevant: everything described). With `--short` they are what people
type most: the name of each species and of each kind, then key words and phrases. With `--drawn M`
each query also gets M pictures by the renderer, the ceiling of what visualizing can reach.

A process of its own, because it draws with Qt. The same seed makes the same world: 2026 is for
tests, 5 for validation, where every choice (weights, steps, guidance) is made.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from bench.fieldbook.held_out import is_held_out
from bench.fieldbook.queries import description, keywords
from visret_desktop import file_changes
from visret_desktop.fieldbook.grammar import KINDS, DescribedPhoto, Query, instruction, question
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import PARTS
from visret_desktop.fieldbook.world import SPECIES

PHOTOS = 2_000
QUERIES = 600
TEST_SEED = 2_026
SIDE = 64
JUDGMENTS = "judgments.jsonl"
_FOLDER = "photos"


def draw_library(seed: int, count: int = PHOTOS) -> list[Spec]:
    """Return the specs of the library's pictures."""
    stream = Random(f"library {seed}")
    return [random_spec(stream) for _ in range(count)]


def questions(count: int, seed: int) -> list[Query]:
    """Return questions in held-out wordings, every species and part before any comes again."""
    stream = Random(f"questions {seed}")
    pairs = [(name, view) for name, look in SPECIES.items() for view in PARTS[look["group"]]]
    stream.shuffle(pairs)
    return [question(stream, True, *pairs[number % len(pairs)]) for number in range(count)]


def descriptions(count: int, seed: int, library: Sequence[Spec]) -> list[Query]:
    """Describe `count` held-out pictures of the library in full, in held-out wordings."""
    stream = Random(f"descriptions {seed}")
    chosen = [spec for spec in library if is_held_out(spec)]
    stream.shuffle(chosen)
    return [description(stream, True, spec, full=True) for spec in chosen[:count]]


def short_queries(count: int, seed: int) -> list[Query]:
    """Name each species and kind, then ask by key words and by phrases in turn."""
    stream = Random(f"short {seed}")
    names = [DescribedPhoto(subject) for subject in (*SPECIES, *KINDS)]
    found = [Query(one.subject, "name", (one,), instruction(one)) for one in names]
    while len(found) < count:
        found += [keywords(stream, True), description(stream, True)]
    return found[:count]


def draw_for(wanted: DescribedPhoto, stream: Random) -> npt.NDArray[np.uint8]:
    """Draw what is wanted; what is left open is chosen by chance: a perfect visualizer.

    In a full description, which names the habitat, an unnamed number is one and unnamed weather is
    clear.
    """
    spec = random_spec(stream, wanted.subject, wanted.view)
    is_full = wanted.habitat is not None
    spec = replace(
        spec,
        count=wanted.count or (1 if is_full else spec.count),
        habitat=wanted.habitat or spec.habitat,
        light=wanted.light or spec.light,
        weather=wanted.weather or ("clear" if is_full else spec.weather),
    )
    return render(spec, SIDE)


def as_typed(text: str) -> str:
    """Return a query as people type it."""
    return text[0].upper() + text[1:]


def write_world(
    directory: Path,
    seed: int,
    photos: int = PHOTOS,
    queries: int = QUERIES,
    drawn: int = 0,
    *,
    short: bool = False,
) -> None:
    """Write the library and its judged queries; half of them are questions, or all are `short`.

    Queries that nothing in the library answers are left out.
    """
    specs = draw_library(seed, photos)
    files = [f"{_FOLDER}/{number:05}.png" for number in range(len(specs))]
    for file, spec in zip(files, specs, strict=True):
        _keep(directory / file, render(spec, SIDE))
    of_file = dict(zip(files, specs, strict=True))
    if short:
        sets = [short_queries(queries, seed)]
    else:
        sets = [questions(queries // 2, seed), descriptions(queries - queries // 2, seed, specs)]
    entries = [e for s in sets for e in _entries(directory, s, of_file, drawn)]
    lines = [json.dumps(entry) + "\n" for entry in entries]
    file_changes.write(directory / JUDGMENTS, "".join(lines).encode())


def _entries(
    directory: Path, queries: Sequence[Query], specs: Mapping[str, Spec], drawn: int
) -> Iterator[dict[str, Any]]:
    stream = Random("drawn")
    for number, query in enumerate(queries):
        wanted = query.wanted[0]
        names = [f"{query.kind}-{number:04}-{picture}.png" for picture in range(drawn)]
        pictures = _draw(directory / "drawn", wanted, names, stream)
        relevant = [file for file, spec in specs.items() if wanted.matches(spec)]
        if relevant:
            yield {
                "query": as_typed(query.text),
                "photos": dict.fromkeys(relevant, 1),
                "kind": query.kind,
                "instruction": query.rewrite,
                "pictures": pictures,
            }


def _draw(folder: Path, wanted: DescribedPhoto, names: Sequence[str], stream: Random) -> list[str]:
    """Draw what is wanted once for each name and return the files."""
    for name in names:
        _keep(folder / name, draw_for(wanted, stream))
    return [f"{folder.name}/{name}" for name in names]


def _keep(path: Path, pixels: npt.NDArray[np.uint8]) -> None:
    buffer = BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    file_changes.write(path, buffer.getvalue(), is_durable=False)


def main() -> int:
    """Write a world."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--seed", type=int, default=TEST_SEED)
    parser.add_argument("--photos", type=int, default=PHOTOS)
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--drawn", type=int, default=0, metavar="M")
    parser.add_argument("--short", action="store_true")
    chosen = parser.parse_args()
    if not file_changes.is_own(chosen.directory):
        file_changes.claim(chosen.directory)
    size = chosen.photos, chosen.queries, chosen.drawn
    write_world(chosen.directory, chosen.seed, *size, short=chosen.short)
    return 0


if __name__ == "__main__":
    sys.exit(main())
