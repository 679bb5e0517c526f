"""Everyday phrasings: the built-in rewriter leaves their meaning alone, and what is measured."""

from pathlib import Path

import pytest

from visret_desktop.cli.main import main
from visret_desktop.evaluation.phrasings import everyday, judge, measure, read_phrasings
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


@pytest.mark.benchmark
def test_the_built_in_rewriter_never_changes_the_meaning(tmp_path: Path) -> None:
    body = measure(Paths(tmp_path, tmp_path, tmp_path), Settings())
    rows = {row["group"]: row for row in body["rows"]}
    for name in ("all", "held out"):
        assert rows[name]["harmful"] == 0
        assert rows[name]["right"] >= 0.95 * rows[name]["queries"]
    assert rows["all"]["queries"] == len(everyday()) >= 200
    assert rows["held out"]["queries"] >= 100
    made = {one["query"]: one["instructions"] for one in body["phrasings"]}
    asked = "What colour are the feet of the tarn heron?"
    assert made[asked] == ["a close-up of the feet of a tarn heron"]
    assert len(made["tarn heron vs moss owl vs ivory duck"]) == 3


@pytest.mark.parametrize(
    ("instructions", "is_right", "is_harmful"),
    [
        (("the blue eggs of a heron",), True, False),
        (("blue eggs and a heron in fog",), False, True),
        (("eggs of a heron",), False, True),
        (("blue eggs of a heron in detail",), False, False),
        (("a harbour blue with eggs, a heron",), False, True),
        (("red and blue eggs of a heron",), False, True),
    ],
)
def test_what_is_right_and_what_is_harmful(
    instructions: tuple[str, ...], is_right: bool, is_harmful: bool
) -> None:
    text = "# colors\nblue eggs of a heron in detail | blue eggs heron | harbour detail"
    (phrasing,) = read_phrasings(text)
    verdict = judge(phrasing, instructions, "")
    assert (verdict.is_right, verdict.is_harmful) == (is_right, is_harmful)


def test_each_thing_of_a_comparison_has_its_instruction() -> None:
    (phrasing,) = read_phrasings("cat, dog or fox? | *cat *dog *fox |")
    assert judge(phrasing, ("cat", "dog", "fox"), "").is_right
    assert judge(phrasing, ("cat, dog or fox?",), "").is_right
    assert judge(phrasing, ("cat", "dog"), "").lost == ("cat", "dog", "fox")


def test_what_is_excluded_must_not_be_shown() -> None:
    (phrasing,) = read_phrasings("heron -snow | heron | snow")
    assert judge(phrasing, ("heron in the snow",), "").is_harmful
    assert judge(phrasing, ("heron",), "").is_right


@pytest.mark.benchmark
def test_the_command(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "phrasings"]) == 0
    said = capsys.readouterr().out
    assert "held out" in said
    assert main(["bench", "phrasings", "--rewriter", "none-such"]) == 3
