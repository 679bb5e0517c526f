"""Where a ranking stops meaning anything: confident, maybe, weak; and whether it answers at all.

A flat threshold on the similarity does not work: what counts as close differs from query to query.
Two scales follow the query.

- Height: how many deviations a hit lies above the mean of the whole library in a list. It is all
  there is to a single list, and it hardly tells an answer from the nearest miss.
- Closeness: a hit held against the sketches. They are what the words ask for, drawn; a photo that
  fits the words as well as the best of them does, and looks like them, is what was meant. It is the
  hit's height by the words, less the best sketch's own, plus a share of its heights by the
  sketches: the lists have to agree. Where no sketch itself fits the words, the visualizer did not
  know what was asked for, and an ordinary good height stands in for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Band = Literal["confident", "maybe", "weak"]
BANDS: tuple[Band, ...] = get_args(Band)  # the best first
Heights = npt.NDArray[np.float64]

_PICTURES_SHARE = 0.15
_SHOWS_WHAT_IS_ASKED = 2.0  # deviations; sketches of what the built-in models know lie above


@dataclass(frozen=True)
class Scale:
    """The least values, in deviations, of the bands and of a first hit that answers the query."""

    confident: float
    maybe: float
    answered: float


# Chosen on the fieldbook's validation queries, with and without their answers in the library.
# The best height of answered queries and of others overlap for the most part: few are turned away.
HEIGHT = Scale(confident=3.0, maybe=2.5, answered=2.5)
CLOSENESS = Scale(confident=0.3, maybe=0.1, answered=0.25)


def closeness(words: Heights, pictures: Heights, best_sketch: float) -> Heights:
    """Return how close each hit comes to the sketches, float64 (hits,).

    Args:
        words: (hits,) heights by the words.
        pictures: (sketches, hits) heights by each sketch.
        best_sketch: the greatest height by the words that a sketch itself would have.
    """
    looks: Heights = pictures.mean(axis=0)
    bar = best_sketch if best_sketch >= _SHOWS_WHAT_IS_ASKED else HEIGHT.maybe
    return words + _PICTURES_SHARE * looks - bar


def bands(values: Iterable[float], scale: Scale) -> list[Band]:
    """Return a band per hit, given their heights or closenesses."""
    return [_band(value, scale) for value in values]


def answers(values: Iterable[float], scale: Scale) -> bool:
    """Tell whether any of these hits is an answer."""
    return any(value >= scale.answered for value in values)


def _band(value: float, scale: Scale) -> Band:
    if value >= scale.confident:
        return "confident"
    return "maybe" if value >= scale.maybe else "weak"
