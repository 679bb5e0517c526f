"""The words of answers: small letters, digits, none that say nothing; where something is."""

import re
import unicodedata
from collections.abc import Set

from visret_desktop.models.answering.amounts import DIGITS, in_digits
from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.plurals import singular

NEGATING = frozenset(
    (
        "no",
        "not",
        "none",
        "nobody",
        "nothing",
        "never",
        "without",
        "neither",
        "nor",
        "prohibited",
        "forbidden",
    )
)
ARTICLES = frozenset(("a", "an", "the", "his", "her", "its", "their", "some"))
_WORD = re.compile(r"(?<![\w-])-\d+|\w+(?:'s\b)?")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\Z")
_CLAUSE = re.compile(
    r"[;(]|:(?!\d)|(?<!\bst)(?<!\bmt)(?<!\bdr)(?<!\bmr)[.!?](?=\s|\Z)"
    r"|,? \b(?:which|who|that (?:is|are|was)|because|since|although|though"
    r"|but|while|instead of|rather than|as (?:it|they|the)|so that|due to)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(  # "a string of pearls" is pearls
    r"\b(?:string|strand|bunch|pile|heap|stack|piece|slice|chunk|block|strip|sheet|layer|row|group"
    r"|bundle|collection|cluster|clump|handful|mixture|mix|set)s? of\b"
)
_HEDGES = re.compile(
    r",? ?\b(?:i (?:believe|think|guess|suppose|would say)(?: that)?|most (?:likely|probably)"
    r"|judging (?:by|from) [^.,;]*)"
)
_SHORTENED = ((r"\b(?:cannot|can't)\b", "can not"), (r"\bwon't\b", "will not"), (r"n't\b", " not"))
_EMPTY_WORDS = """
a an the is are was were be been being am it its they their there this that these those he his she
her him them and or of in on at with to for from by as has have had do does did can could will would
see seen seem seems look looks looking like appear appears appeared show shows shown showing visible
photo photos picture pictures image images very s t i we you here
color colors colored colour coloured shade tone hue shaped shape form made material kind type sort
mostly mainly predominantly primarily largely slightly somewhat rather quite probably likely perhaps
maybe possibly seemingly apparently clearly distinctly certainly about approximately roughly some
any own currently just simply typical typically which what who called known species breed
un une der die das ein eine einen einem einer le la les el los las il lo gli de het een des du
"""
EMPTY = frozenset(_EMPTY_WORDS.split())
_ALIKE = {"grey": "gray", "colour": "color", "colours": "colors", "coloured": "colored"}
# Where something is beside what.
_POSITIONS = {
    "under": "under beneath below underneath",
    "on": "on atop above over",
    "behind": "behind",
    "front": "front",
    "left": "left",
    "right": "right",
    "inside": "inside",
    "outside": "outside",
    "beside": "beside next",
    "up": "up",
    "down": "down",
}
POSITION_OF = {word: name for name, words in _POSITIONS.items() for word in words.split()}
_OPPOSITES = (
    frozenset(("under", "on")),
    frozenset(("behind", "front")),
    frozenset(("left", "right")),
    frozenset(("inside", "outside")),
    frozenset(("inside", "beside")),
    frozenset(("up", "down")),
)
# Of one thing: "in the house", "behind the house".
_RELATIONS = {
    "in": "inside",
    "inside": "inside",
    "on": "on",
    "atop": "on",
    "above": "above",
    "over": "above",
    "under": "under",
    "beneath": "under",
    "below": "under",
    "behind": "behind",
    "beside": "beside",
    "outside": "outside",
    "between": "between",
}
_PARTS = {
    "roof": "roof",
    "door": "door entrance gate",
    "middle": "middle center centre",
    "edge": "edge side bank margin",
    "top": "top summit crest peak",
    "foot": "foot bottom base",
    "corner": "corner",
    "back": "back rear",
    "end": "end tip",
}
_PART_OF = {word: f"at {name}" for name, words in _PARTS.items() for word in words.split()}
_MAY_BE_BOTH = (frozenset(("inside", "on")), frozenset(("beside", "outside")))
_CONTAINER_WORDS = """
box car bag basket cup bowl pot pan bucket drawer cage crate bus van truck cupboard oven fridge
refrigerator backpack suitcase jar glass vase bottle barrel tent kennel envelope
"""
_CONTAINERS = frozenset(_CONTAINER_WORDS.split())
_BETWEEN = frozenset(("the", "a", "an", "of", "to", "top", "his", "her", "its", "their"))


