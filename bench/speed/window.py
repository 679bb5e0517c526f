"""The window: how soon it can be used, how smoothly it scrolls and drags, and its memory."""

import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing

import numpy as np
from PIL import Image

from bench import process_memory
from bench.pictures import write_pictures
from bench.speed.desk import STARTER, Desk, content_hash, write_catalog
from bench.speed.rows import Row
from visret_desktop import file_changes, settings
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.settings import Settings

# Run, not imported: they load Qt.
_START = "bench.window.start"
_SCROLLING = "bench.window.scrolling"
_DRAGGING = "bench.window.dragging"
_TYPING = "bench.window.typing_robot"
_OPENED_MS = 200.0
_MAP_FRAME_MS = 16.0
_USABLE_SECONDS = 0.6
_FOLLOWED_MS = {STARTER: 100.0, "random": 150.0}  # by encoder: built in, and as large as ViT-B/32
_FRAME_MS = 33.0
_PATIENCE_SECONDS = 300  # for a window that ends after half a minute
_STALL_MS = 100.0
_GUI_MB = 300.0
_ENGINE_MB = 700.0


class WindowFailed(VisretError):
    """The window did not open, or did not close again."""

    code = "window"
    sentence = "The window could not be measured: {reason}. `visret doctor` names what it lacks."
    exit_code = 3


def start(desk: Desk) -> Iterator[Row]:
    """From the start of the process to the first usable window."""
    seconds = [_seconds_to_start() for _ in range(desk.size(5, 1))]
    yield Row(
        "window",
        statistics.median(seconds),
        "s",
        aim="value at most",
        target=_USABLE_SECONDS,
        detail=f"usable after; {_screen()}",
    )


def scrolling(desk: Desk) -> Iterator[Row]:
    """Scroll through 100,000 photos while the engine indexes others at full speed."""
    count = desk.size(100_000, 2_000)
    pictures = desk.work / "to-index"
    write_pictures(pictures, desk.size(1_500, 40), 500, 375)
    paths = desk.paths("scrolling")
    write_catalog(paths.catalog, desk.work, count)
    _write_thumbnails(paths, count)
    settings.save(paths.settings, Settings(encoder=desk.encoder))
    measured = _scroll(desk, paths, str(pictures))
    yield from _rows(measured, count, is_full=not desk.is_quick)


def typing(desk: Desk) -> Iterator[Row]:
    """Type forty queries at 8 keys a second over 100,000 photos while others are indexed."""
    count, queries = desk.size(100_000, 2_000), desk.size(40, 3)
    pictures = desk.work / "to-index"
    write_pictures(pictures, desk.size(4_000, 400), 500, 375)
    for encoder in dict.fromkeys((STARTER, desk.encoder)):
        name = f"library-{encoder}-{count}"
        with desk.library(count, encoder) as library:
            library.encoder.embed_texts(["a bird"])  # compiles it
            paths = library.paths
        _write_thumbnails(paths, count)
        settings.save(paths.settings, Settings(encoder=encoder))
        for part, target in (("packs", paths.packs), ("compiled", paths.compiled)):
            file_changes.link(target, desk.work / name / "data" / part)
        command = own_python.module(_TYPING, str(pictures), str(queries))
        measured: dict[str, float] = json.loads(_run(command, _profile(desk, name)))
        share, target_ms = measured["while_indexing"], _FOLLOWED_MS[encoder]
        followed = f"{measured['followed']:.0f} of {measured['keys']:.0f} keys"
        longest = f"no key took the window more than {measured['longest_key_ms']:.0f} ms"
        meanwhile = f"indexing during {share:.0%} of it"
        yield Row(
            f"typing, {encoder}",
            measured["p95_ms"],
            "ms",
            aim="value at most",
            target=target_ms,
            detail=f"p95 from a key to its photos; median {measured['p50_ms']:.0f} ms; {followed};"
            f" {longest}; {count} photos, {meanwhile}; {_screen()}",
            is_full=not desk.is_quick,
        )


