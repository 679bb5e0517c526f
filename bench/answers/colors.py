"""The rule judge: whether an answer says the right colors, on the paper's scale from 0 to 1.

One point for what is asked, half of it for one of two; half a point less for a color beside the
right one that is not there ("Likely Hallucination"); nothing for "I don't know". Words that mean
the same color count, words that are denied do not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from visret_desktop.fieldbook.world import COLORS

Relation = Literal["color", "difference", "lighter", "same"]
NEAR = 0.15  # of brightness: two colors nearer than this are no question of light and dark
_INVENTED = 0.5  # what a color that is not there costs
_MEANS_THE_SAME = {
    "red": "crimson scarlet ruby reddish",
    "yellow": "golden gold lemon yellowish",
    "green": "greenish emerald",
    "blue": "navy azure bluish",
    "purple": "violet lilac",
    "pink": "rosy rose magenta pinkish",
    "white": "whitish",
    "black": "blackish",
    "grey": "gray silver greyish grayish",
    "brown": "brownish chestnut",
    "turquoise": "teal cyan",
    "cream": "beige ivory",
    "orange": "orangish",
}
_COLOR_OF = {word: name for name, words in _MEANS_THE_SAME.items() for word in words.split()}
_COLOR_OF |= {name: name for name in COLORS}
_DENIED = re.compile(r"\b(?:not|no|neither|nor|isn't|aren't|without)\s+(?:\w+\s+)?$")
_SAYS_SAME = re.compile(r"\b(?:same|yes|alike|identical)\b")
_SAYS_OTHER = re.compile(r"\b(?:different|differ|differs|not the same|no)\b")


@dataclass(frozen=True)
class Truth:
    """What is true: the color of each thing that the question is about."""

    relation: Relation
    things: tuple[str, ...]
    colors: tuple[str, ...]


def score(truth: Truth, answer: str, of_things: Sequence[str]) -> float:
    """Return 0 to 1; `of_things` has what was said of each thing, "" where nothing was."""
    if truth.relation == "color":
        return _of_color(of_things[0] or answer, truth.colors[0])
    if truth.relation == "difference":
        marks = [_of_color(*pair) for pair in zip(of_things, truth.colors, strict=True)]
        return sum(marks) / len(marks)
    claim = _claim(truth, answer, of_things)
    return float(claim is not None and claim == right_claim(truth))


def right_claim(truth: Truth) -> str | bool | None:
    """Return which thing is lighter, or whether both are the same; None: it is too near."""
    return _compared(truth, truth.colors)


def brightness(color: str) -> float:
    """Return the HSV value of a color, 0 to 1."""
    return max(int(COLORS[color][place : place + 2], 16) for place in (1, 3, 5)) / 255


def colors_in(text: str) -> frozenset[str]:
    """Return the colors that a text says and does not deny."""
    lowered = text.casefold()
    found = re.finditer(r"[a-z]+", lowered)
    said = [(_COLOR_OF.get(word[0]), lowered[: word.start()]) for word in found]
    return frozenset(name for name, before in said if name and not _DENIED.search(before))


def _of_color(answer: str, right: str) -> float:
    said = colors_in(answer)
    if right not in said:
        return 0.0
    return max(0.0, 1.0 - _INVENTED * (len(said) - 1))


def _claim(truth: Truth, answer: str, of_things: Sequence[str]) -> str | bool | None:
    """Return what an answer comes to: in its own words, or by the colors that it says."""
    said = answer.casefold()
    if truth.relation == "lighter":
        named = [thing for thing in truth.things if thing in said]
        if len(named) == 1:
            return named[0]
    elif _SAYS_OTHER.search(said):
        return False
    elif _SAYS_SAME.search(said):
        return True
    colors = [colors_in(one) for one in of_things]
    if any(len(one) != 1 for one in colors):
        return None
    return _compared(truth, [next(iter(one)) for one in colors])


def _compared(truth: Truth, colors: Sequence[str]) -> str | bool | None:
    if truth.relation == "same":
        return len(set(colors)) == 1
    one, other = map(brightness, colors)
    if abs(one - other) < NEAR:
        return None
    return truth.things[0] if one > other else truth.things[1]
