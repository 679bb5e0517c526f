"""Ask about folders without waiting for disks that do not answer."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.errors import FolderSilent

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library


def is_file_there(library: "Library", path: Path) -> bool:
    """Tell whether a file is there; one whose disk does not answer is, for all we know."""
    from visret_desktop.library.scout import Scout

    with Scout(library.settings.folder_seconds) as scout:
        try:
            return scout.is_file(path)
        except FolderSilent:
            return True


def is_there(library: "Library", folder: Path) -> bool:
    """Tell whether a folder is there; one whose disk does not answer is, for all we know."""
    from visret_desktop.library.scout import Scout

    with Scout(library.settings.folder_seconds) as scout:
        try:
            return scout.place(folder).is_folder
        except FolderSilent:
            return True


def real_folders(library: "Library") -> list[Path]:
    """Return the library's folders without symbolic links, but those that do not answer."""
    from visret_desktop.library.scout import Scout

    found = []
    with Scout(library.settings.folder_seconds) as scout:
        for folder in library.reader.folders():
            with suppress(FolderSilent):
                found.append(scout.real(folder.path))
    return found
