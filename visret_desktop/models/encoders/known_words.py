"""Which words of a query are beyond an encoder that knows only kinds of things.

Such an encoder ranks photos by any words, and for words about people, moods or colors it ranks them
nearly by chance. A list says which those are (`resources/beyond_words.txt`), but for words that are
part of the name of a kind, as in "running shoe". Words that stand in no definition of a thing are
beyond it, too: those of other languages, and names of people. Abbreviations may be anything.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from visret_desktop.models.encoders import conse
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import bundled

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_GOES_ON_BEFORE, _GOES_ON_BEHIND = re.compile(r"[^\W\d_]['’-]?\Z"), re.compile(r"['’-]?[^\W\d_]")
_SMALL = frozenset(
    (
        *("a", "an", "the", "of", "in", "on", "at", "and", "or", "with", "from", "by", "to"),
        *("versus", "vs"),  # of what is compared, each has photos of its own
    )
)
_BETWEEN = frozenset(
    ("in", "on", "at", "and", "with", "by", "near", "under", "over", "among", "behind", "beside")
)
_LONGEST = 4  # words of a name of a kind
_SHORTEST = 4  # letters of a part of a word, as in "waterfall"


def beyond(pack: Pack, query: str) -> tuple[str, ...]:
    """Return the words of a query that an encoder pack cannot know, as typed, in their order."""
    if pack.knows != "things":
        return ()
    kinds, known = _lists(pack)
    typed = _WORD.findall(query)
    words = [word.lower().replace("’", "'") for word in typed]
    named = set(_named(words, kinds))
    return tuple(
        dict.fromkeys(
            word
            for at, word in enumerate(typed)
            if at not in named and not word.isupper() and _is_beyond(words[at], known)
        )
    )


def is_of_several(query: str) -> bool:
    """Whether words are of several things in one picture, such as "a dog in the snow".

    A photo of them is nearer to one kind, or to neither, than to all the words at once.
    """
    words = [word.lower() for word in _WORD.findall(query)]
    parts = (list(part) for is_link, part in groupby(words, _BETWEEN.__contains__) if not is_link)
    return sum(any(word not in _SMALL for word in part) for part in parts) > 1


class _Words:
    """The words of a text: looked for where one is asked about, as to list them all takes long."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __contains__(self, word: str) -> bool:
        if word.isdigit() or not _WORD.fullmatch(word):
            return False
        start = self._text.find(word)
        while start >= 0 and not self._is_whole(start, start + len(word)):
            start = self._text.find(word, start + 1)
        return start >= 0

    def _is_whole(self, start: int, end: int) -> bool:
        before, behind = self._text[max(start - 2, 0) : start], self._text[end : end + 2]
        return not (_GOES_ON_BEFORE.search(before) or _GOES_ON_BEHIND.match(behind))


_Lists = tuple[frozenset[tuple[str, ...]], _Words]
_lists_of: dict[str, _Lists] = {}  # by the digests of packs


def _is_beyond(word: str, known: _Words) -> bool:
    if word in _SMALL:
        return False
    return word.isdigit() or word in _listed() or not _is_known(word, known)


def _is_known(word: str, known: _Words) -> bool:
    """Whether a word, or both words that it is put together of, describe things."""
    forms = _forms(word)
    cuts = range(_SHORTEST, len(word) - _SHORTEST + 1)
    return any(one in known for one in forms) or any(
        one[:cut] in known and one[cut:] in known for cut in cuts for one in forms
    )


def _named(words: Sequence[str], kinds: frozenset[tuple[str, ...]]) -> Iterator[int]:
    """Yield the places of words that together are the name of a kind."""
    for at in range(len(words)):
        for length in range(1, _LONGEST + 1):
            part = words[at : at + length]
            if len(part) == length and any(
                (*part[:-1], last) in kinds for last in _forms(part[-1])
            ):
                yield from range(at, at + length)


def _forms(word: str) -> list[str]:
    """Return a word and what it may be the plural or possessive of."""
    bare = word.removesuffix("'s")
    ends = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))
    return [word, bare, *(bare[: -len(end)] + new for end, new in ends if bare.endswith(end))]


@cache
def _listed() -> frozenset[str]:
    lines = bundled("beyond_words.txt").read_text("utf-8").splitlines()
    groups = (line.partition(":")[2].split() for line in lines if not line.startswith("#"))
    return frozenset(word for group in groups for word in group)


def _lists(pack: Pack) -> _Lists:
    """Return the names of the kinds, in words, and all words that things are described by.

    Where the files lie is asked once: to look it up took a third of a search.
    """
    if (digest := pack.digest) not in _lists_of:
        names = (conse.KINDS, conse.NAMES, conse.DEFINITIONS)
        _lists_of[digest] = _read(*(pack.place_of(name) for name in names))
    return _lists_of[digest]


def _read(kinds: Path, names: Path, definitions: Path) -> _Lists:
    of_all, glosses = names.read_text("utf-8"), definitions.read_text("utf-8")
    known, by_kind = frozenset(kinds.read_text("utf-8").split()), set[tuple[str, ...]]()
    for line in of_all.splitlines():
        kind, _, text = line.lower().partition("\t")
        if kind in known:
            by_kind |= {tuple(_WORD.findall(name)) for name in text.split(",")}
    return frozenset(by_kind), _Words(f"{of_all} {glosses}".lower())
