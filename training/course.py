"""The course of a training: seeds of every step, learning rate, checkpoints, log.

Randomness is a function of (step, rank), so a training that was interrupted and resumed takes the
same steps as one that was not.
"""

import json
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from training.ranks import Ranks

_STATE = ("exp_avg", "exp_avg_sq", "step")


@dataclass(frozen=True)
class Schedule:
    """Warm up, hold, then fall to nothing over the last part of the steps."""

    steps: int
    rate: float
    warm_up: int = 100
    fall: float = 0.4  # part of the steps over which the rate falls

    def rate_at(self, step: int) -> float:
        """Return the learning rate of a step, counted from 0."""
        rising = min(1.0, (step + 1) / self.warm_up)
        remaining = (self.steps - step) / (self.steps * self.fall)
        falling = math.sin(min(1.0, max(0.0, remaining)) * math.pi / 2) ** 2
        return self.rate * min(rising, max(falling, 1e-3))


@dataclass
class Chance:
    """The random streams of one step on one rank."""

    words: Random
    numbers: np.random.Generator


def chance(seed: int, step: int, rank: int) -> Chance:
    """Seed every source of randomness for one step."""
    torch.manual_seed((seed << 40) + (step << 8) + rank)
    return Chance(Random(f"{seed}/{step}/{rank}"), np.random.default_rng([seed, step, rank]))


def set_rate(optimizer: torch.optim.Optimizer, rate: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = rate


def save_checkpoint(
    path: Path, model: torch.nn.Module, optimizer: torch.optim.Optimizer | None, step: int
) -> None:
    """Write model and optimizer atomically as safetensors; `step` is the next one to take."""
    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for number, state in optimizer.state_dict()["state"].items() if optimizer else ():
        tensors |= {f"optimizer.{number}.{key}": state[key] for key in _STATE}
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".new")
    packed = {
        name: tensor.clone(memory_format=torch.contiguous_format)
        for name, tensor in tensors.items()
    }
    save_file(packed, temporary, metadata={"step": str(step)})
    temporary.replace(path)


def load_checkpoint(
    path: Path, model: torch.nn.Module, optimizer: torch.optim.Optimizer | None = None
) -> int:
    """Restore what `save_checkpoint` wrote and return the next step; 0 where there is no file."""
    if not path.exists():
        return 0
    with safe_open(path, "pt") as stored:
        step = int(stored.metadata()["step"])
        tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    weights = {name[6:]: value for name, value in tensors.items() if name.startswith("model.")}
    model.load_state_dict(weights)
    if optimizer is not None:
        _restore(optimizer, tensors)
    return step


def _restore(optimizer: torch.optim.Optimizer, tensors: dict[str, torch.Tensor]) -> None:
    whole = optimizer.state_dict()
    count = sum(len(group["params"]) for group in whole["param_groups"])
    whole["state"] = {
        number: {key: tensors[f"optimizer.{number}.{key}"] for key in _STATE}
        for number in range(count)
        if f"optimizer.{number}.step" in tensors
    }
    optimizer.load_state_dict(whole)


@dataclass
class Log:
    """Running means to stdout and, a JSON object a line, to a file. Only the first rank writes."""

    path: Path
    ranks: Ranks
    every: int = 50
    since: float = field(default_factory=time.perf_counter)
    taken: int = 0
    sums: dict[str, float] = field(default_factory=dict)

    def add(self, step: int, figures: dict[str, float], samples: int) -> None:
        """Note one step's figures; `samples` is what all ranks together saw in it."""
        self.taken += 1
        for name, value in figures.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        if self.taken < self.every:
            return
        seconds = time.perf_counter() - self.since
        means = {name: round(value / self.taken, 4) for name, value in self.sums.items()}
        self.say({"step": step + 1, **means, "samples_s": round(samples * self.taken / seconds, 1)})
        self.taken, self.sums, self.since = 0, {}, time.perf_counter()

    def say(self, figures: dict[str, object]) -> None:
        """Write one line."""
        if not self.ranks.is_first:
            return
        line = json.dumps({"time": time.strftime("%H:%M:%S"), **figures})
        print(line, flush=True)
        with self.path.open("a", encoding="utf-8") as log:
            log.write(line + "\n")
