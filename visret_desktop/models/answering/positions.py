"""Where something is beside what: words of position, and which of them exclude each other."""

from collections.abc import Set

_POSITIONS = {
    "under": "under beneath below underneath",
    "on": "on atop above over",
    "behind": "behind",
    "front": "front",
    "left": "left",
    "right": "right",
    "inside": "inside",
    "outside": "outside",
    "beside": "beside next",
    "up": "up",
    "down": "down",
}
POSITION_OF = {word: name for name, words in _POSITIONS.items() for word in words.split()}
_OPPOSITES = (
    frozenset(("under", "on")),
    frozenset(("behind", "front")),
    frozenset(("left", "right")),
    frozenset(("inside", "outside")),
    frozenset(("inside", "beside")),
    frozenset(("up", "down")),
)
# Of one thing: "in the house", "behind the house".
_RELATIONS = {
    "in": "inside",
    "inside": "inside",
    "on": "on",
    "atop": "on",
    "above": "above",
    "over": "above",
    "under": "under",
    "beneath": "under",
    "below": "under",
    "behind": "behind",
    "beside": "beside",
    "outside": "outside",
    "between": "between",
}
_PARTS = {
    "roof": "roof",
    "door": "door entrance gate",
    "middle": "middle center centre",
    "edge": "edge side bank margin",
    "top": "top summit crest peak",
    "foot": "foot bottom base",
    "corner": "corner",
    "back": "back rear",
    "end": "end tip",
}
_PART_OF = {word: f"at {name}" for name, words in _PARTS.items() for word in words.split()}
_MAY_BE_BOTH = (frozenset(("inside", "on")), frozenset(("beside", "outside")))
_CONTAINER_WORDS = """
box car bag basket cup bowl pot pan bucket drawer cage crate bus van truck cupboard oven fridge
refrigerator backpack suitcase jar glass vase bottle barrel tent kennel envelope
"""
_CONTAINERS = frozenset(_CONTAINER_WORDS.split())
_BETWEEN = frozenset(("the", "a", "an", "of", "to", "top", "his", "her", "its", "their"))


def positions_in(words: list[str]) -> frozenset[str]:
    """Return the positions that words say."""
    return frozenset(POSITION_OF[word] for word in words if word in POSITION_OF)


def relations_in(words: list[str]) -> frozenset[tuple[str, str]]:
    """Return where something is to a thing: "inside", "box" of "in the box"."""
    relations = set[tuple[str, str]]()
    for n, word in enumerate(words):
        relation = _RELATIONS.get(word, "")
        rest = [one for one in words[n + 1 :] if one not in _BETWEEN]
        if rest and rest[0] == "front":
            relation, rest = "front", rest[1:]
        elif word == "next":
            relation = "beside"
        elif word == "of" and n:
            relation = _PART_OF.get(words[n - 1], "")
        if relation and rest:
            relations.add((relation, rest[0]))
    return frozenset(relations)


def exclude_each_other(these: Set[tuple[str, str]], those: Set[tuple[str, str]]) -> bool:
    """Tell whether relations to one thing differ; on and in most things is the same."""
    return any(
        thing == other_thing
        and relation != other
        and relation.startswith("at ") == other.startswith("at ")
        and (thing in _CONTAINERS or frozenset((relation, other)) not in _MAY_BE_BOTH)
        for relation, thing in these
        for other, other_thing in those
    )


def are_opposite(these: Set[str], those: Set[str]) -> bool:
    """Tell whether two answers have positions of which one excludes the other."""
    return any(
        len(pair & these) == len(pair & those) == 1 and pair & these != pair & those
        for pair in _OPPOSITES
    )
