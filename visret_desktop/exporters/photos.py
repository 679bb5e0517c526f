"""Photos of the catalog as rows, read a few hundred at a time."""

from collections.abc import Iterator, Sequence

from visret_desktop.exporters.row import Row, row_of
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter


def rows(reader: CatalogReader, only: Filter = ALL_PHOTOS) -> Iterator[Row]:
    """Yield the photos of a filter, newest first."""
    return rows_of_ids(reader, reader.photo_ids("date", only).tolist())


def rows_of_ids(reader: CatalogReader, photo_ids: Sequence[int]) -> Iterator[Row]:
    """Yield photos in this order, without those that are not in the catalog any more."""
    folders = {folder.id: folder.path for folder in reader.folders()}
    for chunk in batched(photo_ids, CHUNK):
        photos = reader.photos(chunk)
        same = reader.rows_by_hash([photo.content_hash for photo in photos])
        for photo in (photo for photo in photos if photo.folder_id in folders):
            copies = [r.path for r in same.get(photo.content_hash, ()) if r.photo_id != photo.id]
            yield row_of(photo, folders[photo.folder_id], copies)
