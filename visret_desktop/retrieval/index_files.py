"""Saves arrays and files as one whole: all of them or none.

A small description, replaced last, names the files that belong together with their sizes and
digests. So a crash leaves the previous whole, and damage is noticed on reading.
"""

import errno
import json
import logging
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import xxhash

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs

DESCRIPTION = "index.json"
_READ_BYTES = 1 << 22
_log = logging.getLogger(__name__)

Writer = Callable[[Path], None]


class DamagedFiles(Exception):
    """The files differ from their description, or there is no description."""


# What reading arrays of damaged files may raise as well.
UNREADABLE = (DamagedFiles, OSError, ValueError, LookupError, EOFError, RuntimeError)


def write_whole(
    directory: Path, writers: Mapping[str, Writer], description: Mapping[str, Any]
) -> None:
    """Write a file per writer, then the description of all, then remove the previous files.

    Raises:
        OSError: no room or no permission; the previous whole is still valid.
        NotOurs: the directory does not lie in one of our folders.
    """
    directory.mkdir(parents=True, exist_ok=True)
    if not file_changes.is_own(directory):
        raise NotOurs(path=directory)
    # New names, so that readers of the previous description still find its files.
    token = secrets.token_hex(6)
    files = {}
    try:
        for part, write in writers.items():
            path = directory / f"{token}.{part}"
            _write(path, write)
            file_changes.sync(path)
            files[part] = {"name": path.name, "size": path.stat().st_size, "digest": _digest(path)}
        describe(directory, {**description, "files": files})
    except BaseException:
        _drop(directory, lambda name: name.startswith(token))
        raise
    tidy(directory)


def _write(path: Path, write: Writer) -> None:
    try:
        write(path)
    except OSError as error:
        if error.errno is not None:
            raise
        # NumPy says how much it could write, not why.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from error


def tidy(directory: Path) -> None:
    """Remove what the description does not name: files of an earlier whole or a killed writer."""
    kept = {DESCRIPTION}
    try:
        kept |= {str(file["name"]) for file in read_description(directory)["files"].values()}
    except (DamagedFiles, LookupError, TypeError, AttributeError) as error:
        _log.info("nothing in %s can be used: %s", directory, error)
    _drop(directory, lambda name: name not in kept)


def describe(directory: Path, description: Mapping[str, Any]) -> None:
    """Replace the description atomically; the files stay."""
    file_changes.write(directory / DESCRIPTION, json.dumps(description).encode())


def read_description(directory: Path) -> dict[str, Any]:
    """Return the description.

    Raises:
        DamagedFiles: there is none, or it cannot be read.
    """
    try:
        description = json.loads((directory / DESCRIPTION).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DamagedFiles(str(error)) from error
    if not isinstance(description, dict):
        raise DamagedFiles("the description is no object")
    return description


def checked_files(directory: Path, description: Mapping[str, Any]) -> dict[str, Path]:
    """Return the path of each part after comparing its size and digest.

    Raises:
        DamagedFiles: a file is missing or differs.
    """
    paths = {}
    try:
        for part, file in description["files"].items():
            path = directory / Path(file["name"]).name
            if path.stat().st_size != file["size"] or _digest(path) != file["digest"]:
                raise DamagedFiles(f"{path.name} is damaged")
            paths[part] = path
    except (OSError, KeyError, TypeError, AttributeError) as error:
        raise DamagedFiles(str(error)) from error
    return paths


def _digest(path: Path) -> str:
    digest = xxhash.xxh3_64()
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            digest.update(block)
    return str(digest.hexdigest())


def _drop(directory: Path, is_dropped: Callable[[str], bool]) -> None:
    for path in directory.iterdir():
        if is_dropped(path.name):
            try:
                file_changes.remove(path)
            except OSError as error:  # Windows: another process still reads it; removed next time
                _log.info("%s stays: %s", path.name, error)
