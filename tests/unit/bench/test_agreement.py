"""Answers as real readers write them come together where they mean the same, and only there."""

import json
from collections import Counter

import pytest

from bench.agreement import _FOLDER, SETS, AnswerSet, grouped, hides, measure, read_sets
from visret_desktop.cli.main import main


def test_natural_answers_agree_and_contradictions_stay_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "agreement", "--json"]) == 0
    rows = {
        (row["by"], row["set"]): row
        for row in json.loads(capsys.readouterr().out)["rows"]
        if row["kind"] == "all"
    }
    ours, held_out = rows["program", "choosing"], rows["program", "held_out"]
    assert (ours["groups"], held_out["groups"]) == (300, 150)
    assert rows["program", "strangers"]["groups"] == 37
    assert ours["right"] >= 0.95 * 300
    assert ours["hidden"] == 0
    assert held_out["right"] >= 0.8 * 150
    assert held_out["hidden"] == 0
    assert rows["program", "fresh"]["hidden"] == rows["program", "strangers"]["hidden"] == 0
    assert rows["program", "strangers"]["right"] >= 0.8 * 37
    assert rows["program", "fresh"]["right"] >= 0.9 * rows["program", "fresh"]["groups"]
    for name in ("choosing", "held_out"):
        assert rows["equal texts", name]["right"] < 0.5 * rows["program", name]["right"]
        assert rows["all agree", name]["right"] < 0.7 * rows["program", name]["right"]
    assert measure()["rows"] == json.loads(json.dumps(measure()["rows"]))


def test_each_answer_of_a_set_is_in_one_group() -> None:
    for name in SETS:
        for one in read_sets(_FOLDER / f"agreements_{name}.jsonl"):
            numbers = sorted(number for group in one.groups for number in group)
            assert numbers == list(range(len(one.answers))), one.question
            assert 2 <= len(one.answers) <= 5, one.question


def test_strangers_are_evenly_mixed_and_ask_what_no_other_set_asks() -> None:
    strangers, *others = (
        read_sets(_FOLDER / f"agreements_{name}.jsonl") for name in reversed(SETS)
    )
    assert set(Counter(one.kind for one in strangers).values()) == {4, 5}
    sizes = Counter(
        (len(one.groups) > 1) + (len(one.groups) == len(one.answers)) for one in strangers
    )
    assert sizes == {0: 13, 1: 10, 2: 14}
    asked = {one.question.casefold() for each in others for one in each}
    assert [one.question for one in strangers if one.question.casefold() in asked] == []


def test_an_answer_set_says_what_is_hidden() -> None:
    one = AnswerSet("What color?", "color", ("red", "blue"), frozenset(map(frozenset, ([0], [1]))))
    assert grouped(one) == one.groups
    assert not hides(one, one.groups)
    assert hides(one, frozenset((frozenset((0, 1)),)))


class _Yes:
    """A chat model that finds the same chance of yes for all."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def chance_of_yes(self, kind: str, text: str) -> float:
        assert kind
        assert text
        return self.chance


def test_a_judge_stands_beside_and_is_asked_only_what_is_not_known() -> None:
    body = measure(_Yes(0.0))
    rows = {(row["by"], row["set"]): row for row in body["rows"] if row["kind"] == "all"}
    for name in ("choosing", "held_out"):
        ours, beside = rows["program", name], rows["program and judge", name]
        assert (beside["right"], beside["hidden"]) == (ours["right"], ours["hidden"])
        assert rows["judge alone", name]["hidden"] == 0
    pairs = {(one["by"], one["set"]): one["pairs"] for one in body["judges"]}
    assert all(count > 0 for count in pairs.values())
    assert body["passes"] is False
    credulous = measure(_Yes(1.0))
    rows = {(row["by"], row["set"]): row for row in credulous["rows"] if row["kind"] == "all"}
    alone = rows["judge alone", "choosing"]
    assert 0 < alone["hidden"] <= alone["groups"] < rows["all agree", "choosing"]["groups"]
    assert rows["program and judge", "choosing"]["hidden"] > 0
    assert credulous["passes"] is False
