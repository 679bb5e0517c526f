"""`visret import-camtrap`: told first, kept then, and taken back."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.exporters.test_camtrap_round_trip import put_media
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog


@pytest.fixture
def example(material: Path, tmp_path: Path, profile: Path) -> Path:
    (tmp_path / "cards").mkdir()
    (profile / "data").mkdir(parents=True)
    catalog = Catalog.open(profile / "data" / "catalog.db")
    catalog.roots.add(tmp_path / "cards")
    put_media(catalog, material / "camtrap-dp" / "example", leave_out=3)
    catalog.close()
    return material / "camtrap-dp" / "example"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    def command(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        assert main([*map(str, arguments), "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def test_a_package_is_told_kept_and_dropped(
    example: Path,
    run: Callable[..., dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    said = run("import-camtrap", example, "--dry-run")
    assert (said["media"], said["matched"], said["kept"]) == (423, 420, False)
    assert run("deployments")["deployments"][0]["source"] == ""
    assert run("import-camtrap", example)["kept"]
    found = run("deployments")["deployments"]
    (source,) = {one["source"] for one in found}
    assert source.startswith("camtrap-dp-example-dataset · ")
    assert found[0]["fields"]["locationName"] == "B_HS_val 2_processiepark"
    assert main(["import-camtrap", str(example), "--dry-run"]) == 0
    words = capsys.readouterr().out
    assert "420 of its 423 photos are in the library." in words
    assert "Anas platyrhynchos" in words
    other = tmp_path / "other"
    shutil.copytree(example, other)
    text = (other / "datapackage.json").read_text("utf-8")
    (other / "datapackage.json").write_text(text.replace('"id": "7cca', '"id": "8cca'), "utf-8")
    assert "was not imported" in run("import-camtrap", other, "--undo", code=2)["error"]["sentence"]
    dropped = run("import-camtrap", source, "--undo")
    assert (dropped["deployments"], dropped["photos"] > 300) == (4, True)
    assert run("deployments")["deployments"][0]["source"] == ""


def test_what_is_no_package_is_a_sentence(
    example: Path, run: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK nothing")
    error = run("import-camtrap", tmp_path / "x.zip", code=2)["error"]
    assert error["code"] == "package-unreadable"
    os.mkfifo(tmp_path / "pipe")
    error = run("import-camtrap", tmp_path / "pipe", code=2)["error"]
    assert error["code"] == "package-unreadable"
    assert run("import-camtrap", tmp_path / "nowhere", code=3)["error"]["code"] == "file-missing"
