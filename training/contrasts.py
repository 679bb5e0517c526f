"""What pictures of the fieldbook differ in, as sets of alternatives, each with its wordings."""

from collections.abc import Iterable

from visret_desktop.fieldbook.grammar import GROUPS, KINDS, plural
from visret_desktop.fieldbook.wording import HABITATS, LIGHTS, NUMBERS, PARTS, VIEWS, WEATHERS
from visret_desktop.fieldbook.world import SPECIES

Contrasts = list[list[list[str]]]  # sets, their alternatives, and the wordings of each


def contrasts() -> Contrasts:
    """Return the sets: no picture shows two alternatives of one; the first wording says it best."""
    return [
        [_both_numbers(name) for name in SPECIES],
        [_both_numbers(kind) for kind in KINDS],
        [_both_numbers(group) for group in GROUPS],
        *(
            [
                _once((*map(_without_the_animal, wordings), *PARTS[group].get(view, ())))
                for view, wordings in views.items()
            ]
            for group, views in VIEWS.items()
        ),
        [_with_last_word(wordings) for wordings in HABITATS.values()],
        [_with_last_word(wordings) for wordings in LIGHTS.values()],
        [*(_with_last_word(wordings) for wordings in WEATHERS.values()), [""]],
        [*(list(wordings) for wordings in NUMBERS.values()), ["a"]],
    ]


def _both_numbers(name: str) -> list[str]:
    return _once((name, plural(name)))


def _without_the_animal(wording: str) -> str:
    """Return 'close-up of the head' of 'a close-up of the head of {n}'."""
    before, _, after = wording.partition("{n}")
    article, _, said = before.strip().partition(" ")
    said = said if article in ("a", "the") else before
    return said.strip().removesuffix(" of") or after.strip(" ,")


def _with_last_word(wordings: tuple[str, ...]) -> list[str]:
    """Return wordings, and the word that key words have of the first: 'snow', 'day'."""
    return _once((*wordings, wordings[0].split()[-1]))


def _once(wordings: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(wordings))
