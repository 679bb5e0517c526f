"""What kind of answer a question wants, and when two answers to it say the same.

'Turquoise.', 'the feet are turquoise' and 'turquoise, which is rare' do; so do 'blue and white' and
'white and blue', 'two' and '2 birds', 'yes' and 'Yes, it is one'. What counts are the words that an
answer adds to its question. The wordings are English; of any other language each word counts.

A reader may be good at one kind and poor at another, so each kind is proved by itself.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

_WORD = re.compile(r"\w+")
_CLAUSE = re.compile(
    r"[;(:]|[.!?](?=\s|\Z)|,? \b(?:which|who|that (?:is|are|was)|because|since|although|though"
    r"|but|while|as (?:it|they|the)|so that|due to)\b",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"(yes|yeah|yep|no|nope|not really)\b(?P<more>[^\w\s]|\s*\Z)?")
_ASKS_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b"
)
_OFFERS_A_CHOICE = re.compile(r"\bor\b")
_NEGATING = frozenset(("no", "not", "none", "never", "without", "neither", "nor"))
_SHORTENED = ((r"\b(?:cannot|can't)\b", "can not"), (r"\bwon't\b", "will not"), (r"n't\b", " not"))
_EMPTY_WORDS = """
a an the is are was were be been being am it its they their there this that these those he she his
her and or of in on at with to for from by as has have had do does did can could will would see seen
seem seems look looks looking appear appears show shows shown showing visible photo photos picture
pictures image images color colors colored very s t i we you here
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_ALIKE = {"grey": "gray", "colour": "color", "colours": "colors", "coloured": "colored"}
_NUMBERS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty
"""
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_KNOWN = 4096  # gists: each answer is looked at again with every further photo


@dataclass(frozen=True)
class Gist:
    """What an answer comes to: its words in any order; equal gists are equal answers."""

    words: frozenset[str]
    is_negated: bool = False

    def agrees_with(self, other: "Gist") -> bool:
        """Tell whether one says what the other says, and maybe more; numbers have to be equal.

        What says nothing agrees only with what says nothing either.
        """
        if self.is_negated != other.is_negated or bool(self.words) != bool(other.words):
            return False
        if self._numbers and other._numbers and self._numbers != other._numbers:
            return False
        return self.words <= other.words or other.words <= self.words

    @property
    def _numbers(self) -> frozenset[str]:
        return frozenset(word for word in self.words if word.isdecimal())


@lru_cache(_KNOWN)
def gist(answer: str, question: str = "") -> Gist:
    """Return what an answer to a question comes to. An answer without any word has no words."""
    plain_answer, asked = _plain(answer), _plain(question)
    if match := _YES_OR_NO.match(plain_answer):
        is_plain = match["more"] is not None
        if is_plain or _ASKS_YES_OR_NO.match(asked):
            return Gist(frozenset(("yes" if match[1].startswith("y") else "no",)))
    words = _words(_first_clause(plain_answer))
    is_negated = bool(_NEGATING & set(words))
    kept = [word for word in words if word not in _NEGATING]
    telling = [word for word in kept if word not in _EMPTY] or kept
    if not _OFFERS_A_CHOICE.search(asked):
        stems = {_stem(word) for word in _words(asked)}
        telling = [word for word in telling if _stem(word) not in stems] or telling
    return Gist(frozenset(map(_stem, telling)), is_negated)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    for short, long in _SHORTENED:
        text = re.sub(short, long, text)
    return " ".join(text.split()).strip("\"'*`")


def _first_clause(text: str) -> str:
    """Return the text without what explains it; all of it where nothing would be left."""
    for match in _CLAUSE.finditer(text):
        if _WORD.search(text[: match.start()]):
            return text[: match.start()]
    return text


def _words(text: str) -> list[str]:
    found = (_ALIKE.get(word, word) for word in _WORD.findall(text))
    return [_DIGITS.get(word, word) for word in found]


def _stem(word: str) -> str:
    """Return a word without the ending of a plural."""
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


Kind = Literal["count", "color", "yes or no", "other"]
_COUNT = re.compile(
    r"\bhow (?:many|much)\b|\bnumber of\b|\bcount\b"
    r"|\bwie ?viele?\b|\banzahl\b|\bcombien\b|\bcu[aá]nt[oa]s\b|\bquant[ie]\b|\bhoeveel\b"
)
_COLOR = re.compile(
    r"\bcolou?r(?:s|es|ed|ation)?\b|\bfarb(?:e|en|ig)\b|\bcouleurs?\b|\bcolor[ei]\b|\bkleur(?:en)?\b"
)
_OR = re.compile(r"\b(?:or|oder|ou|o|of)\b")
_WANTS_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should"
    r"|ist|sind|war|waren|hat|haben|gibt|kann|sieht|est-ce|y a-t-il|a-t-il|es|son|hay|tiene|tienen"
    r"|è|sono|c'è|ci sono|ha|hanno|zijn|heeft|hebben|kan)\b"
)


def kind_of(question: str) -> Kind:
    """Return what kind of answer a question wants; it may be in any of the six languages."""
    text = unicodedata.normalize("NFKC", question).casefold().replace("’", "'").strip(" ¿\"'")
    if _COUNT.search(text):
        return "count"
    if _WANTS_YES_OR_NO.match(text) and not _OR.search(text):
        return "yes or no"
    return "color" if _COLOR.search(text) else "other"
