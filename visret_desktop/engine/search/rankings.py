"""Rankings of the library by single vectors.

What the index was asked lately is remembered, so that dropping a sketch or changing a weight costs
one query at most.
"""

from collections.abc import Container, Hashable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_128_digest

from visret_desktop.engine.caches.search_caches import RankedList, Scored
from visret_desktop.engine.messages import Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import StageClock
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval.confidence_bands import Scale, Similarities, Values, nearness
from visret_desktop.retrieval.content_index import Admitted, PhotoIndex
from visret_desktop.retrieval.rank_fusion import Spread

_SAMPLE = 1000  # photos that show what is usual in a library
_SHOWS = 1.25  # deviations above the mean of the library; photos with less hardly show it
Labels = npt.NDArray[np.int64]


class Ranker:
    """Ranks the photos that a request admits. For one search; not thread-safe."""

    def __init__(
        self,
        library: Library,
        request: Search,
        clock: StageClock,
        index: PhotoIndex | None = None,
    ) -> None:
        """Rank by the library's index, or by another one that has the same labels."""
        with clock.stage("open index"):
            # An index may be empty, which is false.
            self._index = library.indexes.contents() if index is None else index
        self._clock = clock
        self._sample: Vectors | None = None
        self._library = library
        self._caches = library.caches
        self.filter = request.filter
        # Whoever asks for fewer photos gets the first of the same ones, so all go down as far,
        # but for what is typed, which the next key replaces.
        least = 0 if request.is_typed else library.settings.top_k
        self.depth = max(request.top_k, least)
        with clock.stage("retrieve"):
            self._allowed = _allowed_labels(library, request)
            self._excluded = _excluded_labels(library, request)
        allowed = b"" if self._allowed is None else xxh3_128_digest(self._allowed.tobytes())
        self._scope = allowed + self._excluded.tobytes()
        self._named: tuple[int, ...] = ()

    def __len__(self) -> int:
        """Return how many photos there are to rank."""
        return len(self._index if self._allowed is None else self._allowed)

    def reach(self, labels: Iterable[int]) -> None:
        """Let every ranking have these photos, however far down they are."""
        self._named = tuple(labels)

    def rank(self, vector: Vectors) -> RankedList:
        """Return the ranking by `vector` (d,)."""
        with self._clock.stage("retrieve"):
            key = (vector.tobytes(), self._index.version, self.depth, self._scope)
            cached = self._caches.ranked_lists.get(key)
            return cached or self._caches.ranked_lists.put(key, self._ask(vector))

    def _ask(self, vector: Vectors) -> RankedList:
        # Asking for a few more and dropping them leaves the index free to use its graph.
        most = self.depth + len(self._excluded)
        labels, similarities = self._index.query(vector, most, self._allowed)
        self._spread(vector)  # every list's is wanted, and costs least right now
        if len(self._excluded):
            kept = np.flatnonzero(~np.isin(labels, self._excluded))[: self.depth]
            labels, similarities = labels[kept], similarities[kept]
        known: list[int] = labels.tolist()
        return RankedList(vector, known, dict(zip(known, similarities.tolist(), strict=True)))

    def labels(self, hashes: Iterable[str]) -> dict[int, str]:
        """Return the labels of contents, with their hashes; without those that are excluded."""
        reader, space = self._library.reader, self._library.encoder.name
        labels = reader.embeddings.labels_of_hashes(hashes, space)
        excluded = set(self._excluded.tolist())
        return {label: each for each, label in labels.items() if label not in excluded}

    def scored(self, ranked_list: RankedList) -> Scored:
        """Return the photos of a list with their similarities, the nearest first."""
        return ranked_list.scored() + self.beyond(ranked_list, ranked_list.ranks)

    def beyond(self, ranked_list: RankedList, there: Container[int]) -> Scored:
        """Return the photos that are to be reached and are not `there`, the nearest first."""
        return self.nearest(ranked_list, [label for label in self._named if label not in there])

    def nearest(self, ranked_list: RankedList, labels: Sequence[int]) -> Scored:
        """Order labels by what a list was made by; those without an embedding are left out."""
        self._know(ranked_list, labels)
        known = ranked_list.similarities
        return sorted(
            ((label, known[label]) for label in labels if label in known),
            key=lambda scored: -scored[1],
        )

    def spread(self, vector: Vectors) -> Spread:
        """Return mean and deviation of the similarities to the whole library."""
        with self._clock.stage("retrieve"):
            return self._spread(vector)

    def _spread(self, vector: Vectors) -> Spread:
        key = (vector.tobytes(), self._index.version)
        cached = self._caches.spreads.get(key)
        return cached or self._caches.spreads.put(key, self._index.statistics(vector))

    def similarities(self, labels: Sequence[int], vectors: Vectors) -> Similarities:
        """Return those of labels to vectors (m, d), float32 (labels, m); NaN: it is not known."""
        with self._clock.stage("judge"):
            return self._index.similarities(np.array(labels, np.int64), vectors)

    def sample(self) -> Vectors:
        """Return vectors (n, d) of the whole library, evenly chosen; all of a small one."""
        if self._sample is None:
            with self._clock.stage("judge"):
                self._sample = self._index.sample(_SAMPLE)
        return self._sample

    def sample_by(self, phrases: Vectors) -> Similarities:
        """Return the similarities of the sample to phrases (p, d): float32 (n, p)."""
        with self._clock.stage("judge"):
            key = self._index.version
            known = self._caches.sampled.get(key)
            return known if known is not None else self._sampled(key, phrases)

    def _sampled(self, key: Hashable, phrases: Vectors) -> Similarities:
        return self._caches.sampled.put(key, self.sample() @ phrases.T)

    def library_size(self) -> int:
        """Return how many photos there are, whatever the filter admits."""
        return len(self._index)

    def nearest_of_all(self, vector: Vectors, most: int) -> dict[int, float]:
        """Return by label the similarities of the nearest photos of the whole library.

        Those that are excluded are none of them.
        """
        with self._clock.stage("judge"):
            labels, similarities = self._index.query(vector, most + len(self._excluded))
        known = zip(labels.tolist(), similarities.tolist(), strict=True)
        excluded = set(self._excluded.tolist())
        return dict([one for one in known if one[0] not in excluded][:most])

    def nearness(self) -> Scale:
        """Return what similarities of photos mean in this library."""
        with self._clock.stage("judge"):
            key = self._index.version
            known = self._caches.nearness.get(key)
            return known or self._caches.nearness.put(key, nearness(self.sample()))

    def shows(self, labels: Sequence[int], excluded: Sequence[Vectors]) -> npt.NDArray[np.bool_]:
        """Return which labels show any excluded term, given as vectors (d,): bool (labels,)."""
        is_shown = np.zeros(len(labels), np.bool_)
        for vector in excluded:
            mean, deviation = self.spread(vector)
            similarities = self.similarities(labels, vector[np.newaxis])[:, 0]
            is_shown |= similarities > mean + _SHOWS * deviation
        return is_shown

    def heights(self, ranked_list: RankedList, labels: Sequence[int]) -> Values:
        """Return how many deviations each label is above the mean, float64 (labels,)."""
        known = ranked_list.similarities
        self._know(ranked_list, labels)
        mean, deviation = self._spread(ranked_list.vector)
        scale = 1 / deviation if deviation > 0 else 0.0
        return np.array([(known.get(label, mean) - mean) * scale for label in labels], np.float64)

    def _know(self, ranked_list: RankedList, labels: Sequence[int]) -> None:
        """Let a list know the similarities of labels that do not stand in it."""
        missing = [label for label in labels if label not in ranked_list.similarities]
        if not missing:
            return
        with self._clock.stage("retrieve"):
            wanted = np.array(missing, np.int64)
            each = self._index.similarities(wanted, ranked_list.vector[np.newaxis])[:, 0].tolist()
        pairs = zip(missing, each, strict=True)
        ranked_list.similarities.update((label, one) for label, one in pairs if one == one)


def _allowed_labels(library: Library, request: Search) -> Admitted | None:
    """Return the labels of the photos that the filter admits; None: all."""
    if not request.filter:
        return None
    return library.indexes.labels_of(request.filter)


def _excluded_labels(library: Library, request: Search) -> Labels:
    if not request.exclude_hashes:
        return np.empty(0, np.int64)
    labels = library.reader.embeddings.labels_of_hashes(
        request.exclude_hashes, library.encoder.name
    )
    return np.array(sorted(labels.values()), np.int64)
