"""Answers that rules cannot compare are put to the rewriter, if it passed a trial, and once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from tests.unit.engine.conftest import Desk
from tests.unit.engine.scripted_reader import ScriptedReader, says, scripted
from tests.unit.engine.test_answer_job import FEET, asked, events, last
from tests.unit.models.parrot import parrot_pack
from visret_desktop.engine.answers.answer_job import ask
from visret_desktop.engine.messages import Answered, Ask
from visret_desktop.errors import Cancelled
from visret_desktop.models.answering.answer_judge import known_pairs
from visret_desktop.paths import Paths

__all__ = ["scripted"]
UNKNOWN = ("xanthic", "lutescent")  # to the table


@dataclass
class ScriptedJudge:
    """A chat model that knows the pairs of the trial, and says yes to all else."""

    name: str = "judge-1"
    is_fit: bool = True
    asked: list[str] = field(default_factory=list)
    before: Callable[[], None] = lambda: None

    def chance_of_yes(self, kind: str, text: str) -> float:
        assert kind == "agreement"
        self.before()
        self.asked.append(text)
        agree = [p.agree for p in known_pairs() if all(f"“{a}”" in text for a in (p.one, p.other))]
        return float(agree[0] if agree and self.is_fit else True)

    @property
    def of_answers(self) -> list[str]:
        """What it was asked beside the trial."""
        return [text for text in self.asked if text.startswith(FEET)]


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> ScriptedJudge:
    """The rewriter that every library of a test opens."""
    model = ScriptedJudge()
    monkeypatch.setattr(
        "visret_desktop.models.rewriting.rewriter.open_rewriter", lambda *_, **__: model
    )
    return model


@pytest.fixture
def filled(
    open_desk: Callable[..., Desk], indexed_photos: Path, paths: Paths, judge: ScriptedJudge
) -> Desk:
    """A library of twelve photos with a rewriter that follows examples."""
    del indexed_photos, judge
    parrot_pack(paths.packs / "parrot", "yes")
    return open_desk(rewriter="parrot")


def test_answers_that_a_model_says_agree_are_one_and_that_is_kept(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge, open_desk: Callable[..., Desk]
) -> None:
    scripted.readings = says(*UNKNOWN, "red")
    found = last(filled, asked(filled, images=2))
    assert (found.verdict, found.answer, found.witnesses) == ("answer", "xanthic", 2)
    assert len(judge.of_answers) == 2  # both orders
    judge.asked.clear()
    assert last(filled, asked(filled, images=2)).answer == "xanthic"
    again = open_desk(rewriter="parrot")
    assert last(again, asked(again, images=2)).answer == "xanthic"
    assert judge.asked == []
    scripted.readings = says(*UNKNOWN)
    scripted.questions.clear()
    last(filled, asked(filled, images=2, afresh=True))
    assert len(judge.asked) == 2  # the trial is kept all the same


def test_what_the_table_knows_is_never_asked(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    scripted.readings = says("red", "blue")
    assert last(filled, asked(filled, images=2)).verdict == "disagree"
    scripted.questions.clear()
    scripted.readings = says("2", "3")
    assert last(filled, asked(filled, "How many feet are there?", images=2)).verdict == "disagree"
    assert judge.asked == []


def test_a_model_that_fails_the_trial_is_tried_once(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    judge.is_fit = False
    scripted.readings = says(*UNKNOWN)
    assert last(filled, asked(filled, images=2)).verdict == "disagree"
    assert judge.asked
    judge.asked.clear()
    assert last(filled, asked(filled, images=2)).verdict == "disagree"
    assert judge.asked == []


def test_a_trial_that_is_cancelled_begins_anew(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    scripted.readings = says(*UNKNOWN)
    with pytest.raises(Cancelled):
        events(filled, asked(filled, images=2), lambda: len(judge.asked) > 3)
    assert last(filled, asked(filled, images=2)).answer == "xanthic"


def test_a_trial_that_takes_too_long_is_not_begun_again_until_the_next_start(
    filled: Desk,
    scripted: ScriptedReader,
    judge: ScriptedJudge,
    open_desk: Callable[..., Desk],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted.readings = says(*UNKNOWN)
    with monkeypatch.context() as slow:
        slow.setattr("visret_desktop.engine.answers.answer_judging._TRIAL_SECONDS", -1.0)
        assert last(filled, asked(filled, images=2)).verdict == "disagree"
    assert last(filled, asked(filled, images=2)).verdict == "disagree"
    assert judge.asked == []
    again = open_desk(rewriter="parrot")
    assert last(again, asked(again, images=2)).answer == "xanthic"


def test_what_takes_too_long_stays_undecided(
    filled: Desk,
    scripted: ScriptedReader,
    judge: ScriptedJudge,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("visret_desktop.engine.answers.answer_judging._JOB_SECONDS", -1.0)
    scripted.readings = says(*UNKNOWN)
    assert last(filled, asked(filled, images=2)).verdict == "disagree"
    assert judge.of_answers == []


def test_a_rewriter_that_only_continues_examples_is_not_asked(
    indexed_photos: Path, desk: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    del indexed_photos
    scripted.readings = says(*UNKNOWN)
    assert last(desk, asked(desk, images=2)).verdict == "disagree"
    assert judge.asked == []


def test_what_was_read_is_shown_before_the_rewriter_is_asked(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    """A trial comes behind all else; later, what a photo says is shown before it is compared."""
    scripted.readings = says(*UNKNOWN)
    first, *_ = shown_when_asked(filled, asked(filled, images=3), judge)
    assert first.is_settled
    assert [one.state for one in first.evidence] == ["shows"] * 3
    scripted.questions.clear()
    later, *_ = shown_when_asked(filled, asked(filled, images=3, afresh=True), judge)
    assert [one.state for one in later.evidence] == ["shows", "shows", "waiting"]


def shown_when_asked(desk: Desk, request: Ask, judge: ScriptedJudge) -> list[Answered]:
    """Return what was shown at each question to the judge; at last its answers are one."""
    shown: list[Answered] = []
    when_asked: list[Answered] = []
    judge.before = lambda: when_asked.append(shown[-1])
    for event in ask(desk.library, request):
        shown += [event] if isinstance(event, Answered) else []
    assert (shown[-1].verdict, shown[-1].witnesses) == ("answer", 3)
    return when_asked


def test_nobody_waits_for_the_rewriter_once_a_question_is_cancelled(
    filled: Desk, scripted: ScriptedReader, judge: ScriptedJudge
) -> None:
    has_begun, may_end, was_waited_for = Event(), Event(), list[bool]()

    def take_long() -> None:
        has_begun.set()
        was_waited_for.append(not may_end.wait(10))

    judge.before, scripted.readings = take_long, says(*UNKNOWN)
    with pytest.raises(Cancelled):
        events(filled, asked(filled, images=2), has_begun.is_set)
    may_end.set()
    assert True not in was_waited_for
