"""Sidecars as they were before we wrote to them, so that the last writing can be undone.

A folder for each writing: a list, `written.jsonl`, and the old files by number. A line is in the
list before its file is changed; what a line says of a file that was not changed after all does no
harm, as undoing looks first.
"""

import os
import time
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import xxhash

from visret_desktop import file_changes

_LIST = "written.jsonl"
_KEPT = 5  # writings


class Written(msgspec.Struct, frozen=True):
    """A sidecar that was written.

    `path` is base64 of its bytes, as names need not be Unicode. `backup` names the old file, ""
    where there was none. `after` is the hash of what was written, `ours` what was ours before.
    """

    path: str
    folder_id: int
    relative: str
    backup: str
    after: str
    ours: str


@dataclass(frozen=True)
class Undoable:
    """A sidecar that can be put back: what was written, and what was there before."""

    path: Path
    folder_id: int
    relative: str
    before: bytes | None
    after: str
    ours: str


class SidecarBackups:
    """The writings of one profile, in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now = folder / f"{time.time_ns():020}"
        self._count = 0

    def keep(
        self, path: Path, place: tuple[int, str], before: bytes | None, after: bytes, ours: str
    ) -> None:
        """Keep what is about to be replaced.

        Raises:
            OSError: no room; then nothing may be replaced.
        """
        self._count += 1
        name = f"{self._count}.xmp" if before is not None else ""
        if before is not None:
            file_changes.write(self._now / name, before, is_durable=False)
        file_changes.make_folder(self._now)
        coded = b64encode(bytes(path)).decode()
        line = Written(coded, *place, name, hash_of(after), ours)
        with file_changes.appending(self._now / _LIST) as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def last(self) -> Iterator[Undoable]:
        """Yield what the last writing changed, the latest first; nothing if there was none."""
        for folder in self._writings()[-1:]:
            for one in reversed(_lines(folder)):
                before = (folder / one.backup).read_bytes() if one.backup else None
                yield Undoable(_path(one), one.folder_id, one.relative, before, one.after, one.ours)

    def drop_last(self) -> None:
        """Forget the last writing."""
        for folder in self._writings()[-1:]:
            file_changes.remove_tree(folder)

    def drop_old(self) -> None:
        """Keep the last few writings only."""
        for folder in self._writings()[:-_KEPT]:
            file_changes.remove_tree(folder)

    def forget(self, folders: Collection[Path]) -> None:
        """Drop the writings that changed anything in these folders."""
        for writing in self._writings():
            paths = [_path(line) for line in _lines(writing)]
            if any(path.is_relative_to(folder) for path in paths for folder in folders):
                file_changes.remove_tree(writing)

    def _writings(self) -> list[Path]:
        return sorted(path.parent for path in self._folder.glob(f"*/{_LIST}"))


def _path(line: Written) -> Path:
    return Path(os.fsdecode(b64decode(line.path)))


def hash_of(content: bytes | None) -> str:
    """Return a hash of a file's bytes; "" of a file that is not there."""
    return "" if content is None else xxhash.xxh3_128_hexdigest(content)


def _lines(folder: Path) -> list[Written]:
    """Return the lines of a list; one that a crash cut off is left out."""
    found = []
    for line in (folder / _LIST).read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Written))
        except msgspec.MsgspecError:
            continue
    return found
