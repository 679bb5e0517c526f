"""How well likeness answers the parts of formulas, on drawn photos of which all is known.

    python -m training.studies.formulas [--photos 800] [--formulas 300] [--seed 5]
    python -m training.studies.formulas --line SEED:PHOTOS,… [--formulas 300]

First, of which height on (deviations above the library's mean) a photo shows what is named: the
limits in `engine/search/boolean_search.py` are read off this table. Then formulas of two and three
parts, each against one sentence that says the same: the mean average precision of both orders.

With `--line` each world of the fieldbook is drawn, indexed and asked by the program's own search:
what stands above the line of a formula, and of the sentence; "all found" draws no line. Precision
and recall are of all photos together; `denied` finds nothing although something is right, `absent`
finds nothing once all right photos are taken away. Seeds 5, 11 and 12 chose the rule; 31 and 32
chose nothing.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
from PIL import Image
from PySide6.QtWidgets import QApplication

from bench.drawn_settings import for_drawings
from bench.fieldbook_world import draw_library
from bench.quality.corpus import prepare
from bench.quality.setup import Setup
from visret_desktop.engine.messages import QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.boolean_search import CLEARLY, HARDLY, PROBABLY, merit
from visret_desktop.engine.search.search_job import search
from visret_desktop.facts.formula import All, Atom, Either, Node, Not, cases_of
from visret_desktop.fieldbook.grammar import KINDS, species_of
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import HABITATS, LIGHTS, WEATHERS
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.file_changes import temporary_folder
from visret_desktop.judging.corpus import index
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
    parser.add_argument("--line", metavar="SEED:PHOTOS,…")
    options = parser.parse_args()
    if options.line:
        for world in options.line.split(","):
            seed, _, photos = world.partition(":")
            for row in study_line(int(seed), int(photos), options.formulas):
                print(row, flush=True)
        return
    application = QApplication.instance() or QApplication(["study", "-platform", "offscreen"])
    stream = Random(options.seed)
    specs = [random_spec(stream, stream.choice(list(SPECIES))) for _ in range(options.photos)]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        paths = Paths(root / "data", root / "cache", root / "config")
        with Library.open(paths, for_drawings(Settings())) as library:
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


# ---- the line ------------------------------------------------------------------------------------

Shows = Callable[[Spec], bool]
KINDS_AT_LINE = ("a AND b", "a AND b AND c", "a AND (b OR c)", "a AND NOT b", "b AND c")
WORDINGS = {"habitat": HABITATS, "light": LIGHTS, "weather": WEATHERS}


def study_line(seed: int, photos: int, count: int) -> Iterator[str]:
    """Yield by kind of formula what its line lets through, and that of the sentence."""
    with temporary_folder() as folder:
        home = Paths(*(folder / name for name in ("data", "cache", "config")))
        setup = Setup(
            data_set="fieldbook-short", strategies=("original",), seed=seed, photos=photos
        )
        world = prepare(setup, home)
        with Library.open(world.paths, for_drawings(Settings())) as library:
            for _ in index(library, world):
                pass  # only what is indexed matters
            specs = draw_library(seed, photos)
            asked = list(line_formulas(specs, count, Random(f"formulas {seed}")))
            for kind in KINDS_AT_LINE:
                of_kind = [(f, s, right) for k, f, s, right in asked if k == kind]
                for name, place in (("formula", 0), ("sentence", 1)):
                    if name == "formula" or "NOT" not in kind:
                        each = [(one[place], one[2]) for one in of_kind]
                        figures = at_line(library, each, is_formula=name == "formula")
                        yield f"seed {seed}, {len(each)} of {kind}, as a {name}: {figures}"
                everything = everything_found([right for _, _, right in of_kind], photos)
                yield f"seed {seed}, {len(of_kind)} of {kind}, all found: {everything}"


def line_formulas(
    specs: Sequence[Spec], count: int, stream: Random
) -> Iterator[tuple[str, str, str, set[str]]]:
    """Yield kinds, formulas, sentences and the names of the photos that are right."""
    made = 0
    while made < count:
        kind, spec, other = KINDS_AT_LINE[made % 5], stream.choice(specs), stream.choice(specs)
        parts = [part for part in WORDINGS if getattr(spec, part) != "clear"]
        one, two = stream.sample(parts, 2)
        a, is_a = subject_of(spec, stream)
        b, is_b = circumstance(spec, one, stream)
        c, is_c = circumstance(spec, two, stream)
        d, is_d = circumstance(other, stream.choice(("habitat", "light")), stream)
        formula, sentence, shows = {
            "a AND b": (f"{a} AND {b}", f"{a}, {b}", (is_a, is_b)),
            "a AND b AND c": (f"{a} AND {b} AND {c}", f"{a}, {b}, {c}", (is_a, is_b, is_c)),
            "a AND (b OR c)": (
                f"{a} AND ({b} OR {d})",
                f"{a}, {b} or {d}",
                (is_a, lambda s, is_b=is_b, is_d=is_d: is_b(s) or is_d(s)),
            ),
            "a AND NOT b": (f"{a} AND NOT {d}", "", (is_a, lambda s, is_d=is_d: not is_d(s))),
            "b AND c": (f"{b} AND {c}", f"{b}, {c}", (is_b, is_c)),
        }[kind]
        right = {f"{n:05}.png" for n, s in enumerate(specs) if all(so(s) for so in shows)}
        if right and "winter" not in formula:  # that is a time of the year
            made += 1
            yield kind, formula, sentence, right


def subject_of(spec: Spec, stream: Random) -> tuple[str, Shows]:
    """Return a name of what a picture shows, as species, kind or group, and what it covers."""
    kind = spec.species.rpartition(" ")[2]
    name = stream.choice([spec.species, spec.species, kind if kind in KINDS else "", spec.group])
    meant = species_of(name or spec.species)
    return name or spec.species, lambda other: other.species in meant


def circumstance(spec: Spec, part: str, stream: Random) -> tuple[str, Shows]:
    """Return words for the habitat, light or weather of a picture, and what they cover."""
    value = getattr(spec, part)
    wording = stream.choice(WORDINGS[part][value])
    text = wording.rpartition(" ")[2] if stream.random() < 0.6 else wording
    return text, lambda other: bool(getattr(other, part) == value)


def at_line(library: Library, asked: Sequence[tuple[str, set[str]]], *, is_formula: bool) -> str:
    """Return what stands above the line, of texts with the names of the photos that are right."""
    above = correct = wanted = denied = absent = 0
    for text, right in asked:
        request = Search(1, (QueryTerm(text),), strategy="original", top_k=1000)
        request = replace(request, formula=text) if is_formula else request
        page = last_page(library, request)
        found = [hit.name for hit in page.hits[: max(page.found, 0)]]
        above, wanted = above + len(found), wanted + len(right)
        correct, denied = correct + len(right & set(found)), denied + (not found)
        gone = tuple(hit.content_hash for hit in page.hits if hit.name in right)
        absent += last_page(library, replace(request, exclude_hashes=gone)).found <= 0
    return (
        f"precision {correct / max(above, 1):.3f}, recall {correct / wanted:.3f}, "
        f"denied {denied / len(asked):.1%}, absent {absent / len(asked):.1%}"
    )


def everything_found(asked: Sequence[set[str]], photos: int) -> str:
    """Return the figures of who calls every photo right: what a line has to beat."""
    share = sum(map(len, asked)) / max(len(asked) * photos, 1)
    return f"precision {share:.3f}, recall 1.000, denied 0.0%, absent 0.0%"


def last_page(library: Library, request: Search) -> Ranked:
    return [page for page in search(library, request) if isinstance(page, Ranked)][-1]


# ---- formulas on vectors -------------------------------------------------------------------------


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
