import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from visret_desktop.cli.argument_types import KNOWLEDGE
from visret_desktop.cli.asking import ask
from visret_desktop.cli.main import main
from visret_desktop.engine.answers import answer_job
from visret_desktop.engine.control import Control
from visret_desktop.engine.messages import Answered, Ask, Evidence, Message
from visret_desktop.errors import Cancelled, OutOfMemory
from visret_desktop.strategies import STRATEGIES

COMPARISON = "Which is larger, the moss owl or the tarn heron?"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "said"),
    [
        ([" "], 2, "The question is empty"),
        (["x" * 4001], 2, "4,001 characters; 4,000 are the most"),
        (["x", "--photo", "a.jpg", "--folder", "b"], 2, "leave it out for --folder"),
        (["x", "--photo", "a.jpg", "--knowledge", "none"], 2, "an answer without photos"),
        (["x", "--photo", "a.jpg", "--images", "0"], 2, "an answer without photos"),
        (["x", *["--photo", "a.jpg"] * 101], 2, "At most 100 photos"),
        (["x", "--sheet", "sheet.txt"], 2, ".png or .jpg"),
        (["x", "--reader", "gone"], 3, "The reader gone, which answers from photos, is not"),
        (["x", "--reader", "starter"], 3, "not the reader"),
        (["x", "--photo", "a.jpg"], 3, "not in the library"),
        (["x", "--folder", "/no/such/folder"], 3, "/no/such/folder"),
    ],
)
def test_what_cannot_be_asked_is_told_before_anything_is_searched(
    arguments: list[str],
    exit_code: int,
    said: str,
    profile: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ask", *arguments, "--json"]) == exit_code
    error = json.loads(capsys.readouterr().out)["error"]
    assert said in error["sentence"]
    assert error["sentence"].endswith(".")


@pytest.mark.parametrize(
    ("knowledge", "question", "of_settings", "strategy"),
    [
        ("photos", "what is it?", "hybrid", "hybrid"),
        ("photos", "what is it?", "original", "original"),
        ("photos", COMPARISON, "original", "rephrase"),
        ("text", "what is it?", "hybrid", "original"),
        ("text", COMPARISON, "hybrid", "rephrase"),
        ("visret", COMPARISON, "original", "visret"),
        ("sketch", "what is it?", "original", "visret"),
        ("photos+sketch", "what is it?", "original", "hybrid"),
        ("photos+sketch", "what is it?", "visret-single", "visret-single"),
    ],
)
def test_photos_are_found_in_a_way_that_tells_what_is_to_be_read(
    knowledge: str, question: str, of_settings: str, strategy: str
) -> None:
    assert ask._strategy(KNOWLEDGE[knowledge], question, of_settings) == strategy


def test_each_way_to_know_names_a_strategy_or_that_of_the_settings() -> None:
    assert {known.strategy for known in KNOWLEDGE.values()} <= {"", *STRATEGIES}


def stopped_after(answered: Answered | None, error: Exception) -> Callable[..., Iterator[Message]]:
    """The engine's part, where the person or an error ends it after the first photo."""

    def ask(_library: object, _request: Ask, control: Control) -> Iterator[Message]:
        if answered is not None:
            yield answered
        if isinstance(error, Cancelled):
            os.kill(os.getpid(), signal.SIGINT)
            assert control.is_cancelled()
        raise error

    return ask


HALF = Answered(
    question="x",
    answer="blue",
    verdict="answer",
    source="photos",
    sentence="Blue, in photo 1.",
    evidence=(Evidence(1, path="/a.jpg", state="shows", said="blue"), Evidence(2, path="/b.jpg")),
)


@pytest.mark.parametrize(
    ("error", "exit_code", "code"),
    [
        (Cancelled(), 130, "interrupted"),
        (OutOfMemory(name="large", device="cpu"), 3, "out-of-memory"),
    ],
)
def test_what_is_known_so_far_is_kept(
    error: Exception,
    exit_code: int,
    code: str,
    profile: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer_job, "ask", stopped_after(HALF, error))
    assert main(["ask", "x", "--knowledge", "none", "--json"]) == exit_code
    body = json.loads(capsys.readouterr().out)
    assert body["error"]["code"] == code
    assert (body["answer"], body["settled"]) == ("blue", False)
    assert [one["state"] for one in body["evidence"]] == ["shows", "waiting"]
    assert main(["ask", "x", "--knowledge", "none"]) == exit_code
    assert capsys.readouterr().out.startswith("Blue, in photo 1.\n   1  /a.jpg: blue\n")

    monkeypatch.setattr(answer_job, "ask", stopped_after(None, error))
    assert main(["ask", "x", "--knowledge", "none", "--json"]) == exit_code
    assert set(json.loads(capsys.readouterr().out)) == {"error"}
