"""What the words of answers mean: other names, and what is a kind of what.

`resources/wording/meanings.txt` is a small table, not a dictionary: colors and their shades, shapes
and their terms, materials, actions, common animals and places. Vectors of a sentence encoder are no
judge of answers: they tell "red" from "blue" no better than "orange" from "rust-colored".
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from visret_desktop.models.answering.plurals import singular
from visret_desktop.paths import bundled

_MOST_WORDS = 4  # of a name
_SECTION = re.compile(r"\[(\w+)\]")


@dataclass(frozen=True)
class Meanings:
    """Meanings by name, lower case, words apart by one space.

    `same` has each name's meanings, "color: orange", and the name itself. `broader` has what a
    meaning is a kind of in its section, however far. `sections` has the names of a section.
    """

    same: Mapping[str, frozenset[str]]
    broader: Mapping[str, frozenset[str]]
    sections: Mapping[str, frozenset[str]]

    def are_same(self, one: str, other: str) -> bool:
        """Tell whether two names are one name, or have a meaning in common."""
        own, theirs = (self.same.get(name, frozenset((name,))) for name in (one, other))
        return not own.isdisjoint(theirs)

    def covers(self, general: str, special: str, section: str = "") -> bool:
        """Tell whether a name means the same as another one, or what that is a kind of.

        `section`: its meanings alone count, where both names have one in it: fruits, not colors.
        """
        wanted = self.same.get(general, frozenset((general,)))
        narrower = self.same.get(special, frozenset((special,)))
        if section:
            own, theirs = _of_section(wanted, section), _of_section(narrower, section)
            wanted, narrower = (own, theirs) if own and theirs else (wanted, narrower)
        return any(
            meaning in wanted or wanted & self.broader.get(meaning, frozenset())
            for meaning in narrower
        )

    def names_in(self, words: list[str], section: str = "") -> list[str]:
        """Return words, with those joined that are one name: "maine", "coon" → "maine coon".

        `section`: names of it alone; "": of any.
        """
        joined = self.sections.get(section, frozenset()) if section else self.same
        names, n = [], 0
        while n < len(words):
            for length in range(min(_MOST_WORDS, len(words) - n), 0, -1):
                *before, last = words[n : n + length]
                name = " ".join((*before, last))
                if length > 1 and name not in joined:  # "barn owls"
                    name = " ".join((*before, singular(last)))
                if length == 1 or name in joined:
                    names.append(name)
                    n += length
                    break
        return names


@cache
def bundled_meanings() -> Meanings:
    """Return the table that comes with the program."""
    return read_meanings(bundled("wording", "meanings.txt").read_text("utf-8").splitlines())


def read_meanings(lines: Iterable[str]) -> Meanings:
    """Return a table from its lines; `resources/wording/meanings.txt` says how they are written."""
    same: dict[str, set[str]] = defaultdict(set)
    kind_of: dict[str, set[str]] = defaultdict(set)
    sections: dict[str, set[str]] = defaultdict(set)
    section = ""
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if heading := _SECTION.fullmatch(line.strip()):
            section = heading[1]
            continue
        synonyms, _, kinds = line.partition(">")
        meaning, _, synonyms = synonyms.partition("=")
        own, names, special = meaning.strip(), _listed(synonyms), _listed(kinds)
        meaning = f"{section}: {own}"  # orange the color is no fruit
        for name in (own, *names):
            same[name].add(meaning)
        for name in special:
            same[name].add(f"{section}: {name}")
            kind_of[f"{section}: {name}"].add(meaning)
        sections[section].update((own, *names, *special))
    return Meanings(
        {name: frozenset(meanings | {name}) for name, meanings in same.items()},
        {meaning: frozenset(_all_above(meaning, kind_of)) for meaning in kind_of},
        {name: frozenset(names) for name, names in sections.items()},
    )


def _of_section(meanings: frozenset[str], section: str) -> frozenset[str]:
    return frozenset(one for one in meanings if one.startswith(f"{section}: "))


def _listed(names: str) -> list[str]:
    return [name for one in names.split(",") if (name := " ".join(one.split()))]


def _all_above(name: str, kind_of: Mapping[str, set[str]]) -> set[str]:
    above: set[str] = set()
    waiting = list(kind_of.get(name, ()))
    while waiting:
        meaning = waiting.pop()
        if meaning not in above:
            above.add(meaning)
            waiting.extend(kind_of.get(meaning, ()))
    return above
