"""Measure the reader through llama.cpp on what no training saw.

    python -m training.evaluate_reader

Held-out scenes, half of them morphs in held-out colors, asked in held-out wordings: photos are
larger than what the reader sees, and llama.cpp makes them small. Exact answers only. "Memory" is
the same question without the photo; boxes are compared as unions, beside random ones and the whole
photo.
"""

import argparse
import base64
import io
import json
import statistics
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from bench.fieldbook.truth import Truth
from training.photo_questions import (
    KINDS,
    NOT_SHOWN,
    PhotoQuestion,
    ask,
    regions_request,
)
from training.reader import NAME
from training.reader_pictures import Pictures, SquareBox, in_square, test_photos
from training.workplace import workplace, write_json
from visret_desktop.fieldbook.world import COLORS
from visret_desktop.judging.metrics import summary
from visret_desktop.models.runtimes.llama import Llama, llama_chat_format, llama_cpp

# JSON: as many boxes as there can be animals, in hundredths of the square.
REGIONS_GRAMMAR = """
root ::= "[]" | "[" box ("," box)? ("," box)? "]"
box ::= "[" edge "," edge "," edge "," edge "]"
edge ::= "100" | [1-9]? [0-9]
"""
_PHOTOS = 400
_SCALE = 4
_SEED = 2_026
_WHOLE_PHOTO = (0.0, 0.0, 1.0, 1.0)


class ReaderInLlama:
    """The reader in llama.cpp."""

    def __init__(self, directory: Path) -> None:
        projector = str(directory / "mmproj.gguf")
        handler = llama_chat_format.MTMDChatHandler(projector, verbose=False, use_gpu=False)
        self._model = Llama(
            str(directory / "model.gguf"),
            chat_handler=handler,
            n_ctx=512,
            n_threads=1,
            n_threads_batch=1,
            verbose=False,
            seed=0,
        )
        self._grammar = llama_cpp.LlamaGrammar.from_string(REGIONS_GRAMMAR, verbose=False)
        self.milliseconds: list[float] = []

    def answer(self, question: str, photo: str | None = None, **bound: Any) -> str:
        """Answer from a photo, which is the address of its bytes, or from memory."""
        said: list[dict[str, Any]] = [{"type": "text", "text": question}]
        if photo:
            said.insert(0, {"type": "image_url", "image_url": {"url": photo}})
        started = time.perf_counter()
        made = self._model.create_chat_completion(
            messages=[{"role": "user", "content": said}],
            temperature=0.0,
            repeat_penalty=1.0,
            max_tokens=96,
            **bound,
        )
        self.milliseconds.append(1000 * (time.perf_counter() - started))
        return str(made["choices"][0]["message"]["content"])

    def regions(self, question: str, photo: str) -> list[SquareBox]:
        """Return the boxes that show the answer."""
        told = self.answer(regions_request(question), photo, grammar=self._grammar)
        try:
            return [tuple(box) for box in json.loads(told)]
        except ValueError:  # cut off at the most tokens
            return []

    def close(self) -> None:
        self._model.close()


def as_address(pixels: Pictures) -> str:
    """Return a picture as an address that holds its bytes."""
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "PNG", compress_level=1)
    return f"data:image/png;base64,{base64.b64encode(held.getvalue()).decode()}"


# ---- what is counted ------------------------------------------------------------------------


class Tally:
    """Marks by name, and how often the reader said and should have said that nothing shows it."""

    def __init__(self) -> None:
        self.marks: dict[str, list[float]] = defaultdict(list)
        self.wrong: list[tuple[str, str, str, str]] = []
        self._refused = {(said, true): 0 for said in (True, False) for true in (True, False)}

    def add(self, question: PhotoQuestion, told: str, is_morph: bool) -> None:
        is_right = told == question.answer
        self.marks[question.kind].append(is_right)
        if question.kind == "color":
            self.marks[f"color of {'morphs' if is_morph else 'others'}"].append(is_right)
        if question.kind in ("color", "missing color"):
            self._refused[told == NOT_SHOWN, not question.is_answered] += 1
        if not is_right:
            self.wrong.append((question.kind, question.text, told, question.answer))

    def f1_of_refusing(self) -> float:
        """Return F1 of "this photo does not show it" among questions for colors."""
        hits = self._refused[True, True]
        wrong = self._refused[True, False] + self._refused[False, True]
        return round(2 * hits / max(1, 2 * hits + wrong), 4)