def map_of_photos(desk: Desk) -> Iterator[Row]:
    """Open the map on a million photos, seven of ten with a place, and drag it at all scales."""
    paths = desk.paths("map")
    write_catalog(paths.catalog, desk.work, desk.size(1_000_000, 5_000))
    with closing(Catalog.open(paths.catalog)) as catalog:
        look_up_places(catalog)
    command = own_python.module(_DRAGGING, str(desk.size(12, 0)))
    measured: dict[str, float] = json.loads(_run(command, _profile(desk, "map")))
    what = f"{measured['photos']:.0f} photos; {_screen()}"
    yield Row(
        "map, opened",
        measured["opened_ms"],
        "ms",
        aim="value at most",
        target=_OPENED_MS,
        detail=f"its photos, read ahead, after {measured['filled_ms']:.0f} ms; {what}",
        is_full=not desk.is_quick,
    )
    yield Row(
        "map, frame",
        measured["p99_ms"],
        "ms",
        aim="value at most",
        target=_MAP_FRAME_MS,
        detail=f"p99 while dragging; median {measured['p50_ms']:.1f} ms, longest"
        f" {measured['longest_ms']:.0f} ms; {what}",
        is_full=not desk.is_quick,
    )


def _seconds_to_start() -> float:
    with tempfile.TemporaryDirectory() as profile:
        directories = {f"VISRET_{name}_DIR": profile for name in ("DATA", "CACHE", "CONFIG")}
        started = time.time()
        return float(_run(own_python.module(_START), directories)) - started


def _last_line(error: subprocess.CalledProcessError | subprocess.TimeoutExpired) -> str:
    lines = str(error.stderr or "").strip().splitlines()
    return lines[-1] if lines else str(error)


def _write_thumbnails(paths: Paths, count: int) -> None:
    store = ThumbnailStore(paths.thumbnails)
    pixels = np.random.default_rng(3).integers(0, 256, (12, 18, 3), np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels).resize((384, 256), Image.Resampling.BICUBIC).save(buffer, "JPEG")
    store.put_many([(content_hash(number), buffer.getvalue()) for number in range(count)])
    store.close()


def _scroll(desk: Desk, paths: Paths, folder: str) -> dict[str, float]:
    """Run the window in a process of its own and return what it measured."""
    root, directories = desk.work / "scrolling", _profile(desk, "scrolling")
    with Library.open(paths, Settings(encoder=desk.encoder)) as library:
        library.encoder.embed_texts(["a bird"])  # compiles it
    for name, target in (("packs", paths.packs), ("compiled", paths.compiled)):
        file_changes.link(target, root / "data" / name)
    if not desk.is_quick:  # compiles modules, which takes memory the first time only
        _run(own_python.module(_SCROLLING, folder, "1"), directories)
    command = own_python.module(_SCROLLING, folder, str(desk.size(30, 4)))
    measured: dict[str, float] = json.loads(_run(command, directories))
    return measured


def _profile(desk: Desk, name: str) -> dict[str, str]:
    """Return the environment in which a window has a profile of the desk."""
    folders = ("DATA", "CACHE", "CONFIG")
    return {f"VISRET_{one}_DIR": str(desk.work / name / one.lower()) for one in folders}


def _run(command: list[str], directories: dict[str, str]) -> str:
    """Run a window on a profile and return the last line that it prints."""
    unseen = {} if _has_display() else {"QT_QPA_PLATFORM": "offscreen"}
    try:
        result = subprocess.run(
            command,
            env={**unseen, **os.environ, **directories},
            capture_output=True,
            text=True,
            check=True,
            timeout=_PATIENCE_SECONDS,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise WindowFailed(reason=_last_line(error)) from error
    return result.stdout.splitlines()[-1]


def _rows(measured: dict[str, float], count: int, *, is_full: bool) -> Iterator[Row]:
    what = f"{count} photos, indexing meanwhile; {_screen()}"
    yield Row(
        "frames",
        measured["p99_ms"],
        "ms",
        aim="value at most",
        target=_FRAME_MS,
        detail=f"p99; median {measured['p50_ms']:.1f} ms; {what}",
        is_full=is_full,
    )
    yield Row(
        "frames, longest",
        measured["longest_ms"],
        "ms",
        aim="value at most",
        target=_STALL_MS,
        detail=f"{measured['stalls']:.0f} of {measured['frames']:.0f} frames over 100 ms",
        is_full=is_full,
    )
    together = f"largest size of engine and decoders together, {process_memory.how()}; {what}"
    sizes = (
        ("window", "gui_mb", _GUI_MB, f"largest resident size; {what}"),
        ("engine", "engine_mb", _ENGINE_MB, together),
    )
    for process, key, target, detail in sizes:
        yield Row(
            f"memory, {process}",
            measured[key],
            "MB",
            aim="value at most",
            target=target,
            detail=detail,
            is_full=is_full,
        )


def _has_display() -> bool:
    has_server = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_server) or sys.platform in ("win32", "darwin")


def _screen() -> str:
    return "on a display" if _has_display() else "offscreen"
