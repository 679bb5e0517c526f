"""`visret deployments`: listed, described, kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.exporters.made_library import fill
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    (tmp_path / "otters").mkdir()
    (profile / "data").mkdir(parents=True)
    catalog = Catalog.open(profile / "data" / "catalog.db")
    fill(catalog, tmp_path / "otters")
    catalog.close()

    def command(*arguments: str, code: int = 0) -> dict[str, Any]:
        assert main([*arguments, "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def test_what_is_said_of_a_deployment_is_kept(run: Run) -> None:
    found = run("deployments")["deployments"]
    assert [(one["id"], one["photos"]) for one in found] == [("otters/mill", 3), ("otters/weir", 5)]
    run("deployments", "--set", "otters/weir", "habitat=a weir  in reeds", "cameraHeight=0.6")
    run("deployments", "--set", "otters/weir", "deploymentID=W1", "cameraHeight=")
    weir, mill = run("deployments")["deployments"]
    assert (weir["id"], mill["id"]) == ("W1", "otters/mill")
    assert (weir["fields"]["habitat"], weir["said"]) == ("a weir in reeds", ["habitat"])


def test_what_is_said_of_packages_is_kept(run: Run) -> None:
    run("deployments", "--package", "title=Otters", "contributor=Ana Novak", "license=CC0-1.0")
    body = run("deployments", "--by", "drive")
    assert body["package"]["title"] == "Otters"
    assert [one["id"] for one in body["deployments"]] == ["otters"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--set", "nothing", "latitude=1"),
        ("--set", "otters/weir", "latitude"),
        ("--set", "otters/weir", "latitude=north"),
        ("--set", "otters/weir", "color=red"),
        ("--package", "license=mine"),
        ("--package", "color=red"),
    ],
)
def test_mistakes_are_sentences(run: Run, arguments: tuple[str, ...]) -> None:
    error = run("deployments", *arguments, code=2)["error"]
    assert error["sentence"].endswith(".")
