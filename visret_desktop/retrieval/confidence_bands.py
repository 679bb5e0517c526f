"""Which photos of a ranking answer the query, how sure that is, and whether any does at all.

A fixed threshold on the similarity does not work: what counts as close differs between queries,
encoders and libraries. So it is asked of the words:

- Margin: how much better they fit a photo than the likeliest of a few hundred ordinary phrases, in
  deviations of the phrases' own fit. A submarine that is the nearest photo to "stork in the water"
  is better described by "a boat", and so its margin is low. Phrases that mean nearly what the query
  means do not compete. The margins of the best photos tell whether any answers. So does the margin
  of the best sketch, as the visualizer draws what it knows: both together are surer.
- Lead: how much better they fit a photo than their rivals do, which are the same words with one
  thing exchanged (`retrieval.contrasts`): an owl in the snow is no answer to "an owl in the fog".
  Where the encoder knows rivals, they also tell whether any photo answers.
- Fit: how far the similarity of a photo is above the library's mean, in deviations, with a part of
  the margin, less what its lead lacks. Photos that show what is asked for stand together, and
  below them is a step: the line is there. It is looked for in shares of the library, so that it is
  the same in a large one.

Sketches move no line: what the words find stays found once there are sketches.

An example picture is compared with how near the library's photos are to each other.
"""

import math
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
    """The least similarities to an example picture of the bands; all below `maybe`: no match."""

    confident: float
    maybe: float


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

    def line(self, best: float) -> float:
        """Return the least similarity of an answer, given the best of all hits."""
        return min(self.answered, self.share * best) if best >= self.answered else self.answered


# Chosen on the fieldbook's validation world (`bench quality --dataset fieldbook-short --seed 5`)
# and on queries of another world; `docs/measuring.md` has what they reach there.
CONFIDENT = 1.4  # margin of a photo
_BY_WORDS, _BY_SKETCHES = 0.65, 0.4  # margins with which something answers
_BY_NAMES, _IN_TENFOLD = 0.5, 0.35  # with leads, in up to 1,000 photos; the nearest miss of more
_NOTHING = 0.2  # with sketches: below this it is said that nothing does
_FIRST = 5  # photos of which one has to match
_ENOUGH_TO_ANSWER = 1.5  # of a margin; more makes up for no lead
_AKIN = 0.05  # of the phrases; they say what the query says
_MARGIN_SHARE, _ENOUGH_MARGIN = 0.3, 1.0  # of a margin in the fit; more counts no more
_SIDE = 0.2  # of the photos above a step; so many on both sides of it are compared
_LEAST_SIDE = 1 / 20_000  # of the photos looked at; in a large library one of its own says nothing
_LEAD = 0.12  # deviations by which a photo that shows everything leads at least
_MOST_LACKING, _MOST_SURPLUS = 1.0, 0.5  # how much less and more counts
_LEAD_SHARE = 2.0  # of that in the fit and in the margin
_UPWARDS = 1.5  # of two steps the one that is higher by 1 counts by e to this more
_LEAST_FIT = 1.0
_FEWEST_WITH_A_STEP = 2
_LARGEST_SHARE = 1 / 3  # of the library that one query finds
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


def leads(words: Similarities, rivals: Similarities, deviation: float) -> Values:
    """Return by how many deviations the words beat their rivals, float64 (photos,).

    Without rivals it is what neither adds nor takes away.

    Args:
        words: (photos,) similarities to the words.
        rivals: (photos, rivals) similarities to each rival.
        deviation: of the whole library's similarities to the words.
    """
    if not rivals.shape[1]:
        return np.full(len(words), _LEAD)
    beaten: Values = words.astype(np.float64) - rivals.max(axis=1)
    return beaten * (1 / deviation if deviation > 0 else 0.0)


def fits(
    words: Similarities, margin: Values, lead: Values, mean: float, deviation: float
) -> Values:
    """Return how well photos fit the words, float64 (photos,).

    Args:
        words: (photos,) similarities to the words.
        margin, lead: (photos,) of the words.
        mean, deviation: of the whole library's similarities to the words.
    """
    height = (words.astype(np.float64) - mean) * (1 / deviation if deviation > 0 else 0.0)
    lacking = np.clip(lead - _LEAD, -_MOST_LACKING, 0)
    return height + _MARGIN_SHARE * np.minimum(margin, _ENOUGH_MARGIN) + _LEAD_SHARE * lacking


def most_fits(words: Similarities, mean: float, deviation: float) -> Values:
    """Return how well photos fit the words at best, whatever their margins and leads are."""
    margin, lead = np.full(len(words), _ENOUGH_MARGIN), np.full(len(words), _LEAD)
    return fits(words, margin, lead, mean, deviation)


