"""Premises: questions of one drawn photo that are to be doubted, and others.

A right and a wrong color stand before the part that a question is about, "the red feet", and a
part takes its place that no animal or plant of this group has.
"""

import re
from dataclasses import dataclass
from random import Random

from bench.answers.questions import Question
from bench.fieldbook.truth import PARTS
from visret_desktop.fieldbook.grammar import group_of
from visret_desktop.fieldbook.world import COLORS

# Parts of other groups, in the words that the built-in reader knows.
_FOREIGN = {"bird": "fins", "frog": "beak", "butterfly": "beak", "flower": "fins", "fish": "beak"}


@dataclass(frozen=True)
class PremiseTest:
    """Whether questions were answered; `alone`: by the reader, of which nothing else was asked."""

    true: bool
    false: bool
    foreign: bool
    true_alone: bool
    false_alone: bool
    foreign_alone: bool


def with_premises(question: Question, text: str, stream: Random) -> tuple[str, str, str] | None:
    """Return a question with a right color, a wrong one, and of a part that is none; or None."""
    group = group_of(question.things[0])
    words = sorted(PARTS[group][question.part], key=len, reverse=True)
    part = next((word for word in words if re.search(rf"\b{word}\b", text)), None)
    if part is None:
        return None
    wrong = stream.choice([color for color in COLORS if color != question.right])
    right, false = (text.replace(part, f"{color} {part}", 1) for color in (question.right, wrong))
    return right, false, text.replace(part, _FOREIGN[group], 1)
