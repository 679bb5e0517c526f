"""Where a library's photos really lie, so that nothing is ever written among them."""

import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path, PurePosixPath

from visret_desktop.errors import FolderSilent
from visret_desktop.file_changes import Identity
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.folders.folder_probe import FolderProbe

_MOST_OFFLINE = 3  # each costs its time, and after so many the next will not answer either
_log = logging.getLogger(__name__)


def photo_places(
    reader: CatalogReader, seconds: float, cancelled: Callable[[], bool] = lambda: False
) -> frozenset[Identity]:
    """Return the folders that hold photos, and the photos that links in these lead to.

    Folders count as they are really reached, so that one that a link or a mount leads to is known
    by all its names. What does not answer for so many `seconds` is left out with all below it:
    nobody could write there either.

    Raises:
        FolderSilent: too many do not answer to know much.
        Cancelled: `cancelled` returned True.
    """
    places: set[Identity] = set()
    offline: list[Path] = []
    with FolderProbe(seconds, cancelled) as probe:
        for root, below in reader.photo_folders().items():
            waiting = _with_those_above(below)
            while waiting:
                answered = 0
                try:
                    for identities in probe.identities(root, waiting):
                        places.update(identities)
                        answered += 1
                    break
                except FolderSilent:
                    offline.append(root / waiting[answered])
                    waiting = _without(waiting[answered:])
                if len(offline) > _MOST_OFFLINE:
                    raise FolderSilent(path=offline[-1], seconds=seconds)
    if offline:
        _log.info("not known whether photos lie in %s, which do not answer", offline)
    return frozenset(places)


def photo_places_in(
    catalog: Path, seconds: float, cancelled: Callable[[], bool] = lambda: False
) -> frozenset[Identity]:
    """Return the same of a catalog that is not open; nothing where there is none."""
    if not catalog.exists():
        return frozenset()
    with closing(Catalog.open_readonly(catalog)) as reader:
        return photo_places(reader, seconds, cancelled)


def _with_those_above(folders: Iterable[str]) -> list[str]:
    """Return folders and those between them and their root, outer ones first."""
    all_of_them = {"."}
    for folder in folders:
        path = PurePosixPath(folder)
        all_of_them.update(map(str, (path, *path.parents)))
    return sorted(all_of_them, key=lambda folder: (folder != ".", folder.split("/")))


def _without(folders: list[str]) -> list[str]:
    """Leave out the first folder, which is offline, and those in it."""
    offline, *rest = folders
    return [f for f in rest if offline != "." and not f.startswith(f"{offline}/")]
