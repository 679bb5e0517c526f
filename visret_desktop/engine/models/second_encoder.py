"""A second encoder beside the one that answers, such as one that knows nature.

Its vectors lie side by side with the first one's in the catalog, and in an index of their own.
Contents go by the first encoder's labels everywhere else. It takes part in answers once it has
looked at every photo; what is added later counts as average for it until it has looked at that,
too.
"""

import threading
from collections.abc import Callable

from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.models.interfaces import Encoder
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.vector_index import VectorIndex


class SecondEncoder:
    """The encoder, its index, and whether it has looked at all photos. Thread-safe."""

    def __init__(
        self, pack: Pack, model: Callable[[], Encoder], paths: Paths, reader: CatalogReader
    ) -> None:
        self.pack = pack
        self._model = model
        self._paths, self._reader = paths, reader
        self._lock = threading.RLock()
        self._is_whole: bool | None = None
        self._index: ContentIndex | None = None
        self._generation = ""

    @property
    def encoder(self) -> Encoder:
        """The model, loaded on first use.

        Raises:
            PackDamaged, OutOfMemory, DeviceMissing: it cannot be used.
        """
        return self._model()

    def is_whole(self) -> bool:
        """Tell whether it had looked at every photo when the last indexing run ended."""
        with self._lock:
            if self._is_whole is None:
                self._is_whole = not self._reader.embeddings.lacking(self.encoder.name)
            return self._is_whole

    def missing(self) -> int:
        """Return how many photos it has still to look at."""
        return len(self._reader.embeddings.lacking(self.encoder.name))

    def index(self, first: str, is_writing: bool) -> ContentIndex:
        """Return the index by the labels of the encoder named `first`.

        It is level with the catalog, except for what a run of this process is writing.
        """
        with self._lock:
            generation = f"{self._reader.embeddings.generation(self.encoder.name)} {first}"
            if self._index is None or not (is_writing or generation == self._generation):
                self._index, self._generation = self._opened(first), generation
            return self._index

    def level(self, first: str) -> None:
        """Look again whether it is whole, make the index equal to the catalog and save it."""
        with self._lock:
            self._is_whole = None
            index = self.index(first, is_writing=False).index
            index.save(self._reader.embeddings.generation(self.encoder.name))

    def _opened(self, first: str) -> ContentIndex:
        name = self.encoder.name
        index = VectorIndex(self._paths.index_dir / name, name, self.encoder.dimension)
        rows = self._reader.embeddings.live
        index.open(
            self._reader.embeddings.generation(name),
            lambda: ((labels, vectors) for labels, _, vectors in rows(name)),
        )
        return ContentIndex(index, *self._reader.embeddings.label_pairs(first, name))
