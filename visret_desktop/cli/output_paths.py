"""Ask about folders without waiting for disks that do not answer; write what was asked for."""

from argparse import Namespace
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from visret_desktop import file_changes
from visret_desktop.errors import AlreadyThere, FolderSilent, NotFromHere, UsageError
from visret_desktop.file_changes import Identity
from visret_desktop.paths import Paths, ServerPaths

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library
    from visret_desktop.exporters.exporter import Format
    from visret_desktop.library.folders.folder_probe import FolderProbe
    from visret_desktop.settings import Settings


class NameTaken(AlreadyThere):
    """A file is there, perhaps one that was meant to be replaced."""

    sentence = (
        "{path} is already there and stays as it is. Choose another name, or say --overwrite to "
        "replace it."
    )


def is_file_there(path: Path, seconds: float) -> bool:
    """Return whether a plain file is there; one that does not answer in time counts as there."""
    return _unless_offline(seconds, lambda probe: probe.is_file(path))


def is_there(folder: Path, seconds: float) -> bool:
    """Return whether a folder is there; one that does not answer in time counts as there."""
    return _unless_offline(seconds, lambda probe: probe.place(folder).is_folder)


def _unless_offline(seconds: float, ask: Callable[["FolderProbe"], bool]) -> bool:
    from visret_desktop.library.folders.folder_probe import FolderProbe

    with FolderProbe(seconds) as probe:
        try:
            return ask(probe)
        except FolderSilent:
            return True


# ---- what a person asked for ----------------------------------------------------------------


def photo_places(library: "Library") -> frozenset[Identity]:
    """Return where nothing may be written, because photos lie there.

    Of a library on a server that is where the photos of this computer's own library lie.

    Raises:
        FolderSilent: too many folders do not answer.
    """
    from visret_desktop.library import protected_folders as places

    paths, seconds = library.paths, library.settings.folder_seconds
    if isinstance(paths, ServerPaths):
        return places.photo_places_in(paths.own.catalog, seconds)
    return places.photo_places(library.reader, seconds)


def check_file(path: Path, photos: Collection[Identity], options: Namespace) -> None:
    """Refuse, before long work, a file that `write_file` could not write.

    Raises:
        UsageError: there is no such folder.
        AlreadyThere, AmongPhotos, VisretError: as `write_file`.
    """
    if not path.parent.is_dir():
        raise UsageError(reason=f"There is no directory {path.parent} for {path.name}.")
    if path.is_dir():
        raise UsageError(reason=f"{path} is a directory. Name a file.")
    try:
        file_changes.check_asked_file(path, photos, is_replacing=options.overwrite)
    except AlreadyThere:
        _refuse(path, options)


def check_saves(
    paths: Paths, settings: "Settings", options: Namespace, endings: Sequence[str]
) -> frozenset[Identity]:
    """Return the photo folders; refuse now what could not be written after a long run.

    Raises:
        UsageError: an unknown ending, or no such directory.
        AlreadyThere, AmongPhotos, VisretError: as `write_file`.
    """
    from visret_desktop.library.protected_folders import photo_places_in

    if not options.save:
        return frozenset()
    for path in options.save:
        if path.suffix.lower() not in endings:
            raise UsageError(reason=f"{path} has none of the endings {', '.join(endings)}.")
    photos = photo_places_in(paths.catalog, settings.folder_seconds)

    for path in options.save:
        check_file(path, photos, options)
    return photos


def check_place(
    path: Path, chosen: "Format", photos: Collection[Identity], options: Namespace
) -> None:
    """Refuse, before long work, a place that a format could not be written to.

    Raises:
        UsageError, AlreadyThere, AmongPhotos, VisretError: as `check_file`.
    """
    if not chosen.is_folder:
        check_file(path, photos, options)
        return
    if not path.parent.is_dir():
        raise UsageError(reason=f"There is no directory {path.parent} for {path.name}.")
    try:
        file_changes.check_asked_folder(path, photos, is_replacing=options.overwrite)
    except NotFromHere:
        raise
    except AlreadyThere:
        kind = NameTaken if path.is_dir() and not options.overwrite else AlreadyThere
        raise kind(path=path) from None


def write_file(
    path: Path, content: bytes, photos: Collection[Identity], options: Namespace
) -> None:
    """Write all of a file. Raises as `new_file`."""
    with new_file(path, photos, options) as file:
        file.write(content)


@contextmanager
def new_file(path: Path, photos: Collection[Identity], options: Namespace) -> Iterator[BinaryIO]:
    """Yield a file that a person named; one that is there is replaced only by `--overwrite`.

    Raises:
        AlreadyThere: the name is taken.
        AmongPhotos: photos lie there.
        VisretError: no room, no permission; what was there before is as it was.
    """
    try:
        with file_changes.asked_file(path, photos, is_replacing=options.overwrite) as file:
            yield file
    except AlreadyThere:
        _refuse(path, options)


def _refuse(path: Path, options: Namespace) -> NoReturn:
    is_replaceable = path.is_file() and not path.is_symlink() and path.stat().st_nlink == 1
    kind = NameTaken if is_replaceable and not options.overwrite else AlreadyThere
    raise kind(path=path)
