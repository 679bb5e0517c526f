"""What an encoder tells apart by name, and the rivals of a query: the same words, one thing other.

A photo of an owl in the snow is near "an owl in the fog", and nearer to it than most photos are.
That it doesn't show fog is seen when it is compared with "an owl in the snow". So a query has
rivals: for each thing that it names, the other things that are never there at the same time.
"""

import re
from collections import defaultdict
from functools import cache

# Sets of alternatives that exclude each other, and the wordings of each.
Sets = tuple[tuple[tuple[str, ...], ...], ...]

_MOST = 100  # rivals of a query; each is read by the encoder
_SAYS_NOTHING = frozenset(("", "a", "an"))  # put in the place of others, but never looked for
_SPACES = re.compile(r"\s+")


class Contrasts:
    """Sets of alternatives, looked for in queries. Immutable."""

    def __init__(self, sets: Sets) -> None:
        """Take sets; of the wordings of an alternative the first is said in rivals."""
        self._sets = sets
        self._places: dict[str, set[tuple[int, int]]] = defaultdict(set)  # by wording
        for number, one in enumerate(sets):
            for place, wordings in enumerate(one):
                for wording in wordings:
                    if wording not in _SAYS_NOTHING:
                        self._places[wording.lower()].add((number, place))
        longest_first = sorted(self._places, key=len, reverse=True)
        self._named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def rivals(self, query: str) -> tuple[str, ...]:
        """Return a query in lower case with each thing that it names exchanged, at most 100."""
        if not self._places:
            return ()
        text = query.lower()
        found: dict[str, None] = {}
        for match in self._named.finditer(text):
            meant = self._places[match.group()]
            for number in sorted({number for number, _ in meant}):
                for place, wordings in enumerate(self._sets[number]):
                    if (number, place) not in meant:
                        other = f"{text[: match.start()]}{wordings[0]}{text[match.end() :]}"
                        found[_SPACES.sub(" ", other).strip()] = None
        found.pop("", None)
        return tuple(found)[:_MOST]


@cache
def contrasts_of(sets: Sets) -> Contrasts:
    """Return the sets of an encoder, ready to be looked for."""
    return Contrasts(sets)
