"""The vector index of one side of a library, level with the catalog, and labels to filter by."""

import sqlite3
from collections.abc import Callable, Iterator
from threading import RLock

from visret_desktop.library.catalog.catalog_embeddings import PhotoLabels
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.models.interfaces import Encoder
from visret_desktop.paths import Paths
from visret_desktop.retrieval.content_index import Admitted, ContentIndex, PhotoIndex
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.retrieval.vector_matrix import Vectors, usable

_LARGE = 20_000  # photos; fewer are filtered as quickly without their labels in memory


class Indexes:
    """What finds contents near a vector, by the encoder that answers. Opened when first asked for.

    In a run that writes (`is_in_run`) that run keeps the index level; otherwise another process may
    have written, which the catalog's generation tells. `read_soon` has `read_labels` called in the
    background.
    """

    def __init__(
        self,
        paths: Paths,
        reader: CatalogReader,
        encoder: Callable[[], Encoder],
        is_in_run: Callable[[], bool],
        read_soon: Callable[[], None],
        lock: RLock,
    ) -> None:
        self._directory = paths.index_dir
        self._embeddings = reader.embeddings
        self._encoder = encoder
        self._is_in_run = is_in_run
        self._read_soon = read_soon
        self._lock = lock
        self._index: VectorIndex | None = None
        self._generation = ""
        self._with_parts: tuple[str, ContentIndex] | None = None  # by the catalog's generation
        self._photo_labels: PhotoLabels | None = None  # of some generation

    def vectors(self) -> VectorIndex:
        """Return the vector index, level with the catalog."""
        with self._lock:
            if self._index is None or not (self._is_in_run() or self._is_level()):
                self._open()
            assert self._index is not None
            return self._index

    def contents(self) -> PhotoIndex:
        """Return the index to be asked for contents: itself while each has one vector."""
        with self._lock:
            index, space = self.vectors(), self._encoder().name
            if not self._embeddings.has_parts(space):
                return index
            generation = self._embeddings.generation(space)
            if self._with_parts is None or self._with_parts[0] != generation:
                joined = ContentIndex(index, *self._embeddings.label_pairs(space, space))
                self._with_parts = generation, joined
            return self._with_parts[1]

    def labels_of(self, only: Filter) -> Admitted:
        """Return the labels of the contents that a filter's photos have, sorted: int64 (n,).

        The labels of all photos of a large library are read in the background, for the next time.
        """
        space, known = self._encoder().name, self._photo_labels
        is_known = known is not None and known.generation == self._embeddings.generation(space)
        if not is_known and len(self.vectors()) >= _LARGE and not self._is_in_run():
            self._read_soon()
        return self._embeddings.labels(only, space, known)

    def read_labels(self) -> None:
        """Read the labels of all photos now, by which large parts of a library are filtered."""
        self._photo_labels = self._embeddings.photo_labels(self._encoder().name)

    def note_level(self) -> None:
        """Note that the index holds exactly what the catalog holds now."""
        with self._lock:
            self._generation = self._embeddings.generation(self._encoder().name)

    def level(self) -> None:
        """Make the index equal to the catalog and save it; called by the one writer."""
        with self._lock:
            if not self._is_level() or self._index is None:
                self._open()
            assert self._index is not None
            self._index.save(self._generation)

    def drop_stale(self) -> None:
        """Forget an index that others overtook: what this run adds would not make it level."""
        with self._lock:
            if self._index is not None and not self._is_level():
                self._index = None

    def drop(self) -> None:
        """Forget the index, such as that of another encoder; it is opened anew when asked for."""
        with self._lock:
            self._index = None

    def forget(self) -> None:
        """Forget the index and what it was level with: its files or its catalog are others now."""
        with self._lock:
            self._index, self._generation = None, ""

    def _is_level(self) -> bool:
        return self._generation == self._embeddings.generation(self._encoder().name)

    def _open(self) -> None:
        encoder = self._encoder()
        index = VectorIndex(self._directory / encoder.name, encoder.name, encoder.dimension)
        generation = self._embeddings.generation(encoder.name)
        index.open(generation, lambda: self._live_vectors(encoder.name))
        self._index, self._generation = index, generation

    def _live_vectors(self, encoder: str) -> Iterator[tuple[list[int], Vectors]]:
        for labels, _, vectors in self._embeddings.live(encoder):
            if not usable(vectors).all():
                raise sqlite3.DatabaseError("a vector in the catalog is not what was written")
            yield labels, vectors
