"""Which names of a library say a thing: 'herons' is the keyword 'bird|grey heron', too.

Where none does, everyday words are looked for in the other languages: 'Frösche' is 'frog', too.

A name says a thing if it is that thing's, in singular or plural, or ends in it ('grey heron'; in
French, Spanish and Italian it begins so). 'Heron Lake' is no heron.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
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

_Name = tuple[str, str, str]
_Bases = Sequence[frozenset[str]]  # of each word, without the endings that it may have
_ByLetter = dict[tuple[int, str], list[tuple[_Name, list[str]]]]


def thing_named(text: str, library: Known, wording: QuestionWording) -> AskedThing:
    """Return a thing with the names of the library that say it; none may."""
    names = _by_letter(tuple(_names(library)))
    thing = _named(text, names, wording)
    if thing.conditions:
        return thing
    for language, word in _translations(text, wording):
        if (other := _named(word, names, language)).conditions:
            return replace(other, text=text)
    return thing


def _named(text: str, names: _ByLetter, wording: QuestionWording) -> AskedThing:
    words, place = _words(text), -1 if wording.is_head_last else 0
    bases = [wording.bases(word) for word in words]
    likely = names.get((place, words[place][0]), ()) if words else ()
    chosen = [name for name, its in likely if _says(its, bases, wording)][:_MOST_NAMES]
    by_field: dict[str, dict[str, None]] = {}
    for field, value, _ in chosen:
        by_field.setdefault(field, {})[value] = None
    conditions = (
        Condition(field, tuple(map(Detected, values) if field == "detected" else values))
        for field, values in by_field.items()
    )
    return AskedThing(text, tuple(dict.fromkeys(name for *_, name in chosen)), tuple(conditions))


@lru_cache(maxsize=1)
def _by_letter(names: tuple[_Name, ...]) -> _ByLetter:
    """Return names with their words, by the first letter of the last (-1) or first (0) word.

    There may be 100,000, and to compare the endings of all takes seconds.
    """
    by_letter: _ByLetter = {}
    for name in names:
        words = _words(name[2])
        for place in (-1, 0) if words else ():
            by_letter.setdefault((place, words[place][0]), []).append((name, words))
    return by_letter


def _names(library: Known) -> Iterator[_Name]:
    """Yield the field, the value and the name of all that photos are named by."""
    yield from (("keyword", one, last_part(one)) for one in with_all_around(library.keywords()))
    yield from (("species", one, one) for one in library.species())
    yield from (("species", one, common) for common, one in library.common_names().items())
    for label, common in library.detections():
        yield from (("detected", label, name) for name in (common, label))


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


def _says(name: Sequence[str], thing: _Bases, wording: QuestionWording) -> bool:
    head = name[-len(thing) :] if wording.is_head_last else name[: len(thing)]
    return _is_same(head, thing, wording)


def _is_same(words: Sequence[str], thing: _Bases, wording: QuestionWording) -> bool:
    """Return whether the words are the same but for their endings."""
    pairs = zip(words, thing, strict=False)
    return len(words) == len(thing) and all(wording.bases(word) & bases for word, bases in pairs)
