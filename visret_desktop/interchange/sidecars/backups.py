"""Sidecars as they were before we wrote to them, so that the last writing can be undone.

A folder for each writing, numbered in their order, as clocks may be wrong: a list, `written.jsonl`,
and the old files by number. A line is in the list before its file is changed; what a line says of a
file that was not changed after all does no harm, as undoing looks first. A line goes only once its
file was put back and read again; until then it stays, and undoing tries it anew.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import xxhash

from visret_desktop import file_changes

_LIST = "written.jsonl"
_KEPT = 5  # writings


class WrittenSidecar(msgspec.Struct, frozen=True):
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
    was_refused: bool = False  # when it was to be put back


@dataclass(frozen=True)
class Undoable:
    """A sidecar that can be put back: what was written, and where the file of before is."""

    path: Path
    line: WrittenSidecar
    backup: Path | None

    def before(self) -> bytes | None:
        """Return the bytes of before; None: there was no sidecar.

        Raises:
            OSError: they cannot be read.
        """
        return self.backup.read_bytes() if self.backup else None


class SidecarBackups:
    """The writings of one profile, in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now: Path | None = None
        self._count = 0

    def keep(
        self, path: Path, place: tuple[int, str], before: bytes | None, after: bytes, ours: str
    ) -> None:
        """Keep what is about to be replaced.

        Raises:
            OSError: no room; then nothing may be replaced.
        """
        if self._now is None:
            number = 1 + max((int(known.name) for known in self._writings()), default=0)
            self._now = self._folder / f"{number:020}"
        self._count += 1
        name = f"{self._count}.xmp" if before is not None else ""
        if before is not None:
            file_changes.write(self._now / name, before, is_durable=False)
        file_changes.make_folder(self._now)
        coded = b64encode(bytes(path)).decode()
        folder_id, relative = place
        shown = relative.encode("utf-8", "replace").decode()
        line = WrittenSidecar(coded, folder_id, shown, name, hash_of(after), ours)
        with file_changes.appending(self._now / _LIST) as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def newest_first(self) -> list[Path]:
        """Return the writings that can be undone, the latest first."""
        return self._writings()[::-1]

    def of(self, writing: Path) -> list[Undoable]:
        """Return what a writing changed, the latest first."""
        return [
            Undoable(_path(one), one, writing / one.backup if one.backup else None)
            for one in reversed(_lines(writing))
        ]

    def keep_only(self, writing: Path, left: Sequence[Undoable]) -> None:
        """Forget what a writing changed, but for what could not be put back.

        Raises:
            OSError: no room; then all of it is kept.
        """
        if not left:
            file_changes.remove_tree(writing)
            return
        lines = [msgspec.structs.replace(one.line, was_refused=True) for one in reversed(left)]
        content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        file_changes.write(writing / _LIST, content)
        kept = [one.backup for one in left]
        for file in writing.glob("*.xmp"):
            if file not in kept:
                file_changes.remove(file)

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
        """Return the writings in their order. The first version's numbers were times in ns."""
        folders = (path.parent for path in self._folder.glob(f"*/{_LIST}"))
        return sorted(
            (one for one in folders if one.name.isdecimal()), key=lambda one: int(one.name)
        )


def _path(line: WrittenSidecar) -> Path:
    return Path(os.fsdecode(b64decode(line.path)))


def hash_of(content: bytes | None) -> str:
    """Return a hash of a file's bytes; "" of a file that is not there."""
    return "" if content is None else xxhash.xxh3_128_hexdigest(content)


def _lines(folder: Path) -> list[WrittenSidecar]:
    """Return the lines of a list; one that a crash cut off is left out."""
    found = []
    for line in (folder / _LIST).read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=WrittenSidecar))
        except msgspec.MsgspecError:
            continue
    return found
