"""Rankings of the library by single vectors, and of these the one that a strategy shows.

`Ranker` asks the index; what it was asked lately it remembers, so that dropping a sketch or
changing a weight costs one query at most.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_128_digest

from visret_desktop.engine.messages import Search
from visret_desktop.engine.parts import OpenLibrary
from visret_desktop.engine.search.clock import StageClock
from visret_desktop.engine.search.listing import Column, Fused, Listing
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval import cutoff
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.cutoff import Heights
from visret_desktop.retrieval.ranking import reciprocal_rank_fusion
from visret_desktop.retrieval.score_fusion import Spread, fuse_scores, mean_direction
from visret_desktop.retrieval.vector_index import VectorIndex

Labels = npt.NDArray[np.int64]
VISUAL = ("visret", "visret-single")


class Ranker:
    """Ranks what a request admits. For one search; not thread-safe."""

    def __init__(
        self,
        library: OpenLibrary,
        request: Search,
        clock: StageClock,
        index: ContentIndex | None = None,
    ) -> None:
        """Rank by the library's index, or by another one that has the same labels."""
        with clock.stage("open index"):
            self._index: VectorIndex | ContentIndex = index or library.content_index()
        self._clock = clock
        self._memory = library.memory
        self._settings = library.settings
        is_plain = request.strategy == "original"
        # Ranks are told, and rank fusion reaches, as far down as results can be shown.
        self._depth = request.top_k if is_plain else max(request.top_k, library.settings.top_k)
        with clock.stage("retrieve"):
            self._allowed = _allowed_labels(library, request)
            self._excluded = _excluded_labels(library, request)
        allowed = b"" if self._allowed is None else xxh3_128_digest(self._allowed.tobytes())
        self._scope = allowed + self._excluded.tobytes()

    def rank(self, vector: Vectors) -> Listing:
        """Return the ranking by `vector` (d,)."""
        with self._clock.stage("retrieve"):
            key = (vector.tobytes(), self._index.version, self._depth, self._scope)
            found = self._memory.listings.get(key)
            return found or self._memory.listings.put(key, self._ask(vector))

    def _ask(self, vector: Vectors) -> Listing:
        # Asking for a few more and dropping them leaves the index free to use its graph.
        most = self._depth + len(self._excluded)
        labels, similarities = self._index.query(vector, most, self._allowed)
        self._spread(vector)  # every list's is wanted, and costs least right now
        if len(self._excluded):
            kept = np.flatnonzero(~np.isin(labels, self._excluded))[: self._depth]
            labels, similarities = labels[kept], similarities[kept]
        known: list[int] = labels.tolist()
        return Listing(vector, known, dict(zip(known, similarities.tolist(), strict=True)))

    def _spread(self, vector: Vectors) -> Spread:
        """Return mean and deviation of the similarities to the whole library."""
        key = (vector.tobytes(), self._index.version)
        found = self._memory.spreads.get(key)
        return found or self._memory.spreads.put(key, self._index.statistics(vector))

    def fuse(self, strategy: str, text: Listing, column: Column) -> Fused:
        """Return the ranking of a column by what is there so far.

        rephrase: by the instruction. visret: reciprocal rank fusion of the sketches' lists.
        hybrid: standardized scores of the instruction and, weighted, of the sketches' mean. Until
        there is an instruction or a sketch the query's own ranking stands in.
        """
        words = column.instruction or text
        pictures = tuple(column.pictures.values())
        if strategy == "hybrid" and (pictures or column.instruction):
            return self._by_scores(words, pictures)
        if strategy in VISUAL and pictures:
            rankings = [listing.labels for listing in pictures]
            scored = reciprocal_rank_fusion(rankings, self._settings.rrf_k)
            return Fused(scored, pictures[0])
        chosen = words if strategy == "rephrase" else text
        return Fused(chosen.scored(), chosen, chosen)

    def _by_scores(self, words: Listing, pictures: Sequence[Listing]) -> Fused:
        vectors, weights = [words.vector], [1.0]
        if pictures:
            vectors.append(mean_direction([listing.vector for listing in pictures]))
            weights.append(self._settings.hybrid_weight)
        with self._clock.stage("retrieve"):
            spreads = [self._spread(vector) for vector in vectors]
        fused = fuse_scores(vectors, spreads, weights)
        whole = self.rank(fused.vector)
        scored = [(label, fused.score(score)) for label, score in whole.scored()]
        return Fused(scored, words, whole)

    def heights(self, listing: Listing, labels: Sequence[int]) -> Heights:
        """Return how many deviations each label is above the mean, float64 (labels,)."""
        known = listing.similarities
        missing = [label for label in labels if label not in known]
        if missing:
            self._compare(listing, missing)
        mean, deviation = self._spread(listing.vector)
        scale = 1 / deviation if deviation > 0 else 0.0
        return np.array([(known.get(label, mean) - mean) * scale for label in labels], np.float64)

    def closeness(self, column: Column, labels: Sequence[int]) -> Heights:
        """Return how close each label comes to the sketches of a column, float64 (labels,).

        The column has words and at least one picture.
        """
        assert column.words is not None
        listings = column.pictures.values()
        mean, deviation = self._spread(column.words.vector)
        best = max(float(column.words.vector @ listing.vector) for listing in listings)
        bar = (best - mean) / deviation if deviation > 0 else 0.0
        pictures = np.stack([self.heights(listing, labels) for listing in listings])
        return cutoff.closeness(self.heights(column.words, labels), pictures, bar)

    def _compare(self, listing: Listing, labels: Sequence[int]) -> None:
        """Let a list know the similarities of labels that do not stand in it."""
        with self._clock.stage("retrieve"):
            # Restricted to given labels a query is exact, and tells just these.
            wanted = np.array(labels, np.int64)
            found, similarities = self._index.query(listing.vector, len(labels), wanted)
        listing.similarities.update(zip(found.tolist(), similarities.tolist(), strict=True))


def _allowed_labels(library: OpenLibrary, request: Search) -> Labels | None:
    """Return the labels of the photos that the request is about; None: all."""
    if not request.filter:
        return None
    return library.reader.embeddings.labels(request.filter, library.encoder.name)


def _excluded_labels(library: OpenLibrary, request: Search) -> Labels:
    if not request.exclude_hashes:
        return np.empty(0, np.int64)
    found = library.reader.embeddings.labels_of_hashes(request.exclude_hashes, library.encoder.name)
    return np.array(sorted(found.values()), np.int64)
