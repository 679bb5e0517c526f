"""Measure what offered packs cost at their real size, with random weights in place of real ones.

    python -m training.studies.model_sizes [--only NAME] [--json FILE]

Each pack is made in a temporary folder and opened by the program's own openers in a fresh process:
seconds to load, memory, seconds per photo, step or rewrite, beside what `memory_need` says
beforehand. Weights do not change what arithmetic costs; what comes out means nothing. Tokenizers
are small local ones, since those of the packs lie on hubs.

What the system counts as a process's memory contains pages of files that were read once and can be
dropped without loss. What is *held* leaves them out: all memory that belongs to no file, and of the
files only what the work itself touches (told on Linux only).
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import psutil
from PIL import Image

from bench import machine
from bench.pack_writing import write_manifest
from bench.random_gguf import LlamaShape, write_random_gguf
from bench.random_pack import write_random_gemma, write_random_pack, write_random_visualizer
from visret_desktop import file_changes
from visret_desktop.errors import VisretError
from visret_desktop.file_changes import temporary_folder
from visret_desktop.models.interfaces import SketchOrder, SketchStep
from visret_desktop.models.memory_need import free, need
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import Role

_FAMILIES = {"sd-turbo": "sd21", "sdxl-turbo": "sdxl"}
_LLAMAS = {
    "llama-3.2-1b-instruct": LlamaShape(2048, 16, heads=32, heads_kv=8, inner=8192),
    "llama-3.2-3b-instruct": LlamaShape(3072, 28, heads=24, heads_kv=8, inner=8192),
}
_GEMMA = "embeddinggemma-2"
_NAMES = ("siglip2-b-16-256", "clip-vit-l-14-336", _GEMMA, *_FAMILIES, *_LLAMAS)
# Ways to draw: by compiled networks in the form that is quickest here, and as before.
_COMPILED, _DIFFUSERS, _OWN_DECODER = "compiled", "diffusers", "diffusers, own decoder"
_IN_8_BITS = "int8"
_BATCH = 4  # photos, as one indexing thread takes them
_REPEATS = 3
_SAMPLE_SECONDS = 0.02


@dataclass
class Cost:
    """What one pack cost; bytes are more than the process had before it opened the pack."""

    name: str
    weights_bytes: int
    needed_bytes: int  # what `memory_need` says on a CPU
    prepare_seconds: float = 0.0  # once per pack: compiling
    prepare_bytes: int = 0  # of the process that compiles
    load_seconds: float = 0.0  # of an encoder with its first photos and words
    peak_bytes: int = 0
    touched_bytes: int = 0  # of files, while it worked
    held_bytes: int = 0  # of the peak: what the system cannot drop without slowing the work
    unit: str = ""
    unit_seconds: float = 0.0
    others: str = ""
    refused: str = ""


# ---- making -------------------------------------------------------------------------------------


def make(name: str, directory: Path) -> Pack:
    """Write a pack with the sizes and settings of an offer into `directory`."""
    offer = _offer(name)
    if "transformers" in offer.libraries:
        return write_random_gemma(directory, is_tiny=False, **offer.settings)
    if offer.role is Role.ENCODER:
        return write_random_pack(offer.libraries["open_clip"]["model"], directory)
    if offer.role is Role.VISUALIZER:
        family = bundled("pipelines", _FAMILIES[name])
        return write_random_visualizer(family, directory, offer.settings)
    directory.mkdir()
    write_random_gguf(_LLAMAS[name], directory / "model.gguf")
    return write_manifest(
        directory,
        name=directory.name,
        title=f"{offer.title} with random weights",
        role=offer.role,
        spdx="Apache-2.0",
        settings=offer.settings,
    )


def _offer(name: str) -> Offer:
    offer = find_offer(name)
    assert offer is not None
    return offer


# ---- measuring ----------------------------------------------------------------------------------


def measure(pack: Pack, paths: Paths, name: str, variant: str) -> Cost:
    """Open a pack and let it work; in a process that has opened nothing else."""
    title = f"{name}, {variant}" if variant else name
    cost = Cost(title, pack.size_bytes, need(pack, "cpu"))
    if cost.needed_bytes > free("cpu"):
        cost.refused = f"it needs more than the {free('cpu') / 1e9:.1f} GB that are free"
        return cost
    works = {Role.ENCODER: _embed, Role.VISUALIZER: _draw, Role.REWRITER: _rewrite}
    work = _draw_compiled if variant == _COMPILED else works[pack.role]
    try:
        if pack.role is Role.ENCODER or variant == _COMPILED:
            _prepare(pack, paths, cost)
    except VisretError as error:
        cost.refused = str(error)
        return cost
    if variant == _IN_8_BITS:
        work = partial(_embed, precision="int8")
    with _watched() as peak:
        work(pack, paths, cost)
    cost.peak_bytes = peak.total
    cost.held_bytes = min(peak.total, peak.own + cost.touched_bytes)
    return cost


def _prepare(pack: Pack, paths: Paths, cost: Cost) -> None:
    from visret_desktop.models.drawing import compiled_visualizer
    from visret_desktop.models.encoders import compiled

    room = compiled if pack.role is Role.ENCODER else compiled_visualizer
    with _watched(of_children=True) as peak:
        cost.prepare_seconds = _seconds(lambda: room.ensure_compiled(pack, paths))
    cost.prepare_bytes = peak.total


def _embed(pack: Pack, paths: Paths, cost: Cost, precision: Precision = "fp32") -> None:
    import numpy as np

    from visret_desktop.models.encoders.encoder import open_encoder

    started = time.perf_counter()
    encoder = open_encoder(pack, paths, precision=precision, is_used=True)
    levels = np.random.default_rng(0).integers(0, 256, (3000, 4000, 3), np.uint8)
    photos = np.stack([encoder.preprocess(Image.fromarray(levels))] * _BATCH)
    encoder.embed_images(photos)
    encoder.embed_texts(["a heron"])
    cost.load_seconds = time.perf_counter() - started
    _forget_touched()
    words = min(_seconds(lambda: encoder.embed_texts(["a heron"])) for _ in range(_REPEATS))
    cost.unit = "photo"
    cost.unit_seconds = min(
        _seconds(lambda: encoder.embed_images(photos)) / _BATCH for _ in range(_REPEATS)
    )
    cost.others = f"a text in {words:.2f} s"
    threads = os.cpu_count() or 1  # as many as index
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(encoder.embed_images, [photos] * threads))
    cost.touched_bytes = _touched()


def _draw(pack: Pack, paths: Paths, cost: Cost) -> None:
    """Take three steps: the first has the text encoder in it, what follows is the decoder."""
    from visret_desktop.models.drawing.visualizer import open_visualizer

    started = time.perf_counter()
    three = replace(pack, settings={**pack.settings, "steps": 3})
    visualizer = open_visualizer(three, paths, drawing="diffusers")
    times = [time.perf_counter()]
    cost.load_seconds = times[0] - started
    _forget_touched()

    def on_step(_: SketchStep) -> bool:
        times.append(time.perf_counter())
        return False

    list(visualizer.visualize([SketchOrder("a heron in the reeds at dusk", 1)], on_step))
    decode = time.perf_counter() - times[-1]
    first, *others = (after - before for before, after in pairwise(times))
    cost.unit, cost.unit_seconds = "step", min(others)
    picture = first + (pack.settings["steps"] - 1) * cost.unit_seconds + decode
    cost.others = f"decoding {decode:.1f} s, a picture {picture:.1f} s"
    cost.touched_bytes = _touched()


def _draw_compiled(pack: Pack, paths: Paths, cost: Cost) -> None:
    from visret_desktop.models.drawing.compiled_visualizer import ensure_compiled
    from visret_desktop.models.drawing.variant_choice import quick_forms
    from visret_desktop.models.drawing.visualizer import open_form

    compiled = ensure_compiled(pack, paths)
    forms: list[Precision] = [*quick_forms(compiled, paths), "fp32"]  # accepted or not

    def draw(seed: int) -> None:
        list(visualizer.visualize([SketchOrder("a heron in the reeds at dusk", seed)], _go_on))

    started = time.perf_counter()
    visualizer = open_form(pack, paths, compiled, forms[0])
    draw(0)  # networks are read when they are needed
    cost.load_seconds = time.perf_counter() - started
    _forget_touched()
    cost.unit, cost.others = "picture", f"in {forms[0]}"
    cost.unit_seconds = min(_seconds(partial(draw, seed)) for seed in range(1, _REPEATS))
    cost.touched_bytes = _touched()


def _go_on(_: SketchStep) -> bool:
    return False


def _rewrite(pack: Pack, paths: Paths, cost: Cost) -> None:
    from visret_desktop.models.rewriting.rewriter import open_rewriter

    started = time.perf_counter()
    rewriter = open_rewriter(pack, paths)
    cost.load_seconds = time.perf_counter() - started
    _forget_touched()
    cost.unit = "rewrite"
    cost.unit_seconds = min(
        _seconds(lambda: rewriter.rewrite("a heron with a fish at dusk")) for _ in range(2)
    )
    cost.others = f"of {pack.settings['max_tokens']} tokens"
    cost.touched_bytes = _touched()


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


class _Peak:
    """The most memory that was taken, bytes beyond what there was at the start."""

    total = 0
    own = 0  # of no file


@contextmanager
def _watched(*, of_children: bool = False) -> Iterator[_Peak]:
    """Look at this process, or at those it starts, many times a second."""
    peak, is_over, process = _Peak(), threading.Event(), psutil.Process()
    total_before, own_before = (0, 0) if of_children else _memory(process)
    there_before = set(process.children(recursive=True))

    def look() -> None:
        while not is_over.wait(_SAMPLE_SECONDS):
            started = set(process.children(recursive=True)) - there_before
            watched = started if of_children else {process}
            taken = [_memory(each) for each in watched]
            peak.total = max(peak.total, sum(total for total, _ in taken) - total_before)
            peak.own = max(peak.own, sum(own for _, own in taken) - own_before)

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        is_over.set()
        watcher.join()


def _memory(process: psutil.Process) -> tuple[int, int]:
    """Return a process's memory and that part of it which belongs to no file."""
    try:
        info = process.memory_info()
    except psutil.Error:  # it has just ended
        return 0, 0
    return info.rss, info.rss - getattr(info, "shared", 0)


