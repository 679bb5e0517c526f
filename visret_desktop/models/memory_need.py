"""How much memory a model will need on a device, told before it is loaded, and how much is free."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
from safetensors import SafetensorError, safe_open

from visret_desktop.errors import MemoryShort
from visret_desktop.models.diffusers_pipeline import LEFT_OUT
from visret_desktop.packs.manifest import Pack, PackFile, Role

_TRAINING_ONLY = "model_ema."  # a second copy that lies in some checkpoints
_FLOAT32 = 4
_FLOAT16 = 2
# What computing takes beside the weights: a share of them and, whatever the model, some megabytes.
_WORKING_SHARE = {Role.ENCODER: 0.2, Role.REWRITER: 0.2, Role.VISUALIZER: 0.4}
_WORKING_BYTES = 100 * 2**20


def need(pack: Pack, device: str) -> int:
    """Return the bytes that a pack's model takes on `device`, weights and working memory.

    Weights are counted from the headers of their files: on a CPU they are computed with as
    float32, on a graphics processor as half precision; a GGUF file stays as it is.
    """
    weights = sum(_loaded(pack, device))
    return int(weights * (1 + _WORKING_SHARE[pack.role])) + _WORKING_BYTES


def _loaded(pack: Pack, device: str) -> Iterator[int]:
    half = device != "cpu" and pack.role is Role.VISUALIZER
    for file in _opened(pack):
        if file.path.endswith(".safetensors"):
            yield _numbers(pack.directory / file.path) * (_FLOAT16 if half else _FLOAT32)
        elif file.path.endswith(".gguf"):
            yield file.size


def _opened(pack: Pack) -> Iterator[PackFile]:
    """Yield the files that opening a pack reads: visualizers come with parts that are not used."""
    unused = {*LEFT_OUT, "vae"} if pack.settings.get("decoder") else LEFT_OUT
    checkpoint = pack.settings.get("checkpoint", "")
    for file in pack.files:
        folder, _, name = file.path.rpartition("/")
        if folder not in unused and not (checkpoint and not folder and name != checkpoint):
            yield file


def _numbers(path: Path) -> int:
    """Return how many numbers a file of weights holds."""
    try:
        with safe_open(path, framework="numpy") as weights:
            names = weights.keys()  # no mapping
            used = (name for name in names if not name.startswith(_TRAINING_ONLY))
            return sum(math.prod(weights.get_slice(name).get_shape()) for name in used)
    except (OSError, SafetensorError):  # loading it will say what is wrong
        return 0


def free(device: str) -> int:
    """Return the bytes that are free on `device`."""
    if device.partition(":")[0] in ("cuda", "xpu"):
        import torch

        module: Any = getattr(torch, device.partition(":")[0])
        available: int = module.mem_get_info(device)[0]
        return available
    return int(psutil.virtual_memory().available)


def check_fits(pack: Pack, device: str) -> None:
    """Refuse a load that would not fit.

    Raises:
        MemoryShort: it says how much is needed and free, and what to do.
    """
    needed, there = need(pack, device), free(device)
    if needed > there:
        raise MemoryShort(name=pack.name, device=device, needed=_size(needed), free=_size(there))


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
