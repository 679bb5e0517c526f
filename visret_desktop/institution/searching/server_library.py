"""A library on a server as the library that the engine searches.

Words, pictures and drawing stay here: vectors and filters go to the server, and photos come back.
They are kept in a catalog of this session. What needs the catalog of all photos is refused.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from visret_desktop.engine.field_messages import ChangeNotes, PutNotes
from visret_desktop.engine.indexes import Indexes
from visret_desktop.engine.messages import Ask, Browse, DescribeMachine, Search
from visret_desktop.engine.models.encoder_choice import Division
from visret_desktop.engine.runtime import Asked, Library
from visret_desktop.errors import VisretError
from visret_desktop.institution.library_address import opened_library
from visret_desktop.institution.library_encoder import form_of, open_library_encoder
from visret_desktop.institution.searching.photo_copies import CopyReader, PhotoCopies
from visret_desktop.institution.searching.server_index import ServerIndexes
from visret_desktop.institution.searching.shared_store import SharedStore
from visret_desktop.institution.store import Store
from visret_desktop.institution.thumbnail_folder import ThumbnailsOfServer
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Notes, PhotoRow
from visret_desktop.models.interfaces import Encoder
from visret_desktop.paths import Paths, ServerPaths, claim
from visret_desktop.settings import DRAWN, Settings

# Jobs that need no catalog of all photos.
_DONE = (Search, Browse, Ask, DescribeMachine, ChangeNotes, PutNotes)


class NotOnServer(VisretError):
    """What only a library on this computer does."""

    code = "not-on-server"
    sentence = (
        "This cannot be done with a library on a server yet. Search it by words and pictures, "
        "without formulas, bursts and events; do the rest with the library of this computer."
    )
    exit_code = 2


class ServerLibrary(Library):
    """A library whose photos a store has. `paths` are those of this session."""

    def __init__(self, paths: ServerPaths, settings: Settings, store: Store) -> None:
        """Open it.

        Raises:
            LibraryEncoderMissing: its encoder is not installed here.
        """
        form = form_of(store.space, paths)
        self._shared = SharedStore(store)
        super().__init__(paths, settings.changed(encoder=form.pack.name, second_encoder=""))

    def _open_reader(self) -> CopyReader:
        self._copied = CopyReader(self.paths, self._shared)
        return self._copied

    def _open_indexes(self) -> Indexes:
        self._copies = PhotoCopies(self._shared, self._copied, self.writers)
        indexes = self._indexes_of(ServerIndexes)
        indexes.begin(self._shared, self._copies)
        return indexes

    def divide(self) -> None:
        """Have one encoder for all folders; drawings have a rewriter of their own."""
        if self.settings.encoder == DRAWN:
            self._begin(Division(DRAWN))

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder that made the library's vectors, loaded on first use."""
        return open_library_encoder(self._shared.space, self.paths, self.settings)

    def latest(self, only: Filter, most: int) -> tuple[list[PhotoRow], int]:
        """Return the photos of a filter, those taken last first, and how many there are."""
        hits = self._shared.ask(lambda store: store.latest(most, only))
        labels = self._copies.labels_of([hit.content_hash for hit in hits])
        rows = self.reader.rows_of_labels(list(labels.values()), only)
        known = (rows.get(labels.get(hit.content_hash, -1)) for hit in hits)
        return [files[0] for files in known if files], self.reader.counts(only)[0]

    @contextmanager
    def adding(self) -> Iterator[Catalog]:
        """Write a few rows; notes go to the server, too. Raises StoreError besides."""
        with super().adding() as catalog:
            catalog.annotations.share_notes = self._share_notes
            yield catalog

    def _share_notes(self, notes: Mapping[str, Notes]) -> None:
        self._shared.ask(lambda store: store.notes.put(notes))

    def adapted(self, request: Asked) -> Asked:
        """Return a request as it can be done with this library.

        Notes that are to be changed are known then as they are on the server.

        Raises:
            NotOnServer: it cannot.
        """
        if not isinstance(request, _DONE):
            raise NotOnServer
        if isinstance(request, Search):
            if request.formula or request.one_per != "photo":
                raise NotOnServer
            request = replace(request, by_names=False)  # the words of a query stay here
        if isinstance(request, ChangeNotes):
            self._copies.renew_notes(request.hashes)
        if isinstance(request, PutNotes):
            self._copies.renew_notes(request.notes)
        if isinstance(request, Search | Browse):  # all files are below one folder
            conditions = request.filter.conditions
            kept = tuple(one for one in conditions if one.field != "folder" or one.negated)
            request = replace(request, filter=Filter(kept))
        return request


@contextmanager
def opened(
    own: Paths, settings: Settings, place: str, thumbnails: str = "", folder: str = ""
) -> Iterator[ServerLibrary]:
    """Open the library at an address, or in a private server's folder, for a `with` block.

    What comes in lies in `folder`; "": in one that goes at the end.

    Raises:
        StoreError: it cannot be opened.
        LibraryEncoderMissing: its encoder is not installed here.
    """
    with (
        opened_library(place) as (_, store),
        TemporaryDirectory(prefix="visret-session-", ignore_cleanup_errors=True) as temporary,
    ):
        paths = ServerPaths.below(Path(folder or temporary), own, place, thumbnails)
        claim(paths)
        library = ServerLibrary(paths, settings, store)
        library.thumbnails = ThumbnailsOfServer(paths.thumbnails, thumbnails)
        try:
            yield library
        finally:
            library.close()
