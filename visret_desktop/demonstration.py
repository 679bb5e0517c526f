"""The demonstration library on disk, and the command line of the process that draws it."""

import os
from pathlib import Path

from visret_desktop import file_changes, own_python

BOOK = "fieldbook.json"  # the truth about every picture; written last
PHOTOS = 1000


def is_drawn(folder: Path) -> bool:
    """Tell whether all pictures are there."""
    return (folder / BOOK).exists()


def clear_for_drawing(folder: Path, photos: int) -> list[str]:
    """Take away what was never finished, or is of another size; return the command that draws.

    Raises:
        NotOurs: a link or a mount leads to somebody's files.
        OSError: it cannot be taken away.
    """
    if folder.is_dir():
        file_changes.remove_tree(folder)
    options = ("--photos", str(photos), "--processes", str(os.cpu_count() or 1))
    return own_python.module("visret_desktop.fieldbook.demo", str(folder), *options)
