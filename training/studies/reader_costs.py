"""Measure what a first and a second question about the same photo cost, at real sizes.

    python -m training.studies.reader_costs [--only NAME] [--json FILE]

Vision models with random weights are written to a temporary folder and opened as the program opens
them: with its own prompts, threads and limits, each in a process of its own. Weights do not change
what arithmetic costs; what they answer means nothing, so every answer has the same length. For
each: tokens of a photo, seconds of the first and of the second question about it, and of one where
of what is kept only the embeddings are left, memory, and what is kept of a photo. Seconds are those
of one core, so that what else the computer does counts little.
"""

import argparse
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import psutil

from bench import machine
from bench.random_gguf import LlamaShape, write_random_gguf
from training.studies.random_mmproj import EyeShape, write_random_mmproj
from visret_desktop.models.answering.vision_chat import Part, SpecialToken, VisionChat
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.models.rewriting.prompts import prompt_text
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.paths import Paths

_SHAPES = {
    "500 million": (
        LlamaShape(1024, 32, heads=16, heads_kv=4, inner=2560, words=49_280),
        EyeShape(384, 16, width=768, layers=12, heads=12, inner=3072),
    ),
    "2 billion": (
        LlamaShape(2048, 28, heads=16, heads_kv=8, inner=6144, words=151_936),
        EyeShape(384, 16, width=1024, layers=24, heads=16, inner=4096),
    ),
}
_CONTEXT = 2_048
_ANSWER = 8  # tokens
_REMEMBERED = 768 * 2**20
_QUESTIONS = ("What colour are its feet?", "How many birds are there?")


@dataclass(frozen=True)
class Cost:
    """What one model cost; times in seconds of one core, sizes in megabytes."""

    name: str
    weights: int
    photo_tokens: int
    threads: int
    load_seconds: float
    first: float
    second: float
    with_embeddings: float
    kept_of_a_photo: float
    peak: int

    @property
    def ratio(self) -> float:
        """The second question beside the first."""
        return self.second / self.first


def measure(name: str, folder: Path) -> Cost:
    """Ask about photos; in a process that has opened nothing else."""
    model, mmproj = folder / "model.gguf", folder / "mmproj.gguf"
    size = model.stat().st_size + mmproj.stat().st_size
    threads = sensible_threads(size)
    started = time.perf_counter()
    chat = VisionChat(
        model, mmproj, context_length=_CONTEXT, threads=threads, most_remembered=_REMEMBERED
    )
    load_seconds = time.perf_counter() - started
    photo = SeenPicture("photo", np.random.default_rng(0).integers(0, 256, (288, 384, 3), np.uint8))
    first, second = (_seconds(chat, photo, question) for question in _QUESTIONS)
    kept = chat._states.size + chat._eye.embeddings.size
    chat._states.clear()
    embeddings = _seconds(chat, photo, _QUESTIONS[0])
    peak = psutil.Process().memory_info().rss
    chat.close()
    return Cost(
        name,
        size // 10**6,
        _SHAPES[name][1].tokens,
        threads,
        round(load_seconds, 1),
        round(first, 2),
        round(second, 2),
        round(embeddings, 2),
        round(kept / 1e6, 1),
        peak // 10**6,
    )


def _seconds(chat: VisionChat, photo: SeenPicture, question: str) -> float:
    with TemporaryDirectory() as nothing:
        prompt = prompt_text("reader-answer", Paths(*3 * [Path(nothing)]))
    asked: list[Part] = [SpecialToken("user\n"), photo, prompt.replace("{question}", question)]
    started = time.process_time()
    written = chat.write([*asked, SpecialToken("assistant\n")], max_tokens=_ANSWER)
    assert written.tokens == _ANSWER or written.is_ended
    return time.process_time() - started


def _aside(name: str, folder: Path) -> Cost:
    text, eye = _SHAPES[name]
    write_random_gguf(text, folder / "model.gguf")
    write_random_mmproj(eye, text.width, folder / "mmproj.gguf")
    # Not as the program starts its children: this is found in the folder that one stands in.
    this = "training.studies.reader_costs"
    command = [sys.executable, "-m", this, "--measure", name, str(folder)]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Cost(**json.loads(told.splitlines()[-1]))


def _table(costs: list[Cost]) -> str:
    columns = ("model", "MB", "tokens", "load", "first", "second", "ratio", "embeddings only")
    lines = [("| " + " | ".join((*columns, "kept MB", "peak MB")) + " |"), "| --- " * 10 + "|"]
    for cost in costs:
        cells: list[Any] = [cost.name, cost.weights, cost.photo_tokens, cost.load_seconds]
        cells += [cost.first, cost.second, f"{cost.ratio:.2f}", cost.with_embeddings]
        cells += [cost.kept_of_a_photo, cost.peak]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*_SHAPES], action="append")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        name, folder = chosen.measure
        sys.stdout.write(json.dumps(asdict(measure(name, Path(folder)))) + "\n")
        return
    costs = []
    for name in chosen.only or _SHAPES:
        with TemporaryDirectory() as folder:
            costs.append(_aside(name, Path(folder)))
        print(_table(costs[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    print(f"{machine.sentence(machine.describe())}\n\n{_table(costs)}")
    if chosen.json:
        made = [asdict(cost) | {"ratio": cost.ratio} for cost in costs]
        chosen.json.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
