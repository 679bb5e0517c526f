"""Folders that measurements and studies work in: made and filled through the program's own door."""

from pathlib import Path

from visret_desktop.file_changes import copy, make_folder


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder's files, those behind links too, into a folder of ours. Raises as `write`."""
    make_folder(target)
    for path in sorted(source.rglob("*")):
        copied = target / path.relative_to(source)
        if path.is_dir():
            make_folder(copied)
        else:
            make_folder(copied.parent)
            copy(path, copied)
