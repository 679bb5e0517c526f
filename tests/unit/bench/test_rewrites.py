"""What rewriters make of queries: what is right, what is harmful, what the guard lets through."""

from pathlib import Path
from typing import Any

import pytest

from bench.rewrites import (
    NO_MODEL,
    UNCHANGED,
    everyday,
    judge,
    measure,
    questions,
    read_answers,
    read_phrasings,
    read_queries,
    score_answers,
)
from visret_desktop.cli.main import main
from visret_desktop.errors import UsageError
from visret_desktop.paths import Paths, bundled
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def body(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("rewrites")
    return measure(Paths(folder, folder, folder), Settings(rewriter="starter-rewriter"))


def test_the_built_in_rewriter_hardly_ever_changes_the_meaning(body: dict[str, Any]) -> None:
    rows = {row["group"]: row for row in body["rows"] if row["by"] == "starter-rewriter"}
    for name in ("all", "held out"):
        assert rows[name]["harmful"] <= 0.03 * rows[name]["queries"]
        assert rows[name]["right"] >= 0.95 * rows[name]["queries"]
    assert rows["all"]["queries"] == len(everyday()) + len(questions()) >= 300
    made = {one["query"]: one["instructions"] for one in body["phrasings"]}
    asked = "What colour are the feet of the tarn heron?"
    assert made[asked] == ["a close-up of the feet of a tarn heron"]
    assert len(made["tarn heron vs moss owl vs ivory duck"]) == 3


def test_doing_nothing_is_a_row_that_is_often_wrong(body: dict[str, Any]) -> None:
    rows = {(row["by"], row["group"]): row for row in body["rows"]}
    unchanged, no_model = rows[UNCHANGED, "all"], rows[NO_MODEL, "all"]
    assert unchanged["right"] < 0.8 * unchanged["queries"] < no_model["right"]
    assert sum(body["refusals"].values()) == rows["starter-rewriter", "all"]["refused"]


def test_queries_of_a_file_are_asked_instead(tmp_path: Path) -> None:
    file = tmp_path / "queries.txt"
    file.write_text("# mine\ncat on a chair | cat chair |\ndog | dog |\n", encoding="utf-8")
    paths = Paths(tmp_path, tmp_path, tmp_path)
    rows = measure(paths, Settings(rewriter="starter-rewriter"), read_queries(file))["rows"]
    assert [(row["group"], row["queries"]) for row in rows[:3]] == [
        *(("mine", 2), ("held out", 1), ("all", 2))
    ]


@pytest.mark.parametrize("text", ["", "# nothing", "a cat | cat", None])
def test_queries_that_are_none_are_an_error(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "queries.txt"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"query \| wanted \| forbidden"):
        read_queries(file)


MARKED = [
    '{"query": "Has the robin a red breast?", "answer": ["the breast of a robin"], "fit": true}',
    '{"query": "Has the robin a red breast?", "answer": ["a red breast"], "fit": false}',
    '{"query": "a fox without snow", "answer": ["a fox in the snow"], "fit": true}',
]


def test_marked_answers_are_counted_and_errors_listed(tmp_path: Path) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text("\n".join(MARKED), encoding="utf-8")
    body = score_answers(read_answers(file))
    assert body["right"] == {"accepted": 1, "of": 2}
    assert body["harmful"] == {"accepted": 0, "of": 1}
    assert body["refusals"] == {"left out": 1, "draws what is excluded": 1}
    (error,) = body["errors"]
    assert error["reason"] == "drew what is excluded (“snow”)"


@pytest.mark.parametrize("line", ["[]", "{}", '{"query": "a", "answer": "b", "fit": true}', "no"])
def test_a_file_of_something_else_is_an_error(tmp_path: Path, line: str) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(UsageError, match="line 1"):
        read_answers(file)


def test_our_own_marked_answers_are_told_apart() -> None:
    answers = read_answers(bundled("phrasings", "rewrites.jsonl"))
    queries = list(dict.fromkeys(answer.query for answer in answers))
    held_out = set(queries[1::2])
    for half in (held_out, set(queries) - held_out):
        body = score_answers([answer for answer in answers if answer.query in half])
        assert body["right"]["accepted"] >= 0.9 * body["right"]["of"] >= 70
        assert body["harmful"]["accepted"] <= 0.03 * body["harmful"]["of"]


@pytest.mark.parametrize("name", ["visual-rag-me", "everyday", "smollm2"])
def test_marked_answers_of_others(name: str, material: Path) -> None:
    body = score_answers(read_answers(material / "rewrites" / f"{name}.jsonl"))
    assert body["right"]["accepted"] >= 0.9 * body["right"]["of"]
    assert body["harmful"]["accepted"] <= 0.03 * body["harmful"]["of"]


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


def test_the_command(profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text(MARKED[0], encoding="utf-8")
    assert main(["bench", "rewrites", "--answers", str(file)]) == 0
    assert "right: 1 of 1 accepted (100.0%)" in capsys.readouterr().out
    assert main(["bench", "rewrites", "--rewriter", "none-such"]) == 3
