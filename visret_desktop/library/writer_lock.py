"""The lock that makes one process the writer; the system drops it when the process dies."""

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from visret_desktop import file_changes
from visret_desktop.errors import LibraryBusy

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 1024, os.SEEK_SET)  # beyond the text, which others may read
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_BETWEEN_SECONDS = 0.05  # two tries to become the writer
_OF_ANOTHER = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)  # the last is what Windows says


class WriterLock:
    """A lock file with the owner's process id in it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire_soon(self, seconds: float) -> None:
        """Become the writer, once another one that is about to be done lets go.

        Raises: as `acquire`, after so many seconds.
        """
        ends = time.monotonic() + seconds
        while True:
            try:
                return self.acquire()
            except LibraryBusy:
                if time.monotonic() > ends:
                    raise
            time.sleep(_BETWEEN_SECONDS)

    def acquire(self) -> None:
        """Become the writer.

        Raises:
            LibraryBusy: another process, or another lock of this one, is.
            NotOurs, OSError: the lock cannot be made.
        """
        descriptor = file_changes.open_lock(self._path)
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno not in _OF_ANOTHER:  # the file system has no locks
                os.close(descriptor)
                raise OSError(error.errno, error.strerror, str(self._path)) from error
            os.lseek(descriptor, 0, os.SEEK_SET)
            owner = os.read(descriptor, 64)
            os.close(descriptor)
            raise LibraryBusy(owner=f"process {owner.decode() or 'unknown'}") from error
        self._descriptor = descriptor
        with suppress(OSError):  # the id is a courtesy; the lock works without it on a full disk
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, str(os.getpid()).encode())

    def release(self) -> None:
        """Let others write."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "WriterLock":
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
