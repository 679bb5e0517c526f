"""Which names of a library say a thing: 'herons' is the keyword 'bird|grey heron', too.

Where none does, everyday words are looked for in the other languages: 'Frösche' is 'frog', too.

A name says a thing if it is that thing's, in singular or plural, or ends in it ('grey heron'; in
French, Spanish and Italian it begins so). 'Heron Lake' is no heron.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

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
    words = _words(text)
    exact, alike = dict[tuple[str, str], str](), dict[tuple[str, str], str]()
    for field, value, name in _names(library):
        if name.casefold() == text.casefold():
            exact[field, value] = name
        if _says(_words(name), words, wording):
            alike[field, value] = name
    names = list((exact | alike).items())[:_MOST_NAMES] if words else []
    by_field: dict[str, list[str]] = {}
    for (field, value), _ in names:
        by_field.setdefault(field, []).append(value)
    conditions = (
        Condition(field, tuple(map(Detected, values) if field == "detected" else values))
        for field, values in by_field.items()
    )
    return AskedThing(text, tuple(dict.fromkeys(name for _, name in names)), tuple(conditions))


def _names(library: Known) -> Iterator[tuple[str, str, str]]:
    """Yield the field, the value and the name of all that photos are named by."""
    for keyword in with_all_around(library.keywords()):
        yield "keyword", keyword, last_part(keyword)
    for species in library.species():
        yield "species", species, species
    for common, species in library.common_names().items():
        yield "species", species, common
    for label, common in library.detections():
        yield "detected", label, common or label
        if common:
            yield "detected", label, label


def _translations(text: str, wording: QuestionWording) -> Iterator[tuple[QuestionWording, str]]:
    """Yield what a word of one language is called in the others."""
    words, code = _words(text), wording.language.code
    for cells in _everyday_words():
        mine = cells[LANGUAGES.index(code)].split("/")
        if any(_is_same(_words(one), words, wording) for one in mine):
            for other, cell in zip(wordings(), cells, strict=True):
                yield from ((other, one) for one in cell.split("/") if other is not wording)


@cache
def _everyday_words() -> list[list[str]]:
    lines = bundled("rewriting", "translations.txt").read_text("utf-8").splitlines()
    rows = ([cell.strip() for cell in line.split("|")] for line in lines if line[:1] != "#")
    return [row for row in rows if len(row) == len(LANGUAGES)]


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def _says(name: Sequence[str], thing: Sequence[str], wording: QuestionWording) -> bool:
    if not thing or len(name) < len(thing):
        return False
    head = name[-len(thing) :] if wording.is_head_last else name[: len(thing)]
    return _is_same(head, thing, wording)


def _is_same(one: Sequence[str], other: Sequence[str], wording: QuestionWording) -> bool:
    """Return whether the words are the same but for their endings."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(wording.bases(a) & wording.bases(b) for a, b in pairs)
