"""`visret bench speed` as a command: contract, files, comparison, mistakes."""

import json
from pathlib import Path

import pytest

from visret_desktop.cli.main import main


@pytest.mark.benchmark
def test_the_contract_files_and_comparison(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saves = ["--save", str(tmp_path / "run.json"), "--save", str(tmp_path / "run.md")]
    assert main(["bench", "speed", "scan", "--quick", *saves, "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["machine"]["cores"] >= 1
    for row in body["rows"]:
        assert row.keys() >= {"name", "value", "unit", "ratio", "target", "met"}
    assert json.loads((tmp_path / "run.json").read_text()) == body
    assert "| scan |" in (tmp_path / "run.md").read_text()
    compare = ["--compare", str(tmp_path / "run.json")]
    assert main(["bench", "speed", "scan", "--quick", *compare, "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert [change["name"] for change in changes] == ["scan", "scan, nothing new"]
    assert all(change["value"] > 0 for change in changes)
    assert main(["bench", "speed", "scan", "--quick", *compare]) == 0
    assert "══ Against a run on" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["speed"], "no measurement 'speed'"),
        (["--compare", __file__], "is no speed run that was saved"),
        (["--save", "run.csv"], "endings .json, .md"),
    ],
)
def test_mistakes_are_usage_errors(
    profile: Path, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "speed", "--quick", *arguments]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(("option", "kind"), [("--compare", "file"), ("--photos", "folder")])
def test_what_is_not_there_is_missing(
    profile: Path, option: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "speed", "--quick", option, "/nowhere"]) == 3
    assert f"There is no {kind} /nowhere" in capsys.readouterr().err
