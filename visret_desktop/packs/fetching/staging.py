"""Where a pack is put together before it is installed: `.incoming/NAME`, beside the packs.

One installer at a time holds a pack's lock, which the system drops when the process dies. What was
gathered stays for the next try. A pack becomes installed by one rename of its whole folder, so
there is never half of one.

What is set aside there, to be deleted or replaced, has a name that begins with a dot, which names
of packs do not.
"""

import glob
import json
import os
import re
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG
from typing import Any
from uuid import uuid4

from visret_desktop import file_changes, names
from visret_desktop.errors import FolderOfOthers, NotOurs
from visret_desktop.file_changes import LITTER, Identity
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import descriptions
from visret_desktop.packs.errors import PackBusy, PackInUse, PackRefused, TooLittleSpace
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, write_description
from visret_desktop.packs.pack_removal import refuse_taken, take_down
from visret_desktop.sentences import Sentence, sentence

INCOMING = ".incoming"
PLAN_NAME = "plan.json"
_FILES = "files"
_REMOVED = ".removed-"
# A pack that is being replaced, as this version and earlier ones name it.
_OLD = re.compile(r"\.old-[0-9a-f]{8}-(?P<name>.+)|(?P<before>.+)\.old-[0-9a-f]{8}")
_REMOVED_BEFORE = re.compile(r"removed-[0-9a-f]{8}")
_SPARE = 100 * 2**20  # left free for the rest of the system


@dataclass(frozen=True)
class Staging:
    """A locked folder in which one pack is put together; `files` becomes the pack's folder."""

    root: Path  # of the installed packs
    name: str
    photos: Collection[Identity] = ()  # folders in which nothing may be written

    @property
    def is_private(self) -> bool:
        """Whether the packs here are in the profile rather than in a folder that a person named."""
        return file_changes.is_own(self.root)

    @property
    def directory(self) -> Path:
        """The folder with the pack's future folder, and the plan beside it."""
        return self.root / INCOMING / self.name

    @property
    def files(self) -> Path:
        """The pack's future folder."""
        return self.directory / _FILES

    @property
    def installed(self) -> Path:
        """Where the pack will lie."""
        return self.root / self.name

    @property
    def plan(self) -> Path:
        """Says what is to be gathered; there as long as the pack is unfinished."""
        return self.directory / PLAN_NAME

    @property
    def gathered_bytes(self) -> int:
        """How many bytes are there so far."""
        return size_of_files(self.files)

    def read_plan(self) -> Any:
        """Return what `write_plan` was given, None if there is no readable plan."""
        try:
            return strict_json.read(self.plan)
        except (OSError, ValueError):
            return None

    def write_plan(self, plan: Any) -> None:
        """Keep what is to be gathered, for a later try."""
        file_changes.write(self.plan, json.dumps(plan).encode())

    def clear(self) -> None:
        """Throw away what was gathered."""
        file_changes.remove_tree(self.directory)
        self._prepare()

    def _prepare(self) -> None:
        """Make the pack's future folder with our mark, which it keeps when it is moved."""
        self.files.mkdir(parents=True, exist_ok=True)
        file_changes.claim(self.files, known=("*",))

    def finish(
        self,
        pack: Pack,
        is_same: Callable[[Pack], bool] = lambda _: True,
        try_out: Callable[[Pack], None] = lambda _: None,
    ) -> Pack:
        """Make the gathered files the installed pack that `pack` describes.

        A pack that is already there is replaced only if `is_same` returns True for it. `try_out`
        is called with the pack where it was gathered.

        Raises:
            PackNameTaken, AlreadyThere, FolderOfOthers: something else has its place.
            PackDamaged: a file is missing or has the wrong size.
            PackInUse: the system does not let go of the earlier version.
            PackRefused: a file is not what its name says.
        """
        gathered = {file.path: self.files / file.path for file in pack.files}
        if fault := descriptions.fault_of(pack, gathered):
            raise PackRefused(name=self.name, reason=fault)
        write_description(replace(pack, directory=self.files), is_private=self.is_private)
        try_out(read_pack(self.files))
        for folder in (self.files, *(path for path in self.files.rglob("*") if path.is_dir())):
            file_changes.sync(folder)
        refuse_taken(self.installed, is_same)
        _put_in_place(self)
        self.drop()
        return read_pack(self.installed)

    def drop(self) -> None:
        """Leave nothing of what was gathered."""
        file_changes.remove_tree(self.directory)

    def tidy(self) -> None:
        """Leave nothing of ours beside the packs in a person's folder."""
        incoming = self.root / INCOMING
        with suppress(OSError, NotOurs):  # Windows deletes no file that is open
            file_changes.remove(incoming / f"{self.name}.lock")
            file_changes.remove_empty(incoming)


