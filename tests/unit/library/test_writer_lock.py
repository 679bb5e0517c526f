"""One writer at a time, whatever the disk says."""

import errno
import fcntl
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from visret_desktop.errors import DiskFailing, LibraryBusy
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.system_errors import of_system


@contextmanager
def no_byte_more() -> Iterator[None]:
    """Let this process write to no file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with WriterLock(path), pytest.raises(LibraryBusy, match=f"process {os.getpid()}"):
        WriterLock(path).acquire()
    WriterLock(path).acquire()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP])
def test_a_disk_without_locks_is_no_other_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(_descriptor: int, _how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(OSError, match=os.strerror(number)) as refused:
        WriterLock(tmp_path / "lock").acquire()
    said = of_system(refused.value, tmp_path)
    assert isinstance(said, DiskFailing)
    assert str(tmp_path / "lock") in str(said)


def test_a_full_disk_neither_hinders_the_lock_nor_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with no_byte_more():
        first = WriterLock(path)
        first.acquire()
    with pytest.raises(LibraryBusy):
        WriterLock(path).acquire()
    first.release()
    with WriterLock(path):
        pass
