"""Where something is beside what: words of position, and which of them exclude each other."""

from collections.abc import Set

_POSITIONS = {
    "under": "under beneath below underneath",
    "on": "on atop",
    "above": "above over",
    "behind": "behind",
    "front": "front",
    "left": "left",
    "right": "right",
    "inside": "inside in within",
    "outside": "outside",
    "beside": "beside next",
    "up": "up",
    "down": "down",
}
POSITION_OF = {word: name for name, words in _POSITIONS.items() for word in words.split()}
_OPPOSITES = (
    frozenset(("under", "on")),
    frozenset(("under", "above")),
    frozenset(("under", "inside")),
    frozenset(("on", "above")),
    frozenset(("behind", "front")),
    frozenset(("behind", "inside")),
    frozenset(("front", "inside")),
    frozenset(("left", "right")),
    frozenset(("inside", "outside")),
    frozenset(("inside", "beside")),
    frozenset(("up", "down")),
)
_IN = frozenset(("inside",))


def positions_in(words: list[str]) -> frozenset[str]:
    """Return the positions that words say; "in front" is not inside."""
    found = {POSITION_OF[word] for word in words if word in POSITION_OF}
    return frozenset(found if "front" not in found else found - _IN)


def are_opposite(these: Set[str], those: Set[str]) -> bool:
    """Tell whether two answers have positions of which one excludes the other."""
    return any(
        len(pair & these) == len(pair & those) == 1 and pair & these != pair & those
        for pair in _OPPOSITES
    )
