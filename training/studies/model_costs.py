"""Measure what one pack costs, in a process that has opened nothing else.

What the system counts as a process's memory contains pages of files that were read once and can be
dropped without loss. What is *held* leaves them out: all memory that belongs to no file, and of the
files only what the work itself touches (told on Linux only).
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import psutil
from PIL import Image

from visret_desktop.errors import VisretError
from visret_desktop.models.interfaces import SketchOrder, SketchStep
from visret_desktop.models.memory_need import free, need
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

COMPILED, IN_8_BITS = "compiled", "int8"  # variants; "": as the pack is opened otherwise
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


def measure(pack: Pack, paths: Paths, name: str, variant: str) -> Cost:
    """Open a pack and let it work; in a process that has opened nothing else."""
    title = f"{name}, {variant}" if variant else name
    cost = Cost(title, pack.size_bytes, need(pack, "cpu"))
    if cost.needed_bytes > free("cpu"):
        cost.refused = f"it needs more than the {free('cpu') / 1e9:.1f} GB that are free"
        return cost
    works = {Role.ENCODER: _embed, Role.VISUALIZER: _draw, Role.REWRITER: _rewrite}
    work = _draw_compiled if variant == COMPILED else works[pack.role]
    try:
        if pack.role is Role.ENCODER or variant == COMPILED:
            _prepare(pack, paths, cost)
    except VisretError as error:
        cost.refused = str(error)
        return cost
    if variant == IN_8_BITS:
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
