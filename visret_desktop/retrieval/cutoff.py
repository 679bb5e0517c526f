"""How sure each hit is: confident, maybe or weak; and whether a ranking answers the query at all.

A fixed threshold on the similarity does not work, as what counts as close differs between queries.
Two scales follow the query:

- Height: how many deviations a hit lies above the mean of the whole library in a list. A single
  list has nothing else, and height alone hardly separates an answer from the nearest miss.
- Closeness: a hit compared with the sketches, which show what the words ask for. A photo that fits
  the words as well as the best sketch, and looks like the sketches, is what was meant. Closeness is
  the hit's height by the words, minus the best sketch's own, plus a share of its heights by the
  sketches. If no sketch fits the words itself, the visualizer did not know what was asked for, and
  an ordinary good height is used instead of the best sketch's.
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
_SHOWS_WHAT_IS_ASKED = 2.0  # deviations; sketches by models that know the subject lie above


@dataclass(frozen=True)
class Scale:
    """The least values, in deviations, of the bands and of an answer."""

    confident: float
    maybe: float
    answered: float


# Chosen on the fieldbook's validation queries, with and without their answers in the library. The
# best heights of queries with and without an answer mostly overlap, so few are called unanswered.
HEIGHT = Scale(confident=3.0, maybe=2.5, answered=2.5)
CLOSENESS = Scale(confident=0.3, maybe=0.1, answered=0.25)


def closeness(words: Heights, pictures: Heights, best_sketch: float) -> Heights:
    """Return how close each hit comes to the sketches, float64 (hits,).

    Args:
        words: (hits,) heights by the words.
        pictures: (sketches, hits) heights by each sketch.
        best_sketch: the greatest height that a sketch itself has by the words.
    """
    looks: Heights = pictures.mean(axis=0)
    bar = best_sketch if best_sketch >= _SHOWS_WHAT_IS_ASKED else HEIGHT.maybe
    return words + _PICTURES_SHARE * looks - bar


def bands(values: Iterable[float], scale: Scale) -> list[Band]:
    """Return a band for each hit, given its height or closeness."""
    return [_band(value, scale) for value in values]


def answers(values: Iterable[float], scale: Scale) -> bool:
    """Return whether any of these hits is an answer."""
    return any(value >= scale.answered for value in values)


def _band(value: float, scale: Scale) -> Band:
    if value >= scale.confident:
        return "confident"
    return "maybe" if value >= scale.maybe else "weak"
