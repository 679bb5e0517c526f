"""Indexing, compared with the encoder alone, decoding alone, and the loop of a tutorial."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from bench.pictures import write_pictures
from bench.speed.desk import Desk
from bench.speed.indexing_ways import measure, measure_in_turns
from bench.speed.rows import Row
from visret_desktop.errors import UsageError
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.encoders.precision_selection import (
    WORTH_IT,
    PrecisionChoice,
    choose_precision,
)
from visret_desktop.models.variants import MINIMUM_AGREEMENT, Precision
from visret_desktop.packs import registry

_MEGABYTES = 700
_COMPARED = 200  # photos, for which the 8-bit form is compared with the other
_ORDINARY, _LARGE = (500, 375), (4000, 3000)
Measured = dict[str, dict[str, float]]


def ordinary(desk: Desk) -> Iterator[Row]:
    """Photos of 500 x 375."""
    yield from _drawn(desk, "indexing", _ordinary(desk), naive_target=1.3)
    if not desk.is_quick:
        yield _single(desk)


def large(desk: Desk) -> Iterator[Row]:
    """Photos of 12 megapixels."""
    yield from _drawn(desk, "indexing-12mp", _large(desk), naive_target=4.0)


def quick_form(desk: Desk) -> Iterator[Row]:
    """Photos of both sizes with the encoder in the quickest precision that keeps the ranking."""
    choice = _choose(desk, _ordinary(desk))
    yield from _in_form(desk, "indexing-quick", _ordinary(desk), choice, 2.0)
    yield from _in_form(desk, "indexing-quick-12mp", _large(desk), choice, 5.0)


def heic(desk: Desk) -> Iterator[Row]:
    """HEIC photos of 12 megapixels."""
    yield from _of_kind("indexing-heic", desk, ".heic")


def raw(desk: Desk) -> Iterator[Row]:
    """RAW files of 12 megapixels, through their previews of the same size."""
    yield from _of_kind("indexing-raw", desk, ".dng")


def photos(desk: Desk) -> Iterator[Row]:
    """The photos in the folder that was given, RAW and all."""
    if desk.photos is None:
        raise UsageError(reason="Name a folder of photos to index: --photos DIR.")
    yield from _real("indexing-photos", desk, desk.photos)


# ---- the photos ---------------------------------------------------------------------------------


def _ordinary(desk: Desk) -> Path:
    return _drawn_once(desk, desk.size(400, 24), _ORDINARY)


def _large(desk: Desk) -> Path:
    return _drawn_once(desk, desk.size(100, 4), _LARGE)


def _drawn_once(desk: Desk, count: int, size: tuple[int, int], suffix: str = ".jpg") -> Path:
    """Return a folder of drawn photos; measurements of one run share it."""
    folder = desk.shared / f"{count} of {size[0]} x {size[1]}{suffix}"
    if not folder.exists():
        write_pictures(folder, count, *size, suffix)
    return folder


# ---- the rows of one kind of photos -------------------------------------------------------------


def _of_kind(name: str, desk: Desk, suffix: str) -> Iterator[Row]:
    size = (800, 600) if desk.is_quick else _LARGE
    yield from _real(name, desk, _drawn_once(desk, desk.size(48, 4), size, suffix))


def _drawn(desk: Desk, name: str, folder: Path, naive_target: float) -> Iterator[Row]:
    ways = ["forward", "index", "decode"] + ([] if desk.is_quick else ["naive"])
    measured = measure(desk.pack, folder, desk.size(3, 1), ways)
    yield _against(desk, name, measured, "forward", 0.9)
    yield from _pipeline(desk, name, measured)
    if "naive" in measured:
        yield _against(desk, f"{name}, naive loop", measured, "naive", naive_target)
    yield _memory(desk, name, measured)


def _real(name: str, desk: Desk, folder: Path) -> Iterator[Row]:
    measured = measure(desk.pack, folder, desk.size(3, 1), ("forward", "index", "decode"))
    yield _against(desk, name, measured, "forward", None)
    yield from _pipeline(desk, name, measured)
    yield _memory(desk, name, measured)


def _pipeline(
    desk: Desk, name: str, measured: Measured, target: float | None = 0.9
) -> Iterator[Row]:
    """Yield what indexing adds to the work that it can't avoid: decoding and encoding."""
    yield _against(desk, f"{name}, decoding", measured, "decode", None)
    forward, decode = (measured[way]["per_second"] for way in ("forward", "decode"))
    allowed = 1 / (1 / forward + 1 / decode)
    yield Row(
        f"{name}, pipeline",
        measured["index"]["per_second"],
        "photos/s",
        measured["index"]["per_second"] / allowed,
        "index / decode, then forward",
        None if target is None else "ratio at least",
        target,
        f"one after the other on the same cores they allow {allowed:.1f}/s",
        is_full=not desk.is_quick,
    )
    whole, least = (1000 * measured[way]["cpu_seconds_each"] for way in ("index", "forward"))
    yield Row(
        f"{name}, processor time",
        whole,
        "ms a photo",
        least / whole,
        "forward / index",
        detail=f"forward alone {least:.1f} ms; decoders and their start counted",
        is_full=not desk.is_quick,
    )


