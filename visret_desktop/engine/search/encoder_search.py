"""What one encoder sees of a query: lists by single vectors, and the ranking made of them.

Usually there is one view. With a second encoder there are two, side by side, of the same query and
the same sketches; `fuse_views` makes one ranking of theirs.
"""

from collections.abc import Sequence

import numpy as np

from visret_desktop.engine.caches.search_caches import Fused, RankedList, ResultColumn, Words
from visret_desktop.engine.messages import QueryTerm, Sketch
from visret_desktop.engine.search.query_vectors import QueryParts, QueryVectors, SplitQuery
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval.rank_fusion import fuse_scores, mean_direction, reciprocal_rank_fusion
from visret_desktop.settings import Settings
from visret_desktop.strategies import Strategy

TRANSLATION = "translation"  # name of the list by the query in English
DETAILS = "details"  # of that by the query in more detail; it has no part in the ranking
# Its share of what the words weigh. An encoder that knows the language ranks by both alike; one
# that does not ranks by what was typed as by chance.
_TRANSLATED = 2 / 3
# The share of the thing alone beside an instruction for a part of it, with an encoder that knows
# things and no parts: best of .3 to .9 on half of the questions of `training/studies/real_photos`.
_SUBJECT = 1 / 2


class EncoderSearch:
    """One encoder's side of one search. Not thread-safe."""

    def __init__(
        self,
        strategy: Strategy,
        settings: Settings,
        ranker: Ranker,
        vectors: QueryVectors,
        pack_name: str = "",
    ) -> None:
        """Fuse by a strategy; the second encoder's lists are named after its pack."""
        self.ranker = ranker
        self.vectors = vectors
        self.columns: list[ResultColumn] = []
        self.translation: RankedList | None = None
        self.details: RankedList | None = None
        self.translated: Words | None = None  # what hits are compared with, too
        self._strategy = strategy
        self._settings = settings
        self._suffix = f"@{pack_name}" if pack_name else ""

    def ask(self, terms: Sequence[QueryTerm], typed: Sequence[QueryTerm]) -> None:
        """Rank by the query as it is, marks included; judge by what was `typed`.

        Raises:
            UsageError: an example picture cannot be used, or the terms cancel each other out.
        """
        self.text = self.ranker.rank(self.vectors.of_terms(terms))
        self.parts: QueryParts = self.vectors.taken_apart(typed)

    def place_instructions(
        self, instructions: Sequence[str], split_query: SplitQuery, subjects: Sequence[str] = ()
    ) -> None:
        """Rank by each instruction; it has a column of its own.

        Beside it by the thing alone of which it shows a part, if `subjects` says one.
        """
        vectors = self.vectors.of_words(instructions)
        ranks_words = self._strategy.ranks_words
        self.columns = [
            ResultColumn(
                self.ranker.rank(self.vectors.standing_in(split_query, vector)),
                ranks_words=ranks_words,
                meant=Words(text, vector),
            )
            for text, vector in zip(instructions, vectors, strict=True)
        ] or [ResultColumn()]
        for column, subject in zip(self.columns, subjects, strict=False):
            if subject and self._strategy.ranks_words:
                (vector,) = self.vectors.of_words([subject])
                column.subject = self.ranker.rank(self.vectors.standing_in(split_query, vector))

    def place_translation(self, translation: str, split_query: SplitQuery) -> None:
        """Rank by the query in English, too, beside the instruction; "": there is none."""
        if not translation or not self._strategy.ranks_words:
            return
        (vector,) = self.vectors.of_words([translation])
        self.translated = Words(translation, vector)
        self.translation = self.ranker.rank(self.vectors.standing_in(split_query, vector))

    def place_details(self, details: str, split_query: SplitQuery) -> None:
        """Rank by the query in more detail, too, in a list beside; "": there is none."""
        if details:
            (vector,) = self.vectors.of_words([details])
            self.details = self.ranker.rank(self.vectors.standing_in(split_query, vector))

    def place_sketch(self, sketch: Sketch, vector: Vectors, split_query: SplitQuery) -> None:
        """Rank by a sketch."""
        self.columns[sketch.column].looks[sketch.name] = vector
        vector = self.vectors.standing_in(split_query, vector)
        self.columns[sketch.column].pictures[sketch.name] = self.ranker.rank(vector)

    def column(self, number: int) -> ResultColumn:
        """Return a column; before there are any, an empty one, which the query itself stands in."""
        return self.columns[number] if 0 <= number < len(self.columns) else ResultColumn()

    def lists(self, number: int, text_name: str) -> dict[str, RankedList]:
        """Return the lists of a column by the names that hits call them."""
        beside = {TRANSLATION: self.translation, DETAILS: self.details}
        there = {name: ranked_list for name, ranked_list in beside.items() if ranked_list}
        ranked_lists = {text_name: self.text} | there | self.column(number).lists()
        return {f"{name}{self._suffix}": ranked_list for name, ranked_list in ranked_lists.items()}

    def fuse(self, number: int, without: str = "") -> Fused:
        """Return the ranking of a column by what is there so far, `without` one of its sketches.

        Until there is an instruction or a sketch the query's own ranking stands in.
        """
        column = self.column(number)
        words, pictures = column.instruction or self.text, column.others(without)
        if self._strategy.fusion == "scores" and (pictures or column.instruction):
            return self._by_scores(words, pictures, column.subject)
        if self.translation or column.subject:
            return self._by_scores(words, [], column.subject)
        if self._strategy.fusion == "ranks" and pictures:
            rankings = [ranked_list.labels for ranked_list in pictures]
            scored = reciprocal_rank_fusion(rankings, self._settings.rrf_k)
            further = self.ranker.beyond(words, {label for label, _ in scored})
            return Fused(scored + [(label, 0.0) for label, _ in further])
        return Fused(self.ranker.scored(words), words)

    def _by_scores(
        self, words: RankedList, pictures: Sequence[RankedList], subject: RankedList | None
    ) -> Fused:
        vectors, weights = [words.vector], [1.0]
        if self.translation:
            vectors.append(self.translation.vector)
            weights = [1.0 - _TRANSLATED, _TRANSLATED]
        elif subject:
            vectors.append(subject.vector)
            weights = [1.0 - _SUBJECT, _SUBJECT]
        if pictures:
            vectors.append(mean_direction([ranked_list.vector for ranked_list in pictures]))
            weights.append(self._settings.hybrid_weight)
        fused = fuse_scores(vectors, [self.ranker.spread(one) for one in vectors], weights)
        whole = self.ranker.rank(fused.vector)
        scored = [(label, fused.score(score)) for label, score in self.ranker.scored(whole)]
        return Fused(scored, whole)


