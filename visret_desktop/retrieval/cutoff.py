"""How sure each hit is: confident, maybe or weak; and whether a ranking answers the query at all.

A fixed threshold on the similarity does not work: what counts as close differs between queries,
encoders and libraries. So a photo is asked what else would describe it:

- Margin: how much better the words of the query fit a photo than the likeliest of a few hundred
  ordinary phrases, in deviations of the phrases' own fit. A submarine that is the nearest photo to
  "stork in the water" is better described by "a boat", and so its margin is low. Phrases that mean
  nearly what the query means do not compete.
- Fit: how well the words fit a photo, compared with the sketch that they fit best, in deviations
  of the library. The sketches show what the words ask for. If ordinary phrases fit all of them
  better, the visualizer did not know what was asked for, and an ordinary good height is used.
- Agreement: whether the phrases fit a photo better and worse than other photos of the library just
  as they do with the sketches; the correlation of both.

With sketches a weighted sum of the three decides, without them the margin alone, which hardly tells
an answer from the nearest miss. So words alone may find something, but never that nothing matches.

An example picture is compared with how near the library's photos are to each other.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Band = Literal["confident", "maybe", "weak"]
BANDS: tuple[Band, ...] = get_args(Band)  # the best first
Values = npt.NDArray[np.float64]
Similarities = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Scale:
    """The least values of the bands; if the first hits are all below `nothing`, nothing matches."""

    confident: float
    maybe: float
    nothing: float = -np.inf


@dataclass(frozen=True)
class Bounds:
    """What the similarities of an encoder themselves mean, where they mean the same anywhere.

    Attributes:
        confident: a hit with at least this similarity is an answer for sure.
        answered: the best hit has at least this, or nothing matches.
        share: of the best hit's similarity; hits with at least that may be answers, too. Words for
            many kinds, such as "dog", are as near to none as "poodle" is to one.
    """

    confident: float
    answered: float
    share: float

    @property
    def scale(self) -> Scale:
        """On what `values` are measured."""
        return Scale(self.confident, self.answered, self.answered)

    def values(self, similarities: Similarities, best: float) -> Values:
        """Return values (photos,) of similarities (photos,), given the best of all hits."""
        values = similarities.astype(np.float64)
        if best >= self.answered:
            may = values >= self.share * best
            values[may] = np.maximum(values[may], self.answered)
        return values


# Chosen on the fieldbook's validation queries (`--seed 5`): with and without their answers in the
# library, and against queries of another world, on its own library and on real photos.
BY_WORDS = Scale(confident=1.4, maybe=0.5)
BY_SKETCHES = Scale(confident=1.85, maybe=1.62, nothing=1.4)
_GOOD_HEIGHT = 2.5  # deviations above the library's mean
_BEST_FIT = 0.2  # what fits the words still better is no better an answer
_MARGIN_SHARE, _AGREEMENT_SHARE = 0.08, 1.8
_AKIN = 0.05  # of the phrases; they say what the query says
_FIRST = 5  # hits of which one has to match
_SAME = 0.05  # of the usual distance between two photos; copies of one are nearer
_USUAL, _SELDOM = 0.5, 0.1  # shares of photos that have no nearer neighbor than a hit


def margins(words: Similarities, phrases: Similarities, akin: Similarities) -> Values:
    """Return by how much the words beat the phrases, float64 (photos,).

    Args:
        words: (photos,) similarities to the words.
        phrases: (photos, phrases) similarities to each phrase.
        akin: (phrases,) similarities of the words to each phrase.
    """
    rivals = phrases[:, akin <= np.quantile(akin, 1 - _AKIN)].astype(np.float64)
    beaten: Values = (words - rivals.max(axis=1)) / np.maximum(rivals.std(axis=1), 1e-9)
    return beaten


def fits(words: Similarities, best: float | None, mean: float, deviation: float) -> Values:
    """Return how near photos come to the best sketch by the words, float64 (photos,).

    Args:
        words: (photos,) similarities to the words.
        best: the greatest similarity of a sketch to the words; None: none shows what is asked.
        mean, deviation: of all photos' similarities to the words.
    """
    bar = mean + _GOOD_HEIGHT * deviation if best is None else best
    return (words.astype(np.float64) - bar) * (1 / deviation if deviation > 0 else 0.0)


def agreements(
    photos: Similarities, sketches: Similarities, mean: Similarities, deviation: Similarities
) -> Values:
    """Return the correlation of each photo with the sketches over the phrases, float64 (photos,).

    Args:
        photos, sketches: (photos, phrases) and (sketches, phrases) similarities to the phrases.
        mean, deviation: (phrases,) of all photos' similarities to each phrase.
    """
    scale = 1 / np.maximum(deviation, 1e-9)
    shown = (photos - mean) * scale
    wanted = (sketches.mean(axis=0) - mean) * scale
    shown = shown - shown.mean(axis=1, keepdims=True)
    wanted = wanted - wanted.mean()
    lengths = np.linalg.norm(shown, axis=1) * np.linalg.norm(wanted)
    return np.asarray(shown @ wanted / np.maximum(lengths, 1e-9), np.float64)


def by_sketches(fit: Values, margin: Values, agreement: Values) -> Values:
    """Return what `BY_SKETCHES` measures, float64 (photos,)."""
    return np.minimum(fit, _BEST_FIT) + _MARGIN_SHARE * margin + _AGREEMENT_SHARE * agreement


def nearness(photos: npt.NDArray[np.float32]) -> Scale:
    """Return what similarities to an example picture mean among these photos (n, d), n ≥ 3.

    A hit is confident if it is nearer than most photos have another, or nearly the same picture.
    """
    similarities = photos @ photos.T
    usual = float(np.median(similarities[np.triu_indices(len(photos), 1)]))
    np.fill_diagonal(similarities, -np.inf)
    nearest = similarities.max(axis=1)
    same = 1 - _SAME * (1 - usual)
    confident, maybe = (min(same, float(np.quantile(nearest, q))) for q in (_USUAL, _SELDOM))
    return Scale(confident, maybe, maybe)


def bands(values: Values, scale: Scale) -> list[Band]:
    """Return a band for each hit, given their values in the order of the ranking.

    Bands follow one another as ranks do: hits at the front are confident as long as each of them
    is, and answers as long as most are.
    """
    confident = int(np.argmin(np.append(values >= scale.confident, False)))
    found = max(confident, _front(values >= scale.maybe))
    counts: dict[Band, int] = {"confident": confident, "maybe": found - confident}
    counts["weak"] = len(values) - found
    return [band for band, count in counts.items() for _ in range(count)]


def nothing_matches(values: Values, scale: Scale) -> bool:
    """Return whether none of the first hits can be what was asked for."""
    return bool(len(values)) and bool((values[:_FIRST] < scale.nothing).all())


def _front(is_answer: npt.NDArray[np.bool_]) -> int:
    """Return how many at the front are answers, but for a few: as many as outweigh the others."""
    if not len(is_answer):
        return 0
    balance = np.cumsum(np.where(is_answer, 1, -1))
    best = int(np.argmax(balance))
    return best + 1 if balance[best] >= 0 and is_answer[: best + 1].any() else 0
