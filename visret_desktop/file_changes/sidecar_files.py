"""The one kind of file that is written among photos: XMP sidecars."""

import errno
import os
import stat
from collections.abc import Collection
from pathlib import Path

from visret_desktop.errors import (
    SidecarChanged,
    SidecarElsewhere,
    SidecarNotPlain,
    SidecarProtected,
)
from visret_desktop.file_changes.open_folders import (
    HAS_FOLDER_HANDLES,
    NO_LINK,
    OpenFolder,
    give_name,
    open_below,
    sweep_names,
    temporary_file,
)
from visret_desktop.plain_files import NO_WAITING
from visret_desktop.system_errors import writing_to

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

_BINARY = getattr(os, "O_BINARY", 0)

_SIDECAR = ".xmp"


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
    with writing_to(path), open_below(real, real) as folder:
        sweep_names(folder, path.name)
        mode = _mode_if_unchanged(folder, path, before)
        if after is None:
            os.unlink(folder.name(path.name), dir_fd=folder.handle)
        else:
            with temporary_file(folder, path.name, 0o666, True) as (file, name):
                file.write(after)
                if mode is not None and HAS_FOLDER_HANDLES:
                    os.fchmod(file.fileno(), mode)
                file.close()
                _mode_if_unchanged(folder, path, before)
                try:
                    give_name(folder, name, path.name, is_replacing=before is not None)
                except FileExistsError as error:
                    raise SidecarChanged(path=path) from error
        folder.sync()


def _mode_if_unchanged(folder: OpenFolder, path: Path, before: bytes | None) -> int | None:
    """Return the mode of a file, None if there is none, as it was before.

    Raises:
        SidecarNotPlain: it is no plain file of one name.
        SidecarProtected: nobody may write it.
        SidecarChanged: it is not as before.
    """
    try:
        flags = os.O_RDONLY | NO_LINK | _BINARY | NO_WAITING
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
