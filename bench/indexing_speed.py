"""Measure indexing as a whole against the limit of its own encoder and against the naive loop.

    python -m bench.indexing_speed [--photos DIR] [--count N] [--rounds R]

One run measures everything on the same pictures with the same random-weight ViT-B-32, each way in a
fresh process, the ways taking turns, so that the ratios hold on a machine that is not quiet:

* forward: the ONNX image tower alone, one thread per worker, no decoding: the limit
* index: hashing, decoding, thumbnails, metadata, embedding, catalog and vector index, from nothing
* naive: Image.open → open_clip's preprocess → encode_image in torch, batches of 32
* decode: what image libraries alone take: reading, decoding as small as indexing does, a thumbnail
* torch: the image tower alone in torch, batches of 32, all cores
"""

import argparse
import io
import json
import logging
import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from bench.dng import write_dng
from visret_desktop import file_changes, installation, own_python
from visret_desktop.errors import VisretError
from visret_desktop.models import torchvision_parts

if TYPE_CHECKING:
    from visret_desktop.models.interfaces import Encoder
    from visret_desktop.models.precisions import Precision

_MODEL = "ViT-B-32"
# As large as a phone's, whose encoder has no time to make smaller files.
_AS_WRITTEN: dict[str, dict[str, Any]] = {
    ".heic": {"quality": 60, "enc_params": {"preset": "ultrafast"}}
}
_log = logging.getLogger(__name__)


class HeicNotWritten(VisretError):
    """The encoder of HEIC is under the GPL, so a bundle comes without it."""

    code = "heic-not-written"
    sentence = "HEIC pictures to measure with are written only by a visret that runs from source."
    exit_code = 3


# ---- the pictures ---------------------------------------------------------------------------


def write_pictures(
    directory: Path, count: int, width: int, height: int, suffix: str = ".jpg"
) -> None:
    """Write `count` different pictures with the spectrum and grain of photographs.

    `suffix` is ".dng", or that of a format that Pillow or pillow-heif writes.

    Raises:
        HeicNotWritten: HEIC, by a bundle.
    """
    if suffix == ".heic":
        if installation.bundle():
            raise HeicNotWritten
        from pillow_heif import register_heif_opener

        register_heif_opener()
    directory.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(7)
    for number in range(count):
        layers = np.zeros((height, width, 3), np.float32)
        for cells in (3, 12, 48, 192):
            coarse = random.integers(0, 256, (cells, cells, 3), np.uint8)
            layer = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
            layers += np.asarray(layer, np.float32) * (3 / cells) ** 0.5
        grain = 5 * random.standard_normal(layers.shape, np.float32)
        layers = layers / layers.max() * 235 + grain
        picture = Image.fromarray(layers.clip(0, 255).astype(np.uint8))
        path = directory / f"picture {number:04}{suffix}"
        if suffix == ".dng":
            write_dng(path, picture)
        else:
            buffer = io.BytesIO()
            kind = Image.registered_extensions()[suffix]
            picture.save(buffer, kind, **_AS_WRITTEN.get(suffix, {"quality": 90}))
            file_changes.write(path, buffer.getvalue(), is_durable=False)


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
    from visret_desktop.engine.indexing.control import IndexControl
    from visret_desktop.engine.indexing.indexing import index_folders
    from visret_desktop.engine.messages import IndexFolders
    from visret_desktop.engine.runtime import Library
    from visret_desktop.paths import Paths
    from visret_desktop.settings import Settings

    cores = os.cpu_count() or 1
    with file_changes.temporary_folder() as root:
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
            events = index_folders(library, request, IndexControl(cores))
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
    from visret_desktop.models.encoder import name_of, open_encoder
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


def peak_of(pid: int) -> float:
    """Return the most megabytes that a process has taken; Linux tells."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def _in_threads(work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for _ in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _drain(events: object) -> None:
    for _ in events:  # type: ignore[attr-defined]
        pass


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
                made[way].append(_in_fresh_process(way, pack, pictures, precision))
    return [
        {
            way: {key: statistics.median(run[key] for run in results) for key in results[0]}
            for way, results in made.items()
        }
        for made in runs
    ]


def _in_fresh_process(
    way: str, pack: Path, pictures: Path, precision: "Precision"
) -> dict[str, float]:
    command = own_python.module(__spec__.name, "--way", way, str(pack), str(pictures), precision)
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(result.stdout.splitlines()[-1])
    return measured


def _rows(name: str, measured: dict[str, dict[str, float]], naive_target: float) -> list[str]:
    index, forward, naive = measured["index"], measured["forward"], measured["naive"]
    ratio, gain = (
        index["per_second"] / forward["per_second"],
        index["per_second"] / naive["per_second"],
    )
    return [
        f"{name:<16} forward {forward['per_second']:7.1f}/s   index {index['per_second']:7.1f}/s   "
        f"naive {naive['per_second']:7.1f}/s",
        f"{'':<16} index/forward {ratio:.2f} (aim 0.90)   index/naive {gain:.2f} "
        f"(aim {naive_target})   peak {index['peak_megabytes']:.0f} MB (aim 700)",
    ]


def main() -> int:
    """Run the measurement, or (internally) one way of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    internal = ("WAY", "PACK", "PICTURES", "PRECISION")
    parser.add_argument("--way", nargs=4, metavar=internal, help="internal")
    parser.add_argument("--photos", type=Path, help="ordinary photos to use instead of drawn ones")
    parser.add_argument("--count", type=int, default=400, help="ordinary pictures")
    parser.add_argument("--large", type=int, default=100, help="12-megapixel pictures")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    if chosen.way:
        _be_nice()  # as niced as indexing, which alone would lose on a busy machine
        way, pack, pictures, precision = chosen.way
        files = _photos(Path(pictures))
        sys.stdout.write(json.dumps(_WAYS[way](Path(pack), files, precision)) + "\n")
        return 0
    with file_changes.temporary_folder() as temporary:
        for line in _measure_all(chosen, temporary):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


def _be_nice() -> None:
    from visret_desktop.engine.indexing.workers import NICENESS

    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


def _photos(folder: Path) -> list[Path]:
    from visret_desktop.library.photos.formats import EXTENSIONS

    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in EXTENSIONS)


def _measure_all(chosen: argparse.Namespace, root: Path) -> list[str]:
    from bench.random_pack import write_random_pack

    pack = root / "random"
    write_random_pack(_MODEL, pack, seed=0)
    _encoder(pack, "fp32")
    ordinary = chosen.photos or root / "ordinary"
    if not chosen.photos:
        write_pictures(ordinary, chosen.count, 500, 375)
    write_pictures(root / "large", chosen.large, 4000, 3000)
    lines = [f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, {_MODEL}"]
    lines += _rows("ordinary photos", measure(pack, ordinary, chosen.rounds), 1.3)
    lines += _rows("12 megapixels", measure(pack, root / "large", chosen.rounds), 4.0)
    return lines


if __name__ == "__main__":
    sys.exit(main())
