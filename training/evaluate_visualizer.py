"""Measure the visualizer with the judge: does a picture show what its instruction says?

    python -m training.evaluate_visualizer --choose   # guidance and steps, on validation pictures
    python -m training.evaluate_visualizer            # the figures, on held-out instructions

Two sets: instructions of questions (species and view) and full descriptions of held-out
combinations. Beside every figure stands that of drawn pictures of the same content under the same
judge. Writes a contact sheet to look at.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from diffusers import StableDiffusionPipeline
from PIL import Image

from bench.fieldbook.held_out import is_held_out
from training import judge, visualizer
from training.pictures import SIDE, Pictures
from training.visualizer import GUIDANCE, STEPS
from training.workplace import workplace, write_json
from visret_desktop.fieldbook.grammar import DescribedPhoto, all_of, instruction, question
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.judging.metrics import summary

_BATCH = 12
_ASKED = ("species", "view", "count", "habitat", "light")


@dataclass(frozen=True)
class Case:
    """An instruction's content and a drawn picture's spec that fulfils it."""

    wanted: DescribedPhoto
    spec: Spec


def question_cases(count: int, seed: int) -> list[Case]:
    stream = Random(f"question cases {seed}")
    asked = [question(stream, held_out=True).wanted[0] for _ in range(count)]
    return [Case(w, random_spec(stream, w.subject, w.view)) for w in asked]


def description_cases(count: int, seed: int) -> list[Case]:
    stream = Random(f"description cases {seed}")
    cases: list[Case] = []
    while len(cases) < count:
        spec = random_spec(stream)
        if is_held_out(spec):
            cases.append(Case(all_of(spec), spec))
    return cases


def load_pipeline() -> StableDiffusionPipeline:
    source = workplace(visualizer.NAME, "model")
    pipeline = StableDiffusionPipeline.from_pretrained(source, local_files_only=True)
    pipeline.set_progress_bar_config(disable=True)
    return pipeline


def generate(
    pipeline: StableDiffusionPipeline, texts: Sequence[str], steps: int, guidance: float, seed: int
) -> Pictures:
    """Return uint8 (n, 64, 64, 3), one for each text, each with a seed of its own."""
    made: list[Image.Image] = []
    for start in range(0, len(texts), _BATCH):
        batch = list(texts[start : start + _BATCH])
        seeds = [seed + start + number for number in range(len(batch))]
        made += pipeline(
            batch,
            height=SIDE,
            width=SIDE,
            num_inference_steps=steps,
            guidance_scale=guidance,
            generator=[torch.Generator().manual_seed(s) for s in seeds],
        ).images
    return np.stack([np.asarray(image) for image in made])


def judged(critic: judge.Judge, made: Pictures, cases: Sequence[Case]) -> dict[str, object]:
    """Return for every asked attribute the share of pictures that show it."""
    given = critic.answers(made)
    figures: dict[str, object] = {}
    for name in _ASKED:
        attribute = "subject" if name == "species" else name
        right = [
            float(answer == getattr(case.wanted, attribute))
            for answer, case in zip(given[name], cases, strict=True)
            if getattr(case.wanted, attribute) is not None
        ]
        if right:
            figures[name] = {"pictures": len(right), **summary(right)}
    return figures


def choose(critic: judge.Judge) -> None:
    """Print what steps and guidance do, on validation instructions."""
    pipeline = load_pipeline()
    cases = question_cases(60, seed=5) + description_cases(60, seed=5)
    texts = [instruction(case.wanted) for case in cases]
    for steps in (8, 12, 20):
        for guidance in (1.5, 2.5, 3.5, 5.0):
            figures = judged(critic, generate(pipeline, texts, steps, guidance, 0), cases)
            means = {name: figure["mean"] for name, figure in figures.items()}
            print(steps, guidance, means, flush=True)


def evaluate(critic: judge.Judge, count: int) -> None:
    """Write the figures and the contact sheet."""
    pipeline = load_pipeline()
    figures: dict[str, object] = {"judge": judge.validate(critic)}
    sheet: list[Pictures] = []
    sets = {"questions": question_cases, "descriptions": description_cases}
    for name, make_cases in sets.items():
        cases = make_cases(count, seed=2_026)
        texts = [instruction(case.wanted) for case in cases]
        made = generate(pipeline, texts, STEPS, GUIDANCE, seed=10_000)
        drawn = np.stack([render(case.spec, SIDE) for case in cases])
        figures[name] = {
            "generated": judged(critic, made, cases),
            "drawn": judged(critic, drawn, cases),
        }
        sheet += [made[:24], drawn[:24]]
    figures["seconds_for_three"] = _seconds(pipeline)
    write_json(workplace("figures", "visualizer.json"), figures)
    _write_sheet(sheet)
    print(figures)


def _seconds(pipeline: StableDiffusionPipeline) -> float:
    """Time three pictures on one core, one after the other, as the program makes them."""
    torch.set_num_threads(1)
    generate(pipeline, ["a moss owl"], 2, GUIDANCE, 0)
    started = time.perf_counter()
    for seed in range(3):
        generate(pipeline, ["two moss owls standing in the snow"], STEPS, GUIDANCE, seed)
    return round(time.perf_counter() - started, 2)


def _write_sheet(rows: Sequence[Pictures]) -> None:
    bands = [np.concatenate(list(half), 1) for row in rows for half in (row[:12], row[12:])]
    picture = Image.fromarray(np.concatenate(bands))
    size = (picture.width * 2, picture.height * 2)
    picture.resize(size, Image.Resampling.BICUBIC).save(workplace("figures", "visualizer.png"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--count", type=int, default=300)
    arguments = parser.parse_args()
    if arguments.choose:
        choose(judge.load())
    else:
        evaluate(judge.load(), arguments.count)


if __name__ == "__main__":
    main()
