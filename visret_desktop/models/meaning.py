"""Does an instruction mean what the query says? Holds for whatever model wrote it.

Every word of the query that shows something has to stand in the instructions, and they may add
only words of how a picture is taken. So no color, place, weather, count or subject is ever
invented, and none is lost. The word lists are in `resources/rewriting/`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from visret_desktop.assets import bundled
from visret_desktop.models.interfaces import Family

_WORD = re.compile(r"[^\W_]+")
_BRACKETS = re.compile(r"\([^()]*\)")  # a Latin name, which may be left out
_NOT = re.compile(r"n't\b|\bcannot\b")
# Endings that the same word may have: heron, herons; stand, standing; rot, rotes, roten.
_ENDINGS = frozenset(["", "s", "es", "d", "ed", "ing"])
_GERMAN_ENDINGS = frozenset(["e", "n", "en", "er", "em", "es", "s"])
_SHORTEST_STEM = 3
_LONG_STEM = 5
_SHORTEST_WITH_SLIP = 5


def lost_or_added(query: str, family: Family, instructions: Sequence[str]) -> str:
    """Return in a few words how the instructions change what the query says; "": they do not."""
    asked = _Meaning.of(query, family)
    said = [_words(line) for line in instructions]
    every = [word for line in said for word in line]
    for word in asked.shown:
        if not any(asked.is_said_by(word, other) for other in every):
            return f"left out “{_as_written(word, query)}”"
    for word in every:
        if not asked.explains(word):
            return f"added “{word}”"
    if len(said) > 1 and not all(map(_shows_own, said, _others(said))):
        return "named one thing twice"
    return ""


@dataclass(frozen=True)
class _Lists:
    """The word lists."""

    small: frozenset[str]
    asking: frozenset[str]
    views: frozenset[str]
    negations: frozenset[str]
    same: frozenset[tuple[str, str]] = field(repr=False)  # (a word, what may stand for it)
    of_parts: frozenset[tuple[str, str]] = field(repr=False)


@dataclass(frozen=True)
class _Meaning:
    """What a query says."""

    words: tuple[str, ...]
    shown: tuple[str, ...]  # those that have to stand in the instructions
    may_stand_for: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, query: str, family: Family) -> "_Meaning":
        lists = _lists()
        words = tuple(_words(query))
        is_asking = family is not Family.DESCRIPTION
        idle = lists.small | lists.asking if is_asking else lists.small
        outside = _words(_BRACKETS.sub(" ", query))
        shown = tuple(word for word in dict.fromkeys(outside) if word not in idle)
        pairs = lists.same | lists.of_parts if is_asking else lists.same
        return cls(words, shown or words, pairs)

    def is_said_by(self, word: str, other: str) -> bool:
        """Whether `other`, of an instruction, says the same as `word`, of the query."""
        negations = _lists().negations
        if word in negations or other in negations:
            return word in negations and other in negations
        forms = ((one, two) for one in _singular(word) for two in _singular(other))
        if _is_form_of(word, other) or any(pair in self.may_stand_for for pair in forms):
            return True
        return other not in self.words and _is_slip_of(word, other)

    def explains(self, other: str) -> bool:
        """Whether a word of an instruction follows from the query, or says nothing new."""
        lists = _lists()
        if other in lists.small or other in lists.views:
            return True
        return any(self.is_said_by(word, other) for word in self.words)


def _shows_own(line: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of several instructions shows something that no other does."""
    small = _lists().small
    return any(
        word not in small and not any(_is_form_of(word, other) for other in others) for word in line
    )


def _others(lines: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return for each line the words of all others."""
    return [
        [word for other, words in enumerate(lines) if other != number for word in words]
        for number in range(len(lines))
    ]


def _words(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return [_american(word) for word in _WORD.findall(_NOT.sub(" not", text))]


def _as_written(word: str, query: str) -> str:
    return next((one for one in _WORD.findall(query) if word in _words(one)), word)


def _american(word: str) -> str:
    """Return 'color', 'colored', 'harbor' for 'colour', 'coloured', 'harbour'."""
    return re.sub(r"(?<=[^\W\d_]{2}[bdlnv])our(?=s?\Z|ed\Z|ful\Z)", "or", word)


def _singular(word: str) -> tuple[str, ...]:
    return (word, word[:-1]) if word.endswith("s") else (word,)


def _is_form_of(word: str, other: str) -> bool:
    if word == other:
        return True
    stem = 0
    while stem < min(len(word), len(other)) and word[stem] == other[stem]:
        stem += 1
    ends = (word[stem:], other[stem:])
    if stem >= 2 and sorted(ends) in (["ies", "y"], ["ied", "y"]):
        return True
    if stem < _SHORTEST_STEM:
        return False
    if all(_end(end, word[stem - 1]) in _ENDINGS for end in ends):
        return True
    is_long = stem >= _LONG_STEM or all(ends)
    return is_long and all(end in _GERMAN_ENDINGS or not end for end in ends)


def _end(end: str, last: str) -> str:
    """Return an ending without the letter that is doubled before it: run, run-ning."""
    is_doubled = end[:1] == last and end[1:] in ("ing", "ed")
    return end[1:] if is_doubled else end


def _is_slip_of(word: str, other: str) -> bool:
    """Whether a slip of the finger was mended: two letters swapped, or one too few or too many."""
    if min(len(word), len(other)) < _SHORTEST_WITH_SLIP - 1 or word.isdigit():
        return False
    if len(word) == len(other):
        swapped = [place for place in range(len(word)) if word[place] != other[place]]
        return (
            len(swapped) == 2
            and swapped[1] == swapped[0] + 1
            and word[swapped[0]] == other[swapped[1]]
            and word[swapped[1]] == other[swapped[0]]
        )
    long, short = (word, other) if len(word) > len(other) else (other, word)
    if len(long) != len(short) + 1 or len(long) <= _SHORTEST_WITH_SLIP:
        return False
    return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))


# ---- word lists ---------------------------------------------------------------------------------


@cache
def _lists() -> _Lists:
    same, of_parts = set[tuple[str, str]](), set[tuple[str, str]]()
    for line in _lines("same_words"):
        pairs = of_parts if line.startswith("?") else same
        pairs.update(_pairs(line.removeprefix("?")))
    names = ("small_words", "asking_words", "view_words", "negations")
    small, asking, views, negations = (
        frozenset(word for line in _lines(name) for word in _words(line)) for name in names
    )
    small -= negations
    return _Lists(small, asking, views, negations, frozenset(same), frozenset(of_parts))


def _lines(name: str) -> Iterable[str]:
    text = bundled("rewriting", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _pairs(line: str) -> Iterable[tuple[str, str]]:
    words, arrow, standing_in = line.partition(">")
    others = standing_in.split() if arrow else words.split()
    return [(word, other) for word in words.split() for other in others]
