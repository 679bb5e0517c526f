"""Own what is slow to open: the catalog, the encoder and the vector index of one library."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from visret_desktop.library.catalog import Catalog
from visret_desktop.library.catalog_reader import CatalogReader
from visret_desktop.library.thumbnails import ThumbnailStore
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.models.encoder import open_encoder
from visret_desktop.models.interfaces import Encoder
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.settings import Settings

_log = logging.getLogger(__name__)


class Library:
    """One profile's library. Opening is cheap: models and index load when first asked for."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self.paths = paths
        self.settings = settings
        self.reader: CatalogReader = Catalog.open_readonly(paths.catalog)
        self.thumbnails = ThumbnailStore(paths.thumbnails)
        self._encoder: Encoder | None = None
        self._index: VectorIndex | None = None
        self._generation = ""
        self._writing = False
        self._lock = threading.RLock()

    @classmethod
    @contextmanager
    def open(cls, paths: Paths, settings: Settings) -> Iterator["Library"]:
        """Open the library for the length of a `with` block."""
        library = cls(paths, settings)
        try:
            yield library
        finally:
            library.close()

    def close(self) -> None:
        """Give back files and memory."""
        self.reader.close()
        self.thumbnails.close()

    @property
    def encoder(self) -> Encoder:
        """The encoder that the settings name, loaded on first use."""
        with self._lock:
            if self._encoder is None:
                pack = registry.find(self.paths, self.settings.encoder)
                self._encoder = open_encoder(pack, self.paths)
            return self._encoder

    def index(self) -> VectorIndex:
        """Return the vector index, level with the catalog.

        While this process writes, the run itself keeps the index level; otherwise another process
        may have written, which the catalog's generation tells.
        """
        with self._lock:
            if self._index is None or not (self._writing or self._is_level()):
                self._open_index()
            assert self._index is not None
            return self._index

    def _is_level(self) -> bool:
        return self._generation == self.reader.generation(self.encoder.name)

    def _open_index(self) -> None:
        encoder = self.encoder
        directory = self.paths.index_dir / encoder.name
        index = VectorIndex(directory, encoder.name, encoder.dimension)
        generation = self.reader.generation(encoder.name)
        index.open(
            generation,
            lambda: (
                (labels, vectors) for labels, _, vectors in self.reader.embeddings(encoder.name)
            ),
        )
        self._index, self._generation = index, generation

    def index_is_level(self) -> None:
        """Note that the index holds exactly what the catalog holds now."""
        with self._lock:
            self._generation = self.reader.generation(self.encoder.name)

    def level_index(self) -> None:
        """Make the index equal to the catalog and save it; called by the one writer."""
        with self._lock:
            if not self._is_level() or self._index is None:
                self._open_index()
            assert self._index is not None
            self._index.save(self._generation)

    @contextmanager
    def writing(self) -> Iterator[Catalog]:
        """Be the one writer for the length of a `with` block.

        Raises:
            LibraryBusy: another process is.
        """
        with WriterLock(self.paths.writer_lock):
            catalog = Catalog.open(self.paths.catalog)
            self._writing = True
            try:
                yield catalog
            finally:
                self._writing = False
                catalog.close()
