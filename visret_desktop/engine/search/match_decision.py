"""From a ranking to a verdict: which hits answer the query, or that nothing does.

What is compared, and why, is in `retrieval.confidence_bands`; here is what it is compared for:

- a query in words by what it wants, whatever was marked; a hit that shows what is not wanted, in
  words, is no answer;
- a query that was translated by what was typed, or by its translation: a photo that fits one of
  them fits;
- with several instructions, each one's hits by that instruction;
- words by an encoder that knows only kinds of things by its similarities themselves: a photo of
  such a kind is near its definition in any library;
- an example picture by how near the library's photos are to each other.

The line is drawn through the whole library, also where a filter admits a few photos. No verdict is
given on a library of a few photos, on words and an example picture together, on words with a focus,
and until the ordinary phrases are embedded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from visret_desktop.engine.caches.reference_phrases import PhraseVectors
from visret_desktop.engine.caches.search_caches import Words
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.models.encoders.gemma import has_focus
from visret_desktop.models.encoders.known_words import is_of_several
from visret_desktop.models.interfaces import Family, Vectors
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.packs.manifest import Pack
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.retrieval import confidence_bands
from visret_desktop.retrieval.confidence_bands import Band, Bounds, Presence, Similarities, Values
from visret_desktop.retrieval.content_words import contrasts_of
from visret_desktop.retrieval.rank_fusion import Spread

_FEWEST = 30  # photos in the library; fewer show nothing of what is usual
_EXACT = 300  # photos at the front of which each is looked at to draw the line
# Words for several things, such as "dog in snow", are not said to match nothing where the best
# photo is as similar as this. Chosen on 25 such queries whose photos are there (7 were denied, now
# none) and 20 whose are not (14, now 7); of 20 and 20 that chose nothing 5 and 13, now 1 and 4.
_DENIED = 0.35


@dataclass(frozen=True)
class MatchDecision:
    """A band for each label, none where nothing can be said."""

    bands: dict[int, Band] = field(default_factory=dict)
    nothing_matches: bool = False


@dataclass(frozen=True)
class Opinion:
    """What one encoder says of hits.

    Attributes:
        above: float64 (hits,), how far each is above the line; NaN where it does not know a hit.
        sureness: float64 (hits,), how far each is above what makes it confident.
        presence: whether anything in the library answers; None where the line itself says it, as
            of an example picture.
        may_deny: whether nothing matches where no hit is above the line, without a presence.
    """

    above: Values
    sureness: Values
    presence: Presence | None = None
    may_deny: bool = True


@dataclass(frozen=True)
class _Weighed:
    """What photos (n,) are to words: their margins, leads and fits."""

    margins: Values
    leads: Values
    fits: Values


@dataclass(frozen=True)
class _Yardstick:
    """What hits are measured by for words in this library.

    Attributes:
        compared: the words, their `rivals` and the phrases, float32 (1 + rivals + phrases, d).
        akin: float32 (phrases,), similarities of the words to each phrase.
        spread: of the library's similarities to the words.
        line: the fit above which photos are found.
        presence: whether anything answers, as far as photos tell.
    """

    compared: Vectors
    rivals: int
    akin: Similarities
    spread: Spread
    line: float = np.inf
    presence: Presence = field(default_factory=lambda: Presence(-np.inf))

    def weighed(self, similarities: Similarities) -> _Weighed:
        """Weigh photos by their similarities to what is compared, (photos, compared)."""
        of_words, of_rivals, of_phrases = np.split(similarities, (1, 1 + self.rivals), axis=1)
        margin = confidence_bands.margins(of_words[:, 0], of_phrases, self.akin)
        lead = confidence_bands.leads(of_words[:, 0], of_rivals, self.spread[1])
        return _Weighed(
            margin, lead, confidence_bands.fits(of_words[:, 0], margin, lead, *self.spread)
        )


class HitScorer:
    """Compares hits by one encoder. For one search; not thread-safe."""

    def __init__(self, search: EncoderSearch, phrases: PhraseVectors, pack: Pack) -> None:
        """Judge by the view of an encoder, whose pack may say more of what it knows."""
        self._search = search
        self._pack = pack
        self._bounds = Bounds(**pack.bounds) if pack.bounds else None
        self._contrasts = contrasts_of(pack.tells_apart)
        self._ranker = search.ranker
        self._phrases = phrases
        self._yardsticks: dict[str, _Yardstick] = {}  # by the words that hits are to fit

    def prepare(self) -> None:
        """Find out what a verdict will need, while there is time for it."""
        phrases = self._phrases_vectors()
        if self._goes_by_phrases() and phrases is not None:
            for number in range(len(self._search.columns)):
                for way in self._ways(number):
                    self._yardstick(way, phrases)

    def lacks_phrases(self) -> bool:
        """Whether a verdict has to wait for the ordinary phrases."""
        return self._goes_by_phrases() and self._phrases_vectors() is None

    def _goes_by_phrases(self) -> bool:
        is_by_words = self._bounds is None and not self._search.parts.pictures
        return is_by_words and not self._has_focus() and len(self._ranker.sample()) >= _FEWEST

    def make_phrases(self, seconds: float, is_stopped: IsStopped) -> None:
        """Embed the ordinary phrases, or as many as can be done in so many seconds."""
        self._phrases.make(self._search.vectors.encoder, seconds, is_stopped)

    def _phrases_vectors(self) -> Vectors | None:
        encoder = self._search.vectors.encoder
        return self._phrases.get(encoder.name, encoder.dimension)

    def opinion(self, number: int, labels: Sequence[int]) -> Opinion | None:
        """Return what this encoder says of the hits of a column; None: nothing can be said."""
        parts = self._search.parts
        decided: Opinion | None = None
        if self._bounds is not None and not parts.pictures:
            decided = self._by_bounds(number, labels, self._bounds)
        elif len(self._ranker.sample()) < _FEWEST:
            return None
        elif not parts.pictures:
            decided = self._by_words(number, labels)
        elif parts.words is None and len(parts.pictures) == 1:
            decided = self._by_picture(labels, parts.pictures[0])
        if decided is not None:
            decided.above[self._ranker.shows(labels, parts.excluded)] = -np.inf
        return decided

    def _by_picture(self, labels: Sequence[int], picture: Vectors) -> Opinion:
        scale = self._ranker.nearness()
        nearness = self._ranker.similarities(labels, picture[np.newaxis])[:, 0].astype(np.float64)
        return Opinion(nearness - scale.maybe, nearness - scale.confident)

    def _by_bounds(self, number: int, labels: Sequence[int], bounds: Bounds) -> Opinion | None:
        ways = self._ways(number)
        if not ways:
            return None
        vectors = np.stack([way.vector for way in ways])
        similar = self._ranker.similarities(labels, vectors).max(axis=1).astype(np.float64)
        best = float(similar.max())
        above, sureness = similar - bounds.line(best), similar - bounds.confident
        return Opinion(above, sureness, may_deny=may_deny([way.text for way in ways], best))

    def _ways(self, number: int) -> list[Words]:
        """Return the words that hits are to fit: a column's own, or those that were typed.

        Their translation, too, if there is one.
        """
        column = self._search.column(number)
        meant = self._search.parts.words if column.meant is None else column.meant
        ways = (meant, self._search.translated if meant is not None else None)
        return [words for words in ways if words is not None]

    def _by_words(self, number: int, labels: Sequence[int]) -> Opinion | None:
        phrases = self._phrases_vectors()
        ways = self._ways(number)
        if not ways or phrases is None or self._has_focus():
            return None
        looked = self._search.column(number).looks
        looks = np.stack(list(looked.values())) if looked else None
        each = [self._by_one(words, phrases, labels, looks) for words in ways]
        if len(each) == 1:
            return each[0]
        above, sureness = (
            np.max([getattr(one, name) for one in each], axis=0) for name in ("above", "sureness")
        )
        presences = [one.presence for one in each if one.presence]
        return Opinion(above, sureness, max(presences, key=lambda one: one.photo))

    def _has_focus(self) -> bool:
        return any(has_focus(self._pack, text) for text in self._search.parts.texts)

    def _by_one(
        self, way: Words, phrases: Vectors, labels: Sequence[int], looks: Vectors | None
    ) -> Opinion:
        yardstick = self._yardstick(way, phrases)
        similar = self._ranker.similarities(labels, way.vector[np.newaxis])[:, 0]
        above = confidence_bands.most_fits(similar, *yardstick.spread) - yardstick.line
        sureness = np.full(len(labels), -np.inf)
        near = np.flatnonzero(above >= 0)  # the others are below the line whatever else is known
        if len(near):
            hits = [labels[place] for place in near.tolist()]
            similarities = self._ranker.similarities(hits, yardstick.compared)
            evidence = yardstick.weighed(similarities)
            above[near] = evidence.fits - yardstick.line
            sureness[near] = np.minimum(
                evidence.margins - confidence_bands.CONFIDENT, evidence.leads
            )
        sketch = None
        if looks is not None:
            of_looks = looks @ way.vector, looks @ phrases.T
            sketch = float(confidence_bands.margins(*of_looks, yardstick.akin).max())
        return Opinion(above, sureness, replace(yardstick.presence, sketch=sketch))

    def _yardstick(self, way: Words, phrases: Vectors) -> _Yardstick:
        """Return what hits are measured by; no sketch changes it, so it is made once a search."""
        if way.text not in self._yardsticks:
            self._yardsticks[way.text] = self._made(way, phrases)
        return self._yardsticks[way.text]

    def _made(self, way: Words, phrases: Vectors) -> _Yardstick:
        words, rivals, size = way.vector, self._rivals(way), self._ranker.library_size()
        yardstick = _Yardstick(
            np.vstack((words, rivals, phrases)),
            len(rivals),
            phrases @ words,
            self._ranker.spread(words),
        )
        nearest = list(self._ranker.nearest_of_all(words, _EXACT))
        front = yardstick.weighed(self._ranker.similarities(nearest, yardstick.compared))
        of_sample = self._ranker.sample() @ yardstick.compared[: 1 + len(rivals)].T
        sample = yardstick.weighed(np.hstack((of_sample, self._ranker.sample_by(phrases))))
        curve = confidence_bands.whole_curve(front.fits, sample.fits, size)
        best = confidence_bands.best_margin(front.fits, front.margins)
        presence = Presence(best)
        if len(rivals):
            best = confidence_bands.best_answer(front.fits, front.margins, front.leads)
            presence = Presence(best, needed=confidence_bands.needed_margin(size))
        return replace(yardstick, line=confidence_bands.line(curve), presence=presence)

    def _rivals(self, way: Words) -> Vectors:
        """Return the vectors of what words compete with, float32 (rivals, d).

        A question has none: half of its words are in no caption, so its leads say little.
        """
        is_caption = choose_family(way.text) is Family.DESCRIPTION
        rivals = self._contrasts.rivals(way.text) if is_caption else ()
        vectors = self._search.vectors.of_words(rivals)
        return np.stack(vectors) if vectors else np.empty((0, len(way.vector)), np.float32)


def may_deny(texts: Iterable[str], best: float) -> bool:
    """Tell whether nothing matches words where the best photo's similarity is no answer."""
    return best < _DENIED or not any(map(is_of_several, texts))


