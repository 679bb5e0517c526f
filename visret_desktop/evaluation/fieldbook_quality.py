"""Measure the search strategies on the fieldbook, whose truth is known.

    python -m visret_desktop.evaluation.fieldbook_quality [--set validation] [--json FILE]

A library of 2,000 drawn pictures; 300 questions in held-out wordings (relevant: right species and
right view) and 300 descriptions of held-out combinations (relevant: everything described). Beside
the strategies stand the ceilings, where the renderer itself visualizes. `--set validation` draws
another library and other queries: every choice (weights, steps, guidance) is made there.
"""

import argparse
import json
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop.evaluation.metrics import measure, summary
from visret_desktop.fieldbook.grammar import Wanted
from visret_desktop.fieldbook.queries import Query, description, question
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, is_held_out, random_spec
from visret_desktop.fieldbook.wording import PARTS
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.models.encoder import open_encoder
from visret_desktop.models.interfaces import Encoder, SketchOrder, Vectors
from visret_desktop.models.rewriter import open_rewriter
from visret_desktop.models.visualizer import open_visualizer
from visret_desktop.packs import registry
from visret_desktop.paths import Paths, default_paths
from visret_desktop.retrieval.ranking import reciprocal_rank_fusion
from visret_desktop.retrieval.score_fusion import fuse_scores, mean_direction

PICTURES = 2_000
SIDE = 64
M = 3
WEIGHTS = (0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0)
_SEEDS = {"test": 2_026, "validation": 5}
_LAMBDA = 1.0


@dataclass(frozen=True)
class Case:
    """A query with the pictures that visualize it, generated and drawn, as unit vectors (m, d)."""

    query: Query
    instruction: str
    generated: Vectors
    drawn: Vectors


# ---- queries and pictures -------------------------------------------------------------------


def draw_library(seed: int) -> list[Spec]:
    """Return the specs of the library's pictures."""
    stream = Random(f"library {seed}")
    return [random_spec(stream) for _ in range(PICTURES)]


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


def draw_for(wanted: Wanted, stream: Random) -> npt.NDArray[np.uint8]:
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


def _embed(encoder: Encoder, pictures: Sequence[npt.NDArray[np.uint8]]) -> Vectors:
    pixels = [encoder.preprocess(Image.fromarray(picture)) for picture in pictures]
    parts = [np.stack(pixels[start : start + 64]) for start in range(0, len(pixels), 64)]
    return np.concatenate([encoder.embed_images(part) for part in parts])


# ---- the models -----------------------------------------------------------------------------


def _generate(job: tuple[Paths, list[tuple[str, int]]]) -> list[npt.NDArray[np.uint8]]:
    """Make pictures in a process of its own."""
    paths, orders = job
    visualizer = open_visualizer(registry.find(paths, "starter-visualizer"), paths)
    wanted = [SketchOrder(text, seed) for text, seed in orders]
    made = dict(visualizer.visualize(wanted, lambda _: False))
    return [np.asarray(made[number].convert("RGB")) for number in range(len(orders))]


