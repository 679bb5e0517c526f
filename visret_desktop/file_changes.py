"""Every change we make on a disk goes through here: create, replace, move, delete.

There are two kinds of places, and no others:

- **Ours**: a folder below one that carries our mark, the file `.visret-own`. `claim` marks the
  folders of a profile, folders in which packs are put together, and packs. What decides is where a
  path really leads: a link from one of our folders to somebody else's is somebody else's.
- **Asked for**: a file or folder that a person named, such as a contact sheet. Nothing that exists
  is replaced unless the person said so, a folder never is, and nothing is written among photos.
  Sidecars are the one exception, through a door of their own: `replace_sidecar`.

Work is done relative to open folders, links are not followed on the way, and temporary names can't
be guessed, so that nobody can swap a folder between the look and the write. Windows has no open
folders to work from; the same looks are taken there, by path.

New content goes to a temporary name, reaches the disk, and takes the final name at once, so that
after a crash a file is whole: as before or as now.
"""

import ctypes
import errno
import io
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from visret_desktop.errors import (
    AlreadyThere,
    AmongPhotos,
    ChangedSince,
    FolderOfOthers,
    NamesNothing,
    NotFromHere,
    NotOurs,
    SidecarChanged,
    SidecarElsewhere,
    SidecarNotPlain,
    SidecarProtected,
    writing_to,
)
from visret_desktop.plain_files import NO_WAITING

