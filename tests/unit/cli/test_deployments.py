"""`visret deployments`: listed, described, kept."""

import json
from collections.abc import Callable
from dataclasses import replace
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


def test_the_last_change_is_taken_back(run: Run) -> None:
    first = run("deployments", "--set", "otters/weir", "habitat=reeds")
    told = ("--set", "otters/weir", "habitat=", "deploymentID=W1")
    told = (*told, "--set", "otters/mill", "habitat=willows", "--package", "title=Otters")
    run("deployments", *told)
    undone = run("deployments", "--undo")
    assert undone == {"undone": 2, "package": True, "changed_since": 0}
    assert run("deployments") == first
    assert "no `visret deployments`" in run("deployments", "--undo", code=2)["error"]["sentence"]
    assert run("deployments", "--by", "drive")["deployments"][0]["id"] == "otters"
    run("deployments", "--undo")
    assert run("deployments") == first


def test_what_is_said_twice_is_taken_back_as_one_change(run: Run) -> None:
    first = run("deployments")
    for _ in range(2):
        run("deployments", "--set", "otters/weir", "habitat=reeds")
    run("deployments", "--undo")
    assert run("deployments") == first


def test_what_was_said_since_stays(run: Run, profile: Path) -> None:
    run("deployments", "--set", "otters/weir", "habitat=reeds", "--package", "title=Otters")
    catalog = Catalog.open(profile / "data" / "catalog.db")
    (weir,) = catalog.deployments.stored()
    catalog.annotations.put_deployments([replace(weir, fields={"habitat": "willows"})])
    catalog.close()
    undone = run("deployments", "--undo")
    assert undone == {"undone": 0, "package": True, "changed_since": 1}
    assert run("deployments")["deployments"][1]["fields"]["habitat"] == "willows"


def test_a_person_reads_what_is_taken_back(
    run: Run, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("deployments", "--set", "otters/weir", "habitat=reeds", "--package", "title=Otters")
    assert main(["deployments", "--undo"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "What you said last of 1 deployment is taken back.",
        "What you said last of packages, or of what makes a deployment, is taken back.",
    ]


def test_taking_back_and_saying_are_not_one_command(run: Run) -> None:
    error = run("deployments", "--undo", "--set", "otters/weir", "habitat=reeds", code=2)["error"]
    assert "--undo" in error["sentence"]
    assert run("deployments")["deployments"][1]["said"] == []


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


def test_a_command_with_a_mistake_changes_nothing(run: Run) -> None:
    first = run("deployments")
    for mistaken in ("nothing", "otters/weir"):  # that is what a folder is called, and no drive
        told = ("--package", "title=Otters", "--by", "drive", "--set", mistaken, "habitat=reeds")
        run("deployments", *told, code=2)
    assert run("deployments") == first
    told = ("--package", "title=Otters", "--by", "drive", "--set", "otters", "habitat=reeds")
    assert run("deployments", *told)["deployments"][0]["fields"]["habitat"] == "reeds"
    assert run("deployments", "--undo") == {"undone": 1, "package": True, "changed_since": 0}
    assert run("deployments") == first


def test_a_period_that_ends_before_it_starts_is_refused(run: Run) -> None:
    period = ("deploymentStart=2026-05-01T12:00:00Z", "deploymentEnd=2026-04-01T12:00:00Z")
    error = run("deployments", "--set", "otters/weir", *period, code=2)["error"]
    assert "otters/weir would end before it starts" in error["sentence"]
    assert run("deployments")["deployments"][1]["said"] == []
    run("deployments", "--set", "otters/weir", *(text.replace("04", "06") for text in period))
    # Both are changed at once, whichever comes first.
    later = ("deploymentStart=2027-05-01T12:00:00Z", "deploymentEnd=2027-06-01T12:00:00Z")
    assert run("deployments", "--set", "otters/weir", *later)["deployments"][1]["said"]


def test_a_time_with_a_zone_is_compared_with_one_of_a_table(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "stations.csv"
    table.write_text("Station,Setup_date,Retrieval_date\nweir,2026-05-01,2026-05-11\n")
    run("import-stations", str(table))
    late = ("--set", "weir", "deploymentStart=2026-06-01T12:00:00Z")
    error = run("deployments", *late, code=2)["error"]
    assert "weir would end before it starts" in error["sentence"]
    run("deployments", "--set", "weir", "deploymentStart=2026-05-02T12:00:00Z")


def test_photos_outside_of_a_period_are_listed(run: Run) -> None:
    found = run("deployments")["deployments"][1]
    start, end = (found["fields"][name] for name in ("deploymentStart", "deploymentEnd"))
    assert start < end
    assert found["outside_period"] == []
    period = (f"deploymentStart={start}", f"deploymentEnd={start}")
    weir = run("deployments", "--set", "otters/weir", *period)["deployments"][1]
    assert 0 < len(weir["outside_period"]) < weir["photos"]
    assert all("/weir/" in path for path in weir["outside_period"])
    assert run("deployments")["deployments"][1]["outside_period"] == weir["outside_period"]
    run("deployments", "--set", "otters/weir", f"deploymentEnd={end}")
    assert run("deployments")["deployments"][1]["outside_period"] == []
