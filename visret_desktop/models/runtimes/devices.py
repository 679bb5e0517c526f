"""Which processor a model goes to, and why, in words that a person can read.

A person's choice is followed or refused, never replaced. Without one, a graphics processor is used
where PyTorch or llama.cpp can compute on it. Its driver's files show whether there may be one, so
that nobody without one waits for PyTorch to be loaded.
"""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.errors import DeviceMissing
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence
from visret_desktop.settings import DEVICES, Settings

AUTOMATIC, CPU, *_GRAPHICS = DEVICES
METAL = "mps"
_NO_GRAPHICS = sentence("no graphics processor with a driver was found")
_DRIVER_FILES = {
    "linux": {"NVIDIA": "/dev/nvidiactl", "AMD": "/dev/kfd", "Intel": "/dev/accel"},
    "win32": {"NVIDIA": "{windows}/System32/nvcuda.dll", "AMD": "{windows}/System32/amdhip64.dll"},
}


@dataclass(frozen=True)
class Placement:
    """A device ('cpu', 'cuda', 'mps', 'xpu') and the reason for it."""

    device: str
    reason: str


def place(model: Role | Pack, wanted: str) -> Placement:
    """Return where a pack's model goes, or what is usual in a role; `wanted` is one of `DEVICES`.

    Raises:
        DeviceMissing: that device was asked for and cannot be used.
    """
    if model.computed_by == "llama":
        return _place_on_llama(wanted)
    if wanted == AUTOMATIC:
        return _place_on_torch()
    if wanted != CPU:
        usable_device(wanted)
    return Placement(wanted, "chosen in the settings")


def device_of(role: Role, settings: Settings) -> str:
    """Return where the models of a role usually go; the CPU if the chosen device is missing."""
    try:
        return place(role, settings.device_of(role)).device
    except DeviceMissing:  # a search says so
        return CPU


def _place_on_torch() -> Placement:
    makers = tuple(graphics_drivers())
    if not makers:
        return Placement(CPU, _NO_GRAPHICS)
    for device in _GRAPHICS:
        with suppress(DeviceMissing):
            usable_device(device)
            return Placement(device, f"a graphics processor ({makers[0]}) that PyTorch can use")
    return Placement(CPU, f"PyTorch cannot use the graphics processor ({', '.join(makers)})")


def _place_on_llama(wanted: str) -> Placement:
    if wanted == CPU:
        return Placement(CPU, "chosen in the settings")
    from visret_desktop.models.runtimes.llama import llama_cpp

    devices: tuple[str, ...] = ()
    reason = sentence("this llama.cpp was built for the CPU only")
    if llama_cpp.llama_supports_gpu_offload():
        is_mac = sys.platform == "darwin"
        devices = (METAL,) if is_mac else tuple(d for d in _GRAPHICS if d != METAL)
        reason = sentence("llama.cpp was built for a graphics processor")
    if wanted == AUTOMATIC:
        return Placement(devices[0] if devices else CPU, reason)
    if wanted not in devices:
        reason = (
            sentence("llama.cpp computes on {devices} here", devices=" or ".join(devices))
            if devices
            else reason
        )
        raise DeviceMissing(device=wanted, reason=reason)
    return Placement(wanted, reason)


def graphics_drivers() -> Iterator[str]:
    """Yield the makers of graphics processors whose drivers are installed."""
    if sys.platform == "darwin" and platform.machine() == "arm64":
        yield "Apple"
    windows = os.environ.get("SYSTEMROOT", "C:/Windows")
    for maker, path in _DRIVER_FILES.get(sys.platform, {}).items():
        if Path(path.format(windows=windows)).exists():
            yield maker


_SMALL_BYTES = 100 * 2**20


def usable_device(device: str) -> Any:
    """Return the torch device `device` ('cpu', 'cuda', 'cuda:1', 'mps') once it has computed.

    Raises:
        DeviceMissing: it is not there or cannot be used; never another one instead.
    """
    import torch

    try:
        chosen = torch.device(device)
        torch.ones(1, device=chosen).sum().item()
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise DeviceMissing(device=device, reason=first) from error
    return chosen


def is_out_of_memory(error: BaseException) -> bool:
    """Whether torch raised this because a device or the machine has no memory left."""
    import torch

    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    # Main memory and Apple's processors have no exception of their own.
    text = str(error)
    return "DefaultCPUAllocator" in text or "out of memory" in text


def sensible_threads(weights_bytes: int) -> int:
    """Return how many threads a model of that size should compute with, at least 1.

    The threads of a small model wait for each other longer than they compute: four on four busy
    cores took 90 times as long as one. For large models it is half the logical cores: those that
    share a core also share its arithmetic, and indexing and the window need some.
    """
    return 1 if weights_bytes < _SMALL_BYTES else max(1, (os.cpu_count() or 1) // 2)
