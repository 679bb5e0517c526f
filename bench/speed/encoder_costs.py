"""What encoders cost at their real sizes, with random weights: arithmetic costs the same."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.random_pack import write_random_gemma, write_random_pack
from bench.speed.desk import Desk
from bench.speed.fresh_process import Cost, call, peak_of
from bench.speed.rows import Aim, Row
from visret_desktop.models.encoders import precision_export
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths

_EMBED = f"{__name__}:embed"
_GEMMA, _SIGLIP, _BASE = "EmbeddingGemma 2", "SigLIP 2 B/32", "ViT-B/32"
_OPEN_CLIP = {_BASE: "ViT-B-32", _SIGLIP: "ViT-B-32-SigLIP2-256"}
_FORMS = ("fp32", "int8")
_QUERY = "two herons in the snow"
_PHOTO_SIZE = (3000, 4000, 3)
_ROUNDS, _PHOTOS = 2, 2  # photos of each thread
# What a row says, its unit, and what EmbeddingGemma 2 in 8 bits is to take at most.
_FIGURES = (
    ("photo", "photo", "s", 0.5),
    ("query", "query", "s", 0.06),
    ("loading", "loading", "s", 3.0),
    ("memory", "megabytes", "MB", 1500.0),
)


def encoder_costs(desk: Desk) -> Iterator[Row]:
    """A photo, a query, loading and memory of EmbeddingGemma 2 and SigLIP 2 beside ViT-B/32."""
    paths = Paths(desk.work / "data", desk.work / "cache", desk.work / "config")
    packs = {_BASE: "vit", _SIGLIP: "siglip", _GEMMA: "gemma"}
    for name, folder in packs.items():
        pack = _written(desk, name, paths.packs / folder)
        precision_export.make_again(ensure_compiled(pack, paths), "int8")
    ways = [(name, form) for form in _FORMS for name in packs]
    costs: dict[tuple[str, str], list[Cost]] = {way: [] for way in ways}
    for _ in range(desk.size(_ROUNDS, 1)):
        for name, form in ways:
            folder = str(paths.packs / packs[name])
            costs[name, form].append(call(_EMBED, folder, str(desk.work), form))
    least = {way: _least(runs) for way, runs in costs.items()}
    for name, form in ways:
        yield from _rows(desk, name, form, least[name, form], least[_BASE, form])


def _written(desk: Desk, name: str, directory: Path) -> Pack:
    if name == _GEMMA:
        return write_random_gemma(directory, is_tiny=desk.is_quick)
    return write_random_pack(_OPEN_CLIP[name], directory)


def _least(runs: Sequence[Cost]) -> Cost:
    return {key: min(run[key] for run in runs) for key in runs[0]}


def _rows(desk: Desk, name: str, form: str, cost: Cost, base: Mapping[str, float]) -> Iterator[Row]:
    detail = {
        "photo": f"on all cores: {3600 / cost['photo']:,.0f} photos an hour, decoding left out;"
        f" {cost['photo_processor']:.3f} s of a processor",
        "query": f"of {len(_QUERY)} letters; random vocabularies of letters make long ones;"
        f" {cost['query_processor']:.3f} s of a processor",
        "loading": "open, with a first photo and a first query;"
        f" {cost['loading_processor']:.1f} s of a processor",
        "memory": "largest size of the process, whole",
    }
    for what, key, unit, most in _FIGURES:
        aim: Aim | None = "value at most" if (name, form) == (_GEMMA, "int8") else None
        yield Row(
            f"{name}, {form}, {what}",
            cost[key],
            unit,
            cost[key] / base[key],
            f"/ {_BASE}",
            aim,
            most if aim else None,
            detail[what],
            is_full=not desk.is_quick,
        )


def embed(folder: str, root: str, form: str) -> Cost:
    """Open an encoder in this process, and let it look at photos and words."""
    import numpy as np
    from PIL import Image

    from visret_desktop.models.encoders.encoder import open_encoder

    paths = Paths(*(Path(root) / part for part in ("data", "cache", "config")))
    picture = Image.fromarray(np.random.default_rng(0).integers(0, 256, _PHOTO_SIZE, np.uint8))
    began, spent = time.perf_counter(), time.process_time()
    encoder = open_encoder(read_pack(Path(folder)), paths, precision=form, is_used=True)  # type: ignore[arg-type]
    one = encoder.preprocess(picture)[None]
    encoder.embed_images(one)
    encoder.embed_texts([_QUERY])
    loading, loading_processor = time.perf_counter() - began, time.process_time() - spent
    threads = os.cpu_count() or 1
    several = np.concatenate([one] * _PHOTOS)
    began, spent = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(encoder.embed_images, [several] * threads))
    photos = _PHOTOS * threads
    photo, processor = time.perf_counter() - began, time.process_time() - spent
    began, spent = time.perf_counter(), time.process_time()
    encoder.embed_texts([_QUERY])
    query, query_processor = time.perf_counter() - began, time.process_time() - spent
    return {
        "loading": loading,
        "loading_processor": loading_processor,
        "photo": photo / photos,
        "photo_processor": processor / photos,
        "query": query,
        "query_processor": query_processor,
        "megabytes": peak_of(os.getpid()),
    }