def whole_curve(first: Values, sample: Values, photos: int) -> Values:
    """Return the fits of a library from the best one down, as many as a query may find.

    Args:
        first: (n,) of the nearest photos.
        sample: of photos of the whole library, evenly chosen.
        photos: how many there are.
    """
    first, sample = np.sort(first)[::-1], np.sort(sample)[::-1]
    ranks = (np.arange(len(sample)) + 0.5) * photos / max(1, len(sample))
    below = ranks > len(first)
    wanted = np.arange(len(first), max(len(first), int(photos * _LARGEST_SHARE * (1 + _SIDE)) + 1))
    if not below.any():
        return first
    tail = np.interp(wanted, ranks[below], sample[below])
    return np.minimum.accumulate(np.concatenate((first, tail)))


def line(curve: Values) -> float:
    """Return the fit above which photos are found, given those of a library from the best down."""
    count = len(curve)
    if count < _FEWEST_WITH_A_STEP:
        return -np.inf
    total = np.concatenate(([0.0], np.cumsum(curve)))
    least = max(1, round(count * _LEAST_SIDE))
    above = np.arange(least, max(least + 1, int(count / (1 + _SIDE))))
    side = np.minimum(np.maximum(least, np.round(above * _SIDE).astype(int)), count - above)
    steps = (2 * total[above] - total[above - side] - total[above + side]) / side
    last = curve[above - 1]
    sizes = np.where(last >= _LEAST_FIT, steps * np.exp(_UPWARDS * last), 0.0)
    place = int(np.argmax(sizes))
    if sizes[place] <= 0:
        return float(curve[0])
    return float((last[place] + curve[above[place]]) / 2)


@dataclass(frozen=True)
class Presence:
    """Whether anything in the library answers: margins of the best photos and of the best sketch.

    Attributes:
        photo: of the best photos, leads included.
        sketch: of the best sketch; None without sketches.
        needed: margin with which photos answer, where the words have rivals. Then they know it by
            themselves.
    """

    photo: float
    sketch: float | None = None
    needed: float | None = None

    @property
    def together(self) -> float | None:
        """What both say; None without sketches, or where nobody has to ask them."""
        if self.sketch is None or self.needed is not None:
            return None
        return (self.photo + self.sketch) / 2

    @property
    def can_deny(self) -> bool:
        """Whether there is anything by which it can be known that nothing answers."""
        return self.needed is not None or self.together is not None

    def is_found(self) -> bool:
        """Whether something answers; sketches never take away what the words are sure of."""
        if self.needed is not None:
            return self.photo >= self.needed
        both = self.together
        return self.photo >= _BY_WORDS or (both is not None and both >= _BY_SKETCHES)

    def is_nothing(self) -> bool:
        """Whether it is clear that nothing does; words that have no rivals cannot know."""
        both = self.together
        is_clear = self.needed is not None or (both is not None and both < _NOTHING)
        return is_clear and not self.is_found()


def needed_margin(photos: int) -> float:
    """Return the margin with which words that have rivals are answered by one of so many photos.

    The more there are, the better the best of those fits that lack something.
    """
    return _BY_NAMES + _IN_TENFOLD * math.log10(max(photos / 1_000, 1))


def best_margin(fit: Values, margin: Values) -> float:
    """Return the margin by which the photos that fit best answer, given those of any."""
    return float(margin[_best(fit)].max(initial=-np.inf))


def best_answer(fit: Values, margin: Values, lead: Values) -> float:
    """Return the same where there are rivals: leads are added, and a low margin counts double."""
    surplus = np.clip(lead - _LEAD, -_MOST_LACKING, _MOST_SURPLUS)
    low = np.minimum(margin - _BY_WORDS, 0)
    answers = np.minimum(margin, _ENOUGH_TO_ANSWER) + low + _LEAD_SHARE * surplus
    return float(answers[_best(fit)].max(initial=-np.inf))


def _best(fit: Values) -> npt.NDArray[np.intp]:
    return np.argsort(-fit, kind="stable")[:_FIRST]


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
    return Scale(confident, maybe)


def bands(is_found: npt.NDArray[np.bool_], is_sure: npt.NDArray[np.bool_]) -> list[Band]:
    """Return a band for each hit, in the order of the ranking.

    Found ones are confident as long as each of them is sure, beginning with the first.
    """
    doubts = is_found & ~is_sure
    first_doubt = int(np.argmax(doubts)) if doubts.any() else len(doubts)
    return [
        "weak" if not is_match else "confident" if place < first_doubt else "maybe"
        for place, is_match in enumerate(is_found.tolist())
    ]
