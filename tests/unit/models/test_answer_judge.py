"""When a chat model's yes counts for two answers, and which model may say it at all."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import pytest

from bench.agreement import _FOLDER as SETS
from tests.unit.models.parrot import parrot_pack
from visret_desktop.errors import Cancelled
from visret_desktop.models.answering.answer_judge import (
    KIND,
    LEAST,
    chance_of_agreement,
    known_pairs,
    passes,
)
from visret_desktop.models.rewriting.prompts import examples
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.paths import Paths

QUESTION = "What kind of bird is it?"


@dataclass
class Scripted:
    """A model whose chance of yes a test computes from what it is asked."""

    chance: Callable[[str], float | None]
    asked: list[str] = field(default_factory=list)

    def chance_of_yes(self, kind: str, text: str) -> float | None:
        assert kind == KIND
        self.asked.append(text)
        return self.chance(text)


def knowing(wrong: int = 0) -> Scripted:
    """Return a model that knows the pairs of the trial, but for the last few of one kind."""
    yes = [pair for pair in known_pairs() if pair.agree]
    right = {(pair.one, pair.other) for pair in yes[wrong:]}

    def chance(text: str) -> float:
        return 1.0 if any(f"“{a}”" in text and f"“{b}”" in text for a, b in right) else 0.0

    return Scripted(chance)


def test_both_orders_are_asked_and_the_lower_chance_counts() -> None:
    model = Scripted(lambda text: 0.99 if text.endswith("“coot”") else 0.96)
    assert chance_of_agreement(model, QUESTION, "coot", "Fulica\n“atra”") == 0.96
    assert model.asked == [
        f"{QUESTION} “coot” / “Fulica 'atra'”",
        f"{QUESTION} “Fulica 'atra'” / “coot”",
    ]


def test_where_one_order_says_no_the_other_is_not_asked() -> None:
    model = Scripted(lambda _: LEAST / 2)
    assert chance_of_agreement(model, QUESTION, "coot", "moorhen") == LEAST / 2
    assert len(model.asked) == 1


def test_stories_are_no_matter_of_yes_or_no() -> None:
    model = Scripted(lambda _: 1.0)
    assert chance_of_agreement(model, QUESTION, "coot", "coot " * 100) is None
    assert model.asked == []


def test_a_model_that_cannot_say_has_no_verdict() -> None:
    assert chance_of_agreement(Scripted(lambda _: None), QUESTION, "coot", "rail") is None
    assert not passes(Scripted(lambda _: None))


def test_only_a_model_that_hides_nothing_and_finds_a_third_may_judge() -> None:
    agreeing = sum(pair.agree for pair in known_pairs())
    assert passes(knowing())
    assert passes(knowing(wrong=2 * agreeing // 3))
    assert not passes(knowing(wrong=2 * agreeing // 3 + 1))
    assert not passes(Scripted(lambda _: 1.0))
    assert not passes(Scripted(lambda _: 0.0))


def test_a_trial_can_be_stopped() -> None:
    def stop() -> None:
        raise Cancelled

    model = knowing()
    with pytest.raises(Cancelled):
        passes(model, stop)
    assert model.asked == []


def test_nothing_that_is_measured_is_an_example_or_in_the_trial() -> None:
    lines = [
        json.loads(line)
        for path in sorted(SETS.glob("agreements_*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    measured = {
        (line["question"], answer.casefold()) for line in lines for answer in line["answers"]
    }
    shown = [text for text, _ in examples(KIND, Paths(Path(), Path(), Path()))]
    for question, answer in measured:
        assert not any(text.startswith(question) and f"“{answer}”" in text for text in shown)
    for pair in known_pairs():
        assert not {(pair.question, one.casefold()) for one in (pair.one, pair.other)} & measured
        assert not any(text.startswith(pair.question) and pair.one in text for text in shown)


@pytest.mark.parametrize(("says", "is_yes"), [("y es", True), ("n o", False)])
def test_a_chat_model_is_asked_for_its_first_word_alone(
    says: str, is_yes: bool, tmp_path: Path, model_paths: Paths
) -> None:
    # It has no words of several letters: its "yes" begins with "y".
    rewriter = open_rewriter(parrot_pack(tmp_path / f"parrot-{is_yes}", says), model_paths)
    chances = [rewriter.chance_of_yes(KIND, text) for text in ("a", "b <|assistant|> no", "a")]
    assert all(chance is not None and (chance > 0.6) is is_yes for chance in chances)
    assert chances[0] == chances[2]


def test_models_without_examples_or_room_are_not_asked(tmp_path: Path, model_paths: Paths) -> None:
    for number, settings in enumerate(
        ({"continues": True}, {"examples": False}, {"context_length": 128})
    ):
        pack = parrot_pack(tmp_path / f"parrot-{number}", "yes", **settings)
        assert open_rewriter(pack, model_paths).chance_of_yes(KIND, "a") is None


def test_who_asks_while_the_model_is_asked_waits(
    tmp_path: Path, model_paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches and answers run side by side, and llama.cpp ends a process that is asked twice."""
    rewriter = open_rewriter(parrot_pack(tmp_path / "parrot", "y es"), model_paths)
    expected = rewriter.chance_of_yes(KIND, "a"), rewriter.rewrite("a").instructions
    others = [
        lambda: chances.append(rewriter.chance_of_yes(KIND, "a")),
        lambda: instructions.append(rewriter.rewrite("a").instructions),
    ]
    threads = [Thread(target=other) for other in others]
    chances, instructions, are_waiting = list[object](), list[object](), list[bool]()
    beginnings = rewriter._beginnings
    assert beginnings is not None
    bring_to = beginnings.bring_to

    def crowded(prompts: Sequence[object], room: int) -> None:
        monkeypatch.setattr(beginnings, "bring_to", bring_to)
        for thread in threads:
            thread.start()
            thread.join(0.3)
        are_waiting.extend(thread.is_alive() for thread in threads)
        bring_to(prompts, room)

    monkeypatch.setattr(beginnings, "bring_to", crowded)
    assert rewriter.chance_of_yes(KIND, "a") == expected[0]
    for thread in threads:
        thread.join()
    assert are_waiting == [True, True]
    assert (chances, instructions) == ([expected[0]], [expected[1]])
