"""What models find on this computer is measured once and kept."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.models.runtimes import machine_speed
from visret_desktop.models.runtimes.machine_speed import describe
from visret_desktop.packs.speed_estimates import read_machine
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings

ON_CPU = Settings(encoder_device="cpu", rewriter_device="cpu", visualizer_device="cpu")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


def _processor_seconds(work: Callable[[], object]) -> float:
    """Return what a piece of work takes at best of all cores together."""
    seconds = []
    for _ in range(5):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


def test_it_is_measured_once(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_speed, "_SECONDS", 0.05)
    measured = describe(paths, ON_CPU)
    flops, read = measured.rates["cpu"]
    square, large = np.ones((1024, 1024), np.float32), np.ones(2**25, np.float32)
    cores = os.cpu_count() or 1
    assert 0.1 < flops / (cores * 2 * 1024**3 / _processor_seconds(lambda: square @ square)) < 10
    assert 0.1 < read / (large.nbytes / _processor_seconds(large.max)) < 10 * cores
    assert measured.memory["cpu"] > 10**9
    assert dict(measured.devices) == dict.fromkeys([role.name for role in ROLES.values()], "cpu")
    assert read_machine(paths) == measured
    assert describe(paths, ON_CPU) == measured, "to the last digit: it was not measured again"


def test_graphics_are_not_measured(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was measured of the processor is kept meanwhile, and of graphics nothing."""
    monkeypatch.setattr(machine_speed, "_SECONDS", 0.05)
    monkeypatch.setattr(machine_speed, "device_of", lambda *_: "cuda")
    machine = describe(paths, ON_CPU)
    assert (dict(machine.rates), set(machine.devices.values())) == ({}, {"cuda"})
    both = {"cpu": (3e11, 4e10), "cuda": (7e14, 3e12)}
    paths.machine.write_text(json.dumps({**vars(machine), "rates": both}))
    assert dict(describe(paths, ON_CPU).rates) == {"cpu": both["cpu"]}


def test_another_computer_is_measured_anew(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_speed, "_SECONDS", 0.05)
    before = describe(paths, ON_CPU)
    stored = {**vars(before), "computer": "1 core", "rates": {"cpu": (1.0, 1.0)}}
    paths.machine.write_text(json.dumps(stored))
    assert describe(paths, ON_CPU).rates["cpu"][0] > 1e9


def test_a_device_that_is_not_there_leaves_the_processor(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_speed, "_SECONDS", 0.05)
    wish = replace(ON_CPU, rewriter_device="xpu")
    assert describe(paths, wish).devices["rewriter"] == "cpu"