def _overlap(ones: list[SquareBox], others: list[SquareBox]) -> float:
    """Return intersection over union of the areas that the boxes cover together."""
    one, other = _covered(ones), _covered(others)
    return float((one & other).sum() / max(1, (one | other).sum()))


def _covered(boxes: list[SquareBox]) -> npt.NDArray[np.bool_]:
    area = np.zeros((100, 100), bool)
    for left, top, right, bottom in boxes:
        area[top:bottom, left:right] = True
    return area


def _random_boxes(count: int, stream: Random) -> list[SquareBox]:
    edges = [
        (sorted(stream.sample(range(101), 2)), sorted(stream.sample(range(101), 2)))
        for _ in range(count)
    ]
    return [(across[0], down[0], across[1], down[1]) for across, down in edges]


def _add_regions(
    tally: Tally, question: PhotoQuestion, told: list[SquareBox], truth: Truth, stream: Random
) -> None:
    wanted = [in_square(box, truth.size) for box in question.regions]
    if not wanted:
        tally.marks["no boxes where nothing is shown"].append(not told)
        return
    of_what = "part" if question.kind == "color" else "animal"
    for name, boxes in {
        "reader": told,
        "random": _random_boxes(len(wanted), stream),
        "whole photo": [in_square(_WHOLE_PHOTO, truth.size)],
    }.items():
        tally.marks[f"overlap, {of_what}, {name}"].append(_overlap(boxes, wanted))
    tally.marks[f"number of boxes, {of_what}"].append(len(told) == len(wanted))


def evaluate(reader: ReaderInLlama, photos: int) -> dict[str, Any]:
    """Ask about each of the first test photos one question of each kind."""
    tally, stream = Tally(), Random(_SEED)
    for pixels, truth in test_photos(photos, _SCALE):
        photo = as_address(pixels)
        for kind in KINDS:
            question = ask(kind, truth, stream, held_out=True)
            if question is None:
                continue
            tally.add(question, reader.answer(question.text, photo), truth.is_morph)
            if kind == "color" and truth.is_morph:
                told = reader.answer(question.text)
                tally.marks["color of morphs from memory"].append(told == question.answer)
            if kind in ("color", "missing color", "count"):
                told_regions = reader.regions(question.text, photo)
                _add_regions(tally, question, told_regions, truth, stream)
    for kind, *line in tally.wrong[:: max(1, len(tally.wrong) // 40)]:
        print(f"{kind}: {line[0]!r} -> {line[1]!r}, not {line[2]!r}")
    return {
        "photos": photos,
        "figures": {
            name: summary([float(m) for m in marks]) for name, marks in tally.marks.items()
        },
        "chance of a color": round(1 / len(COLORS), 4),
        "F1 of not shown": tally.f1_of_refusing(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=_PHOTOS)
    directory = workplace(NAME, "model")
    reader = ReaderInLlama(directory)
    figures = evaluate(reader, parser.parse_args().photos)
    reader.close()
    times = sorted(reader.milliseconds)
    figures["milliseconds"] = {
        "median": round(statistics.median(times), 1),
        "p95": round(times[int(len(times) * 0.95)], 1),
    }
    figures["bytes"] = sum(path.stat().st_size for path in directory.glob("*.gguf"))
    write_json(workplace("figures", f"{NAME}.json"), figures)
    for name, figure in figures.pop("figures").items():
        print(f"{name:34} {figure['mean']:.3f} {figure['ci95']}")
    print(figures)


if __name__ == "__main__":
    main()
