"""Folders that measurements and studies work in: made and filled through the program's own door."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from visret_desktop.file_changes import claim, copy, make_folder


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


@contextmanager
def temporary_folder(prefix: str = "visret-") -> Iterator[Path]:
    """Make a folder of ours in the system's place for such; it is gone after the `with` block."""
    with tempfile.TemporaryDirectory(prefix=prefix) as made:
        claim(Path(made))
        yield Path(made)
