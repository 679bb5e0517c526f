"""Forget what was made of photos: those of a folder, or what an encoder made of all of them."""

import logging
import re
from collections.abc import Iterator

from visret_desktop import file_changes
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import Finished, LibraryChanged, Message, RemoveFolder
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.models.variants import PRECISIONS
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

_log = logging.getLogger(__name__)


def forget_folder(
    library: Library, request: RemoveFolder, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Forget a folder and its photos; the files themselves are never touched.

    Notes that are kept are there again once their photos are.

    Yields `LibraryChanged` as soon as the photos are out of the library, `Finished` when all was
    done that can be done now; `is_forgetting` of the catalog tells whether traces are left.

    Raises:
        LibraryBusy: another process is writing.
        DiskFull: there is no room to write the catalog anew; the rest is done, and the next run
            tries again.
    """
    with library.writing() as catalog:
        catalog.roots.remove(request.folder_id, keeps_notes=request.keeps_notes)
        yield LibraryChanged(request.job)
        library.remove_traces(catalog)
        library.models.drop(Role.READER)  # it remembers pictures
        _level_index(library)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def _level_index(library: Library) -> None:
    """Save the index anew, to spare the next search that; without its encoder it does it then."""
    try:
        library.divide()
        for side in library.sides:
            side.level_index()
    except VisretError as error:
        _log.info("the index is not saved: %s", error)


def forget_encoder(library: Library, pack_name: str) -> int:
    """Delete the vectors of a pack that no installed pack can use; return how many there were.

    Raises:
        LibraryBusy: another process is writing.
    """
    gone = vectors_of(library, pack_name)
    count = sum(gone.values())
    if gone:
        with library.writing() as catalog:
            catalog.delete_embeddings(list(gone))
        _log.info("%d vectors of %s were deleted", count, pack_name)
    for name in gone:
        file_changes.remove_tree(library.paths.index_dir / name)
    return count


def vectors_of(library: Library, pack_name: str) -> dict[str, int]:
    """Return how many vectors are left of a removed pack, by space."""
    forms = "|".join(PRECISIONS)
    form = re.compile(rf"{re.escape(pack_name)}-[0-9a-f]{{8}}(-({forms}))?")
    packs = [pack for pack in registry.installed(library.paths) if isinstance(pack, Pack)]
    usable = {name_of(pack, precision) for pack in packs for precision in PRECISIONS}
    names = [name for name in library.reader.embeddings.spaces() if form.fullmatch(name)]
    return {name: library.reader.embeddings.count(name) for name in names if name not in usable}
