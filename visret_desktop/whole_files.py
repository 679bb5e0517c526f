"""Write small files so that, whatever happens, they are there whole: as before or as now.

The new content goes to a name of its own, reaches the disk, and takes the old one's place at once;
then the folder reaches the disk too, so that a power cut after `write` returns changes nothing.
"""

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_OURS = re.compile(r".+\.(\d+)-[0-9a-f]{8}\.new")


def write(path: Path, content: bytes, *, is_durable: bool = True) -> None:
    """Replace `path`; folders that are missing are made.

    What nobody would miss after a power cut need not be `is_durable`; that saves milliseconds.

    Raises:
        OSError: no room or no permission; what was there before still is, and nothing else.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    make_folder(path.parent)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            if is_durable:
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    if is_durable:
        sync(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, so that a power cut does not take it away again.

    Raises:
        OSError: no room, no permission, or a file is in the way.
    """
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        sync(path.parent)


def sync(path: Path) -> None:
    """Have a file's bytes, or a folder's names, reach the disk; folders where systems offer that.

    Raises:
        OSError: it is not there, or the disk failed.
    """
    if os.name != "posix" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(folders: Iterable[Path]) -> None:
    """Remove what processes left that were killed while they wrote."""
    import psutil

    for folder in folders:
        for path in folder.glob("*.new"):
            match = _OURS.fullmatch(path.name)
            if match and not psutil.pid_exists(int(match[1])):
                with suppress(OSError):
                    path.unlink()
