"""`visret` and `visret PATH` open the window; a mistyped command is still called one."""

import sys
from pathlib import Path

import pytest

from visret_desktop import logs
from visret_desktop.cli.main import main
from visret_desktop.cli.window import asks_for_window
from visret_desktop.paths import default_paths

COMMANDS = ("search", "packs")


def test_paths_are_told_from_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("heron.jpg", "search", "packs"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("nowhere")
    assert asks_for_window(["heron.jpg", "more"], COMMANDS)
    assert asks_for_window(["./search"], COMMANDS)
    assert asks_for_window([str(tmp_path), "--query", "x"], COMMANDS)
    assert asks_for_window(["file:///nowhere.jpg"], COMMANDS)
    assert asks_for_window(["link"], COMMANDS)
    assert not asks_for_window(["search"], COMMANDS)
    assert not asks_for_window(["packs", "list"], COMMANDS)
    assert not asks_for_window(["serach"], COMMANDS)
    assert not asks_for_window(["--version"], COMMANDS)
    assert asks_for_window([], COMMANDS)


def test_a_mistyped_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serach", "heron"]) == 2
    error = capsys.readouterr().err
    assert "invalid choice: 'serach'" in error
    assert "visret --help" in error


def test_without_a_display_it_says_what_else_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    for arguments in ([], [str(tmp_path)]):
        assert main(arguments) == 3
        said = capsys.readouterr().err
        assert "visret index DIR" in said
        assert "visret similar PHOTO" in said


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
    assert main([]) == 0
    assert Path(f"{counting}.words").read_text().endswith("gui\n")


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
