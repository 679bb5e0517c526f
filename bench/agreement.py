"""`visret bench agreement`: do answers of several photos come together where they mean the same?

Each line of `answers/sets/*.jsonl` is a question with the answers of two to five photos, and which
of them can be true of one thing. A line is *right* if the program makes the same groups. A
contradiction is *hidden* where answers that exclude each other come into one group. Beside it are
two rules that understand nothing: equal texts agree, and all answers agree.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from visret_desktop.engine.answers.answer_aggregation import Told, combine
from visret_desktop.json_lines import read_lines

Json = dict[str, Any]
Groups = frozenset[frozenset[int]]
HEADERS = ("by", "set", "kind", "groups", "right", "contradiction hidden")
CHOOSING, HELD_OUT = "choosing", "held_out"  # rules and table were chosen on the first alone
_FOLDER = Path(__file__).parent / "answers" / "sets"


@dataclass(frozen=True)
class AnswerSet:
    """Answers to one question; `groups` has the numbers, from 0, of those that agree."""

    question: str
    kind: str
    answers: tuple[str, ...]
    groups: Groups


def read_sets(path: Path) -> list[AnswerSet]:
    """Return what a file has, one a line."""
    return list(read_lines(path.read_text("utf-8"), _answer_set))


def _answer_set(line: Json) -> AnswerSet:
    groups = frozenset(map(frozenset, line["groups"]))
    return AnswerSet(line["question"], line["kind"], tuple(line["answers"]), groups)


def grouped(one: AnswerSet) -> Groups:
    """Return the groups that the program makes."""
    readings = [Told(n, answer) for n, answer in enumerate(one.answers)]
    return frozenset(frozenset(group.photos) for group in combine(one.question, readings).groups)


def _equal_texts(one: AnswerSet) -> Groups:
    texts = [answer.casefold().strip(" .!") for answer in one.answers]
    return frozenset(frozenset(n for n, text in enumerate(texts) if text == own) for own in texts)


def _all_agree(one: AnswerSet) -> Groups:
    return frozenset((frozenset(range(len(one.answers))),))


RULES: dict[str, Callable[[AnswerSet], Groups]] = {
    "program": grouped,
    "equal texts": _equal_texts,
    "all agree": _all_agree,
}


def hides(one: AnswerSet, groups: Groups) -> bool:
    """Tell whether any two answers that exclude each other are in one group."""
    true = {n: group for group in one.groups for n in group}
    return any(true[a] != true[b] for group in groups for a, b in combinations(sorted(group), 2))


def measure() -> Json:
    """Return a row for each rule, set and kind, and what the program gets wrong of those chosen on.

    What is held out is not listed: who reads it chooses on it.
    """
    rows, wrong = [], []
    for name in (CHOOSING, HELD_OUT):
        sets = read_sets(_FOLDER / f"agreements_{name}.jsonl")
        for by, rule in RULES.items():
            kinds = ["all", *dict.fromkeys(one.kind for one in sets)]
            rows += [_row(by, rule, name, kind, sets) for kind in kinds]
        if name == CHOOSING:
            wrong = [
                {"question": one.question, "answers": one.answers}
                for one in sets
                if grouped(one) != one.groups
            ]
    return {"rows": rows, "wrong": wrong}


def _row(
    by: str, rule: Callable[[AnswerSet], Groups], name: str, kind: str, sets: Sequence[AnswerSet]
) -> Json:
    chosen = [one for one in sets if kind in ("all", one.kind)]
    return {
        "by": by,
        "set": name,
        "kind": kind,
        "groups": len(chosen),
        "right": sum(rule(one) == one.groups for one in chosen),
        "hidden": sum(hides(one, rule(one)) for one in chosen),
    }


def table_rows(body: Json) -> list[tuple[str, ...]]:
    """Return the rows of the table; of the rules that understand nothing only the sums."""
    return [
        tuple(str(row[name]) for name in ("by", "set", "kind", "groups", "right", "hidden"))
        for row in body["rows"]
        if row["by"] == "program" or row["kind"] == "all"
    ]
