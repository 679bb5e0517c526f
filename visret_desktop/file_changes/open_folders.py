"""Folders that are open, and new files in them.

Work is done relative to open folders, links are not followed on the way, and temporary names can't
be guessed, so that nobody can swap a folder between the look and the write. Windows has no open
folders to work from; the same looks are taken there, by path.
"""

import errno
import io
import os
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from visret_desktop.errors import AmongPhotos, NamesNothing, NotOurs

MARK = ".visret-own"
# What desktops leave in every folder they display; nobody misses it.
LITTER = frozenset((".DS_Store", "Thumbs.db", "desktop.ini", ".directory"))
TEMPORARY = re.compile(r".+\.(\d+)-[0-9a-f]{16}\.new")
HAS_FOLDER_HANDLES = os.open in os.supports_dir_fd
_READ_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
NEW_FILE = (
    os.O_CREAT
    | os.O_EXCL
    | os.O_WRONLY
    | NO_LINK
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_PATIENCE = 1.0 if sys.platform == "win32" else 0.0  # seconds
_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV)

# A folder's device and inode: the same for every path that leads to it.
Identity = tuple[int, int]


def identity(path: Path) -> Identity | None:
    """Return the identity of what a path leads to; None if nothing is there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def identities(path: Path) -> set[Identity]:
    """Return the identities of what a path leads to and of all folders that this lies in."""
    real = Path(os.path.realpath(path))
    return {here for at in (real, *real.parents) if (here := identity(at))}


_others_may: list[int] = []  # the umasks that `private` replaced


@contextmanager
def private() -> Iterator[None]:
    """Let what is created in the `with` block, by children too, be for this user alone.

    The three directories hold where somebody was and with whom: modes are 0700 and 0600 whatever
    the umask, those of SQLite's own files included.
    """
    _others_may.append(os.umask(0o077))
    try:
        yield
    finally:
        os.umask(_others_may.pop())


@contextmanager
def as_usual() -> Iterator[None]:
    """Inside `private`: create a file that the person asked for, or start a program of theirs."""
    before = os.umask(_others_may[-1]) if _others_may else None
    try:
        yield
    finally:
        if before is not None:
            os.umask(before)


@dataclass(frozen=True)
class OpenFolder:
    """An open folder; `path` is free of links. Without handles, names are whole paths."""

    path: Path
    handle: int | None

    def name(self, name: str) -> str:
        """Return how the system is to be told of `name` in this folder."""
        if name in ("", ".", "..") or "/" in name or os.sep in name:
            raise NamesNothing(path=self.path / name)
        return name if self.handle is not None else str(self.path / name)

    @contextmanager
    def inner(self, name: str) -> "Iterator[OpenFolder]":
        """Open a folder in this one."""
        if self.handle is None:
            yield OpenFolder(self.path / name, None)
            return
        handle = os.open(self.name(name), _READ_FOLDER | NO_LINK, dir_fd=self.handle)
        try:
            yield OpenFolder(self.path / name, handle)
        finally:
            os.close(handle)

    def sync(self) -> None:
        """Have the names in it reach the disk, where systems offer that."""
        if self.handle is not None:
            os.fsync(self.handle)


@contextmanager
def open_own_folder(path: Path) -> Iterator[OpenFolder]:
    """Open the folder that a file of ours lies in.

    A folder that carries the mark itself is ours, whatever it lies in.
    """
    real = Path(os.path.realpath(path.parent))
    root = marked_root(real)
    if root is None and not (is_plain_file(path / MARK) and not path.is_symlink()):
        if not real.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
        raise NotOurs(path=path)
    with open_below(real, root or real) as folder:
        yield folder


@contextmanager
def open_asked_folder(path: Path, photos: Collection[Identity]) -> Iterator[OpenFolder]:
    """Open a folder that a person named; links on the way to it are theirs and are followed."""
    whole = path.absolute()
    for folder in (whole, *whole.parents):  # as the person wrote it
        refuse_identity(folder.stat(), photos, path)
    real = Path(os.path.realpath(whole))
    with open_below(real, real) as opened:
        if opened.handle is not None:
            _refuse_inside(opened.handle, photos, path)
        else:
            for folder in (real, *real.parents):
                refuse_identity(folder.stat(), photos, path)
        yield opened


@contextmanager
def open_below(real: Path, root: Path) -> Iterator[OpenFolder]:
    """Open `real`, which is free of links, step by step from `root`."""
    if not HAS_FOLDER_HANDLES:
        yield OpenFolder(real, None)
        return
    handle = os.open(root, _READ_FOLDER | NO_LINK)
    try:
        for part in real.relative_to(root).parts:
            inner = os.open(part, _READ_FOLDER | NO_LINK, dir_fd=handle)
            os.close(handle)
            handle = inner
        yield OpenFolder(real, handle)
    finally:
        os.close(handle)


def _refuse_inside(handle: int, photos: Collection[Identity], path: Path) -> None:
    """Look at an open folder and at each above it."""
    current = os.dup(handle)
    try:
        before = None
        while (status := os.fstat(current)) and (status.st_dev, status.st_ino) != before:
            refuse_identity(status, photos, path)
            before = (status.st_dev, status.st_ino)
            above = os.open("..", _READ_FOLDER, dir_fd=current)
            os.close(current)
            current = above
    finally:
        os.close(current)


def refuse_identity(status: os.stat_result, photos: Collection[Identity], path: Path) -> None:
    """Raise AmongPhotos for `path` if what `status` is of holds photos."""
    if (status.st_dev, status.st_ino) in photos:
        raise AmongPhotos(path=path)


def sweep_names(folder: OpenFolder, final: str) -> None:
    """Remove what processes left that were killed while they wrote this file."""
    import psutil

    with os.scandir(folder.path if folder.handle is None else folder.handle) as entries:
        names = [entry.name for entry in entries if entry.name.startswith(f"{final[:150]}.")]
    for name in names:
        match = TEMPORARY.fullmatch(name)
        if match and not psutil.pid_exists(int(match[1])):
            with suppress(OSError):
                _drop(folder, folder.name(name))


def _drop(folder: OpenFolder, name: str) -> None:
    status = os.stat(name, dir_fd=folder.handle, follow_symlinks=False)
    if stat.S_ISDIR(status.st_mode):
        shutil.rmtree(name, dir_fd=folder.handle)
    else:
        os.unlink(name, dir_fd=folder.handle)


@contextmanager
def temporary_file(
    folder: OpenFolder, final: str, mode: int, is_durable: bool
) -> Iterator[tuple[BinaryIO, str]]:
    """Yield a new file, flushed when it is closed, and its name; gone unless it got another."""
    name = folder.name(f"{final[:150]}.{os.getpid()}-{secrets.token_hex(8)}.new")
    try:
        with as_usual() if mode == 0o666 else nullcontext():
            descriptor = os.open(name, NEW_FILE, mode, dir_fd=folder.handle)
        with FlushedFile(descriptor, is_durable) as file:
            yield file, name
    except OSError as error:
        if not error.filename or not Path(error.filename).is_absolute():
            error.filename = str(folder.path / final)  # the system does not say where it was
        raise
    finally:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder.handle)


class FlushedFile(io.BufferedWriter):
    """A file whose bytes have reached the disk, if they must, once it is closed."""

    def __init__(self, descriptor: int, is_durable: bool) -> None:
        super().__init__(io.FileIO(descriptor, "wb"))
        self._is_durable = is_durable

    def close(self) -> None:
        """Flush and close it."""
        if not self.closed:
            try:
                self.flush()
                if self._is_durable:
                    os.fsync(self.fileno())
            finally:
                super().close()


def replace(before: OpenFolder, old: str, after: OpenFolder, new: str) -> None:
    """Give a file the name of another one, which is gone.

    Windows refuses while somebody has that open, such as a virus scanner, for a moment.
    """
    given_up = time.monotonic() + _PATIENCE
    while True:
        try:
            os.replace(old, new, src_dir_fd=before.handle, dst_dir_fd=after.handle)
        except PermissionError:
            if time.monotonic() >= given_up:
                raise
            time.sleep(0.05)  # nothing tells when the other one is done
        else:
            return


def rename(
    before: OpenFolder, source: str, after: OpenFolder, target: str, *, is_replacing: bool
) -> None:
    """Rename a file or folder; unless `is_replacing`, over nothing but an empty folder."""
    old, new = before.name(source), after.name(target)
    if is_replacing:
        # The system refuses to put a file in the place of a folder.
        replace(before, old, after, new)
        return
    with suppress(FileNotFoundError):
        os.stat(new, dir_fd=after.handle, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(after.path / target))
    # A folder can only take the place of an empty one, whatever came between look and rename.
    os.rename(old, new, src_dir_fd=before.handle, dst_dir_fd=after.handle)


def give_name(folder: OpenFolder, name: str, final: str, *, is_replacing: bool) -> None:
    """Rename a temporary file; without `is_replacing` never over anything, whatever raced us."""
    target = folder.name(final)
    if is_replacing:
        replace(folder, name, folder, target)
    elif folder.handle is None:
        os.rename(name, target)  # noqa: PTH104 - Windows refuses what is there
    else:
        try:
            os.link(
                name,
                target,
                src_dir_fd=folder.handle,
                dst_dir_fd=folder.handle,
                follow_symlinks=False,
            )
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
            # No hard links on this disk: take the name first, then put the content there.
            os.close(os.open(target, NEW_FILE, 0o600, dir_fd=folder.handle))
            replace(folder, name, folder, target)


def marked_root(real: Path) -> Path | None:
    """Return the innermost folder with our mark that a path, free of links, is or lies in."""
    return next((at for at in (real, *real.parents) if is_plain_file(at / MARK)), None)


def is_plain_file(path: Path) -> bool:
    """Return whether a path is a file and no link."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def refuse_mounts(folder: Path) -> None:
    """Refuse to delete a folder in which another file system, or another folder, is mounted.

    Raises:
        NotOurs: there is one.
    """
    import psutil

    for partition in psutil.disk_partitions(all=True):
        mounted = Path(partition.mountpoint)
        if mounted == folder or folder in mounted.parents:
            raise NotOurs(path=mounted)