def _forget_touched() -> None:
    """From here on `_touched` counts; elsewhere than on Linux it cannot be told."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("1", encoding="ascii")


def _touched() -> int:
    """Return the bytes of files in memory that were read or run since `_forget_touched`."""
    maps = psutil.Process().memory_maps(grouped=True)
    return sum(getattr(each, "referenced", each.rss) for each in maps if each.path[0] != "[")


# ---- every step in a process of its own ---------------------------------------------------------


def measure_all(names: list[str]) -> Iterator[Cost]:
    """Yield what each pack costs; its files are gone when the next one is made."""
    for name in names:
        with temporary_folder("visret-sizes-") as folder:
            root = str(folder)
            _run("--make", name, root)
            for variant in _variants(_offer(name)):
                yield _measured(name, root, variant)


def _variants(offer: Offer) -> tuple[str, ...]:
    if offer.role is Role.ENCODER:
        return "", _IN_8_BITS
    if offer.role is not Role.VISUALIZER:
        return ("",)
    has_tiny = bool(offer.settings.get("decoder"))
    return (_COMPILED, _DIFFUSERS, _OWN_DECODER) if has_tiny else (_COMPILED, _DIFFUSERS)


def _measured(name: str, root: str, variant: str) -> Cost:
    return Cost(**json.loads(_run("--measure", name, root, variant)))


def _run(*arguments: str) -> str:
    # Not as the program starts its children: this is found in the folder that one stands in.
    command = [sys.executable, "-m", "training.studies.model_sizes", *arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return (result.stdout.splitlines() or [""])[-1]


def _work(step: str, name: str, root: Path, variant: str) -> str:
    directory = root / name
    if step == "make":
        make(name, directory)
        return ""
    pack = read_pack(directory)
    if variant == _OWN_DECODER:
        pack = replace(pack, settings={**pack.settings, "decoder": ""})
    cost = measure(pack, Paths(root / "data", root / "cache", root / "config"), name, variant)
    return json.dumps(asdict(cost))


# ---- the report ---------------------------------------------------------------------------------


def line(cost: Cost) -> str:
    """Return one line of the table."""
    sizes = f"{cost.name:34} {_gb(cost.weights_bytes):>8} {_gb(cost.needed_bytes):>8}"
    if cost.refused:
        return f"{sizes}  refused: {cost.refused}"
    share = cost.needed_bytes / cost.held_bytes
    prepared = f"{cost.prepare_seconds:.0f} s, {_gb(cost.prepare_bytes)} GB"
    return (
        f"{sizes} {_gb(cost.held_bytes):>8} {share:9.2f} {_gb(cost.peak_bytes):>6}"
        f" {prepared if cost.prepare_seconds else '':>12} {cost.load_seconds:6.1f}"
        f"  {cost.unit_seconds:.2f} s a {cost.unit}; {cost.others}"
    )


def _heading() -> str:
    return (
        f"{'pack (GB where nothing else is said)':34} {'on disk':>6} {'need':>8} {'held':>8}"
        f" {'need/held':>9} {'peak':>6} {'compile once':>12} {'load s':>6}"
    )


def _gb(count: int) -> str:
    return f"{count / 1e9:.2f}"


def main() -> int:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", choices=_NAMES, action="append", help="may be given again")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    for hidden in ("--make", "--measure"):
        parser.add_argument(hidden, nargs="+", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    for step in ("make", "measure"):
        if given := getattr(chosen, step):
            name, root, *variant = given
            sys.stdout.write(f"{_work(step, name, Path(root), ''.join(variant))}\n")
            return 0
    return _report(chosen.only or list(_NAMES), chosen.json)


def _report(names: list[str], file: Path | None) -> int:
    described = machine.describe()
    sys.stdout.write(f"{machine.sentence(described)}\n{_heading()}\n")
    costs = []
    for cost in measure_all(names):
        costs.append(asdict(cost))
        sys.stdout.write(f"{line(cost)}\n")
        sys.stdout.flush()
        if file:
            text = json.dumps({"machine": described, "packs": costs}, indent=2)
            with file_changes.asked_file(file.absolute(), (), is_replacing=True) as opened:
                opened.write(f"{text}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
