"""Indexing as a whole, the limit of its own encoder, and the naive loop, each in a fresh process.

All of them see the same pictures by the same random-weight ViT-B-32:

* forward: the ONNX image tower alone, one thread per worker, no decoding: the limit
* index: hashing, decoding, thumbnails, metadata, embedding, catalog and vector index, from nothing
* naive: Image.open → open_clip's preprocess → encode_image in torch, batches of 32
* decode: what image libraries alone take: reading, decoding as small as indexing does, a thumbnail
* torch: the image tower alone in torch, batches of 32, all cores
"""

import os
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from bench.speed.fresh_process import call, peak_of
from visret_desktop import file_changes
from visret_desktop.decoding.memory_limits import lower_priority
from visret_desktop.file_changes import temporary_folder
from visret_desktop.models.runtimes import torchvision_parts

if TYPE_CHECKING:
    from visret_desktop.models.interfaces import Encoder
    from visret_desktop.models.variants import Precision

_MODEL = "ViT-B-32"
_RUN = f"{__name__}:run_way"


# ---- the ways, each run in a process of its own ---------------------------------------------


def forward_only(pack: Path, pictures: list[Path], precision: "Precision") -> dict[str, float]:
    """Rate of the image tower by itself on as many pictures, batches of 4, one worker per core."""
    from visret_desktop.engine.indexing.workers import MICRO_BATCH

    encoder = _encoder(pack, precision)
    pixels = np.random.default_rng(1).normal(
        size=(MICRO_BATCH, 3, encoder.input_pixels, encoder.input_pixels)
    )
    batch = pixels.astype(np.float32)
    encoder.embed_images(batch)
    remaining = iter(even_batches(len(pictures), os.cpu_count() or 1, MICRO_BATCH))
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                size = next(remaining, None)
            if size is None:
                return
            encoder.embed_images(batch[:size])

    return _timed(len(pictures), lambda: _in_threads(work))


