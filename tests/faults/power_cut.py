"""What a power cut leaves: of what a process did to its files, only what had reached the disk.

`Recording` runs commands with recorder.c loaded and reads its notes. `after_cut` builds the folder
as a disk might hold it had the power gone after the n-th note. By the rules of POSIX, which promise
less than most file systems keep:

* bytes of a file are there once the file was synced after they were written; of those that were
  not, none or any number may be, torn at 512 bytes;
* names are there once their folder was synced; of those that were not, none, or the first few.
"""

import os
import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from tests.end_to_end.conftest import Profile

_HEADER = struct.Struct("=IIIIQQ")
_SECTOR = 512
_REBUILT = ("-shm",)  # SQLite makes it anew whenever nobody has the file open


class Kind(IntEnum):
    """What was done; as in recorder.c."""

    MAKE = 1
    WRITE = 2
    SIZE = 3
    CONTENT = 4
    MOVE = 5
    REMOVE = 6
    FOLDER = 7
    LINK = 8
    SYMLINK = 9
    SYNC = 10


@dataclass(eq=False)
class Node:
    """A file, a folder or a symbolic link. Changes carry the number of their note."""

    kind: Kind
    target: str = ""
    changes: list[tuple[int, Kind, int, bytes]] = field(default_factory=list)
    syncs: list[int] = field(default_factory=list)
    names: dict[str, "Node"] = field(default_factory=dict)  # as they are, nothing being lost
    first_names: dict[str, "Node"] = field(default_factory=dict)  # when the recording began

    def is_synced(self, change: int, cut: int) -> bool:
        """Whether a change had reached the disk when the power went after note `cut`."""
        return any(change < sync <= cut for sync in self.syncs)


@dataclass(frozen=True)
class Renaming:
    """A change of names: what is taken away, then what is put somewhere."""

    number: int
    taken: tuple[Node, str] | None
    put: tuple[Node, str, Node] | None

    def folder(self) -> Node:
        """The folder whose sync makes it last."""
        place = self.put or self.taken
        assert place is not None
        return place[0]


