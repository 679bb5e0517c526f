"""Whether two answers can be true of one thing, by a model's yes or no.

It is asked only what `answer_matching` does not know. The model is shown worked examples
(`resources/prompts/agreement*.txt`) and asked in both orders; how likely it finds "yes" where only
"yes" and "no" are allowed counts, of both orders the lower one. Models that are too small say yes
to what sounds alike. So a model judges only if it passes a trial of pairs whose truth is known: it
calls no contradiction an agreement, and at least a third of the agreements it calls so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from visret_desktop.models.interfaces import YesOrNoModel
from visret_desktop.models.rewriting.prompts import asked_with
from visret_desktop.paths import Paths, bundled

KIND = "agreement"
LEAST = 0.94  # chance from which a yes counts: chosen on the sets of `bench agreement` for choosing
_MOST_LETTERS = 200  # of an answer; longer ones tell a story, and are no matter of yes or no
_LEAST_FOUND = 1 / 3  # of the agreements of the trial


@dataclass(frozen=True)
class KnownPair:
    """Two answers to a question, and whether they can be true of one thing."""

    question: str
    one: str
    other: str
    agree: bool


def chance_of_agreement(model: YesOrNoModel, question: str, one: str, other: str) -> float | None:
    """Return how likely a model finds it that two answers agree, 0 to 1; None: it cannot say."""
    question, one, other = (" ".join(text.split()) for text in (question, one, other))
    if max(len(question), len(one), len(other)) > _MOST_LETTERS:
        return None
    lowest = 1.0
    for first, second in ((one, other), (other, one)):
        chance = model.chance_of_yes(KIND, f"{question} “{_bare(first)}” / “{_bare(second)}”")
        if chance is None:
            return None
        lowest = min(lowest, chance)
        if lowest < LEAST:
            break  # the other order cannot raise it
    return lowest


def passes(model: YesOrNoModel, check: Callable[[], None] = lambda: None) -> bool:
    """Tell whether a model may judge. `check` comes before each pair; what it raises ends it."""
    right = agreements = 0
    for pair in known_pairs():
        check()
        chance = chance_of_agreement(model, pair.question, pair.one, pair.other)
        if chance is None or (chance >= LEAST and not pair.agree):
            return False
        agreements += pair.agree
        right += chance >= LEAST
    return right >= _LEAST_FOUND * agreements


def known_pairs() -> Iterator[KnownPair]:
    """Yield the pairs of the trial: none is an example, and none is in `bench agreement`."""
    for line in trial_text().splitlines():
        if line.strip() and not line.startswith("#"):
            verdict, question, one, other = (part.strip() for part in line.split("|"))
            yield KnownPair(question, one, other, agree=verdict == "yes")


def trial_text() -> str:
    """Return the pairs of the trial as they are written."""
    return bundled("wording", "agreements.txt").read_text("utf-8")


def prompt(paths: Paths) -> str:
    """Return what a verdict depends on beside the answers: prompt, examples and `LEAST`."""
    return f"{asked_with(KIND, paths)}\n{LEAST}"


def _bare(answer: str) -> str:
    return answer.translate(str.maketrans("“”", "''"))
