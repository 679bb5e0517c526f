"""The photos of a server as an index: vectors and filters go there, and what is nearest comes back.

Mean and deviation are those of a sample, which is fetched once; so is what shows whether anything
answers. Nothing else of a query leaves the computer.
"""

from functools import cached_property
from itertools import count

import numpy as np

from visret_desktop.engine.indexes import Indexes
from visret_desktop.institution.searching.photo_copies import PhotoCopies
from visret_desktop.institution.searching.shared_store import SharedStore
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.retrieval.vector_matrix import Labels, Similarities, Vectors

_SAMPLE = 4000  # vectors; some 6 MB
_searches = count()


class AdmittedByServer:
    """The photos of a filter, of which only the server knows which they are."""

    def __init__(self, store: SharedStore, only: Filter) -> None:
        self.only = only
        self._store = store

    def __len__(self) -> int:
        return self._store.ask(lambda store: store.count(self.only))

    def tobytes(self) -> bytes:
        """Return what no other photos have."""
        return repr(self.only).encode()


class ServerIndex:
    """The index of one search: what others write on the server, the next search finds."""

    def __init__(self, store: SharedStore, copies: PhotoCopies, sample: Vectors) -> None:
        self._store, self._copies, self._sample = store, copies, sample
        self.version = ("server", next(_searches))

    def __len__(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        return self._store.ask(lambda store: store.size())

    def query(
        self, vector: Vectors, k: int, allowed: AdmittedByServer | None = None
    ) -> tuple[Labels, Similarities]:
        """Return the k nearest of those that are admitted, the nearest first.

        Raises:
            StoreError: the server does not answer, or does not know a condition.
        """
        only = ALL_PHOTOS if allowed is None else allowed.only
        hits = self._store.ask(lambda store: store.search(vector, k, only))
        labels = self._copies.labels_of([hit.content_hash for hit in hits])
        there = [hit for hit in hits if hit.content_hash in labels]  # not forgotten meanwhile
        return (
            np.array([labels[hit.content_hash] for hit in there], np.int64),
            np.array([hit.similarity for hit in there], np.float32),
        )

    def similarities(self, labels: Labels, vectors: Vectors) -> Similarities:
        """Return those of photos that came in (n,) to vectors (m, d), float32 (n, m)."""
        return self._copies.vectors.similarities(labels, vectors)

    def sample(self, most: int) -> Vectors:
        """Return at most so many of the vectors, evenly chosen."""
        return self._sample[:most]

    def statistics(self, vector: Vectors) -> tuple[float, float]:
        """Return mean and deviation of the similarities to a sample."""
        similarities = self._sample @ vector
        if not len(similarities):
            return 0.0, 0.0
        return float(similarities.mean(dtype=float)), float(similarities.std(dtype=float))


class ServerIndexes(Indexes):
    """What the engine asks for the photos of a server."""

    def begin(self, store: SharedStore, copies: PhotoCopies) -> None:
        """Ask this store."""
        self._store, self._copies = store, copies

    @cached_property
    def _sample(self) -> Vectors:
        return self._store.ask(lambda store: store.sample(_SAMPLE))

    def vectors(self) -> VectorIndex:
        """Return the vectors that came in; asks for the sample, as the first query would."""
        _ = self._sample
        return self._copies.vectors

    def contents(self) -> ServerIndex:
        """Return the index of one search."""
        return ServerIndex(self._store, self._copies, self._sample)

    def labels_of(self, only: Filter) -> AdmittedByServer:
        """Return the photos of a filter, of which only the server knows which they are."""
        return AdmittedByServer(self._store, only)
