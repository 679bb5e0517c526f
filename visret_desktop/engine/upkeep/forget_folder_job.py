"""Forget a folder: its rows, and every trace of it in the files that the program keeps."""

import logging
from collections.abc import Iterator

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import Finished, LibraryChanged, Message, RemoveFolder
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
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
        catalog.remove_folder(request.folder_id, keeps_notes=request.keeps_notes)
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