def build_recorder(folder: Path) -> Path:
    """Compile the recorder and return the library."""
    library = folder / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    command = ["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return library


@dataclass(frozen=True)
class RecordedProfile(Profile):
    """A profile whose commands are recorded."""

    is_called: ClassVar[bool] = False

    recorder: Path = Path()

    @property
    def log(self) -> Path:
        """Where the notes are."""
        return self.home.with_name(f"{self.home.name}.log")

    @property
    def environment(self) -> dict[str, str]:
        """The environment that the command gets."""
        own = {"RECORD_ROOT": str(self.home), "RECORD_LOG": str(self.log)}
        return {**super().environment, **own, "LD_PRELOAD": str(self.recorder)}


class Recording:
    """What was done to the files of a profile, to be replayed up to any note."""

    def __init__(self, root: Path) -> None:
        """Begin with what is there now, which counts as safe."""
        self._root = root.resolve()
        self._nodes: dict[int, Node] = {}  # by inode, which may be given out again
        self._folders: list[Node] = []
        self._top = self._take_over(self._root)
        self._renamings: list[Renaming] = []
        self.length = 0

    def _take_over(self, path: Path) -> Node:
        if path.is_symlink():
            node = Node(Kind.SYMLINK, str(path.readlink()))
        elif path.is_dir():
            node = Node(Kind.FOLDER)
            node.names = {child.name: self._take_over(child) for child in path.iterdir()}
            node.first_names = dict(node.names)
            self._folders.append(node)
        else:
            node = Node(Kind.MAKE, changes=[(-1, Kind.CONTENT, 0, path.read_bytes())], syncs=[0])
        self._nodes[path.lstat().st_ino] = node
        return node

    # ---- reading ----------------------------------------------------------------------------

    def read(self, log: Path) -> None:
        """Read all notes."""
        for number, (kind, inode, position, first, second) in enumerate(_notes(log), start=1):
            self._note(number, Kind(kind), inode, position, first, second)
            self.length = number

    def _note(
        self, number: int, kind: Kind, inode: int, position: int, first: bytes, second: bytes
    ) -> None:
        if kind in (Kind.WRITE, Kind.SIZE, Kind.CONTENT):
            if inode in self._nodes:
                self._nodes[inode].changes.append((number, kind, position, first))
        elif kind is Kind.SYNC:
            if inode in self._nodes:
                self._nodes[inode].syncs.append(number)
        elif kind is Kind.MOVE:
            old, new = self._place(first), self._place(second)
            node = old[0].names.pop(old[1])
            self._put(number, old, new, node)
        elif kind is Kind.REMOVE:
            folder, name = self._place(first)
            folder.names.pop(name)
            self._renamings.append(Renaming(number, (folder, name), None))
        else:
            node = self._nodes[inode] if kind is Kind.LINK else Node(kind, os.fsdecode(second))
            self._nodes[inode] = node
            if kind is Kind.FOLDER:
                self._folders.append(node)
            self._put(number, None, self._place(first), node)

    def _put(
        self, number: int, old: tuple[Node, str] | None, new: tuple[Node, str], node: Node
    ) -> None:
        new[0].names[new[1]] = node
        self._renamings.append(Renaming(number, old, (*new, node)))

    def _place(self, path: bytes) -> tuple[Node, str]:
        *above, name = Path(os.fsdecode(path)).relative_to(self._root).parts
        folder = self._top
        for part in above:
            folder = folder.names[part]
        return folder, name

    # ---- replaying --------------------------------------------------------------------------

    def after_cut(self, cut: int, chance: random.Random, target: Path) -> str:
        """Build in `target` what a disk may hold when the power goes after note `cut`.

        Returns in words how much of what was not synced is there.
        """
        share = chance.choice((0.0, 0.0, 0.5, 0.9))
        names = self._surviving_names(cut, chance)
        target.mkdir(parents=True)
        self._write(self._top, target, names, cut, chance, share)
        return f"cut after note {cut} of {self.length}, {share:.0%} of the bytes not synced"

    def _surviving_names(self, cut: int, chance: random.Random) -> dict[Node, dict[str, Node]]:
        done = [each for each in self._renamings if each.number <= cut]
        loose = [each.number for each in done if not each.folder().is_synced(each.number, cut)]
        kept = set(loose[: chance.choice((0, 0, chance.randint(0, len(loose)), len(loose)))])
        names = {node: dict(node.first_names) for node in self._folders}
        for each in done:
            if each.number in kept or each.number not in loose:
                if each.taken is not None:
                    names[each.taken[0]].pop(each.taken[1], None)
                if each.put is not None:
                    folder, name, node = each.put
                    names[folder][name] = node
        return names

    def _write(
        self,
        folder: Node,
        target: Path,
        names: dict[Node, dict[str, Node]],
        cut: int,
        chance: random.Random,
        share: float,
    ) -> None:
        for name, node in names[folder].items():
            path = target / name
            if node.kind is Kind.FOLDER:
                path.mkdir()
                self._write(node, path, names, cut, chance, share)
            elif node.kind is Kind.SYMLINK:
                path.symlink_to(node.target)
            elif not path.name.endswith(_REBUILT):
                path.write_bytes(_content(node, cut, chance, share))


def _notes(log: Path) -> Iterator[tuple[int, int, int, bytes, bytes]]:
    notes, at = log.read_bytes(), 0
    while at < len(notes):
        kind, first, second, _, inode, position = _HEADER.unpack_from(notes, at)
        middle = at + _HEADER.size + first
        yield kind, inode, position, notes[middle - first : middle], notes[middle : middle + second]
        at = middle + second


def _content(node: Node, cut: int, chance: random.Random, share: float) -> bytes:
    content = bytearray()
    for number, kind, position, given in node.changes:
        if number > cut:
            break
        is_whole = node.is_synced(number, cut)
        if is_whole or chance.random() < share:
            is_torn = not is_whole and kind is Kind.WRITE and chance.random() < 0.5
            _apply(content, kind, position, _torn(given, chance) if is_torn else given)
    return bytes(content)


def _torn(given: bytes, chance: random.Random) -> bytes:
    return given[: _SECTOR * chance.randint(0, len(given) // _SECTOR)]


def _apply(content: bytearray, kind: Kind, position: int, given: bytes) -> None:
    if kind is Kind.CONTENT:
        content[:] = given
    elif kind is Kind.SIZE:
        del content[position:]
        content.extend(bytes(position - len(content)))
    else:
        content.extend(bytes(max(0, position - len(content))))
        content[position : position + len(given)] = given