@contextmanager
def staging(root: Path, name: str, photos: Collection[Identity] = ()) -> Iterator[Staging]:
    """Hold the lock of one pack for the length of a `with` block.

    Raises:
        UsageError: `name` is a path.
        PackBusy: another process, or another thread, has it.
        AmongPhotos: `root` is, or lies in, one of `photos`.
        FolderOfOthers: somebody has a folder there that is called as ours.
    """
    from filelock import FileLock, Timeout

    place = Staging(root, _plain(name), photos)
    incoming = root / INCOMING
    _make_incoming(root, incoming, photos)
    path = incoming / f"{name}.lock"
    os.close(file_changes.open_lock(path))  # a file of ours, and no link to somebody's
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise PackBusy(name=name) from error
    try:
        _recover(place)
        place._prepare()
        try:
            yield place
        finally:
            _remove_if_empty(place)
            if not place.is_private:
                place.tidy()
    finally:
        lock.release()


def _plain(name: str) -> str:
    """Return the name of a folder; one that lies there may have been given by anybody."""
    return name if Path(name).name == name and not name.startswith(".") else names.check(name)


def _make_incoming(root: Path, incoming: Path, photos: Collection[Identity]) -> None:
    if file_changes.is_own(root):
        file_changes.make_folder(incoming)
        return
    file_changes.make_asked_folder(root, photos)
    if incoming.is_symlink():
        raise FolderOfOthers(path=incoming)
    there = incoming.iterdir() if incoming.is_dir() else ()
    file_changes.claim(incoming, [glob.escape(each.name) for each in there if _is_known(each)])


def _is_known(path: Path) -> bool:
    """Whether an earlier version, which left no mark, put something into `.incoming`."""
    if path.is_symlink():
        return False
    if path.suffix == ".lock":
        return path.is_file() and path.stat().st_size == 0
    inside = {each.name for each in path.iterdir()} if path.is_dir() else set()
    return bool(_set_aside(path)) or (_FILES in inside and inside <= {_FILES, PLAN_NAME})


def unfinished(root: Path) -> Iterator[Staging]:
    """Yield where each pack that was begun in `root`, and not finished, is being put together."""
    incoming = root / INCOMING
    for directory in sorted(incoming.iterdir()) if incoming.is_dir() else ():
        place = Staging(root, directory.name)
        if directory.is_symlink() or not directory.is_dir() or _set_aside(directory):
            continue
        if place.plan.is_file() or place.gathered_bytes:
            yield place


def settle(root: Path) -> None:
    """Bring back packs whose replacement was interrupted after the old one was moved away."""
    incoming = root / INCOMING
    for old in incoming.iterdir() if incoming.is_dir() else ():
        name = _set_aside(old)
        if name and not os.path.lexists(root / name):
            with suppress(PackBusy, NotOurs, OSError), staging(root, name):
                pass  # the process that has the lock does it


def _set_aside(path: Path) -> str:
    """Return the name of the pack that was put aside to be replaced or removed; "" if it is none.

    An earlier version of the program gave names that packs may have, too; a pack that is being put
    together has its files in a folder of their own.
    """
    if path.name.startswith(_REMOVED):
        return path.name
    match = _OLD.fullmatch(path.name)
    is_old = match and (match["name"] or os.path.lexists(path / FILE_NAME))
    if match and is_old:
        return match["name"] or match["before"]
    is_removed = _REMOVED_BEFORE.fullmatch(path.name) and os.path.lexists(path / FILE_NAME)
    return path.name if is_removed else ""