def fuse_views(
    searches: Sequence[EncoderSearch], number: int, rrf_k: float, without: str = ""
) -> Fused:
    """Return one ranking of a column by all views, `without` one of its sketches.

    Similarities of different encoders have nothing in common, so they are added in deviations
    above each one's mean over the library. Where a strategy fuses ranks, the lists of all views are
    fused by ranks.
    """
    parts = [search.fuse(number, without) for search in searches]
    if len(parts) == 1:
        return parts[0]
    if any(part.whole is None for part in parts):
        lists = [search.column(number).others(without) for search in searches]
        rankings = [ranked_list.labels for one in lists for ranked_list in one]
        scored = reciprocal_rank_fusion(rankings, rrf_k)
        there = {label for label, _ in scored}
        further = [label for label, _ in parts[0].scored if label not in there]
        return Fused(scored + [(label, 0.0) for label in further])
    wholes = [part.whole for part in parts if part.whole is not None]
    labels = list(dict.fromkeys(label for part in parts for label, _ in part.scored))
    heights = [v.ranker.heights(whole, labels) for v, whole in zip(searches, wholes, strict=True)]
    total = np.sum(heights, axis=0)
    order = np.argsort(-total, kind="stable")[: max(len(part.scored) for part in parts)]
    scored = [(labels[place], float(total[place])) for place in order.tolist()]
    return Fused(scored)
