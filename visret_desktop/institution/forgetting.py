"""Forget files of a library on a server, when somebody asks for it; the files stay."""

from collections.abc import Iterable

from visret_desktop.errors import DiskFailing, FolderGone
from visret_desktop.institution.photo_sources import open_source, path_in
from visret_desktop.institution.store import Store
from visret_desktop.library.catalog.catalog_connection import batched
from visret_desktop.library.folders.scan import ScanProblem
from visret_desktop.settings import Settings

_CHUNK = 1000  # files in a transaction


def forget_below(store: Store, address: str) -> int:
    """Forget all files of a folder or bucket; return how many there were."""
    problems = [one.path for one in store.problems_below(address)]
    return _forget(store, [one.path for one in store.files_below(address)] + problems)


def forget_gone(store: Store, address: str, settings: Settings) -> int:
    """Forget the files of a folder or bucket that are not there any more; return how many.

    Raises:
        FolderMissing, FolderSilent, BucketMissing: it is not there, so nobody knows.
        FolderGone: it is empty, as the place of a server that is away is.
        DiskFailing: a part of it could not be looked at.
    """
    # Before the look at the source: what another run writes meanwhile is not in question.
    stored = [one.path for one in store.files_below(address)]
    stored += [one.path for one in store.problems_below(address)]
    seen: set[str] = set()
    # What the settings leave out is there all the same; another person's may have it indexed.
    everything = settings.changed(excluded=())
    for entry in open_source(address, everything).survey():
        if isinstance(entry, ScanProblem):
            raise DiskFailing(place=path_in(address, entry.relative), reason=entry.reason)
        for file in (entry, *entry.raws):
            seen.add(path_in(address, file.relative))
    if not seen:
        raise FolderGone(path=address)
    return _forget(store, (path for path in stored if path not in seen))


def _forget(store: Store, paths: Iterable[str]) -> int:
    return sum(store.delete(chunk) for chunk in batched(dict.fromkeys(paths), _CHUNK))
