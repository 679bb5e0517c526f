"""The words by which a question is read: tables, the roles that words have, and runs of words."""

import re
from dataclasses import dataclass
from enum import Enum

from visret_desktop.models.rewriting.words import american, listed

TOKEN = re.compile(r"\([^()]*\)|'s\b|(?<=s)'(?=\s)|[^\W_]+|[,;:.?!]")
LATIN = re.compile(r"\((?:scientific name:? *)?[A-Z][a-z]+ [a-z][a-z-]+[^()]*\)")
WORDS_AND_LATIN = re.compile(rf"(?: [\w-]+)+ {LATIN.pattern}")
NOT = re.compile(r"n't\b|\bcannot\b")
HAVING = listed(
    "has have had having got show shows showing display displays displayed exhibit exhibits "
    "possess carry carries bear bears keep keeps wear wears wore see there"
)
BEING = listed("is are was were be been being look looks appear appears seem seems made tend")
BEING_LIKE = listed("look looks appear appears seem seems")
HELPING = listed("do does did can could will would")
LOCATING = listed(
    "on upon in at around under underneath below above behind beneath along inside near "
    "between over across"
)
SMALL_ELSEWHERE = listed("den hat hast war die tiene tienen son heeft hebben van door ont")
OR_ELSEWHERE = listed("oder ou o u of")
SAYING = listed("made like as covered than compared unlike both") | HAVING
DURING = listed("while when during whilst")
DIVIDING = listed("or and than vs versus compared unlike")
TELLING = ("differ", "distinguish", "tell")
IDLE = listed(
    "like compared compare comparing consider considering unlike than while when during "
    "whether between viewed viewing seen found typically usually normally generally visually "
    "specifically specific typical usual normal certain true distinct distinctive prominent "
    "clearly kind type sort part appearance look appear wonder know inside around along "
    "across near over upon via behind above below underneath beneath under against before "
    "after one ones more less fewer most least difference same different similar alike "
    "scientific name each other another many much often usually any vs versus differ differs"
)
LIKENESS = ("ish", "less", "like", "shaped", "colored", "toned")
OF_FEATURES = (*LIKENESS, "ed", "er", "est", "y", "ive", "ous")


class WordRole(Enum):
    """What words of a question are to a picture of what it asks about."""

    NAME = "name"  # of a thing, or where and whose it is: stays, whole
    STAGE = "stage"  # female, caterpillar: stays
    PART = "part"  # stays, or a whole that shows it
    MAY = "may"  # may stay or go
    ASKED = "asked"  # goes: it is the answer
    ACTION = "action"  # eat: stays where nothing else could be drawn


@dataclass
class Token:
    """A word or mark of a question, and where it stands."""

    text: str
    start: int
    end: int
    before: str = ""  # '-' or "'" that the word hangs on

    @property
    def plain(self) -> str:
        """The word in small letters, as Americans spell it."""
        return american(self.text.casefold())


@dataclass(eq=False)
class Chunk:
    """Words that stand together, with what leads to them."""

    tokens: list[Token]
    leading: tuple[str, ...]  # small words and signs before it
    is_latin: bool = False  # a Latin name follows
    role: WordRole = WordRole.MAY
    is_object: bool = False  # of 'has'
    is_elided: bool = False  # 'one' follows in place of a noun
    is_located: bool = False  # 'on its wings'
    asked: tuple[str, ...] = ()  # of its words
    end: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """Its words, without what is asked."""
        words = (t.plain for t in self.tokens if t.plain not in self.asked)
        return tuple(word for word in words if word != "'s")


ARTICLES = listed("the a an my our your his her their this that these those")
OWN = listed("my our your his her their")
LINKING = listed("the a an my our your his her of in on at from by with for to under during")
