import argparse
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from visret_desktop.cli.arguments import build_parser
from visret_desktop.cli.main import COMMANDS, function_of, main
from visret_desktop.cli.packs import commands as packs
from visret_desktop.errors import Cancelled, LibraryBusy


def raiser(error: BaseException) -> Callable[..., int]:
    def command(*_: object) -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "exit_code", "code"),
    [
        (LibraryBusy(owner="process 7"), 1, "library-busy"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (Cancelled(), 130, "interrupted"),
        (OSError(28, "No space left on device"), 1, "disk-full"),
        (OSError(30, "Read-only file system", "/x"), 1, "disk-read-only"),
        (FileNotFoundError(2, "No such file or directory", "/x"), 3, "place-missing"),
        (OSError(5, "Input/output error"), 1, "disk-failing"),
        (OSError(22, "Invalid argument"), 1, "disk"),
        (sqlite3.DatabaseError("file is not a database"), 1, "catalog"),
        (AssertionError("ours"), 1, "bug"),
    ],
)
def test_every_ending_is_a_sentence_and_an_exit_code(
    error: BaseException,
    exit_code: int,
    code: str,
    profile: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packs, "list_packs", raiser(error))
    assert main(["packs", "list", "--json"]) == exit_code
    said = capsys.readouterr()
    body = json.loads(said.out)["error"]
    assert body["code"] == code
    assert body["sentence"].endswith(".")
    assert body["sentence"] in said.err


def test_help_and_version_go_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "exit codes" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("visret ")


def test_packs_are_listed_in_process(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packs", "list"]) == 0
    assert "encoder" in capsys.readouterr().out
    broken = profile / "data" / "packs" / "broken"
    broken.mkdir(parents=True)
    (broken / "manifest.json").write_text("{}")
    assert main(["packs", "list", "--json"]) == 0
    (pack,) = [
        p for p in json.loads(capsys.readouterr().out)["packs"] if p["state"].startswith("damaged")
    ]
    assert not pack["installed"]


def test_each_command_has_a_function() -> None:
    def commands(parser: argparse.ArgumentParser) -> Iterator[str]:
        if command := parser.get_default("command"):
            yield command
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for inner in action.choices.values():
                    yield from commands(inner)

    assert set(commands(build_parser())) == set(COMMANDS)
    assert all(callable(function_of(command)) for command in COMMANDS)


def test_a_place_of_thumbnails_without_its_library_is_not_passed_over(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "an owl", "--thumbnails", "/mnt/small"]) == 2
    assert "add its --library" in capsys.readouterr().err
