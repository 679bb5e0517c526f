"""Where a library's photos really lie, so that nothing is ever written among them."""

from pathlib import Path

from visret_desktop.errors import FolderSilent
from visret_desktop.file_changes import Identity, identity
from visret_desktop.library.catalog_reader import CatalogReader
from visret_desktop.library.scout import Scout


def photo_places(reader: CatalogReader, seconds: float) -> frozenset[Identity]:
    """Return the folders that hold photos, but those that do not answer for so many `seconds`."""
    with Scout(seconds) as scout:
        folders = [folder.path for folder in reader.folders()]
        there = [path for path in folders if _is_there(scout, path)]
    return frozenset(found for path in there if (found := identity(path)))


def _is_there(scout: Scout, folder: Path) -> bool:
    try:
        return scout.place(folder).is_folder
    except FolderSilent:
        return False
