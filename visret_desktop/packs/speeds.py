"""How fast a pack is on this computer: as measured while it was used, or estimated until then.

An estimate is arithmetic: the operations that a photo or a sketch takes (`Offer.flops`), or the
bytes that a chat model reads for each token, against what this computer was measured to do.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.packs.manifest import Pack, Role
from visret_desktop.packs.shelf import Choice
from visret_desktop.paths import Paths

Rates = Mapping[str, tuple[float, float]]
# Share of the measured rates that the models reach at real size, by `training.studies.model_sizes`
# on four cores of an EPYC. Sketches are drawn by half of the cores, and convolutions are slower
# than what was measured.
_SHARE_OF_CORES = {Role.ENCODER: 0.9, Role.VISUALIZER: 0.3, Role.REWRITER: 0.4}
_SHARE_OF_GRAPHICS = {Role.ENCODER: 0.25, Role.VISUALIZER: 0.25, Role.REWRITER: 0.5}
_TOKENS_PER_WORD = 1.3
_MEMORY_SHARE = 1.3  # of the bytes on disk
_MEMORY_BESIDE = {Role.ENCODER: 150 * 2**20, Role.REWRITER: 300 * 2**20, Role.VISUALIZER: 2**30}
_DEFAULT_STEPS = 1


@dataclass(frozen=True)
class Machine:
    """What models find here: the device of each role, its rates, its memory in bytes."""

    devices: Mapping[str, str]  # by role
    rates: Rates  # by device: operations a second, bytes read a second
    memory: Mapping[str, int]  # by device
    computer: str = ""  # changes when it is another one


@dataclass(frozen=True)
class Speed:
    """Seconds that a pack takes for a photo, a sketch or a written word."""

    role: Role
    seconds: float
    is_measured: bool  # while it was used; otherwise it is an estimate

    def __str__(self) -> str:
        """Return it in words, such as 'about 12 photos a second'."""
        if self.role is Role.VISUALIZER:
            return f"about {_duration(self.seconds)} a sketch"
        what = "photo" if self.role is Role.ENCODER else "word"
        if self.seconds > 1:
            return f"about {_duration(self.seconds)} a {what}"
        return f"about {_rounded(1 / self.seconds)} {what}s a second"


def speed_of(choice: Choice, machine: Machine | None, paths: Paths) -> Speed | None:
    """Return how fast a pack is, None if nothing tells."""
    if choice.role is None:
        return None
    seconds = _learned(choice.pack, paths) if choice.pack else None
    if seconds is not None:
        return Speed(choice.role, seconds, is_measured=True)
    device = machine.devices.get(choice.role.value, "") if machine else ""
    if machine is None or device not in machine.rates:
        return None
    seconds = _estimated(choice, device, *machine.rates[device])
    return Speed(choice.role, seconds, is_measured=False) if seconds else None


def memory_of(choice: Choice, machine: Machine) -> int:
    """Return about how many bytes a pack will take where it would run, 0 if nothing tells."""
    device = machine.devices.get(choice.role or "", "").partition(":")[0]
    stored = choice.offer.memory if choice.offer else {}
    needs = stored.get(device) or (stored.get("cuda") if device not in ("", "cpu") else None)
    if needs:
        return next(iter(needs.values()))
    return _roughly(choice, device) if device and choice.role else 0


def _roughly(choice: Choice, device: str) -> int:
    """Return what the files of a model that is not on offer will about take in memory."""
    assert choice.role is not None
    # Picture models are published in half precision, which processors without graphics lack.
    share = 2.0 if choice.role is Role.VISUALIZER and device == "cpu" else _MEMORY_SHARE
    return int(choice.size_bytes * share) + _MEMORY_BESIDE[choice.role]


def _estimated(choice: Choice, device: str, flops: float, read: float) -> float:
    assert choice.role is not None
    shares = _SHARE_OF_CORES if device == "cpu" else _SHARE_OF_GRAPHICS
    share = shares[choice.role]
    if choice.role is Role.REWRITER:
        return _TOKENS_PER_WORD * choice.size_bytes / (read * share)
    return choice.offer.flops / (flops * share) if choice.offer else 0.0


def _learned(pack: Pack, paths: Paths) -> float | None:
    """Return what the engine learned of a pack, by the names that it gives models."""
    files = {
        Role.ENCODER: paths.indexing_times,
        Role.VISUALIZER: paths.drawing_times,
        Role.REWRITER: paths.rewriting_times,
    }
    stored = _read(files[pack.role])
    name = f"{pack.name}-{pack.digest}"
    known = stored.get(name, stored.get(f"{name}-int8"))
    if not isinstance(known, int | float) or known <= 0:
        return None
    steps = pack.settings.get("steps") if pack.role is Role.VISUALIZER else 1
    return known * (steps if isinstance(steps, int) else _DEFAULT_STEPS)


def read_machine(paths: Paths) -> Machine | None:
    """Return what `models.machine_speed` found out and kept, None if it never did."""
    stored = _read(paths.machine)
    try:
        rates = {
            str(device): (float(flops), float(read))
            for device, (flops, read) in stored["rates"].items()
        }
        devices = {str(role): str(device) for role, device in stored["devices"].items()}
        memory = {str(device): int(size) for device, size in stored["memory"].items()}
        known = Machine(devices, rates, memory, str(stored["computer"]))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None
    return known if all(min(pair) > 0 for pair in rates.values()) else None


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _duration(seconds: float) -> str:
    return f"{_rounded(seconds)} s" if seconds < 100 else f"{_rounded(seconds / 60)} min"


def _rounded(value: float) -> str:
    """Return two digits at most: no estimate is better than that."""
    if value >= 100:
        return f"{round(value, -1):.0f}" if value < 1000 else f"{round(value, -2):.0f}"
    return f"{value:.0f}" if value >= 9.5 else f"{max(value, 0.001):.2g}"