def verdict(scorers: Sequence[HitScorer], number: int, labels: Sequence[int]) -> MatchDecision:
    """Judge the hits of a column, given in the order of the ranking; encoders are averaged."""
    each = [scorer.opinion(number, labels) for scorer in scorers] if labels else []
    opinions = [one for one in each if one is not None]
    if not opinions:
        return MatchDecision()
    presence = _mean_presence([one.presence for one in opinions if one.presence is not None])
    is_found = _mean([one.above for one in opinions]) >= 0
    if presence is not None and not presence.is_found():
        is_found[:] = False
    is_nothing = (
        not is_found.any() and all(one.may_deny for one in opinions)
        if presence is None
        else presence.is_nothing()
    )
    if presence is not None and not presence.can_deny and not is_found.any():
        return MatchDecision()  # words alone cannot know
    is_sure = _mean([one.sureness for one in opinions]) >= 0
    column_bands = confidence_bands.bands(is_found, is_sure)
    return MatchDecision(dict(zip(labels, column_bands, strict=True)), is_nothing)


def _mean_presence(of_judges: Sequence[Presence]) -> Presence | None:
    if not of_judges:
        return None
    sketches = [one.sketch for one in of_judges if one.sketch is not None]
    photo = float(np.mean([one.photo for one in of_judges]))
    sketch = float(np.mean(sketches)) if sketches else None
    needed = [one.needed for one in of_judges if one.needed is not None]
    is_known = len(needed) == len(of_judges)
    return Presence(photo, sketch, float(np.mean(needed)) if is_known else None)


def _mean(of_judges: Sequence[npt.NDArray[np.float64]]) -> Values:
    """Return the mean of what is known of each label; of what nobody knows, the least."""
    known = ~np.isnan(of_judges)
    total = np.where(known, of_judges, 0.0).sum(axis=0)
    count = known.sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), -np.inf)
