"""Write the model cards from what the trainings and evaluations noted; no figure by hand."""

import json
from typing import Any

from training import autoencoder, encoder, eye, prompt_encoder, reader, rewriter, visualizer
from training.workplace import read_json, workplace
from visret_desktop.roles import Role

_LIMITS = (
    "It knows the fieldbook world only: 29 invented species, drawn. It is for trying the program, "
    "for its tests and benchmarks; photos of the real world need a real model pack."
)
_KINDS = {
    "question": "questions, new wordings about held-out parts",
    "comparison": "comparisons, likewise",
    "description": "descriptions, new wordings of held-out scenes",
    "keywords": "keywords of held-out scenes, written as never trained",
    "outside": "queries about another world, returned unchanged",
}


def card(role: Role) -> str:
    """Return the card of one role's pack as Markdown."""
    made = {
        Role.ENCODER: _encoder_card,
        Role.REWRITER: _rewriter_card,
        Role.VISUALIZER: _visualizer_card,
        Role.READER: _reader_card,
    }[role]
    return made()


def _encoder_card() -> str:
    figures = read_json(workplace("figures", "encoder.json"))
    rows = [(name, _mean(figure)) for name, figure in figures["figures"].items()]
    return _page(
        "Starter encoder",
        "An open_clip CLIP (ModifiedResNet, 64 pixels, 128 dimensions) with its own tokenizer, "
        "trained from nothing on drawn pictures with captions as the web has them: three in ten "
        "name the view. `python -m training.encoder`.",
        _course(encoder.NAME),
        _table(("on 2,000 held-out pictures", "share, 95 % interval"), rows),
    )


def _rewriter_card() -> str:
    figures = read_json(workplace("figures", "rewriter.json"))
    rows = [(_KINDS[kind], _mean(figures[kind]["exact"])) for kind in _KINDS]
    speed = figures["milliseconds"]
    return _page(
        "Starter rewriter",
        "A Llama of 1.4 million parameters as GGUF, trained from nothing to turn queries into "
        "instructions. `python -m training.rewriter`.",
        _course(rewriter.NAME),
        _table(("300 queries each, through llama.cpp", "exact, 95 % interval"), rows),
        f"One core: {speed['median']} ms a rewrite, 95th percentile {speed['p95']} ms.",
    )


def _visualizer_card() -> str:
    figures = read_json(workplace("figures", "visualizer.json"))
    rows = []
    for name in ("questions", "descriptions"):
        generated, drawn = figures[name]["generated"], figures[name]["drawn"]
        rows += [
            (f"{name}: {attribute}", _mean(generated[attribute]), _mean(drawn[attribute]))
            for attribute in generated
        ]
    return _page(
        "Starter visualizer",
        "A Stable Diffusion pipeline (64 pixels, 4 × 16 × 16 latents, 6.7 million parameters), "
        "trained from nothing: `python -m training.autoencoder`, `training.prompt_encoder`, "
        "`training.visualizer`. Its pictures are query sketches, not records of anything.",
        _course(autoencoder.NAME),
        _course(prompt_encoder.NAME),
        _course(visualizer.NAME),
        _table(("judged right by a classifier", "generated", "drawn by the renderer"), rows),
        f"Three pictures on one core: {figures['seconds_for_three']} s.",
    )


def _reader_card() -> str:
    figures = read_json(workplace("figures", "reader.json"))
    rows = [(name, _mean(figure)) for name, figure in figures["figures"].items()]
    speed = figures["milliseconds"]
    return _page(
        "Starter reader",
        "A vision transformer (96 pixels, 36 patches) and a small Llama as two GGUF files, trained "
        "from nothing on pictures of animals and plants, most of them in colors of no species. "
        "`python -m training.eye`, `training.reader`.",
        _course(eye.NAME),
        _course(reader.NAME),
        _table(("held-out pictures and wordings, through llama.cpp", "share, 95 % interval"), rows),
        f"F1 of “This photo does not show it”: {figures['F1 of not shown']}. "
        f"One core: {speed['median']} ms an answer, 95th percentile {speed['p95']} ms.",
    )


def _page(title: str, what: str, *parts: str) -> str:
    return "\n\n".join((f"# {title}", what, _LIMITS, *parts)) + "\n"


def _course(name: str) -> str:
    """Say how long a training took and where it ended, from its log."""
    lines = workplace(name, "log.jsonl").read_text(encoding="utf-8").splitlines()
    entries: list[dict[str, Any]] = [json.loads(line) for line in lines]
    last = [entry for entry in entries if "step" in entry][-1]
    shown = ", ".join(f"{k} {v}" for k, v in last.items() if k not in ("time", "step"))
    return f"Training `{name}`: {last['step']:,} steps; at the end {shown}."


def _mean(figure: dict[str, Any]) -> str:
    low, high = figure["ci95"]
    return f"{100 * figure['mean']:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
