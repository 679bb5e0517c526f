"""What may follow what is typed: names of operators, and the values that the library has."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from visret_desktop.facts.fact import Known, PlaceNames, folded
from visret_desktop.facts.folder_words import own_name
from visret_desktop.facts.operators import OPERATORS
from visret_desktop.facts.values import MONTHS, WEEKDAYS, quoted

_TYPED = re.compile(r'(?<![^\s(])(-?)([A-Za-z]\w*)?(:)?((?:"[^"]*"?|[^\s"()])*)\Z')
_SHORTEST_WORD = 2  # letters, before names of operators are suggested
_SHORTEST_NAME = 3  # before those of folders, species and keywords are


@dataclass(frozen=True)
class Suggestion:
    """Text that may stand from `start` to before `end`, and what is shown for it."""

    start: int
    end: int
    text: str
    shown: str


def complete(
    text: str, cursor: int, known: Known, names: PlaceNames, most: int = 10
) -> list[Suggestion]:
    """Return what the word at the cursor may become, the likeliest first."""
    typed = _TYPED.search(text, 0, cursor)
    if typed is None or not typed[2]:
        return []
    if not typed[3]:
        return list(islice(chain(_operators(typed, cursor), _names(typed, cursor, known)), most))
    operator = next((one for one in OPERATORS if typed[2].lower() in (one.name, *one.others)), None)
    if operator is None:
        return []
    value = typed[4]
    # Behind the last separator that is not in quotes.
    earlier = re.match(r'(?:(?:"[^"]*"|[^",|])*[,|])*', value)
    last = earlier.end() if earlier else 0
    start = typed.start(4) + last
    begun = value[last:].strip('"')
    found = islice(_values(operator.name, begun, known, names, most), most)
    return [Suggestion(start, cursor, one, one.strip('"')) for one in found]


def _operators(typed: re.Match[str], cursor: int) -> Iterator[Suggestion]:
    begun = typed[2].lower()
    if len(begun) < _SHORTEST_WORD or typed[4]:
        return
    for one in OPERATORS:
        if one.name.startswith(begun):
            yield Suggestion(typed.start(2), cursor, f"{one.name}:", f"{one.name}:{one.example}")


def _names(typed: re.Match[str], cursor: int, library: Known) -> Iterator[Suggestion]:
    """Yield folders, species and keywords whose names begin so, or have a word that does."""
    if len(typed[2]) < _SHORTEST_NAME or typed[4]:
        return
    folders = _by_name(tuple(library.folders()))
    species = dict.fromkeys((*library.species(), *library.common_names()))
    kinds = (
        ("folder", folders),
        ("species", species),
        ("keyword", dict.fromkeys(library.keywords())),
    )
    for operator, values in kinds:
        for name in _beginning(typed[2], list(values)):
            text = f"{operator}:{quoted(values[name] or name)}"
            yield Suggestion(typed.start(2), cursor, text, name)


def _values(operator: str, begun: str, known: Known, names: PlaceNames, most: int) -> Iterable[str]:
    fixed = {
        "month": MONTHS, "weekday": WEEKDAYS, "has": ("place", "date"),
        "is": ("duplicate", "original", "blank", "right", "wrong", "marked"),
        "rating": ("5", ">=4", ">=3", "rejected"),
        "type": tuple(kind.lower() for kind in known.kinds()),
    }  # fmt: skip
    if operator in fixed:
        return [one for one in fixed[operator] if one.startswith(folded(begun))]
    if operator in ("in", "near"):
        return [quoted(one) for one in names.completions(begun, most)] if begun else []
    have: dict[str, Callable[[], Sequence[str]]] = {
        "camera": known.cameras, "lens": known.lenses, "keyword": known.keywords,
        "label": known.labels, "folder": known.folders,
        "detected": lambda: _detected(known),
        "species": lambda: (*known.species(), *known.common_names()),
    }  # fmt: skip
    if operator not in have:
        return []
    return map(quoted, _beginning(begun, have[operator]()))


def _beginning(begun: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the names that begin so, then those in which a word does."""
    wanted = folded(begun)
    in_word, later = re.compile(rf"(?<![^\W_]){re.escape(wanted)}"), []
    for name, plain in zip(names, _plain(tuple(names)), strict=True):
        if wanted not in plain:
            continue
        if plain.startswith(wanted):
            yield name
        elif in_word.search(plain):
            later.append(name)
    yield from later


@lru_cache(4)  # at each key all names are looked at
def _plain(names: tuple[str, ...]) -> Sequence[str]:
    return tuple(map(folded, names))


@lru_cache(1)
def _by_name(paths: tuple[str, ...]) -> dict[str, str]:
    """Return folders by their own names."""
    return {own_name(path): path for path in paths}


def _detected(library: Known) -> Sequence[str]:
    return [name for both in library.detections() for name in both if name]
