"""Measure what offered packs cost at their real size, with random weights in place of real ones.

    python -m visret_desktop.evaluation.model_sizes [--only NAME] [--json FILE]

Each pack is made in a temporary folder and opened by the program's own openers in a fresh process:
seconds to load, peak memory, seconds per photo, step or rewrite, beside what `memory_need` says
beforehand. Weights do not change what arithmetic costs; what comes out means nothing. Tokenizers
are small local ones, since those of the packs lie on hubs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import psutil

from visret_desktop.assets import bundled
from visret_desktop.evaluation import machine
from visret_desktop.evaluation.random_gguf import LlamaShape, write_random_gguf
from visret_desktop.evaluation.random_pack import write_random_pack, write_random_visualizer
from visret_desktop.models.interfaces import SketchOrder, SketchStep
from visret_desktop.models.memory_need import free, need
from visret_desktop.packs.manifest import Pack, Role, read_pack, write_manifest
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.paths import Paths

_FAMILIES = {"sd-turbo": "sd21", "sdxl-turbo": "sdxl"}
_LLAMAS = {
    "llama-3.2-1b-instruct": LlamaShape(2048, 16, heads=32, heads_kv=8, inner=8192),
    "llama-3.2-3b-instruct": LlamaShape(3072, 28, heads=24, heads_kv=8, inner=8192),
}
_NAMES = ("siglip2-b-16-256", "clip-vit-l-14-336", *_FAMILIES, *_LLAMAS)
_OWN_DECODER = "own decoder"
_BATCH = 4  # photos, as one indexing thread takes them
_REPEATS = 3
_SAMPLE_SECONDS = 0.02


@dataclass
class Cost:
    """What one pack cost; bytes are more than the process had before it opened the pack."""

    name: str
    weights_bytes: int
    needed_bytes: int  # what `memory_need` says on a CPU
    prepare_seconds: float = 0.0  # once per pack: an encoder's export
    prepare_bytes: int = 0  # of the process that exports
    load_seconds: float = 0.0  # of an encoder with its first photos and words
    peak_bytes: int = 0
    mapped_bytes: int = 0  # of the peak: pages of files, which the system can drop and read again
    unit: str = ""
    unit_seconds: float = 0.0
    others: str = ""
    refused: str = ""


# ---- making -------------------------------------------------------------------------------------


def make(name: str, directory: Path) -> Pack:
    """Write a pack with the sizes and settings of an offer into `directory`."""
    offer = _offer(name)
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


def measure(pack: Pack, paths: Paths, name: str) -> Cost:
    """Open a pack and let it work; in a process that has opened nothing else."""
    cost = Cost(name, pack.size_bytes, need(pack, "cpu"))
    if cost.needed_bytes > free("cpu"):
        cost.refused = f"it needs more than the {free('cpu') / 1e9:.1f} GB that are free"
        return cost
    work = {Role.ENCODER: _embed, Role.VISUALIZER: _draw, Role.REWRITER: _rewrite}[pack.role]
    if pack.role is Role.ENCODER:
        _prepare(pack, paths, cost)
    with _watched() as peak:
        work(pack, paths, cost)
    cost.peak_bytes, cost.mapped_bytes = peak.total, peak.mapped
    return cost


def _prepare(pack: Pack, paths: Paths, cost: Cost) -> None:
    from visret_desktop.models.exports import ensure_export

    with _watched(of_children=True) as peak:
        cost.prepare_seconds = _seconds(lambda: ensure_export(pack, paths))
    cost.prepare_bytes = peak.total


def _embed(pack: Pack, paths: Paths, cost: Cost) -> None:
    import numpy as np

    from visret_desktop.models.encoder import open_encoder

    started = time.perf_counter()
    encoder = open_encoder(pack, paths)
    side = encoder.input_pixels
    photos = np.random.default_rng(0).normal(size=(_BATCH, 3, side, side)).astype(np.float32)
    encoder.embed_images(photos)
    encoder.embed_texts(["a heron"])
    cost.load_seconds = time.perf_counter() - started
    words = min(_seconds(lambda: encoder.embed_texts(["a heron"])) for _ in range(_REPEATS))
    cost.unit = "photo"
    cost.unit_seconds = min(
        _seconds(lambda: encoder.embed_images(photos)) / _BATCH for _ in range(_REPEATS)
    )
    cost.others = f"a text in {words:.2f} s"


def _draw(pack: Pack, paths: Paths, cost: Cost) -> None:
    """Take two steps: the second is one by itself, what comes after it is the decoder."""
    from visret_desktop.models.visualizer import open_visualizer

    times = [time.perf_counter()]
    visualizer = open_visualizer(replace(pack, settings={**pack.settings, "steps": 2}), paths)
    times.append(time.perf_counter())

    def on_step(_: SketchStep) -> bool:
        times.append(time.perf_counter())
        return False

    list(visualizer.visualize([SketchOrder("a heron in the reeds at dusk", 1)], on_step))
    loaded, first, second = times[1:]
    decode = time.perf_counter() - second
    cost.load_seconds = loaded - times[0]
    cost.unit, cost.unit_seconds = "step", second - first
    picture = first - loaded + (pack.settings["steps"] - 1) * cost.unit_seconds + decode
    cost.others = f"decoding {decode:.1f} s, a picture {picture:.1f} s"


def _rewrite(pack: Pack, paths: Paths, cost: Cost) -> None:
    from visret_desktop.models.rewriter import open_rewriter

    started = time.perf_counter()
    rewriter = open_rewriter(pack, paths)
    cost.load_seconds = time.perf_counter() - started
    cost.unit = "rewrite"
    cost.unit_seconds = _seconds(lambda: rewriter.rewrite("a heron with a fish at dusk"))
    cost.others = f"of {pack.settings['max_tokens']} tokens"


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


class _Peak:
    """The most memory that was taken, bytes beyond what there was at the start."""

    total = 0
    mapped = 0


@contextmanager
def _watched(*, of_children: bool = False) -> Iterator[_Peak]:
    """Look at this process, or at those it starts, many times a second."""
    peak, is_over, process = _Peak(), threading.Event(), psutil.Process()
    before = 0 if of_children else process.memory_info().rss

    def look() -> None:
        while not is_over.wait(_SAMPLE_SECONDS):
            watched = process.children(recursive=True) if of_children else [process]
            infos = [info for each in watched if (info := _memory(each)) is not None]
            total = sum(info.rss for info in infos) - before
            if total > peak.total:
                peak.total = total
                peak.mapped = sum(getattr(info, "shared", 0) for info in infos)

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        is_over.set()
        watcher.join()


def _memory(process: psutil.Process) -> Any:
    try:
        return process.memory_info()
    except psutil.Error:  # it has just ended
        return None


# ---- every step in a process of its own ---------------------------------------------------------


def measure_all(names: list[str]) -> Iterator[Cost]:
    """Yield what each pack costs; its files are gone when the next one is made."""
    for name in names:
        with tempfile.TemporaryDirectory(prefix="visret-sizes-") as root:
            _run("--make", name, root)
            yield _measured(name, root)
            if _offer(name).settings.get("decoder"):
                yield _measured(name, root, _OWN_DECODER)


def _measured(name: str, root: str, variant: str = "") -> Cost:
    return Cost(**json.loads(_run("--measure", name, root, variant)))


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "visret_desktop.evaluation.model_sizes", *arguments]
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
    title = f"{name}, {variant}" if variant else name
    cost = measure(pack, Paths(root / "data", root / "cache", root / "config"), title)
    return json.dumps(asdict(cost))


# ---- the report ---------------------------------------------------------------------------------


def line(cost: Cost) -> str:
    """Return one line of the table."""
    sizes = f"{cost.name:34} {_gb(cost.weights_bytes):>8} {_gb(cost.needed_bytes):>8}"
    if cost.refused:
        return f"{sizes}  refused: {cost.refused}"
    share = cost.needed_bytes / cost.peak_bytes
    prepared = f"{cost.prepare_seconds:.0f} s, {_gb(cost.prepare_bytes)} GB"
    return (
        f"{sizes} {_gb(cost.peak_bytes):>8} {_gb(cost.mapped_bytes):>9} {share:6.2f}"
        f" {prepared if cost.prepare_seconds else '':>12} {cost.load_seconds:6.1f}"
        f"  {cost.unit_seconds:.2f} s a {cost.unit}; {cost.others}"
    )


def _heading() -> str:
    return (
        f"{'pack (GB where nothing else is said)':34} {'on disk':>6} {'need':>8} {'peak':>8}"
        f" {'of files':>9} {'ratio':>6} {'export once':>12} {'load s':>6}"
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
            file.write_text(f"{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
