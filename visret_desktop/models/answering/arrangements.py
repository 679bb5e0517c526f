"""Which words of an answer belong together, and what stands before what.

"Glass top, steel legs" and "steel top, glass legs" have the same words, as "the cat is on the box"
and "the box is on the cat" have; none of them can be true with the other.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import takewhile

from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.answer_words import (
    EMPTY,
    NEGATING,
    POSITION_OF,
    stem,
    words_of,
)

_BETWEEN_PARTS = re.compile(r"[,;:.]\s|\b(?:and|but|while|whereas|with|und|et|y|e|en)\b")
_EITHER_WAY_WORDS = """
beside outside hugging kissing facing fighting touching meeting greeting embracing
"""
_EITHER_WAY = frozenset(_EITHER_WAY_WORDS.split())  # if one does, so does the other
_ENDS_OBJECT = frozenset(("with", "near", "between", "together", "in", "to", "for", "by", "from"))
_MOST_WORDS = 60  # longer answers tell a story


@dataclass(frozen=True)
class WordArrangement:
    """Pairs of words that belong together, and triples of what is before and after a word.

    `pairs` are those of an answer with several parts of two words and more.
    """

    pairs: frozenset[tuple[str, str]] = field(default=frozenset())
    orders: frozenset[tuple[str, str, str]] = field(default=frozenset())

    def is_swapped_in(self, other: "WordArrangement") -> bool:
        """Tell whether another answer gives the same words to each other the other way."""
        if any((after, word, first) in other.orders for first, word, after in self.orders):
            return True
        common = {one for one, _ in self.pairs} & {one for one, _ in other.pairs}
        own, theirs = self._partners(common), other._partners(common)
        swapped = [one for one in own.keys() & theirs.keys() if not own[one] & theirs[one]]
        return len(swapped) >= 4  # two and two: one alone may be a manner of speaking

    def _partners(self, among: Set[str]) -> dict[str, set[str]]:
        partners: dict[str, set[str]] = {}
        for one, other in self.pairs:
            if one in among and other in among:
                partners.setdefault(one, set()).add(other)
        return partners


NOT_ARRANGED = WordArrangement()


def arrangement_of(answer: str) -> WordArrangement:
    """Return how the words of a plain answer stand."""
    parts = [_telling(words_of(part)) for part in _BETWEEN_PARTS.split(answer)]
    if sum(map(len, parts)) > _MOST_WORDS:
        return NOT_ARRANGED
    full = [part for part in map(frozenset, parts) if len(part) > 1]
    pairs = {(one, other) for part in full for one in part for other in part if one != other}
    orders = {
        triple
        for part in _BETWEEN_PARTS.split(answer)
        for triple in _orders([word for word in words_of(part) if word not in NEGATING])
    }
    # "A white cup on a black tray on a white table": nothing can be said of which is on which.
    plain = frozenset(one for one in orders if one[::-1] not in orders)
    return WordArrangement(frozenset(pairs if len(full) > 1 else ()), plain)


def _telling(words: Sequence[str]) -> list[str]:
    """Return words that say something, those of one meaning as one: "wooden" is "wood"."""
    same = bundled_meanings().same
    stems = [stem(word) for word in words if word not in EMPTY and word not in NEGATING]
    return [min(same.get(one, frozenset()) - {one} or {one}) for one in stems]


def _orders(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what is before and after a word of position, or is done to what."""
    for n, word in enumerate(words):
        position, rest = POSITION_OF.get(word, ""), words[n + 1 :]
        if rest[:1] == ["which"]:
            continue
        if position and position not in _EITHER_WAY:
            relation, after = position, takewhile(lambda one: one not in POSITION_OF, rest)
        elif word.endswith("ing") and word not in _EITHER_WAY:
            relation = word
            after = takewhile(lambda one: one not in POSITION_OF and one not in _ENDS_OBJECT, rest)
        else:
            continue
        for last in _telling(list(after)):
            yield from ((first, relation, last) for first in _telling(words[:n]) if first != last)
