"""How one encoder sees a query: its vectors, its lists, and the ranking that a strategy makes.

Usually there is one view. With a second encoder there are two, side by side, of the same query and
the same sketches; `fuse_views` makes one ranking of theirs.
"""

from collections.abc import Sequence

import numpy as np

from visret_desktop.engine.messages import QueryTerm, Search, Sketch
from visret_desktop.engine.parts import OpenLibrary
from visret_desktop.engine.search.clock import StageClock
from visret_desktop.engine.search.listing import Column, Fused, Listing
from visret_desktop.engine.search.query_vectors import QueryVectors, Question
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.cutoff import CLOSENESS, HEIGHT, Heights, Scale
from visret_desktop.retrieval.ranking import reciprocal_rank_fusion


class View:
    """One encoder's side of one search. Not thread-safe."""

    def __init__(
        self,
        library: OpenLibrary,
        request: Search,
        clock: StageClock,
        encoder: Encoder,
        index: ContentIndex | None = None,
        name: str = "",
    ) -> None:
        """Look with `encoder`; the second one has its own `index` and the `name` of its pack."""
        self.encoder = encoder
        self.vectors = QueryVectors(library, clock, encoder)
        self.ranker = Ranker(library, request, clock, index)
        self.columns: list[Column] = []
        self._suffix = f"@{name}" if name else ""

    def ask(self, terms: Sequence[QueryTerm]) -> None:
        """Rank by the query as it is.

        Raises:
            UsageError: an example picture cannot be used, or the terms cancel each other out.
        """
        self.text = self.ranker.rank(self.vectors.of_terms(terms))

    def place_instructions(
        self, instructions: Sequence[str], question: Question, *, has_part: bool
    ) -> None:
        """Rank by each instruction; it has a column of its own."""
        self.columns = [Column(has_part=has_part) for _ in instructions] or [Column()]
        vectors = self.vectors.of_words(instructions)
        for column, vector in zip(self.columns, vectors, strict=False):
            column.words = self.ranker.rank(self.vectors.standing_in(question, vector))

    def place_sketch(self, sketch: Sketch, vector: Vectors, question: Question) -> None:
        """Rank by a sketch."""
        vector = self.vectors.standing_in(question, vector)
        self.columns[sketch.column].pictures[sketch.name] = self.ranker.rank(vector)

    def column(self, number: int) -> Column:
        """Return a column; before there are any, an empty one, which the query itself stands in."""
        return self.columns[number] if number < len(self.columns) else Column()

    def fuse(self, strategy: str, number: int) -> Fused:
        """Return the ranking of a column by what is there so far."""
        return self.ranker.fuse(strategy, self.text, self.column(number))

    def lists(self, number: int, text_name: str) -> dict[str, Listing]:
        """Return the lists of a column by the names that hits call them."""
        found = {text_name: self.text} | self.column(number).lists()
        return {f"{name}{self._suffix}": listing for name, listing in found.items()}

    def closeness(self, number: int, leading: Listing, labels: Sequence[int]) -> Heights:
        """Return how close labels come, float64 (labels,); `retrieval.cutoff` says what that is."""
        column = self.column(number)
        if column.words and column.pictures:
            return self.ranker.closeness(column, labels)
        return self.ranker.heights(leading, labels)

    def scale(self, number: int) -> Scale:
        """Return what `closeness` is measured on."""
        column = self.column(number)
        return CLOSENESS if column.words and column.pictures else HEIGHT


def fuse_views(views: Sequence[View], parts: Sequence[Fused], number: int, rrf_k: float) -> Fused:
    """Return one ranking of a column's rankings by each view.

    Similarities of different encoders have nothing in common, so they are added in deviations
    above each one's mean over the library. Where a strategy fuses ranks, the lists of all views are
    fused by ranks.
    """
    if len(parts) == 1:
        return parts[0]
    if any(part.whole is None for part in parts):
        lists = [view.column(number).pictures.values() for view in views]
        rankings = [listing.labels for one in lists for listing in one]
        return Fused(reciprocal_rank_fusion(rankings, rrf_k), parts[0].leading)
    wholes = [part.whole for part in parts if part.whole is not None]
    labels = list(dict.fromkeys(label for whole in wholes for label in whole.labels))
    heights = [v.ranker.heights(whole, labels) for v, whole in zip(views, wholes, strict=True)]
    total = np.sum(heights, axis=0)
    order = np.argsort(-total, kind="stable")[: max(len(whole.labels) for whole in wholes)]
    scored = [(labels[place], float(total[place])) for place in order.tolist()]
    return Fused(scored, parts[0].leading)
