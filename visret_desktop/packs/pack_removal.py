"""Replace or delete a pack without losing anybody's files.

In the profile everything in the folder of packs is ours. A folder that a person named may hold
other files, too: there only what a manifest names, and our own notes, are ours.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from visret_desktop import file_changes
from visret_desktop.errors import AlreadyThere, FolderOfOthers, PackDamaged
from visret_desktop.file_changes import LITTER
from visret_desktop.packs.checks.file_rules import is_inside
from visret_desktop.packs.errors import PackNameTaken
from visret_desktop.packs.manifest import DAMAGED_NAME, FILE_NAME, NOTES, Pack, read_description


def refuse_taken(target: Path, is_same: Callable[[Pack], bool]) -> None:
    """Refuse a place for a pack in which something else lies than an earlier copy of it.

    Raises:
        PackNameTaken: another pack of that name is there.
        AlreadyThere: something is there that is no pack of that name.
        FolderOfOthers: the pack is there, and somebody's files in its folder.
    """
    if not os.path.lexists(target):
        return
    is_private = file_changes.is_own(target.parent)
    if target.is_symlink() and not is_private:
        raise AlreadyThere(path=target)
    try:
        there = read_description(target)
    except PackDamaged as error:
        if is_private and os.path.lexists(target / FILE_NAME):
            return  # a broken pack
        raise AlreadyThere(path=target) from error
    if there.name != target.name:
        raise AlreadyThere(path=target)
    if not is_same(there):
        raise PackNameTaken(name=target.name, folder=target)
    if not is_private and any(_strangers(there)):
        raise FolderOfOthers(path=target)


def take_down(directory: Path) -> list[Path]:
    """Delete a pack in a folder that a person named; return what else lies there, and stays.

    Raises:
        OSError: the system refuses.
    """
    try:
        files = list(_own_files(read_description(directory)))
    except PackDamaged:
        files = []
        if not file_changes.is_own(directory):  # nothing tells what of it is ours
            return _all_in(directory)
    file_changes.claim(directory, signs=(FILE_NAME,))  # earlier versions left no mark
    for path in files:
        file_changes.remove(path)
    for folder in _folders_of(directory, files):
        file_changes.remove_empty(folder)
    for name in (DAMAGED_NAME, FILE_NAME):  # last, so that it can be taken down again
        file_changes.remove(directory / name)
    if not file_changes.remove_empty(directory):
        file_changes.remove(directory / file_changes.MARK)
    return _all_in(directory)


def _all_in(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.is_dir() else []


def _own_files(pack: Pack) -> Iterator[Path]:
    """Yield the files that a manifest names, except those behind a link that leads elsewhere."""
    inside = Path(os.path.realpath(pack.directory))
    for file in pack.files:
        path = pack.directory / file.path
        if is_inside(file.path) and Path(os.path.realpath(path.parent)).is_relative_to(inside):
            yield path


def _folders_of(directory: Path, files: list[Path]) -> list[Path]:
    """Return the folders in a pack that its files lie in, inner ones first."""
    folders = {above for path in files for above in path.parents if directory in above.parents}
    return sorted(folders, key=lambda path: len(path.parts), reverse=True)


def _strangers(pack: Pack) -> Iterator[Path]:
    """Yield what lies in a pack's folder and does not belong to it."""
    ours = {pack.directory / name for name in NOTES}
    for file in pack.files:
        inside = PurePosixPath(file.path)
        ours |= {pack.directory / part for part in (inside, *inside.parents)}
    for folder, inner, files in os.walk(pack.directory):
        for name in (*inner, *files):
            path = Path(folder, name)
            if path not in ours and name not in LITTER:
                yield path