def visualize(
    paths: Paths, instructions: Sequence[str], processes: int
) -> list[npt.NDArray[np.uint8]]:
    """Return `M` pictures for each instruction, in order."""
    orders = [(text, seed) for text in instructions for seed in range(M)]
    jobs = [(paths, orders[start : start + 30]) for start in range(0, len(orders), 30)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return [picture for part in pool.imap(_generate, jobs) for picture in part]


def prepare(paths: Paths, encoder: Encoder, queries: Sequence[Query], processes: int) -> list[Case]:
    """Rewrite, visualize, draw and embed."""
    rewriter = open_rewriter(registry.find(paths, "starter-rewriter"), paths)
    instructions = [rewriter.rewrite(_typed(query.text)).instructions[0] for query in queries]
    generated = _embed(encoder, visualize(paths, instructions, processes))
    stream = Random("drawn")
    drawn = _embed(encoder, [draw_for(q.wanted[0], stream) for q in queries for _ in range(M)])
    return [
        Case(query, text, generated[number * M :][:M], drawn[number * M :][:M])
        for number, (query, text) in enumerate(zip(queries, instructions, strict=True))
    ]


def _typed(text: str) -> str:
    return text[0].upper() + text[1:]


# ---- the strategies -------------------------------------------------------------------------


def order(similarities: Vectors) -> list[int]:
    """Return the pictures' numbers, the best first."""
    return [int(number) for number in np.argsort(-similarities, kind="stable")]


def rankings(
    case: Case, raw: Vectors, instruction: Vectors, library: Vectors, weight: float
) -> dict[str, list[int]]:
    """Return every strategy's ranking of the library for one query and its instruction (d,)."""
    found = {"original": order(library @ raw), "rephrase": order(library @ instruction)}
    for name, vectors in (("", case.generated), (" (drawn)", case.drawn)):
        lists = [order(library @ vector) for vector in vectors]
        found[f"visret-single{name}"] = lists[0]
        found[f"visret{name}"] = [label for label, _ in reciprocal_rank_fusion(lists, _LAMBDA)]
        found[f"hybrid{name}"] = order(library @ hybrid(instruction, vectors, library, weight))
    return found


def hybrid(instruction: Vectors, pictures: Vectors, library: Vectors, weight: float) -> Vectors:
    """Return the one vector (d,) that ranks as instruction and pictures fused by their scores."""
    vectors = (instruction, mean_direction(list(pictures)))
    spreads = [_spread(library @ vector) for vector in vectors]
    return fuse_scores(vectors, spreads, (1.0, weight)).vector


def _spread(similarities: Vectors) -> tuple[float, float]:
    return float(similarities.mean()), float(similarities.std())


def evaluate(
    cases: Sequence[Case], encoder: Encoder, library: Vectors, specs: Sequence[Spec], weight: float
) -> dict[str, Any]:
    """Return every strategy's figures over `cases`."""
    raw = encoder.embed_texts([_typed(case.query.text) for case in cases])
    instructions = encoder.embed_texts([case.instruction for case in cases])
    measured: dict[str, list[dict[str, float]]] = {}
    for case, query, instruction in zip(cases, raw, instructions, strict=True):
        relevant = np.array([case.query.wanted[0].matches(spec) for spec in specs])
        if not relevant.any():
            continue
        found = rankings(case, query, instruction, library, weight)
        for name, ranking in found.items():
            figures = measure(relevant[ranking], int(relevant.sum()))
            measured.setdefault(name, []).append(figures)
    return {name: _summarized(figures) for name, figures in measured.items()}


def _summarized(figures: Sequence[dict[str, float]]) -> dict[str, Any]:
    names = figures[0]
    return {"queries": len(figures)} | {
        name: summary([one[name] for one in figures]) for name in names
    }


# ---- the command ----------------------------------------------------------------------------


def run(name: str, count: int, processes: int, weights: Sequence[float]) -> dict[str, Any]:
    """Return the figures of both sets of queries for every weight of `hybrid`."""
    paths = default_paths()
    encoder = open_encoder(registry.find(paths, "starter"), paths)
    seed = _SEEDS[name]
    specs = draw_library(seed)
    library = _embed(encoder, [render(spec, SIDE) for spec in specs])
    sets = {
        "questions": questions(count, seed),
        "descriptions": descriptions(count, seed, specs),
    }
    found: dict[str, Any] = {}
    for kind, queries in sets.items():
        cases = prepare(paths, encoder, queries, processes)
        exact = np.mean([case.instruction == case.query.rewrite for case in cases])
        found[kind] = {
            "rewrites exact": round(float(exact), 4),
            "weights": {w: evaluate(cases, encoder, library, specs, w) for w in weights},
        }
    return found


def _lines(found: dict[str, Any]) -> list[str]:
    lines = []
    for kind, figures in found.items():
        lines.append(f"{kind} (rewrites exact {figures['rewrites exact']})")
        for weight, strategies in figures["weights"].items():
            lines.append(f"  hybrid weight {weight}")
            lines += [f"    {name:24}{_row(values)}" for name, values in strategies.items()]
    return lines


def _row(values: dict[str, Any]) -> str:
    shown = ("success@1", "success@10", "success@30", "recall@10", "recall@30", "ndcg@10")
    means = "  ".join(f"{name} {values[name]['mean']:.3f}" for name in shown)
    low, high = values["ndcg@10"]["ci95"]
    return f"{means} ({low:.3f}–{high:.3f})"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=tuple(_SEEDS), default="test")
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--weights", type=float, nargs="*")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    weights = options.weights or (WEIGHTS if options.set == "validation" else (0.5,))
    found = run(options.set, options.queries, options.processes, weights)
    print("\n".join(_lines(found)))  # noqa: T201 - this command's answer
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
