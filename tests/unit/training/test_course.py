"""An interrupted training takes the same steps as one that was not."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import torch


def _train(first: int, last: int, checkpoint: Path) -> "dict[str, torch.Tensor]":
    import torch

    from training.course import Schedule, chance, load_checkpoint, save_checkpoint, set_rate

    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    optimizer = torch.optim.AdamW(model.parameters())
    assert load_checkpoint(checkpoint, model, optimizer) == first
    schedule = Schedule(steps=20, rate=0.1, warm_up=3)
    for step in range(first, last):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(1, step, 0)
        inputs = torch.from_numpy(dice.numbers.normal(size=(8, 3))).float()
        loss = (model(inputs) - dice.words.random() + 0.1 * torch.randn(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    save_checkpoint(checkpoint, model, optimizer, last)
    return {name: value.clone() for name, value in model.state_dict().items()}


def test_resumed_is_as_uninterrupted(tmp_path: Path) -> None:
    import torch

    whole = _train(0, 20, tmp_path / "whole.safetensors")
    _train(0, 7, tmp_path / "parts.safetensors")
    parts = _train(7, 20, tmp_path / "parts.safetensors")
    assert all(torch.equal(whole[name], parts[name]) for name in whole)


def test_chance_differs_by_step_and_rank_only() -> None:
    from training.course import chance

    one, again, other_step, other_rank = (
        chance(3, *place).words.random() for place in ((5, 0), (5, 0), (6, 0), (5, 1))
    )
    assert one == again
    assert len({one, other_step, other_rank}) == 3


def test_the_rate_rises_holds_and_falls() -> None:
    from training.course import Schedule

    schedule = Schedule(steps=100, rate=1.0, warm_up=10, fall=0.4)
    rates = [schedule.rate_at(step) for step in range(100)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[10:60] == [1.0] * 50
    assert rates[60:] == sorted(rates[60:], reverse=True)
    assert rates[-1] < 0.01


_RANKS = """
import os, sys, torch
from training.ranks import Ranks, is_rank, launch
def main():
    if not is_rank():
        return launch(2, int(sys.argv[1]))
    ranks = Ranks()
    weight = torch.nn.Parameter(torch.zeros(3))
    weight.grad = torch.full((3,), float(ranks.rank + 1))
    ranks.average_gradients([weight])
    assert weight.grad.tolist() == [1.5] * 3, weight.grad
    return 0
if __name__ == "__main__":
    sys.exit(main())
"""


def test_ranks_average_their_gradients(tmp_path: Path) -> None:
    (tmp_path / "averaging.py").write_text(_RANKS)
    root = Path(__file__).parents[3]
    result = subprocess.run(
        [sys.executable, "-m", "averaging", "29611"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{root}", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert result.returncode == 0, result.stderr
