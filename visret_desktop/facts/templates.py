"""Templates by kind, of which only those become expressions that a text may have anything of.

Six languages have hundreds, and to compile them all takes longer than all else of a first search.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import zip_longest

_PART = re.compile(
    r"\\.|\[[^]]*\]|(?P<quantifier>[?*+]|\{\d[\d,]*\})|\{(?P<slot>[a-z]+)2?\}|[|()^$.]|(?P<letter>.)",
    re.DOTALL,
)


class Template:
    """One template; `compiled` is made when it is first asked for.

    `has_slot(name, text)` says whether anything in a text may fill a slot.
    """

    def __init__(
        self,
        template: str,
        compiled: Callable[[], re.Pattern[str]],
        has_slot: Callable[[str, str], bool],
    ) -> None:
        self._compile, self._has_slot = compiled, has_slot
        self._slots, self._letters = _indispensable(template)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The template as an expression."""
        return self._compile()

    def may_match(self, text: str) -> bool:
        """Return False only if nothing in a text can match: a word or a slot is not in it."""
        return all(letters in text for letters in self._letters) and all(
            self._has_slot(slot, text) for slot in self._slots
        )


class Templates:
    """Templates, each with its kind, in the order in which they are tried."""

    def __init__(self, by_kind: Iterable[tuple[str, Template]]) -> None:
        self._by_kind = tuple(by_kind)
        self.within = lru_cache(maxsize=16)(self._within)

    def __iter__(self) -> Iterator[tuple[str, Template]]:
        return iter(self._by_kind)

    def _within(self, text: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Return the expressions that may match somewhere in a text, with their kinds."""
        return tuple((kind, one.compiled) for kind, one in self._by_kind if one.may_match(text))


def _indispensable(template: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the slots and the letters that a text must have for a template to match.

    Only those outside of all parentheses count, and none where those have alternatives.
    """
    parts = list(_PART.finditer(template))
    slots, letters, run, depth = list[str](), list[str](), "", 0
    for part, following in zip_longest(parts, parts[1:]):
        if part[0] in "()":
            depth += 1 if part[0] == "(" else -1
        if depth == 0 and part[0] == "|":
            return (), ()
        is_needed = depth == 0 and not (following and following["quantifier"])
        if is_needed and part["letter"]:
            run += part["letter"]
            continue
        letters.append(run)
        run = ""
        if is_needed and part["slot"]:
            slots.append(part["slot"])
    return tuple(dict.fromkeys(slots)), tuple(dict.fromkeys(filter(None, (*letters, run))))
