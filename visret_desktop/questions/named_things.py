"""Which names of a library say a thing: 'herons' is the keyword 'bird|grey heron', too.

Where none does, everyday words are looked for in the other languages: 'Frösche' is 'frog', too.

A name says a thing if it is that thing's, in singular or plural, or ends in it ('grey heron'; in
French, Spanish and Italian it begins so). 'Heron Lake' is no heron.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from visret_desktop.facts.fact import Known, folded
from visret_desktop.facts.languages import LANGUAGES
from visret_desktop.library.catalog.filter_values import Detected
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.library.keyword_paths import last_part, with_all_around
from visret_desktop.paths import bundled
from visret_desktop.questions.catalog_question import AskedThing
from visret_desktop.questions.question_wording import QuestionWording, wordings

_WORD = re.compile(r"[\w']+")
_MOST_NAMES = 200  # of one thing

Bases = frozenset[str]  # a word without each of the endings that it may have


def thing_named(text: str, library: Known, wording: QuestionWording) -> AskedThing:
    """Return a thing with the names of the library that say it; none may."""
    thing = _named(text, library, wording)
    if thing.conditions:
        return thing
    for language, word in _translations(text, wording):
        if (other := _named(word, library, language)).conditions:
            return replace(other, text=text)
    return thing


def _named(text: str, library: Known, wording: QuestionWording) -> AskedThing:
    words, is_last = _words(text), wording.is_head_last
    names = _names_by_letter(
        tuple(library.keywords()),
        tuple(library.species()),
        tuple(library.common_names().items()),
        tuple(library.detections()),
    )
    likely = names.get((is_last, words[-1 if is_last else 0][0]), ()) if words else ()
    bases = [wording.bases(word) for word in words]
    chosen = [one for one in likely if _says(one.words, bases, wording)][:_MOST_NAMES]
    by_field: dict[str, dict[str, None]] = {}
    for one in chosen:
        by_field.setdefault(one.field, {})[one.value] = None
    conditions = (
        Condition(field, tuple(map(Detected, values) if field == "detected" else values))
        for field, values in by_field.items()
    )
    return AskedThing(text, tuple(dict.fromkeys(one.name for one in chosen)), tuple(conditions))


@dataclass(frozen=True)
class _Name:
    """What photos are named by: the field and its value, and the name with its folded words."""

    field: str
    value: str
    name: str
    words: list[str]


@lru_cache(maxsize=1)
def _names_by_letter(
    keywords: tuple[str, ...],
    species: tuple[str, ...],
    common_names: tuple[tuple[str, str], ...],
    detections: tuple[tuple[str, str], ...],
) -> dict[tuple[bool, str], list[_Name]]:
    """Return the names whose last word, or else whose first word, begins with a letter.

    There may be 100,000, and to compare endings takes long.
    """
    rows = [("keyword", one, last_part(one)) for one in with_all_around(keywords)]
    rows += [("species", one, one) for one in species]
    rows += [("species", one, common) for common, one in common_names]
    rows += [("detected", label, name) for label, common in detections for name in (common, label)]
    names: dict[tuple[bool, str], list[_Name]] = {}
    for field, value, name in rows:
        if words := _words(name):
            for is_last in (False, True):
                letter = words[-1 if is_last else 0][0]
                names.setdefault((is_last, letter), []).append(_Name(field, value, name, words))
    return names


def _translations(text: str, wording: QuestionWording) -> Iterator[tuple[QuestionWording, str]]:
    """Yield what a word of one language is called in the others."""
    bases, code = [wording.bases(word) for word in _words(text)], wording.language.code
    for cells in _everyday_words():
        mine = cells[LANGUAGES.index(code)].split("/")
        if any(_is_same(_words(one), bases, wording) for one in mine):
            for other, cell in zip(wordings(), cells, strict=True):
                yield from ((other, one) for one in cell.split("/") if other is not wording)


@cache
def _everyday_words() -> list[list[str]]:
    lines = bundled("rewriting", "translations.txt").read_text("utf-8").splitlines()
    rows = ([cell.strip() for cell in line.split("|")] for line in lines if line[:1] != "#")
    return [row for row in rows if len(row) == len(LANGUAGES)]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def _says(name: Sequence[str], thing: Sequence[Bases], wording: QuestionWording) -> bool:
    head = name[-len(thing) :] if wording.is_head_last else name[: len(thing)]
    return _is_same(head, thing, wording)


def _is_same(words: Sequence[str], thing: Sequence[Bases], wording: QuestionWording) -> bool:
    """Return whether the words are the same but for their endings."""
    pairs = zip(words, thing, strict=False)
    return len(words) == len(thing) and all(wording.bases(word) & bases for word, bases in pairs)