def _single(desk: Desk) -> Row:
    folder = _drawn_once(desk, 1, _ORDINARY)
    seconds = 1 / measure(desk.pack, folder, 3, ("index",))["index"]["per_second"]
    return Row("indexing, one photo", seconds, "s", detail="what every run takes to start and end")


def _against(desk: Desk, name: str, measured: Measured, way: str, target: float | None) -> Row:
    index, other = measured["index"]["per_second"], measured[way]["per_second"]
    return Row(
        name,
        index,
        "photos/s",
        index / other,
        f"index / {way}",
        None if target is None else "ratio at least",
        target,
        f"{way} alone {other:.1f}/s",
        is_full=not desk.is_quick,
    )


def _memory(desk: Desk, name: str, measured: Measured) -> Row:
    megabytes = measured["index"]["peak_megabytes"]
    return Row(
        f"{name}, memory",
        megabytes,
        "MB",
        aim="value at most",
        target=_MEGABYTES,
        detail="peaks of the indexing process and its decoders",
        is_full=not desk.is_quick,
    )


# ---- the encoder --------------------------------------------------------------------------------


def _choose(desk: Desk, folder: Path) -> PrecisionChoice:
    """Choose the precision as a first indexing does; the quick set takes any."""
    paths = desk.paths("quick-form")
    encoder = registry.find(paths, desk.encoder)
    preprocess = read_preprocess(encoder)
    pixels = [preprocess(Image.open(path).convert("RGB")) for path in sorted(folder.iterdir())]
    choosing = choose_precision(
        encoder,
        ensure_compiled(encoder, paths),
        np.stack(pixels[:_COMPARED]),
        minimum=0.0 if desk.is_quick else MINIMUM_AGREEMENT,
        least_speed=0.0 if desk.is_quick else WORTH_IT,
    )
    while True:
        try:
            next(choosing)
        except StopIteration as end:
            choice: PrecisionChoice = end.value[0]
            return choice


def _in_form(
    desk: Desk, name: str, folder: Path, choice: PrecisionChoice, naive_target: float
) -> Iterator[Row]:
    """Compare with fp32; rounds take turns."""
    ways = ["forward", "index", "decode"] + ([] if desk.is_quick else ["naive"])
    forms: list[tuple[Precision, Sequence[str]]] = [("fp32", ["index"]), (choice.precision, ways)]
    plain, quick = measure_in_turns(desk.pack, folder, desk.size(3, 1), forms)
    speeds = [measured["index"]["per_second"] for measured in (quick, plain)]
    yield Row(
        name,
        speeds[0],
        "photos/s",
        speeds[0] / speeds[1],
        f"{choice.precision} / fp32",
        "ratio at least",
        2.0 if choice.checks else None,
        choice.sentence(),
        is_full=not desk.is_quick,
    )
    yield _against(desk, f"{name}, forward", quick, "forward", None)
    yield from _pipeline(desk, name, quick, None)
    if "naive" in quick:
        yield _against(desk, f"{name}, naive loop", quick, "naive", naive_target)
    yield _memory(desk, name, quick)


def encoders(desk: Desk) -> Iterator[Row]:
    """The encoder in ONNX Runtime against torch."""
    folder = desk.work / "encoders"
    write_pictures(folder, desk.size(200, 8), 64, 48)
    ways: Sequence[str] = ("forward",) if desk.is_quick else ("forward", "torch")
    measured = measure(desk.pack, folder, desk.size(3, 1), ways)
    onnx = measured["forward"]["per_second"]
    torch = measured.get("torch", {}).get("per_second")
    yield Row(
        "encoders",
        onnx,
        "photos/s",
        None if torch is None else onnx / torch,
        "onnxruntime / torch",
        detail="image tower alone, all cores" + (f"; torch {torch:.1f}/s" if torch else ""),
    )
