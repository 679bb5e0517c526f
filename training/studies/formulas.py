"""How well likeness answers the parts of formulas, on drawn photos of which all is known.

    python -m training.studies.formulas [--photos 800] [--formulas 300] [--seed 5]

First, of which height on (deviations above the library's mean) a photo shows what is named: the
limits in `engine/search/boolean_search.py` are read off this table. Then formulas of two and three
parts, each against one sentence that says the same: the mean average precision of both orders.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
from PIL import Image
from PySide6.QtWidgets import QApplication

from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.boolean_search import CLEARLY, HARDLY, PROBABLY, merit
from visret_desktop.facts.formula import All, Atom, Either, Node, Not, cases_of
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.judging.metrics import average_precision
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PARTS = ("species", "habitat", "light")
AT_ONCE = 32
Truth = dict[str, npt.NDArray[np.bool_]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=800)
    parser.add_argument("--formulas", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    application = QApplication.instance() or QApplication(["study", "-platform", "offscreen"])
    stream = Random(options.seed)
    specs = [random_spec(stream, stream.choice(list(SPECIES))) for _ in range(options.photos)]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        paths = Paths(root / "data", root / "cache", root / "config")
        with Library.open(paths, Settings().for_drawings()) as library:
            study(library, specs, options.formulas, stream)
    application.quit()


def study(library: Library, specs: list[Spec], count: int, stream: Random) -> None:
    encoder = library.encoder
    pixels = [encoder.preprocess(Image.fromarray(render(spec, 64))) for spec in specs]
    some = (np.stack(pixels[at : at + AT_ONCE]) for at in range(0, len(pixels), AT_ONCE))
    photos = np.concatenate([encoder.embed_images(one) for one in some])

    def heights(text: str) -> npt.NDArray[np.float64]:
        similarities = (photos @ encoder.embed_texts([text])[0]).astype(np.float64)
        return (similarities - similarities.mean()) / similarities.std()

    def together(several: Sequence[Atom]) -> npt.NDArray[np.float64]:
        return heights(", ".join(atom.text for atom in several))

    said = {part: [value_of(spec, part) for spec in specs] for part in PARTS}
    names = {part: sorted(set(values)) for part, values in said.items()}
    truth = {n: np.array([v == n for v in said[part]]) for part in PARTS for n in names[part]}
    known = {name: heights(name) for name in truth}
    for part in PARTS:
        high = np.stack([known[name] for name in names[part]])
        is_so = np.stack([truth[name] for name in names[part]])
        print(f"{part}: {len(names[part])} values")
        for limit in sorted({HARDLY, 0.5, 1.0, PROBABLY, 1.5, CLEARLY, 2.5}):
            above = high >= limit
            right, missed = is_so[above].mean() if above.any() else np.nan, is_so[~above].mean()
            print(f"  {limit:5.2f}: {right:6.1%} of those above show it, {missed:6.1%} below")
    scores: dict[str, list[tuple[float, float]]] = {}
    for kind, node, sentence in formulas(names, count, stream):
        answers = holds(node, truth)
        if 3 <= answers.sum() <= len(answers) // 2:
            ours = merit(cases_of(node), together, len(specs))
            both = (average(ours, answers), average(heights(sentence), answers))
            scores.setdefault(kind, []).append(both)
    for kind, pairs in scores.items():
        ours, sentence = np.mean(pairs, axis=0)
        print(f"{kind}: {len(pairs)} formulas, {ours:.3f}; as a sentence {sentence:.3f}")


def value_of(spec: Spec, part: str) -> str:
    value = getattr(spec, part)
    return value if isinstance(value, str) else str(value.name)


def formulas(
    names: dict[str, list[str]], count: int, stream: Random
) -> Iterator[tuple[str, Node, str]]:
    for number in range(count):
        a = stream.choice(names["species"])
        b, c = stream.sample(names["habitat"], 2)
        d = stream.choice(names["species"])
        one, other, third, fourth = (Atom(text) for text in (a, b, c, d))
        yield (
            ("a AND b", All((one, other)), f"{a}, {b}"),
            ("b AND NOT a", All((other, Not(one))), f"{b} without {a}"),
            ("a AND (b OR c)", All((one, Either((other, third)))), f"{a}, {b} or {c}"),
            (
                "(a OR d) AND NOT b",
                All((Either((one, fourth)), Not(other))),
                f"{a} or {d} without {b}",
            ),
        )[number % 4]


def holds(node: Node, truth: Truth) -> npt.NDArray[np.bool_]:
    if isinstance(node, Atom):
        return truth[node.text]
    if isinstance(node, Not):
        return ~holds(node.part, truth)
    parts = np.stack([holds(part, truth) for part in node.parts])
    return parts.all(axis=0) if isinstance(node, All) else parts.any(axis=0)


def average(values: npt.NDArray[np.float64], answers: npt.NDArray[np.bool_]) -> float:
    return average_precision(answers[np.argsort(-values, kind="stable")], int(answers.sum()))


if __name__ == "__main__":
    main()
