"""How fast a pack is on this computer: measured while it was used, or estimated until then.

An estimate is arithmetic: the operations that a photo or a sketch takes (`Offer.flops`), and the
bytes that a language model reads for each token, against what this processor was measured to do.
Graphics processors get none: this arithmetic promised 7 to 43 times the speed that was measured
on one (docs/models.md), as models do not reach the rate of one large product.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from visret_desktop import typed_values
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.pack_list import PackEntry
from visret_desktop.paths import Paths
from visret_desktop.roles import Role, time_key
from visret_desktop.sentences import Sentence, form, sentence

Rate = Annotated[float, Meta(gt=0)]
Rates = Mapping[str, tuple[Rate, Rate]]
_TOKENS_PER_WORD = 1.3
# For readers that are not on offer: side of the pixels that become one token of a photo, tokens of
# a question, and bytes of a number in the files that most people take.
_TOKEN_SIDE, _QUESTION_TOKENS, _NUMBER_BYTES = 32, 60, 0.65
_SIDE = 1024  # pixels of a photo, where the settings do not say it
_MEMORY_SHARE = 1.3  # of the bytes on disk
_TIME_OF = {
    "photo": form("{duration} a photo"),
    "sketch": form("{duration} a sketch"),
    "word": form("{duration} a word"),
}
_TIME_OF_ONE = form("{duration} a {unit}")  # of what another role counts
_A_SECOND = {
    "photo": form("{count} photos a second"),
    "sketch": form("{count} sketches a second"),
    "word": form("{count} words a second"),
}
_OF_ONES_A_SECOND = form("{count} {unit}s a second")
_ESTIMATED_ON = "cpu"
_DRAWING_BYTES = 824 * 2**20  # what draws, and a picture


@dataclass(frozen=True)
class Machine:
    """What this computer offers models: the device of each role, rates and memory of devices."""

    devices: Mapping[str, str]  # by role
    rates: Rates  # by device, "cpu" if any: operations a second, bytes read a second
    memory: Mapping[str, int]  # by device
    computer: str = ""  # changes when it is another one


@dataclass(frozen=True)
class Speed:
    """Seconds that a pack takes for one of what its role counts, such as a photo."""

    role: Role
    seconds: float
    is_measured: bool  # while it was used; otherwise it is an estimate

    @property
    def message(self) -> Sentence:
        """Say it, such as 'about 12 photos a second' or 'about 2 s a query'."""
        return sentence("about {speed}", speed=self.in_short)

    @property
    def in_short(self) -> Sentence:
        """Say it, such as '12 photos a second' or '2 s a query'."""
        unit = self.role.unit
        if self.role.units_a_query:
            took = max(0.1, self.seconds * self.role.units_a_query)
            return sentence("{duration} a query", duration=_duration(took))
        if self.seconds > 1 or self.role.draws:
            return Sentence(
                _TIME_OF.get(unit, _TIME_OF_ONE),
                {"duration": _duration(self.seconds), "unit": unit},
            )
        return Sentence(
            _A_SECOND.get(unit, _OF_ONES_A_SECOND),
            {"count": _rounded(1 / self.seconds), "unit": unit},
        )

    def __str__(self) -> str:
        return str(self.message)


def speed_of(entry: PackEntry, machine: Machine | None, paths: Paths) -> Speed | None:
    """Return how fast a pack is; None: unknown."""
    if entry.role is None:
        return None
    device = machine.devices.get(entry.role.name, "") if machine else _ESTIMATED_ON
    seconds = _learned(entry.pack, device, paths) if entry.pack else None
    if seconds is not None:
        return Speed(entry.role, seconds, is_measured=True)
    if machine is None or device != _ESTIMATED_ON or device not in machine.rates:
        return None
    seconds = _estimated(entry.role, entry, *machine.rates[device])
    return Speed(entry.role, seconds, is_measured=False) if seconds else None


def memory_of(entry: PackEntry, machine: Machine) -> int:
    """Return about how many bytes a pack will take where it would run; 0: unknown."""
    device = machine.devices.get(entry.role.name, "").partition(":")[0] if entry.role else ""
    stored = entry.offer.memory if entry.offer else {}
    needs = stored.get(device) or (stored.get("cuda") if device not in ("", "cpu") else None)
    if needs:
        return next(iter(needs.values()))
    return _roughly(entry.role, entry.size_bytes, device) if device and entry.role else 0


def _roughly(role: Role, size_bytes: int, device: str) -> int:
    """Return about what the files of a model that is not on offer will take in memory."""
    # Picture models are published in half precision, which CPUs lack.
    share = 2.0 if role.draws and device == "cpu" else _MEMORY_SHARE
    return int(size_bytes * share) + role.working_bytes + (_DRAWING_BYTES if role.draws else 0)


def _estimated(role: Role, entry: PackEntry, flops: float, read: float) -> float:
    share = role.share_of_cores
    work = entry.offer.flops if entry.offer else 0
    if role.sees:
        work = work or _work_of_photo(entry)
    computing = work / (flops * share)
    if role.computed_by == "llama":
        tokens = role.words_a_unit * _TOKENS_PER_WORD
        return computing + tokens * entry.size_bytes / (read * share)
    return computing


def _work_of_photo(entry: PackEntry) -> int:
    """Return about how many operations a reader takes for a photo and a question.

    Each number of its weights takes part in each token, one of the eye's in four patches of it.
    """
    side = entry.pack.settings.get("side") if entry.pack else None
    tokens = (side / _TOKEN_SIDE) ** 2 if isinstance(side, int) else (_SIDE / _TOKEN_SIDE) ** 2
    return int(2 * entry.size_bytes / _NUMBER_BYTES * (tokens + _QUESTION_TOKENS))


def _learned(pack: Pack, device: str, paths: Paths) -> float | None:
    """Return what the engine learned of a pack, by the names that it gives models."""
    stored = _read(getattr(paths, pack.role.times)) if pack.role.times else {}
    name = f"{pack.name}-{pack.digest}"
    keys = time_key(name, device), time_key(f"{name}-int8", device)
    known = next((stored[key] for key in keys if key in stored), None)
    if not isinstance(known, int | float) or known <= 0:
        return None
    steps = pack.settings.get("steps") if pack.role.draws else 1
    return known * (steps if isinstance(steps, int) else 1)


def read_machine(paths: Paths) -> Machine | None:
    """Return what `models.machine_speed` found out and kept, None if it never did."""
    try:
        return typed_values.convert(_read(paths.machine), Machine)
    except ValueError:
        return None


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _duration(seconds: float) -> Sentence:
    if seconds < 100:
        return sentence("{seconds} s", seconds=_rounded(seconds))
    return sentence("{minutes} min", minutes=_rounded(seconds / 60))


def _rounded(value: float) -> Sentence:
    """Return two digits at most: no estimate is better than that."""
    if value >= 100:
        return sentence("{number:.0f}", number=round(value, -1 if value < 1000 else -2))
    if value >= 9.5:
        return sentence("{number:.0f}", number=value)
    return sentence("{number:.2g}", number=max(value, 0.001))
