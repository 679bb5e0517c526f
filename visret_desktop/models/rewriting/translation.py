"""Is what a model answered a translation of a query? Holds for whatever model wrote it.

A query is searched as it was typed, and by its translation beside it. What cannot be told to be one
is not used: an answer that says the same words again, changes a name or a number, explains itself,
or is in no English letters.
"""

import re
import unicodedata
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"([^"]+)"|[“„]([^“”]+)[“”]|«([^»]+)»|\(([^()]+)\)')
_EMPTY_QUOTES = re.compile(r'["“„«(]\s*["”“»)]')
_NUMBER = re.compile(r"\d+")
_WITH_DIGIT_OR_CAPITALS = re.compile(r"\b(?=\w*\d)\w+|\b[A-Z]{2,}\b")
_LATIN_NAME = re.compile(
    r"\b[A-Z][a-z]+(?:us|a|um|is|es|ys|ex|ax|ix|on|or|as|os|o|e) "
    r"[a-z]+(?:us|a|um|is|es|i|ae|ens|ans|or|ax|ex|ix|oides)\b"
)
_NO_PLAIN_WORDS = re.compile(r"[^\w\s,.'’?!-]")
_MORE_WORDS = 4


def kept_as_typed(query: str, quoted: Sequence[str] = ()) -> list[str]:
    """Return the parts of a query that a translation has to have, too.

    They are what stands in quotation marks or brackets, `quoted`, names in Latin and in capitals.
    """
    marked = ("".join(filter(None, match.groups())) for match in _QUOTED.finditer(query))
    patterns = _LATIN_NAME, _WITH_DIGIT_OR_CAPITALS
    found = (match[0] for pattern in patterns for match in pattern.finditer(query))
    is_loud = query.isupper()
    return [*quoted, *marked, *(() if is_loud else found)]


def is_translation(query: str, answer: str, quoted: Sequence[str] = ()) -> bool:
    """Return whether an answer says a query in English, as far as its letters and words tell."""
    kept = kept_as_typed(query, quoted)
    if not all(part in answer for part in kept):
        return False
    asked, said = _without(query, kept), _without(answer, kept)
    if sorted(_NUMBER.findall(asked)) != sorted(_NUMBER.findall(said)):
        return False
    words, others = _words(asked), _words(said)
    is_english = said.replace("’", "'").isascii() and not _NO_PLAIN_WORDS.search(said)
    # A query of Chinese has a word for each of its signs.
    most = 2 * len(words) + _MORE_WORDS + sum(ord(sign) > 0x2E80 for sign in asked)
    if not (words and others and is_english and len(others) <= most):
        return False
    return 2 * len(set(words) & set(others)) <= len(set(words))


def _without(text: str, parts: Sequence[str]) -> str:
    for part in parts:
        text = text.replace(part, " ")
    return _EMPTY_QUOTES.sub(" ", text)


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
