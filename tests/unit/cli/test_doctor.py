import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copytree

import pytest

from visret_desktop.cli import checks, native_libraries
from visret_desktop.cli.main import main
from visret_desktop.errors import PackMissing
from visret_desktop.paths import Paths, bundled
from visret_desktop.settings import Settings


def test_a_fresh_profile_is_in_order(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"], report["checks"]
    assert report["paths"]["cache"] == str(profile / "cache")


def test_a_missing_encoder_is_found(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (profile / "config").mkdir(parents=True)
    (profile / "config" / "settings.json").write_text('{"version": 1, "encoder": "none-such"}')
    assert main(["doctor", "--check", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    (bad,) = [check for check in report["checks"] if not check["ok"]]
    assert bad["name"] == "encoder"
    assert "none-such" in bad["detail"]


def test_other_models_are_looked_at_and_may_serve_for_what_they_can(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (profile / "config").mkdir(parents=True)
    chosen = {"rewriter": "starter-reader", "reader": "starter-rewriter", "visualizer": "gone"}
    (profile / "config" / "settings.json").write_text(json.dumps({"version": 1, **chosen}))
    assert main(["doctor", "--json"]) == 0
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["rewriter"]["ok"], "a reader can rewrite"
    assert not checks["reader"]["ok"]
    assert "made to be the rewriter, not the reader" in checks["reader"]["detail"]
    assert "gone is not installed" in checks["visualizer"]["detail"]


def test_a_pack_of_own_files_that_cannot_be_opened_is_found(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    own = paths.packs / "mine"
    copytree(bundled("starter", "rewriter"), own)
    manifest = json.loads((own / "manifest.json").read_text())
    weights = own / "rewriter.gguf"
    content = weights.read_bytes()[:4] + bytes(85)  # 89 bytes that are no model
    weights.write_bytes(content)
    (file,) = [each for each in manifest["files"] if each["path"] == weights.name]
    file |= {"size": len(content), "sha256": sha256(content).hexdigest()}
    (own / "manifest.json").write_text(json.dumps(manifest | {"name": "mine"}))
    patient = checks.CheckContext(paths, Settings(), thorough=True)
    (check,) = checks._own_packs(patient)
    assert (check.name, check.ok) == ("pack mine", False)
    assert "`visret packs remove mine`" in check.detail
    assert not list(checks._own_packs(replace(patient, thorough=False)))


def test_what_stops_a_check_is_its_finding() -> None:
    def _shoe_size(_patient: object) -> Iterator[checks.Check]:
        raise PackMissing(name="shoes")
        yield

    (check,) = checks.safely(_shoe_size, None)  # type: ignore[arg-type]
    assert (check.name, check.ok) == ("shoe size", False)
    assert "shoes" in check.detail


def test_a_qt_that_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_libraries, "_SECONDS", 0.001)
    (check,) = checks.safely(checks._window, None)  # type: ignore[arg-type]
    assert (check.name, check.ok) == ("window", False)
    assert "no answer in 0.001 seconds" in check.detail


def test_a_display_is_asked_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_libraries.sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setenv("DISPLAY", ":1")
    assert native_libraries.has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert not native_libraries.has_display()
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("DISPLAY")
    assert not native_libraries.has_display()


def test_unfinished_packs_are_named_with_their_size(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = profile / "data" / "packs" / ".incoming" / "half-fetched" / "files"
    begun.mkdir(parents=True)
    (begun / "model.gguf.part").write_bytes(bytes(2_500_000))
    assert main(["doctor", "--json"]) == 0
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["unfinished packs"]["ok"]
    assert checks["unfinished packs"]["detail"].startswith("half-fetched (2.5 MB); ")
