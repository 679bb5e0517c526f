"""Words around facts that say nothing by themselves: 'but only those', 'that I took'."""

import re
from collections.abc import Sequence
from functools import cache

from visret_desktop.facts.fact import folded
from visret_desktop.facts.languages import languages

FACT = "\0"  # stands for a fact in a text
_WORD = re.compile(r"[\w']+")
_PARTS = re.compile(r"[,;.!?](?=[\s\0]|\Z)|(?<!\S)[+-](?!\S)")
_OTHER = re.compile(r"[^\w\s'\0]")  # quotes, the colon of a weight


def without_filler(text: str, codes: Sequence[str]) -> str:
    """Return a text, in which each fact is a FACT, without the words that belong to facts.

    `codes` are the languages in which it may be written.
    """
    likely = [one for one in languages() if one.code in codes]
    for pattern in (pattern for one in likely for pattern in one.around_facts):
        for match in reversed(list(pattern.finditer(folded(text)))):
            text = text[: match.start()] + FACT + text[match.end() :]
    ends = [*(match.span() for match in _PARTS.finditer(text)), (len(text), len(text))]
    pieces, position = [], 0
    for end, after in ends:
        part = text[position:end]
        is_filler = FACT in part and not _OTHER.search(part) and is_about_nothing(part, codes)
        pieces += [FACT if is_filler else part, text[end:after]]
        position = after
    return "".join(pieces)


def is_about_nothing(text: str, codes: Sequence[str]) -> bool:
    """Return whether only words for photos, articles and the like are left: 'the photos'."""
    words = _WORD.findall(folded(text))
    return all(word in _small() or names_photos(word, codes) for word in words)


def names_photos(text: str, codes: Sequence[str]) -> bool:
    """Return whether a text names but photos: 'all the pictures', 'only those'."""
    likely = [one for one in languages() if one.code in codes]
    return all(
        any(one.names_photos(word) for one in languages())
        or any(word in one.only for one in likely)
        for word in _WORD.findall(folded(text))
    )


@cache
def _small() -> frozenset[str]:
    return frozenset(word for one in languages() for word in folded(one.table["small"]).split())
