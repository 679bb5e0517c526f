"""Put folders into the catalog as soon as somebody names them, whatever else is being indexed."""

from collections.abc import Iterator
from pathlib import Path

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import (
    AddFolders,
    Finished,
    FolderAdded,
    LibraryChanged,
    Message,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import FolderSilent
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.paths import absolute


def add_folders(
    library: Library, request: AddFolders, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Store `request.folders` and yield `FolderAdded` for each; it is short, so it ends by itself.

    Raises:
        LibraryBusy: another process is indexing.
    """
    with library.adding() as catalog, FolderProbe(library.settings.folder_seconds) as probe:
        for path in map(absolute, request.folders):
            outcome, others = _add(catalog, path, probe)
            yield FolderAdded(request.job, str(path), outcome, tuple(map(str, others)))
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def _add(catalog: Catalog, path: Path, probe: FolderProbe) -> tuple[str, list[Path]]:
    """Store a folder; return the outcome and the folders around it or in it."""
    before = {folder.id: folder.path for folder in catalog.folders()}
    known = list(before.values())
    if path in known:
        return "known", []
    if outer := catalog.folder_around(path):
        return "inside", [outer.path]
    try:
        if not probe.place(path).is_folder:
            return ("file" if probe.is_file(path) else "missing"), []
        number = catalog.roots.note(path, probe).id
    except FolderSilent:
        return "silent", []
    if number in before:
        return "found", [before[number]]
    return "added", [other for other in known if path in other.parents]
