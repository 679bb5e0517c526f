"""Boxes of what a question counts, from detections that were imported: before the reader's own.

A detector says 'animal' or a name. Its boxes are of what is counted if the library has the name for
that, or if it is a kind of what the detector says: an otter is an animal.
"""

from collections.abc import Collection, Sequence
from itertools import takewhile

from visret_desktop.library.catalog.catalog_detections import Detection, FileDetections
from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.answer_words import plain_text, stem, words_of
from visret_desktop.models.answering.premises import is_plural
from visret_desktop.models.interfaces import Box

_ASKS_NUMBER = ("how", "many")
_WORDS_BEFORE = 3  # of what is counted: "how many of the young otters"
# What follows names others: "how many fish do the otters carry".
_VERBS = frozenset(("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can"))


def counted(question: str) -> str:
    """Return the noun that an English question counts: "otters"; "": it counts nothing."""
    words = words_of(plain_text(question))
    starts = [n for n in range(2, len(words)) if tuple(words[n - 2 : n]) == _ASKS_NUMBER]
    if not starts:
        return ""
    after = words[starts[0] : starts[0] + _WORDS_BEFORE + 1]
    nouns = [*takewhile(lambda word: word not in _VERBS, after)]
    return next(filter(is_plural, nouns), nouns[0] if nouns else "")


def boxes_of(files: Sequence[FileDetections], noun: str, names: Collection[str]) -> tuple[Box, ...]:
    """Return the boxes of a noun in a photo; none where no detector found such a thing.

    `names` are the detectors' names that say the noun. Of several files the last imported counts.
    """
    for file in reversed(files):
        boxes = [one.box for one in file.found if one.box and _is_of(one, noun, names)]
        if boxes:
            edges = ((x, y, x + width, y + height) for x, y, width, height in boxes)
            return tuple(
                (left, top, min(1.0, right), min(1.0, low)) for left, top, right, low in edges
            )
    return ()


def _is_of(one: Detection, noun: str, names: Collection[str]) -> bool:
    covers, word = bundled_meanings().covers, stem(noun)
    own = {name.strip().casefold() for name in (one.label.name, one.label.common)} - {""}
    return one.label.name in names or any(
        covers(name, word) or covers(word, name.split()[-1]) for name in own
    )
