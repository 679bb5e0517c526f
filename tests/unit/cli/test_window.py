"""`visret PATH` opens the window; a mistyped command is still called one."""

import sys
from pathlib import Path

import pytest

from visret_desktop import logs
from visret_desktop.cli.main import main
from visret_desktop.cli.window import names_paths
from visret_desktop.paths import default_paths

COMMANDS = ("search", "packs")


def test_paths_are_told_from_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("heron.jpg", "search", "packs"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("nowhere")
    assert names_paths(["heron.jpg", "more"], COMMANDS)
    assert names_paths(["./search"], COMMANDS)
    assert names_paths([str(tmp_path), "--query", "x"], COMMANDS)
    assert names_paths(["file:///nowhere.jpg"], COMMANDS)
    assert names_paths(["link"], COMMANDS)
    assert not names_paths(["search"], COMMANDS)
    assert not names_paths(["packs", "list"], COMMANDS)
    assert not names_paths(["serach"], COMMANDS)
    assert not names_paths(["--version"], COMMANDS)
    assert not names_paths([], COMMANDS)


def test_a_mistyped_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serach", "heron"]) == 2
    error = capsys.readouterr().err
    assert "invalid choice: 'serach'" in error
    assert "visret --help" in error


def test_without_a_display_it_says_what_else_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert main([str(tmp_path)]) == 3
    assert "visret similar PHOTO" in capsys.readouterr().err


def test_the_window_gets_every_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that notes its words stands in for Python."""
    counting = tmp_path / "python"
    counting.write_text('#!/bin/sh\necho "$@" > "$0.words"\nexit 0\n')
    counting.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(counting))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert main([str(tmp_path), "--query", "at night"]) == 0
    words = Path(f"{counting}.words").read_text()
    assert words.endswith(f"gui {tmp_path} --query at night\n")


def test_a_wrong_option_beside_a_path_is_no_lack_of_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("visret_desktop.cli.window.has_display", lambda: True)
    (tmp_path / "a.jpg").touch()
    assert main([str(tmp_path / "a.jpg"), "--folder", "x"]) == 2
    said = capfd.readouterr().err
    assert "unrecognized arguments: --folder" in said
    assert "doctor" not in said


@pytest.mark.parametrize(
    ("log", "code", "said"),
    [
        (f"2026 INFO: {logs.SHOWN}", "139", "The window crashed (code 139)."),
        ("2026 CRITICAL: no plugin", "134", "No window opened (code 134). `visret doctor` tells"),
    ],
)
def test_after_a_crash_the_log_is_named(
    profile: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    log: str,
    code: str,
    said: str,
) -> None:
    """A program that ends at once stands in for Python."""
    file = default_paths().logs / logs.WINDOW
    file.parent.mkdir(parents=True)
    file.write_text(f"2025 INFO: {logs.SHOWN}\n")  # an earlier window
    crashing = profile / "python"
    crashing.write_text(f"#!/bin/sh\necho '{log}' >> '{file}'\nexit {code}\n")
    crashing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(crashing))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert main([str(profile)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert str(file) in error
