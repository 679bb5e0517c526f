"""What a graphics card makes of models at their real size, with random weights."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench.random_pack import write_random_gemma, write_random_pack, write_random_visualizer
from bench.speed.desk import Desk
from bench.speed.fresh_process import Cost, call
from bench.speed.rows import Row
from visret_desktop.errors import Cancelled
from visret_desktop.models.encoders.gemma import BUDGETS
from visret_desktop.models.interfaces import SketchOrder, SketchStep
from visret_desktop.models.memory_need import free, need
from visret_desktop.models.runtimes.devices import usable_device
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.packs.offers import find_offer
from visret_desktop.paths import Paths, bundled

_CARD = "cuda"
_EMBED, _DRAW = f"{__name__}:embed", f"{__name__}:draw"
_ENCODERS: Mapping[str, Callable[[Path], Pack]] = {
    "ViT-B/32": partial(write_random_pack, "ViT-B-32"),
    "SigLIP 2 B/16": partial(write_random_pack, "ViT-B-16-SigLIP2-256"),
} | {
    f"EmbeddingGemma 2, {tokens} tokens": partial(
        write_random_gemma, is_tiny=False, soft_tokens=tokens
    )
    for tokens in BUDGETS
}
_FAMILIES = {"sd15-lcm": "sd15", "sd-turbo": "sd21", "sdxl-turbo": "sdxl"}
_SIZES = ((400, 300), (300, 401), (64, 900), (1200, 801))  # of photos, in pixels
_WORDS = ("a heron", "two red boats at the lake in winter")
_ORDERS = [SketchOrder("a heron in the reeds at dusk", seed) for seed in (1, 2)]
_SECONDS = 0.5
_LEAST_COSINE = 0.999


def card(desk: Desk) -> Iterator[Row]:
    """Photos, words, sketches and memory of encoders and visualizers on a graphics card."""
    usable_device(_CARD)
    paths = Paths(desk.work / "data", desk.work / "cache", desk.work / "config")
    for number, (name, write) in enumerate(_ENCODERS.items()):
        folder = paths.packs / f"encoder-{number}"
        write(folder)
        cost = call(_EMBED, str(folder), _CARD)
        yield Row(
            f"{name}, photo",
            cost["photo"],
            "s",
            detail=f"{3600 / cost['photo']:,.0f} photos an hour, decoding left out; alone"
            f" {cost['alone']:.4f} s, a query {cost['query']:.4f} s",
        )
        yield Row(
            f"{name}, like the processor's",
            cost["cosine"],
            "cosine",
            aim="value at least",
            target=_LEAST_COSINE,
            detail="the least of photos and words",
        )
        yield _memory(name, cost)
    for name, family in _FAMILIES.items():
        folder, offer = paths.packs / name, find_offer(name)
        assert offer is not None
        write_random_visualizer(bundled("pipelines", family), folder, offer.settings)
        cost = call(_DRAW, str(folder), str(desk.work), _CARD)
        detail = f"cancelled {cost['cancelled']:.2f} s after it was asked for"
        yield Row(f"{name}, sketch", cost["sketch"], "s", detail=detail)
        yield _memory(name, cost)


def _memory(name: str, cost: Cost) -> Row:
    ratio = cost["taken"] / cost["needed"]
    of = "what is reckoned with"
    return Row(f"{name}, memory", cost["taken"] / 1e6, "MB", ratio, of, "ratio at most", 1.0)


def embed(folder: str, device: str) -> Cost:
    """Let an encoder look at photos and words on a device, and compare with the processor's."""
    import numpy as np
    from PIL import Image

    from visret_desktop.engine.indexing.workers import MICRO_BATCH
    from visret_desktop.models.encoders.torch_encoder import TorchEncoder

    pack, memory = read_pack(Path(folder)), _Memory(device)
    encoder = TorchEncoder(pack, device)
    stream = np.random.default_rng(0)
    levels = [stream.integers(0, 256, (high, wide, 3), np.uint8) for wide, high in _SIZES]
    pixels = np.stack([encoder.preprocess(Image.fromarray(one)) for one in levels])
    pixels = pixels[np.resize(np.arange(len(pixels)), MICRO_BATCH)]
    alike = pixels[:1].repeat(MICRO_BATCH, 0)  # photos of a camera are of one shape
    photo = _seconds(lambda: encoder.embed_images(alike)) / MICRO_BATCH
    alone = _seconds(lambda: encoder.embed_images(alike[:1]))
    query = _seconds(lambda: encoder.embed_texts(_WORDS[:1]))
    made = encoder.embed_images(pixels), encoder.embed_texts(_WORDS)
    taken = memory.taken()
    processor = TorchEncoder(pack, "cpu")
    wanted = processor.embed_images(pixels), processor.embed_texts(_WORDS)
    cosines = [(one * other).sum(1).min() for one, other in zip(made, wanted, strict=True)]
    needed, cosine = need(pack, device), float(min(cosines))
    costs = {"photo": photo, "alone": alone, "query": query}
    return {**costs, "cosine": cosine, "taken": taken, "needed": needed}


def draw(folder: str, root: str, device: str) -> Cost:
    """Draw on a device, the same sketch twice, and stop in the midst of another."""
    from visret_desktop.models.drawing.visualizer import open_visualizer

    pack, memory = read_pack(Path(folder)), _Memory(device)
    paths = Paths(*(Path(root) / part for part in ("data", "cache", "config")))
    visualizer = open_visualizer(pack, paths, device, drawing="diffusers")
    stopped_at = 0.0

    def go_on(_: SketchStep) -> bool:
        return False

    def stop(_: SketchStep) -> bool:
        nonlocal stopped_at
        stopped_at = time.perf_counter()
        return True

    first, second = (picture for _, picture in visualizer.visualize(_ORDERS, go_on))
    ((_, again),) = visualizer.visualize(_ORDERS[1:], go_on)
    if again.tobytes() != second.tobytes() or first.tobytes() == second.tobytes():
        raise AssertionError("a seed does not say what is drawn")
    sketch = _seconds(lambda: list(visualizer.visualize(_ORDERS[:1], go_on)))
    with suppress(Cancelled):
        list(visualizer.visualize(_ORDERS, stop))
    cancelled = time.perf_counter() - stopped_at
    needed = need(pack, device)
    return {"sketch": sketch, "cancelled": cancelled, "taken": memory.taken(), "needed": needed}


class _Memory:
    """What is taken of a device's memory from now on; what CUDA itself takes is taken already."""

    def __init__(self, device: str) -> None:
        self._device, self._free = device, free(device)

    def taken(self) -> int:
        """Return the most bytes that were taken so far."""
        import torch

        if self._device != _CARD:
            return 0
        cuda: Any = torch.cuda
        beside = self._free - free(self._device) - cuda.memory_reserved()
        return int(beside + cuda.max_memory_reserved())


def _seconds(work: Callable[[], object]) -> float:
    """Return the median time of some work that was done before."""
    work()
    times: list[float] = []
    while not times or sum(times) < _SECONDS:
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return median(times)
