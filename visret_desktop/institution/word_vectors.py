"""Texts as PostgreSQL looks them up by words: folded and split as the catalog's index of words is.

PostgreSQL's own parser knows host names, addresses and a language; the catalog's (`unicode61` of
SQLite, without diacritics) knows letters and digits alone, and so does this.
"""

import re
import unicodedata
from collections.abc import Iterator

_ASCII = re.compile(r"[a-z0-9]+")
_ACCENTS = frozenset(map(chr, range(0x300, 0x332)))  # behind a letter
_LONGEST = 100  # letters of a word
_MOST_BYTES = 400_000  # of all words of a photo; PostgreSQL takes a million
_GAP = 2  # places between two texts, so that no phrase goes from one to the next


def words_of(text: str) -> list[str]:
    """Return the words of a text in their order, in small letters, without accents."""
    if text.isascii():
        return _ASCII.findall(text.lower())
    return "".join(map(_folded, text)).split()


def _folded(sign: str) -> str:
    if sign in _ACCENTS:
        return ""
    kind = unicodedata.category(sign)
    if kind[0] not in "LN" and kind != "Co":
        return " "
    plain = unicodedata.normalize("NFD", sign)[0]
    letter = plain if plain.isascii() else sign  # without accents are Latin letters alone
    small = letter.casefold()
    return small if len(small) == 1 else letter.lower()


def vector_of(*texts: str) -> str:
    """Return texts as a `tsvector`: which words there are, and where."""
    return " ".join(_placed(texts))


def _placed(texts: tuple[str, ...]) -> Iterator[str]:
    place, left = 0, _MOST_BYTES
    for text in texts:
        for word in words_of(text):
            place += 1
            entry = f"'{word[:_LONGEST]}':{place}"
            left -= len(entry.encode())
            if left < 0:
                return
            yield entry
        place += _GAP


def queries_of(texts: list[str]) -> list[list[str]]:
    """Return what each text asks for, as `tsquery`s that must all hold; texts without words none.

    Each is one typed word, which may be several here ("IMG_7"), the last of which may go on.
    """
    of_texts = ([_phrase(word) for word in re.findall(r"\w+", text)] for text in texts)
    return [kept for phrases in of_texts if (kept := [one for one in phrases if one])]


def _phrase(word: str) -> str:
    words = [f"'{one[:_LONGEST]}'" for one in words_of(word)]
    return f"{' <-> '.join(words)}:*" if words else ""
