"""A whole search with sketches by models of real size: as before on processors, and as now."""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.own_folders import copy_tree
from bench.random_pack import write_random_pack
from bench.speed.desk import STARTER, Desk, write_catalog
from bench.speed.fresh_process import call, peak_of
from bench.speed.rewriting import write_random_rewriter
from bench.speed.rows import Row
from bench.speed.sketches import SMALL_PIXELS, drawing_pack, drawing_profile
from visret_desktop import file_changes
from visret_desktop import settings as settings_file
from visret_desktop.engine.messages import QueryTerm, Ranked, Search, SketchReady
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.file_changes import temporary_folder
from visret_desktop.models.drawing.variant_choice import note_verdict, quick_forms
from visret_desktop.models.drawing.visualizer import compiled_for
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.packs.manifest import read_pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths, bundled
from visret_desktop.settings import Settings

_ENCODER_MODEL = "ViT-B-32-SigLIP2-256"
_PHOTOS = 1_000
_FIRST, _END = 0.35, 0.3  # aims: shares of what it took before
_ROUNDS = 2
_SEARCH = f"{__name__}:search_once"
_QUESTION = "What color are the feet of a heron?"
_DESCRIPTION = "a heron in the reeds at dusk"
_MEASURED = "What color is the head of a grebe?"


@dataclass(frozen=True)
class Way:
    """A way to search: what draws, how large, and the query before, whose family may be another."""

    drawing: str
    pixels: int
    warm: str


@dataclass(frozen=True)
class Cost:
    """What one search cost, models being loaded."""

    first_seconds: float  # to the first page that a sketch refined
    seconds: float
    cpu_seconds: float
    peak_megabytes: float  # of the process, from its start


def _measure(profile: Path, ways: Sequence[Way], rounds: int) -> list[Cost]:
    """Search in each way in turn, `rounds` times; return the least that each took."""
    runs: list[list[Cost]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, costs in zip(ways, runs, strict=True):
            costs.append(
                Cost(**call(_SEARCH, way.drawing, str(way.pixels), way.warm, str(profile)))
            )
    return [min(costs, key=lambda cost: cost.seconds) for costs in runs]


def real_sizes(desk: Desk) -> Iterator[Row]:
    """A search by SigLIP 2 B/32, Llama 3.2 1B and SD-Turbo of random weights: before, and now."""
    profile = drawing_profile(desk)
    paths = Paths(profile / "data", profile / "cache", profile / "config")
    chosen = _write_packs(desk, paths)
    usual = int(find(paths, chosen.visualizer).settings["pixels"])
    small = desk.size(SMALL_PIXELS, usual // 2)
    form = _accept_forms(paths, chosen)
    # Before: diffusers, and no beginning of a prompt is remembered of another family.
    ways = [
        Way("automatic", usual, _QUESTION),
        Way("automatic", small, _QUESTION),
        Way("diffusers", usual, _DESCRIPTION),
    ]
    now, smaller, before = _measure(profile, ways, desk.size(_ROUNDS, 1))
    for pixels, cost in ((usual, now), (small, smaller)):
        yield from _rows(desk, f"visret-real, {pixels} pixels", cost, before, form)


def _rows(desk: Desk, name: str, cost: Cost, before: Cost, form: str) -> Iterator[Row]:
    for what, taken, taken_before, aim in (
        ("to the first refined page", cost.first_seconds, before.first_seconds, _FIRST),
        ("to the end", cost.seconds, before.seconds, _END),
    ):
        yield Row(
            f"{name}, {what}",
            taken,
            "s",
            taken / taken_before,
            "now / before",
            "ratio at most",
            aim,
            f"three sketches in {form}; {_told(cost)};"
            f" before {taken_before:.1f} s, {_told(before)}",
            is_full=not desk.is_quick,
        )


def _told(cost: Cost) -> str:
    return f"{cost.cpu_seconds:.1f} s of a processor, {cost.peak_megabytes:.0f} MB"


def _write_packs(desk: Desk, paths: Paths) -> Settings:
    """Give the profile its three models, and a library embedded as by that encoder."""
    packs = [drawing_pack(desk), desk.work / "encoder", desk.work / "rewriter"]
    if desk.is_quick:
        for pack in packs[1:]:
            copy_tree(bundled(STARTER, pack.name), pack)
    else:
        write_random_pack(_ENCODER_MODEL, packs[1])
        write_random_rewriter(packs[2], "1b")
    file_changes.make_folder(paths.packs)
    for pack in packs:
        file_changes.link(pack, paths.packs / pack.name)
    visualizer, encoder, rewriter = (read_pack(pack).name for pack in packs)
    chosen = Settings(
        encoder=encoder,
        encoder_precision="fp32",
        rewriter=rewriter,
        visualizer=visualizer,
        draw_all=True,
    )
    settings_file.save(paths.settings, chosen)
    with Library.open(paths, chosen) as library:  # compiles the encoder
        name, dimension = library.encoder.name, library.encoder.dimension
    write_catalog(paths.catalog, desk.work, desk.size(_PHOTOS, 100), name, dimension)
    return chosen


def _accept_forms(paths: Paths, chosen: Settings) -> str:
    """Accept each quick form, which random weights cannot be asked about; return the quickest."""
    compiled = compiled_for(find(paths, chosen.visualizer), paths)
    assert compiled is not None, "diffusers draws: the log says why"
    forms = quick_forms(compiled, paths)
    for form in forms:
        note_verdict(compiled, form, {name_of(find(paths, chosen.encoder)): 1.0})
    return next(iter(forms), "fp32")


# ---- in the process that measures ---------------------------------------------------------------


def search_once(drawing: str, pixels: str, warm: str, folder: str) -> dict[str, float]:
    """Search twice in this process; the first time has loading in it, and does not count."""
    profile = Path(folder)
    given = settings_file.load(profile / "config" / "settings.json")
    chosen = given.changed(drawing=drawing).with_pixels(given.visualizer, int(pixels))
    with temporary_folder("visret-search-") as cache:  # nothing is known from before
        paths = Paths(profile / "data", cache, profile / "config")
        with Library.open(paths, chosen) as library:
            _ask(library, warm)
            return asdict(_ask(library, _MEASURED))


def _ask(library: Library, words: str) -> Cost:
    request = Search(terms=(QueryTerm(words),), strategy="hybrid", draw_all=True)
    began, cpu_began = time.perf_counter(), time.process_time()
    first, is_drawn = 0.0, False
    for event in search(library, request):
        is_drawn = is_drawn or isinstance(event, SketchReady)
        if is_drawn and not first and isinstance(event, Ranked):
            first = time.perf_counter() - began
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    assert first, "no sketch was drawn"
    return Cost(first, seconds, cpu, peak_of(os.getpid()))
