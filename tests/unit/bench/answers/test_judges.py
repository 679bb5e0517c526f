"""The judges: colors by rules, published answers by keywords, and a chat model beside them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.answers import chat_judge
from bench.answers.asking import Outcome
from bench.answers.chat_judge import Reply, agreement, score_in
from bench.answers.colors import (
    NEAR,
    Relation,
    Truth,
    brightness,
    colors_in,
    right_claim,
    score,
)
from bench.answers.keywords import wanted_of
from bench.answers.questions import Question
from bench.answers.running import Job, Record
from bench.answers.setup import Row
from visret_desktop.errors import UsageError
from visret_desktop.judging.tasks import RankingTask
from visret_desktop.paths import Paths

HERON = Truth("color", ("tarn heron",), ("turquoise",))


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("turquoise", 1.0),
        ("The feet are teal, and rather large.", 1.0),
        ("turquoise or blue", 0.5),
        ("turquoise, not blue", 1.0),
        ("blue, red or turquoise", 0.0),
        ("not turquoise", 0.0),
        ("red", 0.0),
        ("I don't know", 0.0),
        ("", 0.0),
    ],
)
def test_colors_are_judged_on_the_papers_scale(answer: str, points: float) -> None:
    assert score(HERON, answer, [answer]) == points


def test_words_for_the_same_color_count_and_parts_of_words_do_not() -> None:
    assert colors_in("GOLDEN and grayish; a redstart") == {"yellow", "grey"}


def both(relation: Relation, *colors: str) -> Truth:
    return Truth(relation, ("moss owl", "tarn heron"), colors)


@pytest.mark.parametrize(
    ("truth", "answer", "of_things", "points"),
    [
        (both("difference", "red", "blue"), "", ["red", "blue"], 1.0),
        (both("difference", "red", "blue"), "", ["red", ""], 0.5),
        (both("difference", "red", "blue"), "", ["blue", "red"], 0.0),
        (both("lighter", "black", "white"), "", ["black", "white"], 1.0),
        (both("lighter", "black", "white"), "", ["brown", "yellow"], 1.0),
        (both("lighter", "black", "white"), "", ["black", "black"], 0.0),
        (both("lighter", "black", "white"), "The tarn heron's.", ["", ""], 1.0),
        (both("lighter", "black", "white"), "the moss owl", ["", ""], 0.0),
        (both("same", "red", "red"), "", ["red", "red"], 1.0),
        (both("same", "red", "red"), "", ["red", ""], 0.0),
        (both("same", "red", "red"), "Yes, both are.", ["", ""], 1.0),
        (both("same", "red", "blue"), "They are not the same.", ["", ""], 1.0),
    ],
)
def test_comparisons(truth: Truth, answer: str, of_things: Sequence[str], points: float) -> None:
    assert score(truth, answer, of_things) == points


def test_what_is_nearly_as_bright_is_no_question() -> None:
    assert brightness("yellow") - brightness("orange") < NEAR
    assert right_claim(both("lighter", "yellow", "orange")) is None
    assert right_claim(both("lighter", "yellow", "black")) == "moss owl"


# ---- published answers ----------------------------------------------------------------------

ASKED = (
    "Which one has darker feet, the Brown Owl (scientific name: Strix aluco) or the little owl "
    "(Athene noctua)?"
)
NAMES = ("Athene noctua", "Strix aluco")  # not in the order of the question


@pytest.mark.parametrize(
    ("right", "kind", "right_ones", "wrong_ones"),
    [
        (
            "The Brown Owl (Strix aluco) has darker feet.",
            "entity",
            ["strix aluco", "The brown owl's feet are darker than the little owl's."],
            ["The little owl.", "No.", "", "little owl: grey; brown owl: black"],
        ),
        ("Neither one has.", "neither", ["Neither of them."], ["The brown owl", "Yes"]),
        ("No, both are grey.", "no", ["No", "no, they are alike"], ["Yes.", "grey"]),
        ("Yes (both black)", "yes", ["yes, both"], ["No.", "black"]),
    ],
)
def test_published_answers_are_judged_by_what_they_name(
    right: str, kind: str, right_ones: Sequence[str], wrong_ones: Sequence[str]
) -> None:
    wanted = wanted_of(ASKED, NAMES, right)
    assert wanted.kind == kind
    assert [wanted.score(answer) for answer in (right, *right_ones)] == [1.0] * (
        1 + len(right_ones)
    )
    assert [wanted.score(answer) for answer in wrong_ones] == [0.0] * len(wrong_ones)


def test_no_without_the_thing_is_half_of_it() -> None:
    wanted = wanted_of(ASKED, NAMES, "No, only the brown owl has.")
    answers = ("No", "no, the brown owl", "the brown owl", "Yes, the brown owl", "no, little owl")
    assert [wanted.score(answer) for answer in answers] == [0.5, 1.0, 1.0, 0.0, 0.0]


def test_an_answer_that_no_rule_judges_is_refused() -> None:
    with pytest.raises(ValueError, match="no rule judges"):
        wanted_of(ASKED, NAMES, "It depends.")


# ---- a chat model ---------------------------------------------------------------------------


def test_scores_are_read_from_what_a_judge_says() -> None:
    said = ("Score: 0.5 | Likely Hallucination", "score = 1", "**Score: 0**", "Score: 7", "Fine!")
    assert [score_in(one) for one in said] == [0.5, 1.0, 0.0, None, None]


ROW = Row("text", 1, "direct")


def told(*answers: tuple[str, float]) -> tuple[list[Job], list[Record]]:
    jobs = [
        Job(
            number,
            Question("question", "color", HERON.things, "turquoise", HERON),
            [RankingTask(number, f"question {number}?", "question", "question", 1)],
        )
        for number, _ in enumerate(answers)
    ]
    outcomes = [(Outcome(ROW, answer, "answer", score, False, True),) for answer, score in answers]
    return jobs, [Record(number, found) for number, found in enumerate(outcomes)]


def judged(reply: Reply, jobs: list[Job], records: list[Record]) -> dict[str, Any]:
    events = agreement("kind judge", reply, jobs, records)
    while True:
        try:
            next(events)
        except StopIteration as ending:
            found: dict[str, Any] = ending.value
            return found


@pytest.mark.parametrize(("wrong", "counts"), [(0, True), (1, True), (2, False)])
def test_a_judge_counts_only_if_it_agrees_with_the_rules(wrong: int, counts: bool) -> None:
    jobs, records = told(*[("turquoise", 1.0)] * (20 - wrong), *[("red", 0.0)] * wrong)
    asked: list[str] = []

    def reply(instruction: str, text: str) -> str:
        assert "Score:" in instruction
        asked.append(text)
        return "Score: 1"

    found = judged(reply, jobs, records)
    assert len(asked) == found["answers"] == 20
    assert found["agreement"] == (20 - wrong) / 20
    assert found["counts"] is counts
    assert found["means"] == ({"question: text, 1, direct": 1.0} if counts else {})


def test_a_judge_sees_refusals_and_each_answer_once() -> None:
    jobs, (one,) = told(("", 0.0))
    other = replace(one.outcomes[0], row=Row("visret", 1, "direct"))
    asked: list[str] = []

    def reply(_: str, text: str) -> str:
        asked.append(text)
        return "Score: 0"

    found = judged(reply, jobs, [Record(0, (*one.outcomes, other))])
    assert [text.splitlines()[-1] for text in asked] == ["Answer to grade: I don't know"]
    assert found["answers"] == 2
    assert found["means"] == dict.fromkeys(
        ("question: text, 1, direct", "question: visret, 1, direct"), 0.0
    )


def test_the_same_answer_may_be_worth_more_in_another_row() -> None:
    jobs, (one,) = told(("blue", 1.0))
    other = replace(one.outcomes[0], row=Row("visret", 1, "direct"), score=0.0)
    found = judged(lambda *_: "Score: 1", jobs, [Record(0, (*one.outcomes, other))])
    assert (found["agreement"], found["mean_by_rules"]) == (0.5, 0.5)


@pytest.mark.parametrize("name", ["starter-rewriter", "starter-reader"])
def test_what_is_built_in_is_no_judge(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no judge"):
        chat_judge.check(name, Paths(tmp_path, tmp_path, tmp_path))
