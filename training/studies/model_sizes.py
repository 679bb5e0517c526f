"""Measure what offered packs cost at their real size, with random weights in place of real ones.

    python -m training.studies.model_sizes [--only NAME] [--json FILE]

Each pack is made in a temporary folder and opened by the program's own openers in a fresh process:
seconds to load, memory, seconds per photo, step or rewrite, beside what `memory_need` says
beforehand. Weights do not change what arithmetic costs; what comes out means nothing. Tokenizers
are small local ones, since those of the packs lie on hubs.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from bench import machine
from bench.pack_writing import write_manifest
from bench.random_gguf import LlamaShape, write_random_gguf
from bench.random_pack import write_random_gemma, write_random_pack, write_random_visualizer
from training.studies.model_costs import COMPILED, IN_8_BITS, Cost, measure
from visret_desktop import file_changes
from visret_desktop.file_changes import temporary_folder
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
_DIFFUSERS, _OWN_DECODER = "diffusers", "diffusers, own decoder"


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
        return "", IN_8_BITS
    if offer.role is not Role.VISUALIZER:
        return ("",)
    has_tiny = bool(offer.settings.get("decoder"))
    return (COMPILED, _DIFFUSERS, _OWN_DECODER) if has_tiny else (COMPILED, _DIFFUSERS)


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