def even_batches(count: int, workers: int, most: int) -> list[int]:
    """Return batch sizes that add up to `count` and keep as many workers busy to the end."""
    whole, rest = divmod(count, workers * most)
    shares = [rest // workers + (worker < rest % workers) for worker in range(workers)]
    return [most] * (whole * workers) + [share for share in shares if share]


def whole_index(pack: Path, pictures: list[Path], precision: "Precision") -> dict[str, float]:
    """Rate of the whole of indexing into an empty library."""
    from visret_desktop.engine.control import Control
    from visret_desktop.engine.indexing.index_job import index_folders
    from visret_desktop.engine.messages import IndexFolders
    from visret_desktop.engine.runtime import Library
    from visret_desktop.paths import Paths
    from visret_desktop.settings import Settings

    cores = os.cpu_count() or 1
    with temporary_folder() as root:
        paths = Paths(root / "data", root / "cache", root / "config")
        for directory in (paths.data, paths.cache, paths.config, paths.packs):
            directory.mkdir(parents=True)
        file_changes.link(pack, paths.packs / pack.name)
        file_changes.link(pack.parent / "compiled", paths.compiled)
        settings = Settings(encoder=pack.name, encoder_precision=precision)
        with Library.open(paths, settings) as library:
            library.encoder.embed_images(
                np.zeros((1, 3, library.encoder.input_pixels, library.encoder.input_pixels), "f4")
            )
            request = IndexFolders(folders=(os.path.commonpath([str(p.parent) for p in pictures]),))
            events = index_folders(library, request, Control(cores))
            return _timed(len(pictures), lambda: _drain(events))


def naive_loop(pack: Path, pictures: list[Path], precision: "Precision") -> dict[str, float]:
    """Rate of the loop that a tutorial would write."""
    torchvision_parts.stand_in()
    import open_clip
    import torch

    os.environ["HF_HUB_OFFLINE"] = "1"
    model, _, preprocess = open_clip.create_model_and_transforms(_MODEL, pretrained=None)
    model.eval()

    def work() -> None:
        with torch.no_grad():
            for start in range(0, len(pictures), 32):
                images = [preprocess(Image.open(path)) for path in pictures[start : start + 32]]
                vectors = model.encode_image(torch.stack(images))
                vectors /= vectors.norm(dim=-1, keepdim=True)

    return _timed(len(pictures), work)


def decode_only(pack: Path, pictures: list[Path], precision: "Precision") -> dict[str, float]:
    """Rate of reading, decoding at the scale of indexing and a thumbnail, one worker per core."""
    from visret_desktop.errors import PhotoUnreadable
    from visret_desktop.library.photos.imaging import decode_file
    from visret_desktop.library.photos.thumbnails import make_thumbnail
    from visret_desktop.settings import Settings

    settings = Settings()
    side = max(_encoder(pack, precision).input_pixels, settings.thumbnail_pixels * 2 // 3)
    remaining = iter(pictures)
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                path = next(remaining, None)
            if path is None:
                return
            with suppress(PhotoUnreadable):  # as indexing goes on, too
                decoded = decode_file(path, minimum_side=side, max_megapixels=250)
                make_thumbnail(decoded.image, settings.thumbnail_pixels)

    return _timed(len(pictures), lambda: _in_threads(work))


def torch_forward(pack: Path, pictures: list[Path], precision: "Precision") -> dict[str, float]:
    """Rate of open_clip's image tower by itself."""
    torchvision_parts.stand_in()
    import open_clip
    import torch

    os.environ["HF_HUB_OFFLINE"] = "1"
    model = open_clip.create_model(_MODEL, pretrained=None).eval()
    batch = torch.randn(32, 3, 224, 224)
    batches = -(-len(pictures) // len(batch))

    def work() -> None:
        for _ in range(batches):
            model.encode_image(batch)

    with torch.no_grad():
        model.encode_image(batch)
        return _timed(batches * len(batch), work)


_WAYS = {
    "forward": forward_only,
    "index": whole_index,
    "naive": naive_loop,
    "decode": decode_only,
    "torch": torch_forward,
}


def _encoder(pack: Path, precision: "Precision") -> "Encoder":
    from visret_desktop.models.encoders.encoder import name_of, open_encoder
    from visret_desktop.packs import registry
    from visret_desktop.paths import Paths

    data = pack.parent
    paths = Paths(data, data, data)
    paths.packs.mkdir(exist_ok=True)
    link = paths.packs / pack.name
    if not link.exists():
        file_changes.link(pack, link)
    found = registry.find(paths, pack.name)
    encoder = open_encoder(found, paths, precision=precision)
    if encoder.name != name_of(found, precision):
        raise RuntimeError(f"{pack.name} has no {precision} form to be measured")
    return encoder


def _timed(count: int, work: Callable[[], None]) -> dict[str, float]:
    started, cpu = time.perf_counter(), _processor_seconds()
    work()
    seconds = time.perf_counter() - started
    return {
        "per_second": count / seconds,
        "cpu_seconds_each": (_processor_seconds() - cpu) / count,
        "peak_megabytes": _peak_megabytes(),
    }


def _processor_seconds() -> float:
    """Return the processor time of this process and of its children, also of those that ended."""
    import psutil

    own = psutil.Process()
    times = [own.cpu_times(), *(child.cpu_times() for child in own.children())]
    ended = times[0].children_user + times[0].children_system
    return float(ended + sum(taken.user + taken.system for taken in times))


def _peak_megabytes() -> float:
    """Return the peaks of this process and of its decoders, added up.

    What they share, the interpreter's own file, is counted several times. (getrusage would count
    the parent's peak before exec.)
    """
    import psutil

    pids = [os.getpid(), *(child.pid for child in psutil.Process().children())]
    return sum(peak_of(pid) for pid in pids)


def _in_threads(work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for _ in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _drain(events: object) -> None:
    for _ in events:  # type: ignore[attr-defined]
        pass  # only the time that they take matters


# ---- the run --------------------------------------------------------------------------------


def measure(
    pack: Path,
    pictures: Path,
    rounds: int,
    ways: Sequence[str] = ("forward", "index", "naive"),
    precision: "Precision" = "fp32",
) -> dict[str, dict[str, float]]:
    """Run every way `rounds` times in turn, each in a fresh process; return medians per way."""
    (measured,) = measure_in_turns(pack, pictures, rounds, [(precision, ways)])
    return measured


def measure_in_turns(
    pack: Path, pictures: Path, rounds: int, forms: Sequence[tuple["Precision", Sequence[str]]]
) -> list[dict[str, dict[str, float]]]:
    """Do the same in several precisions, each with its ways, all of them in every round."""
    runs: list[dict[str, list[dict[str, float]]]] = [{way: [] for way in ways} for _, ways in forms]
    for _ in range(rounds):
        for (precision, ways), made in zip(forms, runs, strict=True):
            for way in ways:
                made[way].append(call(_RUN, way, str(pack), str(pictures), precision))
    return [
        {
            way: {key: statistics.median(run[key] for run in results) for key in results[0]}
            for way, results in made.items()
        }
        for made in runs
    ]


def run_way(way: str, pack: str, pictures: str, precision: "Precision") -> dict[str, float]:
    """Run one way in this process, as nice as indexing: else that would lose on a busy machine."""
    from visret_desktop.engine.indexing.workers import NICENESS

    lower_priority(NICENESS)
    return _WAYS[way](Path(pack), _photos(Path(pictures)), precision)


def _photos(folder: Path) -> list[Path]:
    from visret_desktop.library.photos.formats import EXTENSIONS

    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in EXTENSIONS)
