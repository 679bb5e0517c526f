"""What the system, SQLite or an import refused, as errors with a sentence."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from visret_desktop.errors import (
    DiskFailing,
    DiskFull,
    DiskReadOnly,
    FileTooLarge,
    NoPermission,
    PartNotLoading,
    PlaceMissing,
    PlaceTaken,
    VisretError,
)

_LITTLE_BYTES = 1_000_000
_OF_ERRNO: dict[int, type[VisretError]] = {
    errno.ENOSPC: DiskFull,
    getattr(errno, "EDQUOT", errno.ENOSPC): DiskFull,
    errno.EFBIG: FileTooLarge,
    errno.EROFS: DiskReadOnly,
    errno.EACCES: NoPermission,
    errno.EPERM: NoPermission,
    errno.ENOENT: PlaceMissing,
    errno.ENOTCONN: PlaceMissing,
    errno.ENODEV: PlaceMissing,
    errno.ENXIO: PlaceMissing,
    getattr(errno, "ESTALE", errno.ENOENT): PlaceMissing,
    errno.EIO: DiskFailing,
    errno.ENOLCK: DiskFailing,
    getattr(errno, "ENOTSUP", errno.ENOLCK): DiskFailing,
    errno.EEXIST: PlaceTaken,
    errno.ENOTDIR: PlaceTaken,
    errno.EISDIR: PlaceTaken,
}
_OF_SQLITE: dict[str, type[VisretError]] = {
    "SQLITE_FULL": DiskFull,
    "SQLITE_READONLY": DiskReadOnly,
    "SQLITE_CANTOPEN": NoPermission,
    "SQLITE_PERM": NoPermission,
    "SQLITE_IOERR": DiskFailing,
}


def of_system(error: Exception, place: Path) -> VisretError | None:
    """Return what the system, a library or SQLite refused, with a sentence; None: it is no such.

    `place` is what was worked on, where the error itself does not say it.
    """
    if isinstance(error, ImportError):
        return not_loading(error)
    if isinstance(error, OSError):
        kind = _OF_ERRNO.get(error.errno or 0)
        named = error.filename2 or error.filename or place
        named = os.fsdecode(named) if isinstance(named, str | bytes | os.PathLike) else place
        if kind is PlaceMissing:  # the outermost folder that is missing says most
            named = next((one for one in Path(named).parents[::-1] if not one.exists()), named)
        return kind(place=named, reason=error.strerror) if kind else None
    # Told by its name, as a decoder has no use for SQLite itself.
    name = getattr(error, "sqlite_errorname", None) or ""
    kind = _OF_SQLITE.get("_".join(name.split("_")[:2]))
    return _nearer(kind, place)(place=place, reason=error) if kind else None


def not_loading(error: ImportError) -> PartNotLoading:
    """Return a failed import as an error with a sentence."""
    return PartNotLoading(reason=str(error).strip().rstrip("."))


def _nearer(kind: type[VisretError], place: Path) -> type[VisretError]:
    """Return what is behind an error of SQLite, which calls much an error of input and output."""
    if not place.exists():
        return PlaceMissing
    if kind is NoPermission and hasattr(os, "statvfs"):
        return DiskReadOnly if os.statvfs(place).f_flag & os.ST_RDONLY else kind
    if kind is DiskFailing and shutil.disk_usage(place).free < _LITTLE_BYTES:
        return DiskFull
    return kind


@contextmanager
def writing_to(place: Path) -> Iterator[None]:
    """Let what the system refuses in the `with` block be told of `place`.

    Raises:
        VisretError: no room, no permission, or the place went away.
    """
    try:
        yield
    except OSError as error:
        known = of_system(OSError(error.errno, error.strerror), place)
        raise known or error from error
