"""What is kept of deleted photos: results of passes, and thumbnails, of bytes that no file has.

They are kept for a while, so that a photo that comes back, or a folder that was emptied by mistake,
need not be read again. Photos that are offline are not deleted.
"""

import time
from dataclasses import dataclass

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.thumbnails import ThumbnailStore

KEPT_DAYS = 30
MOST = 20_000  # contents; a vector and a thumbnail each take about 20 kB
_KEPT_SECONDS = KEPT_DAYS * 24 * 3600.0


@dataclass(frozen=True)
class Leftovers:
    """What is kept of deleted photos."""

    vectors: int
    thumbnails: int
    size_bytes: int


def leftovers(reader: CatalogReader, store: ThumbnailStore) -> Leftovers:
    """Look at all that is kept; a library of a million photos takes some seconds."""
    used = reader.content_hashes()
    vectors, of_vectors = reader.embeddings.sizes_of(reader.embeddings.contents() - used)
    thumbnails = store.hashes() - used
    return Leftovers(vectors, len(thumbnails), of_vectors + store.size_of(thumbnails))


def evict(catalog: Catalog, store: ThumbnailStore, now: float | None = None) -> int:
    """Drop what has had no file for long, or is too much; return of how many contents.

    Raises:
        sqlite3.Error, OSError: a disk refuses; what is left goes the next time.
    """
    now = time.time() if now is None else now
    catalog.note_gone(store.hashes() - catalog.content_hashes(), now)
    gone = catalog.gone()
    names = [
        name
        for number, (name, since) in enumerate(gone)
        if number >= MOST or now - since >= _KEPT_SECONDS
    ]
    if names:
        store.drop(names)
        catalog.drop_gone(names)
    return len(names)
