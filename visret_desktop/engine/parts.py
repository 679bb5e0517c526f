"""What indexing and searching are handed: one opened library, whoever opened it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from visret_desktop.engine.models.second_encoder import SecondEncoder, SecondIndex
from visret_desktop.engine.search.memory import SearchMemory
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.models.interfaces import Encoder, Rewriter, Visualizer
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

IsCancelled = Callable[[], bool]


class OpenLibrary(Protocol):
    """An opened library. `runtime.Library` is the one implementation."""

    @property
    def paths(self) -> Paths:
        """Where its files are."""
        ...

    @property
    def settings(self) -> Settings:
        """What the person set."""
        ...

    @property
    def reader(self) -> CatalogReader:
        """The catalog, read-only, from any thread."""
        ...

    @property
    def thumbnails(self) -> ThumbnailStore:
        """Small pictures by content hash."""
        ...

    @property
    def encoder(self) -> Encoder:
        """The encoder that answers queries, loaded on first use.

        Raises:
            PackMissing, PackDamaged: there is no usable one.
        """
        ...

    @property
    def next_encoder(self) -> Encoder:
        """The encoder that the settings name: photos are embedded with it.

        It answers as soon as all of them are.

        Raises:
            PackMissing, PackDamaged: there is no usable one.
        """
        ...

    @property
    def second(self) -> SecondEncoder | None:
        """The encoder that answers beside the first, if the settings name one that is there."""
        ...

    def second_index(self) -> SecondIndex:
        """Return its index, by the labels of the encoder that answers."""
        ...

    def level_second(self) -> None:
        """Make its index equal to the catalog and save it; called by the one writer."""
        ...

    def is_changing_encoder(self) -> bool:
        """Whether another encoder answers than the one that the settings name."""
        ...

    @property
    def rewriter(self) -> Rewriter:
        """The rewriter in use, loaded on first use.

        Raises:
            PackMissing, PackDamaged: there is no usable one.
        """
        ...

    @property
    def visualizer(self) -> Visualizer:
        """The visualizer in use, loaded on first use, which may take long.

        Raises:
            PackMissing, PackDamaged: there is no usable one.
            OutOfMemory: it does not fit.
        """
        ...

    @property
    def memory(self) -> SearchMemory:
        """What searches leave for the next ones."""
        ...

    def pack(self, role: Role) -> Pack:
        """Return the pack that the settings name for a role, without loading it.

        Raises:
            PackMissing, PackDamaged: there is no usable one.
        """
        ...

    def index(self) -> VectorIndex:
        """Return the vector index, level with the catalog."""
        ...

    def level_index(self) -> None:
        """Make the index equal to the catalog and save it; called by the one writer."""
        ...

    def index_is_level(self) -> None:
        """Note that the index holds exactly the catalog's live embeddings."""
        ...

    def writing(self) -> AbstractContextManager[Catalog]:
        """Be the one writer.

        Raises:
            LibraryBusy: another process is.
        """
        ...
