"""The rule judge for published comparisons: whether an answer names what the right one names.

The right answers of Visual-RAG-ME name one of the two things, or begin with yes, no or neither;
some do both. An answer is right if it comes to the same: words beside that cost nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Opening = Literal["", "yes", "no", "neither"]
_OPENINGS: tuple[tuple[Opening, str], ...] = (
    ("neither", r"neither\b|none\b"),
    ("yes", r"yes\b"),
    ("no", r"no\b"),
)
# What stands before a common name in a question, and is no part of it.
_NO_NAMES = """
the a an of or and that than to between comparing consider both do does is are which one have
has larva larvae larval male female adult mature flower flowers fruit compared with from by in
feathers underwing plant found on matured patterns
"""
_BEFORE_A_NAME = frozenset(_NO_NAMES.split())
_MOST_WORDS = 5  # of a common name


@dataclass(frozen=True)
class Wanted:
    """What is right: a thing, or how the answer begins; `names` has all names of each thing."""

    opening: Opening
    which: int  # of the things, -1: none
    names: tuple[tuple[str, ...], ...]

    @property
    def kind(self) -> str:
        """What kind of answer it is."""
        return "entity" if self.which >= 0 else self.opening

    def score(self, answer: str) -> float:
        """Return 1 for an answer that comes to the same, 0.5 for "no" without the thing, else 0."""
        opening, which = _opening(answer), _named(answer, self.names)
        if self.which < 0 or opening not in ("", self.opening):
            return float(opening == self.opening)
        if which == self.which:
            return 1.0
        return 0.5 if opening and which < 0 else 0.0


def wanted_of(question: str, things: Sequence[str], answer: str) -> Wanted:
    """Return what the right answer to a question about two things (scientific names) comes to.

    Raises:
        ValueError: it names none of them and is neither yes nor no.
    """
    names = tuple(_names(question, thing) for thing in things)
    found = Wanted(_opening(answer), _named(answer, names), names)
    if not found.kind:
        raise ValueError(f"no rule judges the answer {answer[:60]!r}")
    return found


def _opening(answer: str) -> Opening:
    said = _plain(answer)
    return next((name for name, words in _OPENINGS if re.match(words, said)), "")


def _named(answer: str, names: Sequence[Sequence[str]]) -> int:
    """Return the thing that an answer is about, the first of several; -1: none."""
    said = _plain(answer)
    places = {
        number: min(found)
        for number, own in enumerate(names)
        if (found := [place for name in own if (place := said.find(name)) >= 0])
    }
    is_list = len(places) > 1 and ";" in answer  # what was found out about each, no conclusion
    return -1 if is_list or not places else min(places, key=lambda n: places[n])


def _names(question: str, thing: str) -> tuple[str, ...]:
    """Return the scientific name and, where the question says it, the common one."""
    before, found, _ = _plain(question).partition(f" {_plain(thing)}")
    words: list[str] = []
    for word in reversed(before.removesuffix("scientific name").split() if found else []):
        if word in _BEFORE_A_NAME or len(words) == _MOST_WORDS:
            break
        words.insert(0, word)
    return (_plain(thing), *([" ".join(words)] if words else []))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold().replace("'s ", " ").replace("’", "'")))