def plain_text(text: str) -> str:
    """Return a text in small letters, without marks around it, short forms written out."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    for short, long in _SHORTENED:
        text = re.sub(short, long, text)
    return " ".join(_HEDGES.sub(" ", text).split()).strip("\"'*`")


def first_clause(text: str) -> str:
    """Return a text without what explains it; all of it where nothing would be left."""
    return before(_CLAUSE, text)


def before(pattern: re.Pattern[str], text: str) -> str:
    """Return the text before what matches; all of it where nothing would be left."""
    for match in pattern.finditer(text):
        if _WORD.search(text[: match.start()]):
            return text[: match.start()]
    return text


def words_of(text: str) -> list[str]:
    """Return all words of a plain text; numbers are digits."""
    words = _WORD.findall(_MEASURED.sub("of", in_digits(text)))
    bare = (_ORDINAL.sub("", word.removesuffix("'s")) for word in words)
    return [DIGITS.get(word, word) for word in (_ALIKE.get(word, word) for word in bare)]


def telling_words(text: str) -> list[str]:
    """Return the words and names of a plain text that say something, without plurals."""
    names = bundled_meanings().names_in(words_of(text))
    return [stem(word) for word in names if word not in EMPTY and word not in NEGATING]


def stem(word: str) -> str:
    """Return a word as one thing; a name that is known stays as it is."""
    return word if word in bundled_meanings().same else singular(word)


def verb_base(word: str) -> str:
    """Return a word without an ending of English verbs: "catches" and "catching" are "catch"."""
    base = re.sub(r"(?:ing|es|(?<!s)s|ed|e)$", "", word) if len(word) > 3 else word
    return re.sub(r"y$", "i", re.sub(r"([^aeiouls])\1$", r"\1", base))


def positions_in(words: list[str]) -> frozenset[str]:
    """Return the positions that words say."""
    return frozenset(POSITION_OF[word] for word in words if word in POSITION_OF)


def relations_in(words: list[str]) -> frozenset[tuple[str, str]]:
    """Return where something is to a thing: "inside", "box" of "in the box"."""
    relations = set[tuple[str, str]]()
    for n, word in enumerate(words):
        relation = _RELATIONS.get(word, "")
        rest = [one for one in words[n + 1 :] if one not in _BETWEEN]
        if rest and rest[0] == "front":
            relation, rest = "front", rest[1:]
        elif word == "next":
            relation = "beside"
        elif word == "of" and n:
            relation = _PART_OF.get(words[n - 1], "")
        if relation and rest:
            relations.add((relation, rest[0]))
    return frozenset(relations)


def exclude_each_other(these: Set[tuple[str, str]], those: Set[tuple[str, str]]) -> bool:
    """Tell whether relations to one thing differ; on and in most things is the same."""
    return any(
        thing == other_thing
        and relation != other
        and relation.startswith("at ") == other.startswith("at ")
        and (thing in _CONTAINERS or frozenset((relation, other)) not in _MAY_BE_BOTH)
        for relation, thing in these
        for other, other_thing in those
    )


def are_opposite(these: Set[str], those: Set[str]) -> bool:
    """Tell whether two answers have positions of which one excludes the other."""
    return any(
        len(pair & these) == len(pair & those) == 1 and pair & these != pair & those
        for pair in _OPPOSITES
    )