def set_aside(root: Path) -> Iterator[Path]:
    """Yield what is being taken away in `root`, or would be if nobody had been killed."""
    incoming = root / INCOMING
    for path in sorted(incoming.iterdir()) if incoming.is_dir() else ():
        if _set_aside(path) == path.name:
            yield path


def put_aside(directory: Path) -> Path:
    """Rename a pack that is to be deleted, so that it is never half removed; return where it is.

    Raises:
        PackInUse: the system does not let go of it; nothing was changed.
    """
    aside = directory.parent / INCOMING / f"{_REMOVED}{uuid4().hex[:8]}"
    try:
        file_changes.move(directory, aside)
    except PermissionError as error:
        raise PackInUse(name=directory.name, reason=error.strerror or "refused") from error
    return aside


def _put_in_place(place: Staging) -> None:
    """Rename the finished files to be the pack; an earlier version is deleted afterwards.

    Raises:
        PackInUse: the system does not let go of it; nothing was changed.
    """
    target = place.installed
    old = place.root / INCOMING / f".old-{uuid4().hex[:8]}-{target.name}"
    try:
        if os.path.lexists(target):
            if not place.is_private:  # one from before has no mark
                file_changes.claim(target, signs=(FILE_NAME,))
            file_changes.move(target, old)
        try:
            _give_place(place, place.files)
        except BaseException:
            if old.exists():
                _give_place(place, old)
            raise
        # The new one is safely on disk before the old one goes.
        for folder in (place.root, place.directory, old.parent):
            file_changes.sync(folder)
    except PermissionError as error:
        raise PackInUse(name=target.name, reason=error.strerror or "refused") from error
    if os.path.lexists(old):
        _delete(place, old)


def _delete(place: Staging, old: Path) -> None:
    """Delete an earlier version; on a stick only what was of the pack, and desktops' litter."""
    if place.is_private or {path.name for path in take_down(old)} <= LITTER:
        file_changes.remove_tree(old)


def _give_place(place: Staging, made: Path) -> None:
    if place.is_private:
        file_changes.move(made, place.installed)
    else:
        file_changes.move_out(made, place.installed, place.photos)


def check_space(folder: Path, needed: int) -> None:
    """Refuse early what will not fit.

    Raises:
        TooLittleSpace: fewer than `needed` bytes, and some to spare, are free.
    """
    free = shutil.disk_usage(folder).free
    if needed and free < needed + _SPARE:
        raise TooLittleSpace(
            folder=folder,
            free=in_units(free),
            needed=sentence("{size} more", size=in_units(needed)),
        )


def size_of_files(directory: Path) -> int:
    """Return the bytes of all files in a folder, but those behind links and our mark.

    A download may move them away meanwhile; what is gone counts nothing.
    """
    total = 0
    for folder, _, files in os.walk(directory):
        for name in files:
            with suppress(FileNotFoundError):
                status = Path(folder, name).lstat()
                total += status.st_size * (S_ISREG(status.st_mode) and name != file_changes.MARK)
    return total


def in_units(size_bytes: int) -> Sentence:
    """Return a size as a person reads it."""
    if size_bytes >= 10**9:
        return sentence("{size:.1f} GB", size=size_bytes / 10**9)
    megabytes = size_bytes / 10**6
    if megabytes < 10:
        return sentence("{size:.1f} MB", size=megabytes)
    return sentence("{size:.0f} MB", size=megabytes)


def _recover(place: Staging) -> None:
    """Finish what a killed process began: replacing an earlier version, or deleting."""
    for removed in set_aside(place.root):
        file_changes.remove_tree(removed)
    for old in (place.root / INCOMING).iterdir():
        if _set_aside(old) == place.name != old.name:
            if os.path.lexists(place.installed):
                _delete(place, old)
            else:
                _give_place(place, old)


def _remove_if_empty(place: Staging) -> None:
    """Take the folder away again if there is nothing to go on with."""
    if not place.plan.exists() and not place.gathered_bytes:
        file_changes.remove_tree(place.directory)