MARK = ".visret-own"
_MARK_TEXT = (
    b"visret made this folder and may change or delete what lies in it.\n"
    b"Keep your own files somewhere else.\n"
)
# What desktops leave in every folder they display; nobody misses it.
LITTER = frozenset((".DS_Store", "Thumbs.db", "desktop.ini", ".directory"))
# What file systems keep at the top of every disk; it stays where it is.
_OF_DISKS = frozenset(
    (
        *("lost+found", "System Volume Information", "$RECYCLE.BIN"),
        *(".Trashes", ".Spotlight-V100", ".fseventsd"),
    )
)
_TEMPORARY = re.compile(r".+\.(\d+)-[0-9a-f]{16}\.new")
_HAS_FOLDER_HANDLES = os.open in os.supports_dir_fd
_READ_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_NEW_FILE = (
    os.O_CREAT
    | os.O_EXCL
    | os.O_WRONLY
    | _NO_LINK
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NEW_READABLE = _NEW_FILE & ~os.O_WRONLY | os.O_RDWR
_BINARY = getattr(os, "O_BINARY", 0)
_SIDECAR = ".xmp"
_CHUNK = 1 << 20
_EXPORT_MARK = ".visret-export"
_EXPORT_TEXT = (
    b"visret made this folder and may replace it while these files are as it wrote them:\n"
)
_OLDER_TEXT = b"visret made this folder and may replace it. It wrote these files:\n"  # no hashes
_SWAPPED = 2  # RENAME_EXCHANGE of Linux
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
    return {found for at in (real, *real.parents) if (found := identity(at))}


# ---- modes ----------------------------------------------------------------------------------

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


# ---- our own places ---------------------------------------------------------------------------


def claim(folder: Path, known: Sequence[str] = (), signs: Collection[str] = ()) -> None:
    """Mark a folder as ours; it is made if it is missing.

    A folder that exists is taken if it is empty, if all names in it match a pattern in `known`, or
    if one of them is in `signs`, names that nobody else gives.

    Raises:
        FolderOfOthers: it holds something else.
        OSError: no room, no permission, or a file is in the way.
    """
    make_folder(folder)
    mark = folder / MARK
    if _is_plain_file(mark):
        return
    names = {entry.name for entry in folder.iterdir()} - LITTER - _OF_DISKS
    patterns = (*known, "*.new")
    strange = [name for name in names if not any(fnmatchcase(name, p) for p in patterns)]
    if strange and names.isdisjoint(signs):
        raise FolderOfOthers(path=folder)
    with suppress(FileExistsError):
        descriptor = os.open(mark, _NEW_FILE, 0o600)
        # Its name is what counts: on a full disk it stays empty.
        with suppress(OSError), os.fdopen(descriptor, "wb") as file:
            file.write(_MARK_TEXT)


def is_own(path: Path) -> bool:
    """Return whether a file or folder, links resolved, is or lies in a marked folder."""
    return _marked_root(Path(os.path.realpath(path))) is not None


def write(path: Path, content: bytes, *, is_durable: bool = True, is_private: bool = True) -> None:
    """Create or replace a file of ours; folders that are missing are made.

    What may be lost in a power cut need not be `is_durable`; that saves milliseconds.
    What a person takes to other computers is not `is_private`.

    Raises:
        NotOurs: it is not in a place of ours.
        OSError: no room or no permission; what was there before still is, and nothing else.
    """
    make_folder(path.parent)
    with new_file(path, is_durable=is_durable, is_private=is_private) as file:
        file.write(content)


@contextmanager
def new_file(path: Path, *, is_durable: bool = True, is_private: bool = True) -> Iterator[BinaryIO]:
    """Yield a file that becomes `path`, a file of ours, when the `with` block ends well.

    Raises:
        NotOurs, OSError: as `write` does.
    """
    with _own_folder(path) as folder:
        mode = 0o600 if is_private else 0o666
        with _temporary_file(folder, path.name, mode, is_durable) as (file, name):
            yield file
            file.close()
            _replace(folder, name, folder, folder.name(path.name))
        if is_durable:
            folder.sync()


@contextmanager
def appending(path: Path) -> Iterator[io.FileIO]:
    """Yield a file of ours, opened to write at its end; it is made if it is missing.

    Raises:
        NotOurs: it is not in a place of ours, or the same bytes have another name elsewhere.
        OSError: no permission.
    """
    flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | _NO_LINK | getattr(os, "O_BINARY", 0)
    with _own_folder(path) as folder:
        descriptor = os.open(folder.name(path.name), flags, 0o600, dir_fd=folder.handle)
        with os.fdopen(descriptor, "ab", buffering=0) as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                raise NotOurs(path=path)
            yield file


def open_lock(path: Path) -> int:
    """Return a descriptor of a lock file of ours, made if it is missing; its bytes stay.

    Raises:
        NotOurs, OSError: as `write` does.
    """
    with _own_folder(path) as folder:
        flags = os.O_RDWR | os.O_CREAT | _NO_LINK
        return os.open(folder.name(path.name), flags, 0o600, dir_fd=folder.handle)


def remove(path: Path) -> None:
    """Delete a file or a link of ours; nothing happens if it is not there.

    Raises:
        NotOurs: it is not in a place of ours.
        OSError: the system refuses.
    """
    with suppress(FileNotFoundError), _own_folder(path) as folder:
        os.unlink(folder.name(path.name), dir_fd=folder.handle)


def remove_tree(path: Path) -> None:
    """Delete a file, link or folder of ours with all in it; links in it are not followed.

    Nothing happens if it is not there.

    Raises:
        NotOurs: it is not in a place of ours, or another file system is mounted in it.
        OSError: the system refuses; a part may be gone.
    """
    with suppress(FileNotFoundError), _own_folder(path) as folder:
        name = folder.name(path.name)
        status = os.stat(name, dir_fd=folder.handle, follow_symlinks=False)
        if not stat.S_ISDIR(status.st_mode):
            os.unlink(name, dir_fd=folder.handle)
            return
        _refuse_mounts(folder.path / path.name)
        shutil.rmtree(name, dir_fd=folder.handle)


def remove_empty(path: Path) -> bool:
    """Delete a folder of ours if nothing is left in it but our mark; tell whether it is gone.

    Raises:
        NotOurs: it is not in a place of ours.
    """
    try:
        with _own_folder(path) as folder, _opened(folder.path / path.name, folder.path) as inner:
            with os.scandir(inner.path if inner.handle is None else inner.handle) as entries:
                left = {entry.name for entry in entries}
            if left - {MARK}:
                return False
            if left:
                os.unlink(inner.name(MARK), dir_fd=inner.handle)
            os.rmdir(folder.name(path.name), dir_fd=folder.handle)
    except FileNotFoundError:
        return True
    except OSError:  # somebody was faster and put something there, or it is a link
        return False
    return True


def move(source: Path, target: Path, *, is_replacing: bool = False) -> None:
    """Rename a file or folder of ours to another name of ours.

    Raises:
        NotOurs: one of the two is not in a place of ours.
        FileExistsError: `target` is there, and it is a folder or `is_replacing` is false.
        OSError: the system refuses.
    """
    with _own_folder(source) as before, _own_folder(target) as after:
        _rename(before, source.name, after, target.name, is_replacing=is_replacing)


def move_out(source: Path, target: Path, photos: Collection[Identity]) -> None:
    """Give a folder of ours a new name in a folder that a person named.

    Raises:
        NotOurs: `source` is not ours.
        AlreadyThere: something is called `target`.
        AmongPhotos: it would lie in a photo folder.
        OSError: the system refuses.
    """
    with _own_folder(source) as before, _asked_folder(target.parent, photos) as after:
        try:
            _rename(before, source.name, after, target.name, is_replacing=False)
        except FileExistsError as error:
            raise AlreadyThere(path=target) from error


def copy(source: Path, target: Path) -> None:
    """Copy a file's bytes to a file of ours. Raises as `write` does."""
    with source.open("rb") as read, new_file(target) as file:
        shutil.copyfileobj(read, file)


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


def link(source: Path, target: Path, *, is_symbolic: bool = True) -> None:
    """Make a new name of ours that leads to `source`.

    Raises:
        NotOurs: `target` is not in a place of ours.
        OSError: the system or the disk has no such links, or `target` is there.
    """
    with _own_folder(target) as folder:
        if is_symbolic:
            os.symlink(source, folder.name(target.name), dir_fd=folder.handle)
        else:
            os.link(source, folder.name(target.name), dst_dir_fd=folder.handle)


@contextmanager
def temporary_folder(prefix: str = "visret-") -> Iterator[Path]:
    """Make a folder of ours in the system's place for such; it is gone after the `with` block."""
    with tempfile.TemporaryDirectory(prefix=prefix) as made:
        claim(Path(made))
        yield Path(made)


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


def tell_kernel(path: Path, text: str) -> None:
    """Write to one of the kernel's own files, which are on no disk.

    Raises:
        NotOurs: it is another file.
        OSError: the kernel refuses.
    """
    if not path.is_relative_to("/proc/self"):
        raise NotOurs(path=path)
    with path.open("w") as file:
        file.write(text)


def sweep(folders: Iterable[Path]) -> None:
    """Remove the temporary files of processes that were killed while they wrote."""
    import psutil

    for folder in folders:
        for path in folder.glob("*.new"):
            match = _TEMPORARY.fullmatch(path.name)
            if match and not psutil.pid_exists(int(match[1])):
                with suppress(OSError):
                    remove(path)


# ---- places that a person asked for -------------------------------------------------------------


@contextmanager
def asked_file(
    path: Path, photos: Collection[Identity], *, is_replacing: bool = False
) -> Iterator[BinaryIO]:
    """Yield a file that becomes `path`, which a person named, when the `with` block ends well.

    `photos` are the folders that hold photos, those that links and mounts lead to included, and
    the photos that links in them lead to.

    Raises:
        AlreadyThere: something has that name, and `is_replacing` is false or it is no plain file,
            or one with another name elsewhere.
        AmongPhotos: it would lie in a photo folder, or take the place of a photo.
        VisretError: no room, no permission.
    """
    with writing_to(path), _asked_folder(path.parent, photos) as folder:
        _refuse_taken(folder, path, photos, is_replacing=is_replacing)
        _sweep_names(folder, path.name)
        with _temporary_file(folder, path.name, 0o666, True) as (file, name):
            yield file
            file.close()
            try:
                _give_name(folder, name, path.name, is_replacing=is_replacing)
            except FileExistsError as error:
                raise AlreadyThere(path=path) from error
        folder.sync()


def check_asked_file(
    path: Path, photos: Collection[Identity], *, is_replacing: bool = False
) -> None:
    """Check, before long work, that `asked_file` would succeed. Raises as it does."""
    with writing_to(path), _asked_folder(path.parent, photos) as folder:
        _refuse_taken(folder, path, photos, is_replacing=is_replacing)


class AskedFolder:
    """A folder that is being made. It has a mark that lists its files, see `asked_folder`."""

    def __init__(self, folder: "_Folder") -> None:
        self._folder = folder
        self.lines: list[str] = []  # of its mark: hash, size, time and name of each file

    @contextmanager
    def file(self, name: PurePosixPath) -> Iterator[BinaryIO]:
        """Yield a new file, which has reached the disk when the `with` block ends well.

        Its bytes can be read back by its descriptor. What breaks off leaves no file.
        """
        with ExitStack() as open_ones, as_usual():
            folder = self._folder
            for part in name.parent.parts:
                with suppress(FileExistsError):
                    os.mkdir(folder.name(part), dir_fd=folder.handle)
                folder = open_ones.enter_context(folder.inner(part))
            own = folder.name(name.name)
            descriptor = os.open(own, _NEW_READABLE, 0o666, dir_fd=folder.handle)
            try:
                with _Flushed(descriptor, is_durable=True) as file:
                    yield file
                    file.flush()
                    digest = _hash_of(descriptor)
                    status = os.fstat(descriptor)
            except BaseException:
                os.unlink(own, dir_fd=folder.handle)
                raise
            folder.sync()
        self.lines.append(f"{digest} {status.st_size} {status.st_mtime_ns} {name}")


@contextmanager
def asked_folder(
    path: Path, photos: Collection[Identity], *, is_replacing: bool = False
) -> Iterator[AskedFolder]:
    """Yield a folder that becomes `path`, which a person named, when the `with` block ends well.

    A folder is only replaced if it was made here, and nobody put anything else into it or changed
    anything since: all that lies in it is in its mark, as it was written.

    Raises:
        AlreadyThere: something has that name, and `is_replacing` is false.
        NotFromHere: it holds something else.
        ChangedSince: a file in it is not as it was written.
        AmongPhotos, VisretError: as `asked_file`.
    """
    with writing_to(path), _asked_folder(path.parent, photos) as around:
        _refuse_folder(around, path, photos, is_replacing=is_replacing)
        _sweep_names(around, path.name)
        name = around.name(f"{path.name[:150]}.{os.getpid()}-{secrets.token_hex(8)}.new")
        with as_usual():
            os.mkdir(name, dir_fd=around.handle)
        try:
            with around.inner(Path(name).name) as folder:
                made = AskedFolder(folder)
                yield made
                with made.file(PurePosixPath(_EXPORT_MARK)) as file:
                    file.write(_EXPORT_TEXT + "".join(f"{each}\n" for each in made.lines).encode())
                folder.sync()
            _refuse_folder(around, path, photos, is_replacing=is_replacing)
            _take_name(around, name, path)
            around.sync()
        finally:
            with suppress(OSError):
                shutil.rmtree(name, dir_fd=around.handle)


def check_asked_folder(
    path: Path, photos: Collection[Identity], *, is_replacing: bool = False
) -> None:
    """Check, before long work, that `asked_folder` would succeed. Raises as it does."""
    with writing_to(path), _asked_folder(path.parent, photos) as around:
        _refuse_folder(around, path, photos, is_replacing=is_replacing)


def make_asked_folder(path: Path, photos: Collection[Identity]) -> None:
    """Make a folder that a person named, and those above it; one that exists stays as it is.

    Raises:
        AmongPhotos: it would lie, or lies, in a photo folder.
        VisretError: no room, no permission, or a file is in the way.
    """
    with writing_to(path):
        if path.is_dir():
            with _asked_folder(path, photos):
                return
        make_asked_folder(path.parent, photos)
        with _asked_folder(path.parent, photos) as folder, as_usual():
            os.mkdir(folder.name(path.name), dir_fd=folder.handle)


def replace_sidecar(
    path: Path, before: bytes | None, after: bytes | None, roots: Collection[Path]
) -> None:
    """Write an XMP file beside a photo in one of the folders `roots`, in place of what it was.

    `before` is what was read there (None: nothing), `after` what is to be there (None: nothing).

    Raises:
        SidecarElsewhere: it is no .xmp, or lies in none of the folders.
        SidecarNotPlain: it is a link, no plain file, or has a second name.
        SidecarProtected: it may not be written.
        SidecarChanged: it is not as it was read; it stays as it is.
        VisretError: no room, no permission; it is as it was.
    """
    real = Path(os.path.realpath(path.parent))
    is_inside = any(real.is_relative_to(os.path.realpath(root)) for root in roots)
    if path.suffix.lower() != _SIDECAR or not is_inside:
        raise SidecarElsewhere(path=path)
    with writing_to(path), _opened(real, real) as folder:
        _sweep_names(folder, path.name)
        mode = _mode_if_unchanged(folder, path, before)
        if after is None:
            os.unlink(folder.name(path.name), dir_fd=folder.handle)
        else:
            with _temporary_file(folder, path.name, 0o666, True) as (file, name):
                file.write(after)
                if mode is not None and _HAS_FOLDER_HANDLES:
                    os.fchmod(file.fileno(), mode)
                file.close()
                _mode_if_unchanged(folder, path, before)
                try:
                    _give_name(folder, name, path.name, is_replacing=before is not None)
                except FileExistsError as error:
                    raise SidecarChanged(path=path) from error
        folder.sync()


def refuse_among_photos(folder: Path, photos: Collection[Identity]) -> None:
    """Check that a folder, or the nearest existing one above it, may be written to.

    Raises:
        AmongPhotos: it is a photo folder or lies in one.
        VisretError: it cannot be opened.
    """
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    with writing_to(folder), _asked_folder(folder, photos):
        pass


# ---- open folders -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Folder:
    """An open folder; `path` is free of links. Without handles, names are whole paths."""

    path: Path
    handle: int | None

    def name(self, name: str) -> str:
        if name in ("", ".", "..") or "/" in name or os.sep in name:
            raise NamesNothing(path=self.path / name)
        return name if self.handle is not None else str(self.path / name)

    @contextmanager
    def inner(self, name: str) -> "Iterator[_Folder]":
        """Open a folder in this one."""
        if self.handle is None:
            yield _Folder(self.path / name, None)
            return
        handle = os.open(self.name(name), _READ_FOLDER | _NO_LINK, dir_fd=self.handle)
        try:
            yield _Folder(self.path / name, handle)
        finally:
            os.close(handle)

    def sync(self) -> None:
        if self.handle is not None:
            os.fsync(self.handle)


@contextmanager
def _own_folder(path: Path) -> Iterator[_Folder]:
    """Open the folder that a file of ours lies in.

    A folder that carries the mark itself is ours, whatever it lies in.
    """
    real = Path(os.path.realpath(path.parent))
    root = _marked_root(real)
    if root is None and not (_is_plain_file(path / MARK) and not path.is_symlink()):
        if not real.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
        raise NotOurs(path=path)
    with _opened(real, root or real) as folder:
        yield folder


@contextmanager
def _asked_folder(path: Path, photos: Collection[Identity]) -> Iterator[_Folder]:
    """Open a folder that a person named; links on the way to it are theirs and are followed."""
    whole = path.absolute()
    for folder in (whole, *whole.parents):  # as the person wrote it
        _refuse_identity(folder.stat(), photos, path)
    real = Path(os.path.realpath(whole))
    with _opened(real, real) as opened:
        if opened.handle is not None:
            _refuse_inside(opened.handle, photos, path)
        else:
            for folder in (real, *real.parents):
                _refuse_identity(folder.stat(), photos, path)
        yield opened


@contextmanager
def _opened(real: Path, root: Path) -> Iterator[_Folder]:
    """Open `real`, which is free of links, step by step from `root`."""
    if not _HAS_FOLDER_HANDLES:
        yield _Folder(real, None)
        return
    handle = os.open(root, _READ_FOLDER | _NO_LINK)
    try:
        for part in real.relative_to(root).parts:
            inner = os.open(part, _READ_FOLDER | _NO_LINK, dir_fd=handle)
            os.close(handle)
            handle = inner
        yield _Folder(real, handle)
    finally:
        os.close(handle)


def _refuse_inside(handle: int, photos: Collection[Identity], path: Path) -> None:
    """Look at an open folder and at each above it."""
    current = os.dup(handle)
    try:
        before = None
        while (status := os.fstat(current)) and (status.st_dev, status.st_ino) != before:
            _refuse_identity(status, photos, path)
            before = (status.st_dev, status.st_ino)
            above = os.open("..", _READ_FOLDER, dir_fd=current)
            os.close(current)
            current = above
    finally:
        os.close(current)


def _refuse_identity(status: os.stat_result, photos: Collection[Identity], path: Path) -> None:
    if (status.st_dev, status.st_ino) in photos:
        raise AmongPhotos(path=path)


def _refuse_taken(
    folder: _Folder, path: Path, photos: Collection[Identity], *, is_replacing: bool
) -> None:
    with suppress(FileNotFoundError):
        status = os.stat(folder.name(path.name), dir_fd=folder.handle, follow_symlinks=False)
        _refuse_identity(status, photos, path)
        if not is_replacing or not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise AlreadyThere(path=path)


def _refuse_folder(
    around: _Folder, path: Path, photos: Collection[Identity], *, is_replacing: bool
) -> None:
    with suppress(FileNotFoundError):
        status = os.stat(around.name(path.name), dir_fd=around.handle, follow_symlinks=False)
        _refuse_identity(status, photos, path)
        if not is_replacing or not stat.S_ISDIR(status.st_mode):
            raise AlreadyThere(path=path)
        _refuse_strangers(path)


def _refuse_strangers(folder: Path) -> None:
    """Refuse to replace a folder unless all files in it were written by `asked_folder`."""
    try:
        listed = _listed_in(folder)
    except (OSError, ValueError) as error:
        raise NotFromHere(path=folder) from error
    around = {parent.as_posix() for name in listed for parent in PurePosixPath(name).parents}
    _refuse_mounts(folder)
    for inside, folders, names in os.walk(folder):
        for name in folders:
            path = Path(inside, name)
            if path.is_symlink() or path.relative_to(folder).as_posix() not in around:
                raise NotFromHere(path=folder)
        for name in names:
            path = Path(inside, name)
            relative = path.relative_to(folder).as_posix()
            if name in LITTER or relative == _EXPORT_MARK:
                continue
            if relative not in listed:
                raise NotFromHere(path=folder)
            if path.is_symlink() or not _is_as_written(path, listed[relative]):
                raise ChangedSince(path=folder, name=relative)


def _listed_in(folder: Path) -> dict[str, tuple[str, int, int] | None]:
    """Return what the mark of a folder says of files: hash, size and time, which older ones lack.

    Raises:
        OSError, ValueError: it has no mark of ours.
    """
    mark = (folder / _EXPORT_MARK).read_bytes()
    if mark.startswith(_OLDER_TEXT):
        return dict.fromkeys(mark.removeprefix(_OLDER_TEXT).decode().split("\n")[:-1])
    if not mark.startswith(_EXPORT_TEXT):
        raise ValueError("it is none of ours")
    listed: dict[str, tuple[str, int, int] | None] = {}
    for line in mark.removeprefix(_EXPORT_TEXT).decode().split("\n")[:-1]:
        digest, size, changed, name = line.split(" ", 3)
        listed[name] = (digest, int(size), int(changed))
    return listed


def _is_as_written(path: Path, written: tuple[str, int, int] | None) -> bool:
    """Tell whether a file is as it was written; by its bytes only if its time is another."""
    if written is None:
        return True
    digest, size, changed = written
    status = path.stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size != size:
        return False
    if status.st_mtime_ns == changed:
        return True
    with path.open("rb") as file:
        return _hash_of(file.fileno()) == digest


def _hash_of(descriptor: int) -> str:
    """Return the hash of all bytes of an open file."""
    import xxhash

    read = xxhash.xxh3_128()
    os.lseek(descriptor, 0, os.SEEK_SET)
    while chunk := os.read(descriptor, _CHUNK):
        read.update(chunk)
    return read.hexdigest()


def _take_name(around: _Folder, name: str, path: Path) -> None:
    """Give a folder the name of another one, whose files then have the name that it had."""
    target = around.name(path.name)
    try:
        os.rename(name, target, src_dir_fd=around.handle, dst_dir_fd=around.handle)
    except OSError:
        if not path.is_dir():
            raise
    else:
        return
    if not _exchange(around, name, target):
        # Until the new one is in place nobody may take this for something that is left over.
        aside = around.name(f"{Path(name).name.removesuffix('.new')}.old")
        os.rename(target, aside, src_dir_fd=around.handle, dst_dir_fd=around.handle)
        os.rename(name, target, src_dir_fd=around.handle, dst_dir_fd=around.handle)
        shutil.rmtree(aside, dir_fd=around.handle)


def _exchange(around: _Folder, one: str, other: str) -> bool:
    """Swap two names at once, where the system has that."""
    try:
        swap = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = (os.fsencode(one), os.fsencode(other))
    return around.handle is not None and not swap(
        around.handle, names[0], around.handle, names[1], _SWAPPED
    )


def _mode_if_unchanged(folder: _Folder, path: Path, before: bytes | None) -> int | None:
    """Return the mode of a file, None if there is none, as it was before.

    Raises:
        SidecarNotPlain: it is no plain file of one name.
        SidecarProtected: nobody may write it.
        SidecarChanged: it is not as before.
    """
    try:
        flags = os.O_RDONLY | _NO_LINK | _BINARY | NO_WAITING
        descriptor = os.open(folder.name(path.name), flags, dir_fd=folder.handle)
    except FileNotFoundError:
        if before is not None:
            raise SidecarChanged(path=path) from None
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise SidecarNotPlain(path=path) from error
        raise
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise SidecarNotPlain(path=path)
        if not status.st_mode & _WRITABLE:
            raise SidecarProtected(path=path)
        if before is None or file.read(len(before) + 1) != before:
            raise SidecarChanged(path=path)
    return stat.S_IMODE(status.st_mode)


def _sweep_names(folder: _Folder, final: str) -> None:
    """Remove what processes left that were killed while they wrote this file."""
    import psutil

    with os.scandir(folder.path if folder.handle is None else folder.handle) as entries:
        names = [entry.name for entry in entries if entry.name.startswith(f"{final[:150]}.")]
    for name in names:
        match = _TEMPORARY.fullmatch(name)
        if match and not psutil.pid_exists(int(match[1])):
            with suppress(OSError):
                _drop(folder, folder.name(name))


def _drop(folder: _Folder, name: str) -> None:
    status = os.stat(name, dir_fd=folder.handle, follow_symlinks=False)
    if stat.S_ISDIR(status.st_mode):
        shutil.rmtree(name, dir_fd=folder.handle)
    else:
        os.unlink(name, dir_fd=folder.handle)


@contextmanager
def _temporary_file(
    folder: _Folder, final: str, mode: int, is_durable: bool
) -> Iterator[tuple[BinaryIO, str]]:
    """Yield a new file, flushed when it is closed, and its name; gone unless it got another."""
    name = folder.name(f"{final[:150]}.{os.getpid()}-{secrets.token_hex(8)}.new")
    try:
        with as_usual() if mode == 0o666 else nullcontext():
            descriptor = os.open(name, _NEW_FILE, mode, dir_fd=folder.handle)
        with _Flushed(descriptor, is_durable) as file:
            yield file, name
    except OSError as error:
        if not error.filename or not Path(error.filename).is_absolute():
            error.filename = str(folder.path / final)  # the system does not say where it was
        raise
    finally:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder.handle)


