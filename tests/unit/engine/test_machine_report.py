"""What the window is told of this computer."""

import pytest

from tests.unit.engine.conftest import Desk
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import DescribeMachine, MachineDescribed
from visret_desktop.engine.upkeep.machine_report import describe_machine
from visret_desktop.models.runtimes import machine_speed
from visret_desktop.roles import ROLES


def test_the_window_learns_what_packs_find_and_take(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_speed, "_SECONDS", 0.05)
    told, _ = describe_machine(desk.library, DescribeMachine(7))
    assert isinstance(told, MachineDescribed)
    assert parse_line(told.to_line()).job == 7  # type: ignore[attr-defined]
    assert set(told.devices) == set(ROLES)
    assert set(told.rates) == {"cpu"} & set(told.devices.values())
    assert all(0 < told.needs[name] < told.memory[told.devices["encoder"]] for name in ("starter",))
