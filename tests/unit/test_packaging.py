"""What is installed is what is here, and the measurements are a package of their own."""

import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bench.arguments import COMMANDS
from visret_desktop.cli.added_commands import GROUP
from visret_desktop.cli.main import main
from visret_desktop.roles import function_at

ROOT = Path(__file__).parent.parent.parent


def packed(project: str) -> set[str]:
    described = tomllib.loads((ROOT / project / "pyproject.toml").read_text(encoding="utf-8"))
    return set(described["tool"]["setuptools"]["packages"])


def packages(name: str) -> set[str]:
    files = (ROOT / name).rglob("__init__.py")
    return {".".join(path.parent.relative_to(ROOT).parts) for path in files}


def test_every_package_is_part_of_the_wheel_and_no_measurement_is() -> None:
    assert packed(".") == packages("visret_desktop") | {"visret_desktop.resources"}


def test_every_package_of_measurements_is_part_of_their_own_wheel() -> None:
    assert packed("bench") == packages("bench")


def test_nothing_of_the_program_names_the_measurements() -> None:
    """`lint-imports` checks imports; a module can be begun by its name, too."""
    naming = [
        path
        for path in (ROOT / "visret_desktop").rglob("*.py")
        if '"bench.' in path.read_text(encoding="utf-8")
    ]
    assert naming == []


def test_each_measurement_has_a_function() -> None:
    (found,) = entry_points(group=GROUP)
    assert found.load() == COMMANDS
    assert all(callable(function_at(command.function)) for command in COMMANDS)


@pytest.mark.parametrize("line", [["bench", "quality"], ["bench", "speed", "--quick"], ["bench"]])
def test_without_the_measurements_a_sentence_says_how_to_get_them(
    line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [one for one in sys.path if not has_measurements(one)])
    assert main(line) == 2
    told = capsys.readouterr().err
    assert "no part of this installation" in told
    assert "`pip install ./bench`" in told


def has_measurements(place: str) -> bool:
    """Whether this entry of `sys.path` has what tells of the installed package."""
    return any(Path(place).glob("visret_bench-*.dist-info"))


def test_the_measurements_are_also_a_module(profile: Path) -> None:
    del profile
    command = [sys.executable, "-m", "bench", "speed", "nothing"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "There is no measurement 'nothing'" in ended.stderr
