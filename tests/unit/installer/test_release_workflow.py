"""The release workflow, which was never run, names only what is there and asks for little."""

import re
import shlex
import sys
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from installer import building
from installer.checking import __main__ as checking
from installer.systems import WINDOWS

_ROOT = Path(__file__).parents[3]
_FILE = _ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load(_FILE.read_text())
    return read


def _steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_it_says_that_it_never_ran() -> None:
    assert "THIS WORKFLOW WAS NEVER RUN" in _FILE.read_text().split("name:")[0]


def test_files_and_modules_that_it_runs_are_there(workflow: dict[Any, Any]) -> None:
    commands = "\n".join(step.get("run", "") for step in _steps(workflow))
    files = set(re.findall(r"(?<![\w./-])installer/[\w./-]+", commands))
    modules = set(re.findall(r"-m (installer[\w.]*)", commands))
    assert files
    assert modules
    assert [file for file in sorted(files) if not (_ROOT / file).is_file()] == []
    assert [module for module in sorted(modules) if find_spec(module) is None] == []


def test_on_linux_all_is_built_that_is_proved_there_and_no_incomplete_setup_is_kept(
    workflow: dict[Any, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steps = workflow["jobs"]["linux"]["steps"]
    commands = "\n".join(step.get("run", "") for step in steps).replace("\\\n", " ").splitlines()
    (build,) = (line for line in commands if line.startswith("installer/build "))
    (check,) = (line for line in commands if "installer/check " in line)
    monkeypatch.setattr(sys, "argv", shlex.split(build))
    built = building._arguments()
    asked = checking._arguments(shlex.split(check.split("installer/check ")[1]))
    asked.folder = tmp_path
    assert "windows" not in checking._wanted(asked)
    (tmp_path / "visret-1.2.3-setup.exe").touch()
    assert "windows" in checking._wanted(asked)
    assert WINDOWS.name in built.system
    assert built.incomplete
    (kept,) = (step["with"]["path"].split() for step in steps if "path" in step.get("with", {}))
    for path in ("-incomplete-setup.exe", "/LICENSES/visret.cdx.json"):
        assert not [one for one in kept if fnmatch(f"out/visret-1.2.3-{WINDOWS.name}{path}", one)]


def test_a_command_that_fails_ends_its_step_on_windows_too(workflow: dict[Any, Any]) -> None:
    scripts = [step["run"] for step in workflow["jobs"]["windows"]["steps"] if "run" in step]
    strict = "$PSNativeCommandUseErrorActionPreference = $true"
    assert [script for script in scripts if not script.startswith(strict)] == []


def test_only_the_job_that_makes_the_draft_may_write(workflow: dict[Any, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    allowed = {name: job.get("permissions") for name, job in workflow["jobs"].items()}
    assert allowed.pop("draft") == {"contents": "write"}
    assert set(allowed.values()) == {None}


def test_actions_are_pinned_by_commit_or_the_header_says_so(workflow: dict[Any, Any]) -> None:
    used = {step["uses"] for step in _steps(workflow) if "uses" in step}
    loose = {action for action in used if not re.search(r"@[0-9a-f]{40}$", action)}
    assert {action.split("/")[0] for action in loose} == {"azure"}


def test_no_command_has_what_others_may_write_into_it(workflow: dict[Any, Any]) -> None:
    assert not [step for step in _steps(workflow) if "${{" in step.get("run", "")]


def test_all_waits_for_proofs_before_a_draft(workflow: dict[Any, Any]) -> None:
    assert workflow["jobs"]["draft"]["needs"] == ["linux", "windows", "macos"]
