"""From a ranking to a verdict: which hits answer the query, or that nothing does.

What is compared, and why, is in `retrieval.cutoff`; here is what it is compared for:

- a query in words by what it wants, whatever was marked; a hit that shows what is not wanted, in
  words, is no answer;
- a query that was translated by what was typed, or by its translation: a photo that fits one of
  them fits;
- with several instructions, each one's hits by that instruction and its sketches;
- words by an encoder that knows only kinds of things by its similarities themselves: a photo of
  such a kind is near its definition in any library;
- an example picture by how near the library's photos are to each other.

Everything is measured on the whole library, also where a filter admits a few photos. No verdict is
given on a library of a few photos, on words and an example picture together, and until the ordinary
phrases are embedded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from visret_desktop.aside import IsStopped
from visret_desktop.engine.search.phrases import PhraseVectors
from visret_desktop.engine.search.view import View
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval import cutoff
from visret_desktop.retrieval.cutoff import (
    BY_SKETCHES,
    BY_WORDS,
    Band,
    Bounds,
    Scale,
    Similarities,
    Values,
)

_FEWEST = 30  # photos in the library; fewer show nothing of what is usual
_AT_ONCE = 100  # hits; where most of them are no answers, those behind are not looked at


@dataclass(frozen=True)
class Verdict:
    """A band for each label, none where nothing can be said."""

    bands: dict[int, Band] = field(default_factory=dict)
    nothing_matches: bool = False


class Judge:
    """Compares hits by one encoder. For one search; not thread-safe."""

    def __init__(self, view: View, phrases: PhraseVectors, bounds: Bounds | None = None) -> None:
        """`bounds`: words are judged by what similarities of the encoder itself mean."""
        self._view, self._bounds = view, bounds
        self._best: dict[int, float] = {}  # similarity of a hit to the words, by column
        self._ranker = view.ranker
        self._phrases = phrases

    def lacks_phrases(self) -> bool:
        """Whether a verdict has to wait for the ordinary phrases."""
        asked = self._view.asked
        if self._bounds is not None:
            return False
        is_asked = not asked.pictures and len(self._ranker.sample()) >= _FEWEST
        return is_asked and self._phrases_vectors() is None

    def make_phrases(self, seconds: float, is_stopped: IsStopped) -> None:
        """Embed the ordinary phrases, or as many as can be done in so many seconds."""
        self._phrases.make(self._view.vectors.encoder, seconds, is_stopped)

    def _phrases_vectors(self) -> Vectors | None:
        encoder = self._view.vectors.encoder
        return self._phrases.get(encoder.name, encoder.dimension)

    def scale(self, number: int) -> Scale | None:
        """Return what a column's values are measured on; None: nothing can be said."""
        asked = self._view.asked
        if self._bounds is not None and not asked.pictures:
            return None if self._meant(number) is None else self._bounds.scale
        if len(self._ranker.sample()) < _FEWEST:
            return None
        if asked.pictures:
            is_alone = asked.words is None and len(asked.pictures) == 1
            return self._ranker.nearness() if is_alone else None
        if self._meant(number) is None or self._phrases_vectors() is None:
            return None
        return BY_SKETCHES if self._view.column(number).looks else BY_WORDS

    def values(self, number: int, labels: Sequence[int]) -> Values:
        """Return a value for each label, float64 (labels,); NaN: it knows nothing of the label."""
        asked = self._view.asked
        found: Values | Similarities
        if asked.pictures:
            found = self._ranker.similarities(labels, asked.pictures[0][np.newaxis])[:, 0]
        else:
            found = self._by_words(number, labels, self._meant(number))
            if (translated := self._view.translated) is not None:
                found = np.maximum(found, self._by_words(number, labels, translated))
        values = np.array(found, np.float64)
        values[self._ranker.shows(labels, asked.unwanted)] = -np.inf
        return values

    def _by_words(self, number: int, labels: Sequence[int], words: Vectors | None) -> Values:
        if self._bounds is not None and words is not None:
            similarities = self._ranker.similarities(labels, words[np.newaxis])[:, 0]
            top = self._best.setdefault(number, float(similarities.max()))
            return self._bounds.values(similarities, top)
        phrases = self._phrases_vectors()
        if words is None or phrases is None:
            return np.full(len(labels), np.nan)
        similarities = self._ranker.similarities(labels, np.vstack((words, phrases)))
        by_words, by_phrases = similarities[:, 0], similarities[:, 1:]
        margins = cutoff.margins(by_words, by_phrases, phrases @ words)
        looks = self._view.column(number).looks
        if not looks:
            return margins
        sketches = np.stack(list(looks.values()))
        drawn, shown = sketches @ words, sketches @ phrases.T
        is_shown = (cutoff.margins(drawn, shown, phrases @ words) >= 0).any()
        best = float(drawn.max()) if is_shown else None
        fits = cutoff.fits(by_words, best, *self._ranker.spread(words))
        agreements = cutoff.agreements(by_phrases, shown, *self._ranker.usual(phrases))
        return cutoff.by_sketches(fits, margins, agreements)

    def _meant(self, number: int) -> Vectors | None:
        """Return the words that hits are to fit: a column's own, or those that were typed."""
        meant = self._view.column(number).meant
        return self._view.asked.words if meant is None else meant


def verdict(judges: Sequence[Judge], number: int, labels: Sequence[int]) -> Verdict:
    """Judge the hits of a column, given in the order of the ranking; encoders are averaged."""
    scales = [judge.scale(number) for judge in judges]
    able = [judge for judge, scale in zip(judges, scales, strict=True) if scale is not None]
    scale = next((scale for scale in scales if scale is not None), None)
    if scale is None or not labels:
        return Verdict()
    values = np.empty(0)
    while len(values) < len(labels):
        fresh = labels[len(values) :][:_AT_ONCE]
        values = np.append(values, _mean([judge.values(number, fresh) for judge in able]))
        if np.median(values[-len(fresh) :]) < scale.maybe:
            break
    behind = [-np.inf] * (len(labels) - len(values))
    found = cutoff.bands(np.append(values, behind), scale)
    is_empty = found[0] == "weak"
    if is_empty and scale is BY_WORDS:
        return Verdict()  # words alone cannot know
    is_nothing = is_empty and cutoff.nothing_matches(values, scale)
    return Verdict(dict(zip(labels, found, strict=True)), is_nothing)


def _mean(of_judges: Sequence[Values]) -> Values:
    """Return the mean of what is known of each label; of what nobody knows, the least."""
    known = ~np.isnan(of_judges)
    total = np.where(known, of_judges, 0.0).sum(axis=0)
    count = known.sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), -np.inf)
