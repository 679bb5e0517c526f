"""The words of answers: in small letters, numbers as digits, without those that say nothing."""

import re
import unicodedata

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


def plain_text(text: str) -> str:
    """Return a text in small letters, without marks around it, short forms written out."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    for short, long in _SHORTENED:
        text = re.sub(short, long, text)
    return " ".join(text.split()).strip("\"'*`")


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