class _Flushed(io.BufferedWriter):
    """A file whose bytes have reached the disk, if they must, once it is closed."""

    def __init__(self, descriptor: int, is_durable: bool) -> None:
        super().__init__(io.FileIO(descriptor, "wb"))
        self._is_durable = is_durable

    def close(self) -> None:
        if not self.closed:
            try:
                self.flush()
                if self._is_durable:
                    os.fsync(self.fileno())
            finally:
                super().close()


def _replace(before: _Folder, old: str, after: _Folder, new: str) -> None:
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


def _rename(
    before: _Folder, source: str, after: _Folder, target: str, *, is_replacing: bool
) -> None:
    old, new = before.name(source), after.name(target)
    if is_replacing:
        # The system refuses to put a file in the place of a folder.
        _replace(before, old, after, new)
        return
    with suppress(FileNotFoundError):
        os.stat(new, dir_fd=after.handle, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(after.path / target))
    # A folder can only take the place of an empty one, whatever came between look and rename.
    os.rename(old, new, src_dir_fd=before.handle, dst_dir_fd=after.handle)


def _give_name(folder: _Folder, name: str, final: str, *, is_replacing: bool) -> None:
    """Rename a temporary file; without `is_replacing` never over anything, whatever raced us."""
    target = folder.name(final)
    if is_replacing:
        _replace(folder, name, folder, target)
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
            os.close(os.open(target, _NEW_FILE, 0o600, dir_fd=folder.handle))
            _replace(folder, name, folder, target)


def _marked_root(real: Path) -> Path | None:
    return next((at for at in (real, *real.parents) if _is_plain_file(at / MARK)), None)


def _is_plain_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _refuse_mounts(folder: Path) -> None:
    """Refuse to delete a folder in which another file system, or another folder, is mounted.

    Raises:
        NotOurs: there is one.
    """
    import psutil

    for partition in psutil.disk_partitions(all=True):
        mounted = Path(partition.mountpoint)
        if mounted == folder or folder in mounted.parents:
            raise NotOurs(path=mounted)
