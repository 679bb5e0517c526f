"""A whole search with sketches by models of real size: as before on processors, and as now."""

from collections.abc import Iterator

from bench import search_speed
from bench.random_pack import write_random_pack
from bench.search_speed import DESCRIPTION, QUESTION, Cost, Way
from bench.speed.desk import STARTER, Desk, write_catalog
from bench.speed.rewriting import write_random_rewriter
from bench.speed.rows import Row
from bench.speed.sketches import SMALL_PIXELS, drawing_pack, drawing_profile
from visret_desktop import file_changes
from visret_desktop import settings as settings_file
from visret_desktop.assets import bundled
from visret_desktop.engine.runtime import Library
from visret_desktop.models.drawing.form_choice import note_verdict, quick_forms
from visret_desktop.models.encoder import name_of
from visret_desktop.models.visualizer import compiled_for
from visret_desktop.packs.manifest import read_pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_ENCODER_MODEL = "ViT-B-32-SigLIP2-256"
_PHOTOS = 1_000
_FIRST, _END = 0.35, 0.3  # aims: shares of what it took before
_ROUNDS = 2


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
        Way("automatic", usual, QUESTION),
        Way("automatic", small, QUESTION),
        Way("diffusers", usual, DESCRIPTION),
    ]
    now, smaller, before = search_speed.measure(profile, ways, desk.size(_ROUNDS, 1))
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
            file_changes.copy_tree(bundled(STARTER, pack.name), pack)
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
