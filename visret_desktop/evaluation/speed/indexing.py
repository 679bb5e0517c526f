"""Indexing, held against the encoder alone, decoding alone, and the loop that a tutorial writes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from visret_desktop.errors import UsageError
from visret_desktop.evaluation.indexing_speed import measure, write_pictures
from visret_desktop.evaluation.speed.desk import Desk
from visret_desktop.evaluation.speed.rows import Row

_MEGABYTES = 700
Measured = dict[str, dict[str, float]]


def ordinary(desk: Desk) -> Iterator[Row]:
    """Photos of 500 x 375."""
    yield from _drawn(desk, "indexing", (500, 375), desk.size(400, 24), naive_target=1.3)


def large(desk: Desk) -> Iterator[Row]:
    """Photos of 12 megapixels."""
    yield from _drawn(desk, "indexing-12mp", (4000, 3000), desk.size(100, 4), naive_target=4.0)


def heic(desk: Desk) -> Iterator[Row]:
    """HEIC photos of 12 megapixels."""
    yield from _of_kind("indexing-heic", desk, ".heic")


def raw(desk: Desk) -> Iterator[Row]:
    """RAW files of 12 megapixels, through their previews of the same size."""
    yield from _of_kind("indexing-raw", desk, ".dng")


def _of_kind(name: str, desk: Desk, suffix: str) -> Iterator[Row]:
    folder = desk.work / name
    width, height = (800, 600) if desk.is_quick else (4000, 3000)
    write_pictures(folder, desk.size(24, 4), width, height, suffix)
    yield from _real(name, desk, folder)


def photos(desk: Desk) -> Iterator[Row]:
    """The photos in the folder that was given, RAW and all."""
    if desk.photos is None:
        raise UsageError(reason="Name a folder of photos to index: --photos DIR.")
    yield from _real("indexing-photos", desk, desk.photos)


def _drawn(
    desk: Desk, name: str, size: tuple[int, int], count: int, naive_target: float
) -> Iterator[Row]:
    folder = desk.work / name
    write_pictures(folder, count, *size)
    ways = ["forward", "index", "decode"] + ([] if desk.is_quick else ["naive"])
    measured = measure(desk.pack, folder, desk.size(3, 1), ways)
    yield _against(desk, name, measured, "forward", 0.9)
    yield _against(desk, f"{name}, decoding", measured, "decode", None)
    if "naive" in measured:
        yield _against(desk, f"{name}, naive loop", measured, "naive", naive_target)
    yield _memory(desk, name, measured)


def _real(name: str, desk: Desk, folder: Path) -> Iterator[Row]:
    measured = measure(desk.pack, folder, desk.size(3, 1), ("forward", "index", "decode"))
    yield _against(desk, name, measured, "forward", None)
    yield _against(desk, f"{name}, decoding", measured, "decode", None)
    yield _memory(desk, name, measured)


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
