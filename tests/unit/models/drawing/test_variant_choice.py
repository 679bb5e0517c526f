"""Which form draws: the quickest that was found to retrieve the same, and float32 until then."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer, find_compiled
from visret_desktop.models.drawing.variant_choice import (
    FORMS,
    choose_form,
    measured_speeds,
    note_verdict,
    unchecked_forms,
)
from visret_desktop.models.runtimes.openvino_runtime import processor
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path, tmp_path, tmp_path)


@pytest.fixture
def own(drawing: CompiledVisualizer, paths: Paths) -> CompiledVisualizer:
    """A copy, as verdicts are kept beside the networks."""
    copy = shutil.copytree(drawing.directory, paths.compiled / drawing.directory.name)
    return CompiledVisualizer(copy, drawing.plan)


def be(paths: Paths, **speeds: float) -> None:
    """Let this processor be known to be so quick."""
    known = {"processor": processor(), "speeds": {"fp32": 1.0, **speeds}}
    paths.form_speeds.write_text(json.dumps(known))


def choice(own: CompiledVisualizer, paths: Paths, *encoders: str) -> Precision:
    return choose_form(own, encoders, paths).form


def test_speeds_are_measured_once(paths: Paths) -> None:
    speeds = measured_speeds(paths)
    assert speeds["fp32"] == 1.0
    assert set(speeds) <= set(FORMS)
    assert all(speed > 0 for speed in speeds.values())
    be(paths, int8=123.0)
    assert measured_speeds(paths)["int8"] == 123.0


@pytest.mark.parametrize("damage", ["{", '{"processor": "old", "speeds": {}}'])
def test_damaged_or_foreign_speeds_are_measured_anew(paths: Paths, damage: str) -> None:
    paths.form_speeds.write_text(damage)
    assert measured_speeds(paths)["fp32"] == 1.0
    assert json.loads(paths.form_speeds.read_text())["processor"] == processor()


def test_float32_until_checked_by_every_encoder(own: CompiledVisualizer, paths: Paths) -> None:
    be(paths, int8=3.0, bf16=2.0)
    assert choice(own, paths, "one") == "fp32"
    assert "not checked" in choose_form(own, ["one"], paths).why
    assert unchecked_forms(own, ["one"], paths) == ["int8", "bf16"]
    note_verdict(own, "int8", {"one": 0.99})
    assert choice(own, paths, "one") == "int8"
    assert unchecked_forms(own, ["one"], paths) == []
    assert choice(own, paths, "one", "two") == "fp32"
    assert choice(own, paths) == "fp32"  # nobody says who looks


def test_the_quickest_that_was_accepted(own: CompiledVisualizer, paths: Paths) -> None:
    be(paths, int8=3.0, bf16=2.0)
    note_verdict(own, "int8", {"one": 0.9})
    assert "at most 90.0% are the same" in choose_form(own, ["one"], paths).why
    assert unchecked_forms(own, ["one"], paths) == ["bf16"]
    note_verdict(own, "bf16", {"one": 0.98})
    assert choice(own, paths, "one") == "bf16"
    be(paths, int8=3.0, bf16=1.0)  # as on another computer
    assert choice(own, paths, "one") == "fp32"


def test_a_processor_that_is_no_quicker_checks_nothing(
    own: CompiledVisualizer, paths: Paths
) -> None:
    be(paths, int8=1.05)
    assert unchecked_forms(own, ["one"], paths) == []
    assert "no quicker" in choose_form(own, ["one"], paths).why


@pytest.mark.parametrize(
    "damage", ["", "[]", '{"one": 3}', '{"one": {"int8": 7}}', '{"one": {"x": 1}}']
)
def test_damaged_verdicts_accept_nothing(
    own: CompiledVisualizer, paths: Paths, damage: str
) -> None:
    be(paths, int8=3.0)
    note_verdict(own, "int8", {"one": 1.0})
    (own.directory / "checked" / "verdicts.json").write_text(damage)
    assert choice(own, paths, "one") == "fp32"


def test_verdicts_do_not_make_the_networks_look_damaged(
    own: CompiledVisualizer, paths: Paths, starter_pack: Callable[[Role], Pack]
) -> None:
    note_verdict(own, "int8", {"one": 1.0})
    assert find_compiled(starter_pack(Role.VISUALIZER), paths) is not None
