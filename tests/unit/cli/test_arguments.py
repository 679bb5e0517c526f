import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.arguments import COMMANDS as MEASUREMENTS
from visret_desktop.cli.arguments import build_parser
from visret_desktop.errors import UsageError
from visret_desktop.strategies import STRATEGIES

ROOT = Path(__file__).parents[3]
# The recipes have a command that is yet to be written.
PAGES = [page for page in sorted(ROOT.glob("docs/*.md")) if page.name != "recipes.md"]
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES)
REFERENCE = "".join(
    (ROOT / "docs" / f"{name}.md").read_text() for name in ("command-line", "measuring")
)


def leaves(
    parser: argparse.ArgumentParser, words: str = "visret"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    groups = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not groups:
        yield words, parser
    for group in groups:
        for name, child in group.choices.items():
            yield from leaves(child, f"{words} {name}")


COMMANDS = dict(leaves(build_parser(MEASUREMENTS)))


def test_there_are_the_commands_of_the_contract() -> None:
    wanted = ["index", "search", "similar", "demo", "doctor", "packs list"]
    assert set(COMMANDS) >= {f"visret {name}" for name in wanted}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_and_is_in_the_reference(command: str) -> None:
    parser = COMMANDS[command]
    assert parser.description
    assert command in REFERENCE
    for action in parser._actions:
        assert action.help, f"{command} {action.dest}"
        for option in action.option_strings:
            is_there = re.search(rf"{option}(?![\w-])", REFERENCE)
            assert option in ("-h", "--help") or is_there, f"{command} {option}"


def shown(pattern: str) -> list[str]:
    """What follows the word `visret` in the documents, where a pattern finds it."""
    text = "\n".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    return sorted({found[1] for found in re.finditer(pattern, text, re.MULTILINE)})


@pytest.mark.parametrize("line", shown(r"^ {4}(?:.* && )?(?:uv run )?visret (.+)$"))
def test_each_command_line_of_the_documents_is_understood(line: str) -> None:
    typed = shlex.split(line.partition(" > ")[0], comments=True)
    assert build_parser(MEASUREMENTS).parse_args(typed).command


@pytest.mark.parametrize("words", shown(r"`(?:uv run )?visret ((?!COMMAND|PATH|~|\w+\.jpg)[^`]+)`"))
def test_each_command_named_in_a_sentence_exists(words: str) -> None:
    parser: argparse.ArgumentParser = build_parser(MEASUREMENTS)
    for word in words.split():
        if word.startswith("--"):
            assert word in parser._option_string_actions
            continue
        groups = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        if groups:
            parser = groups[0].choices[word]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_takes_json(command: str) -> None:
    options = [option for action in COMMANDS[command]._actions for option in action.option_strings]
    assert "--json" in options


def test_mistakes_are_usage_errors_that_name_the_help() -> None:
    with pytest.raises(UsageError, match=r"`visret search --help` explains\.$"):
        build_parser().parse_args(["search", "x", "--top", "none"])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("search x --top 1e9", "'1e9' is not a whole number of 1 or more"),
        ("search x --top -1", "'-1' is not a whole number of 1 or more"),
        ("search x --m 27", "27 sketches are too many; 26 is the most"),
        ("search x --seed 99999999999999999999", "is no whole number, or too large"),
        ("bench quality --weights nan", "'nan' is not a number of 0 or more"),
        ("bench quality --rrf-k -3", "'-3' is not a number of 0 or more"),
        ("bench quality --sketch-seeds 1,b", "'b' is no whole number"),
        ("bench settings --others -5", "'-5' is not a whole number of 0 or more"),
        ("ask x --images 101", "101 photos are too many; 100 is the most"),
        ("ask x --images -1", "'-1' is not a whole number of 0 or more"),
        ("packs list --js", "unrecognized arguments: --js"),
    ],
)
def test_a_mistake_is_told_in_words_about_what_was_typed(typed: str, said: str) -> None:
    with pytest.raises(UsageError) as told:
        build_parser(MEASUREMENTS).parse_args(typed.split())
    assert said in str(told.value)
    assert "invalid" not in str(told.value)


def test_an_empty_path_is_not_the_current_folder() -> None:
    with pytest.raises(UsageError, match="A path is empty"):
        build_parser().parse_args(["index", ""])


def test_the_strategies_are_those_of_the_engine() -> None:
    (action,) = [a for a in COMMANDS["visret search"]._actions if a.dest == "strategy"]
    assert action.choices == STRATEGIES


def test_unquoted_words_are_one_query() -> None:
    options = build_parser().parse_args(["search", "a", "bird", "-", "fruit", "--top", "3"])
    assert options.query == ["a", "bird", "-", "fruit"]
