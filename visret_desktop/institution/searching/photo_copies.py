"""What a server says of photos, in a catalog of this session, which all else reads as usual.

Photos come in when they are found. So hits, sheets and the window need nothing that they do not
need for photos whose drive is away.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from msgspec.structs import replace

from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.writers import Writers
from visret_desktop.institution.searching.shared_store import SharedStore
from visret_desktop.institution.store import Store, StoredContent, StoredFile
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import Connections
from visret_desktop.library.catalog.catalog_facts import FactsOfPhotos, KnownFacts
from visret_desktop.library.catalog.catalog_opening import open_reader
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Folder, FolderState, Notes, PhotoRow
from visret_desktop.paths import Paths
from visret_desktop.retrieval.vector_index import VectorIndex

_ROOT = Path("/")  # of all files; those of buckets stand there by their whole names
_OF_FILES = ("below", "photo", "copy")  # conditions that tell the files of a content apart


class FactsOfServer(FactsOfPhotos):
    """What cameras, lenses, keywords … the photos on a server have."""

    def __init__(self, connections: Connections, profile: Path, store: SharedStore) -> None:
        super().__init__(connections, profile)
        self._store = store

    @cached_property
    def _known_facts(self) -> KnownFacts:
        return self._store.ask(lambda store: store.values())

    def _values(self, column: str, _table: str = "photo") -> Sequence[str]:
        values = self._known_facts
        of_column = {
            "camera": values.of_cameras,
            "lens": values.of_lenses,
            "keyword": values.of_keywords,
            "format": values.of_kinds,
            "color_label": values.of_labels,
            "name": values.of_species,
        }
        return of_column[column]

    def photos_in_folders(self) -> Mapping[str, int]:
        """Return the folders; nobody counts their photos."""
        return self._known_facts.of_folders

    def common_names(self) -> Mapping[str, str]:
        """Return the names that were accepted, by their common ones."""
        return self._known_facts.of_common_names

    def detections(self) -> Sequence[tuple[str, str]]:
        """Return what detectors found: each name, and its common name or ""."""
        return self._known_facts.of_detections


class CopyReader(CatalogReader):
    """The catalog of the photos that came in; what is asked of all photos the server answers."""

    def __init__(self, paths: Paths, store: SharedStore) -> None:
        open_reader(paths).close()  # makes it
        super().__init__(paths.catalog)
        self._store = store
        self.facts = FactsOfServer(self._connections, paths.catalog.parent, store)

    def folders(self) -> list[Folder]:
        """Return the one root that all files are below."""
        return [Folder(0, _ROOT, FolderState.ONLINE, 0, "", 0.0)]

    def photo_folders(self) -> dict[Path, set[str]]:
        """Return the folders in which photos lie that came in, each for itself."""
        inside = super().photo_folders().get(_ROOT, set())
        return {_ROOT / folder: {""} for folder in inside}

    def counts(self, only: Filter = ALL_PHOTOS) -> tuple[int, int]:
        """Return (photos of a filter on the server, 0)."""
        return self._store.ask(lambda store: store.count(only)), 0

    def rows_of_labels(
        self, labels: Sequence[int], only: Filter = ALL_PHOTOS
    ) -> dict[int, list[PhotoRow]]:
        """Return the photos of each label; that they pass the server knows, but for their files."""
        of_files = [one for one in only.conditions if one.field in _OF_FILES]
        here = Filter(tuple(replace(one, values=_below_root(one.values)) for one in of_files))
        rows_of_labels = super().rows_of_labels(labels, here)
        return {label: [_named(row) for row in rows] for label, rows in rows_of_labels.items()}


class PhotoCopies:
    """Lets photos come in. Thread-safe. `vectors` are those of all that did, by label."""

    def __init__(self, store: SharedStore, reader: CopyReader, writers: Writers) -> None:
        self._store, self._reader, self._writers = store, reader, writers
        self._space = store.space.encoder
        self._coming_in = Lock()
        self.vectors = VectorIndex(reader.path.parent, self._space, store.space.dimension)

    def labels_of(self, hashes: Sequence[str]) -> dict[str, int]:
        """Return the labels of contents, which come in if they are new.

        Raises:
            StoreError: the server does not say what they are.
        """
        with self._coming_in:
            labels = self._reader.embeddings.labels_of_hashes(hashes, self._space)
            if missing := [one for one in hashes if one not in labels]:
                self._put(*self._store.ask(lambda store: store.described(missing)))
                self.renew_notes(missing)
                labels |= self._reader.embeddings.labels_of_hashes(missing, self._space)
        return labels

    def renew_notes(self, hashes: Collection[str]) -> None:
        """Have one's own notes of contents be as they are on the server now.

        Raises:
            StoreError: it does not say what they are.
        """
        own = self._store.ask(lambda store: own_notes(store, hashes))
        if own != self._reader.notes.of(hashes):
            with self._writers.holding(), closing(Catalog.open(self._reader.path)) as catalog:
                catalog.annotations.put_notes({one: own.get(one, Notes()) for one in hashes})

    def _put(self, contents: Collection[StoredContent], files: Collection[StoredFile]) -> None:
        described = {one.content_hash: one.metadata for one in contents}
        if not contents:  # they were forgotten meanwhile
            return
        with self._writers.holding(), closing(Catalog.open(self._reader.path)) as catalog:
            folder = catalog.roots.add(_ROOT)
            with catalog.batch(new_generation=True):
                labels = [
                    catalog.put_embedding(one.content_hash, self._space, one.vector)
                    for one in contents
                ]
                for file in (one for one in files if one.content_hash in described):
                    catalog.put_photo(
                        folder.id,
                        Path(file.path).as_posix().removeprefix("/"),
                        file.fingerprint,
                        file.content_hash,
                        folder.volume_uid,
                        described[file.content_hash],
                    )
            look_up_places(catalog)
        self.vectors.add(np.array(labels), np.array([one.vector for one in contents]))


def own_notes(store: Store, hashes: Collection[str]) -> dict[str, Notes]:
    """Return what the person of the address noted of contents, without those of no notes."""
    own = store.notes.person()
    return {name: by[own] for name, by in store.notes.of(hashes).items() if own in by}


def _below_root(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(f"/{one}" if isinstance(one, str) and "://" in one else one for one in values)


def _named(row: PhotoRow) -> PhotoRow:
    """Return a photo of a bucket by its whole name, of which the catalog has one slash less."""
    place, colon, inside = row.path[1:].partition(":/")
    is_of_bucket = bool(colon) and "/" not in place
    return replace(row, path=f"{place}://{inside}") if is_of_bucket else row
