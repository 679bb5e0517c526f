"""Files and folders of ours: below a folder that carries our mark, and nowhere else."""

import io
import os
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import BinaryIO

from visret_desktop.errors import AlreadyThere, FolderOfOthers, NotOurs
from visret_desktop.file_changes.open_folders import (
    LITTER,
    MARK,
    NEW_FILE,
    NO_LINK,
    TEMPORARY,
    Identity,
    is_plain_file,
    marked_root,
    open_asked_folder,
    open_below,
    open_own_folder,
    refuse_mounts,
    rename,
    replace,
    temporary_file,
)

_MARK_TEXT = (
    b"visret made this folder and may change or delete what lies in it.\n"
    b"Keep your own files somewhere else.\n"
)
# What file systems keep at the top of every disk; it stays where it is.
_OF_DISKS = frozenset(
    (
        *("lost+found", "System Volume Information", "$RECYCLE.BIN"),
        *(".Trashes", ".Spotlight-V100", ".fseventsd"),
    )
)


# ---- modes ----------------------------------------------------------------------------------


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
    if is_plain_file(mark):
        return
    names = {entry.name for entry in folder.iterdir()} - LITTER - _OF_DISKS
    patterns = (*known, "*.new")
    strange = [name for name in names if not any(fnmatchcase(name, p) for p in patterns)]
    if strange and names.isdisjoint(signs):
        raise FolderOfOthers(path=folder)
    with suppress(FileExistsError):
        descriptor = os.open(mark, NEW_FILE, 0o600)
        # Its name is what counts: on a full disk it stays empty.
        with suppress(OSError), os.fdopen(descriptor, "wb") as file:
            file.write(_MARK_TEXT)


def is_own(path: Path) -> bool:
    """Return whether a file or folder, links resolved, is or lies in a marked folder."""
    return marked_root(Path(os.path.realpath(path))) is not None


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
    with open_own_folder(path) as folder:
        mode = 0o600 if is_private else 0o666
        with temporary_file(folder, path.name, mode, is_durable) as (file, name):
            yield file
            file.close()
            replace(folder, name, folder, folder.name(path.name))
        if is_durable:
            folder.sync()


@contextmanager
def appending(path: Path) -> Iterator[io.FileIO]:
    """Yield a file of ours, opened to write at its end; it is made if it is missing.

    Raises:
        NotOurs: it is not in a place of ours, or the same bytes have another name elsewhere.
        OSError: no permission.
    """
    flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | NO_LINK | getattr(os, "O_BINARY", 0)
    with open_own_folder(path) as folder:
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
    with open_own_folder(path) as folder:
        flags = os.O_RDWR | os.O_CREAT | NO_LINK
        return os.open(folder.name(path.name), flags, 0o600, dir_fd=folder.handle)


def remove(path: Path) -> None:
    """Delete a file or a link of ours; nothing happens if it is not there.

    Raises:
        NotOurs: it is not in a place of ours.
        OSError: the system refuses.
    """
    with suppress(FileNotFoundError), open_own_folder(path) as folder:
        os.unlink(folder.name(path.name), dir_fd=folder.handle)


def remove_tree(path: Path) -> None:
    """Delete a file, link or folder of ours with all in it; links in it are not followed.

    Nothing happens if it is not there.

    Raises:
        NotOurs: it is not in a place of ours, or another file system is mounted in it.
        OSError: the system refuses; a part may be gone.
    """
    with suppress(FileNotFoundError), open_own_folder(path) as folder:
        name = folder.name(path.name)
        status = os.stat(name, dir_fd=folder.handle, follow_symlinks=False)
        if not stat.S_ISDIR(status.st_mode):
            os.unlink(name, dir_fd=folder.handle)
            return
        refuse_mounts(folder.path / path.name)
        shutil.rmtree(name, dir_fd=folder.handle)


def remove_empty(path: Path) -> bool:
    """Delete a folder of ours if nothing is left in it but our mark; tell whether it is gone.

    Raises:
        NotOurs: it is not in a place of ours.
    """
    try:
        with (
            open_own_folder(path) as folder,
            open_below(folder.path / path.name, folder.path) as inner,
        ):
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
    with open_own_folder(source) as before, open_own_folder(target) as after:
        rename(before, source.name, after, target.name, is_replacing=is_replacing)


def move_out(source: Path, target: Path, photos: Collection[Identity]) -> None:
    """Give a folder of ours a new name in a folder that a person named.

    Raises:
        NotOurs: `source` is not ours.
        AlreadyThere: something is called `target`.
        AmongPhotos: it would lie in a photo folder.
        OSError: the system refuses.
    """
    with open_own_folder(source) as before, open_asked_folder(target.parent, photos) as after:
        try:
            rename(before, source.name, after, target.name, is_replacing=False)
        except FileExistsError as error:
            raise AlreadyThere(path=target) from error


def copy(source: Path, target: Path) -> None:
    """Copy a file's bytes to a file of ours. Raises as `write` does."""
    with source.open("rb") as read, new_file(target) as file:
        shutil.copyfileobj(read, file)


def link(source: Path, target: Path, *, is_symbolic: bool = True) -> None:
    """Make a new name of ours that leads to `source`.

    Raises:
        NotOurs: `target` is not in a place of ours.
        OSError: the system or the disk has no such links, or `target` is there.
    """
    with open_own_folder(target) as folder:
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
            match = TEMPORARY.fullmatch(path.name)
            if match and not psutil.pid_exists(int(match[1])):
                with suppress(OSError):
                    remove(path)


# ---- places that a person asked for -------------------------------------------------------------


# ---- open folders -------------------------------------------------------------------------------
