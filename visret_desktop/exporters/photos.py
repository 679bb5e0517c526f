"""The photos of a filter as rows, read from the catalog a few hundred at a time."""

from collections.abc import Iterator

from visret_desktop.exporters.row import Row, row_of
from visret_desktop.library.catalog.catalog_connection import CHUNK
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter


def rows(reader: CatalogReader, only: Filter = ALL_PHOTOS) -> Iterator[Row]:
    """Yield the photos of a filter, newest first, without those that are removed meanwhile."""
    folders = {folder.id: folder.path for folder in reader.folders()}
    ids = reader.photo_ids("date", only)
    for start in range(0, len(ids), CHUNK):
        photos = reader.photos(ids[start : start + CHUNK].tolist())
        same = reader.rows_by_hash([photo.content_hash for photo in photos])
        for photo in (photo for photo in photos if photo.folder_id in folders):
            copies = [r.path for r in same.get(photo.content_hash, ()) if r.photo_id != photo.id]
            yield row_of(photo, folders[photo.folder_id], copies)
