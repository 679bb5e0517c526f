"""Which names of a library say a thing: 'herons' is the keyword 'bird|grey heron', too.

A name says a thing if it is that thing's, in singular or plural, or ends in it ('grey heron'; in
French, Spanish and Italian it begins so). 'Heron Lake' is no heron.
"""

import re
from collections.abc import Iterator, Sequence

from visret_desktop.facts.fact import Known, folded
from visret_desktop.library.catalog.filter_values import Detected
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.library.keyword_paths import last_part, with_all_around
from visret_desktop.questions.catalog_question import AskedThing
from visret_desktop.questions.question_wording import QuestionWording

_WORD = re.compile(r"[\w']+")
_MOST_NAMES = 200  # of one thing


def thing_named(text: str, library: Known, wording: QuestionWording) -> AskedThing:
    """Return a thing with the names of the library that say it; none may."""
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


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def _says(name: Sequence[str], thing: Sequence[str], wording: QuestionWording) -> bool:
    if not thing or len(name) < len(thing):
        return False
    head = name[-len(thing) :] if wording.is_head_last else name[: len(thing)]
    return all(
        wording.bases(one) & wording.bases(other) for one, other in zip(head, thing, strict=True)
    )
