"""Where the demonstration library is, and the command that draws it."""

import os
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.processes import own_python

BOOK = "fieldbook.json"  # the truth about every picture; written last
PHOTOS = 1000


def is_drawn(folder: Path) -> bool:
    """Return whether all pictures are there."""
    return (folder / BOOK).exists()


def clear(folder: Path) -> None:
    """Remove what was drawn. Raises as `clear_for_drawing`."""
    if folder.is_dir():
        file_changes.remove_tree(folder)


def clear_for_drawing(folder: Path, photos: int) -> list[str]:
    """Remove an unfinished library, or one of another size; return the command that draws one.

    Raises:
        NotOurs: a link or a mount leads to files that are not ours.
        OSError: it cannot be removed.
    """
    clear(folder)
    options = ("--photos", str(photos), "--processes", str(os.cpu_count() or 1))
    return own_python.module("visret_desktop.fieldbook.demo", str(folder), *options)
