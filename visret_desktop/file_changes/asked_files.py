"""Files and folders that a person asked for: never among photos, nor unasked over what is there."""

import ctypes
import os
import secrets
import shutil
import stat
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from visret_desktop.errors import AlreadyThere, ChangedSince, NotFromHere
from visret_desktop.file_changes.open_folders import (
    LITTER,
    NEW_FILE,
    FlushedFile,
    Identity,
    OpenFolder,
    as_usual,
    give_name,
    open_asked_folder,
    refuse_identity,
    refuse_mounts,
    sweep_names,
    temporary_file,
)
from visret_desktop.system_errors import writing_to

_NEW_READABLE = NEW_FILE & ~os.O_WRONLY | os.O_RDWR
_CHUNK = 1 << 20
_EXPORT_MARK = ".visret-export"
_EXPORT_TEXT = (
    b"visret made this folder and may replace it while these files are as it wrote them:\n"
)
_OLDER_TEXT = b"visret made this folder and may replace it. It wrote these files:\n"  # no hashes
_SWAPPED = 2  # RENAME_EXCHANGE of Linux


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
    with writing_to(path), open_asked_folder(path.parent, photos) as folder:
        _refuse_taken(folder, path, photos, is_replacing=is_replacing)
        sweep_names(folder, path.name)
        with temporary_file(folder, path.name, 0o666, True) as (file, name):
            yield file
            file.close()
            try:
                give_name(folder, name, path.name, is_replacing=is_replacing)
            except FileExistsError as error:
                raise AlreadyThere(path=path) from error
        folder.sync()


def check_asked_file(
    path: Path, photos: Collection[Identity], *, is_replacing: bool = False
) -> None:
    """Check, before long work, that `asked_file` would succeed. Raises as it does."""
    with writing_to(path), open_asked_folder(path.parent, photos) as folder:
        _refuse_taken(folder, path, photos, is_replacing=is_replacing)


class AskedFolder:
    """A folder that is being made. It has a mark that lists its files, see `asked_folder`."""

    def __init__(self, folder: "OpenFolder") -> None:
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
                with FlushedFile(descriptor, is_durable=True) as file:
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
    with writing_to(path), open_asked_folder(path.parent, photos) as around:
        _refuse_folder(around, path, photos, is_replacing=is_replacing)
        sweep_names(around, path.name)
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
    with writing_to(path), open_asked_folder(path.parent, photos) as around:
        _refuse_folder(around, path, photos, is_replacing=is_replacing)


def make_asked_folder(path: Path, photos: Collection[Identity]) -> None:
    """Make a folder that a person named, and those above it; one that exists stays as it is.

    Raises:
        AmongPhotos: it would lie, or lies, in a photo folder.
        VisretError: no room, no permission, or a file is in the way.
    """
    with writing_to(path):
        if path.is_dir():
            with open_asked_folder(path, photos):
                return
        make_asked_folder(path.parent, photos)
        with open_asked_folder(path.parent, photos) as folder, as_usual():
            os.mkdir(folder.name(path.name), dir_fd=folder.handle)


def refuse_among_photos(folder: Path, photos: Collection[Identity]) -> None:
    """Check that a folder, or the nearest existing one above it, may be written to.

    Raises:
        AmongPhotos: it is a photo folder or lies in one.
        VisretError: it cannot be opened.
    """
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    with writing_to(folder), open_asked_folder(folder, photos):
        pass  # opening it is the check


def _refuse_taken(
    folder: OpenFolder, path: Path, photos: Collection[Identity], *, is_replacing: bool
) -> None:
    with suppress(FileNotFoundError):
        status = os.stat(folder.name(path.name), dir_fd=folder.handle, follow_symlinks=False)
        refuse_identity(status, photos, path)
        if not is_replacing or not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise AlreadyThere(path=path)


def _refuse_folder(
    around: OpenFolder, path: Path, photos: Collection[Identity], *, is_replacing: bool
) -> None:
    with suppress(FileNotFoundError):
        status = os.stat(around.name(path.name), dir_fd=around.handle, follow_symlinks=False)
        refuse_identity(status, photos, path)
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
    refuse_mounts(folder)
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


def _take_name(around: OpenFolder, name: str, path: Path) -> None:
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


def _exchange(around: OpenFolder, one: str, other: str) -> bool:
    """Swap two names at once, where the system has that."""
    try:
        swap = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = (os.fsencode(one), os.fsencode(other))
    return around.handle is not None and not swap(
        around.handle, names[0], around.handle, names[1], _SWAPPED
    )
