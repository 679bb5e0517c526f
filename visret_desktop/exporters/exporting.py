"""Write an export to the place that a person named: all of it, or nothing."""

import io
from collections.abc import Collection, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from visret_desktop import file_changes
from visret_desktop.exporters.exporter import (
    Export,
    ExportTarget,
    Format,
    NotComplete,
    Remark,
    Report,
)
from visret_desktop.file_changes import AskedFolder, Identity

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_MOST_TOLD = 5  # names of what lacks


def write_export(
    chosen: Format,
    export: Export,
    path: Path,
    photos: Collection[Identity],
    report: Report,
    *,
    is_replacing: bool = False,
) -> Generator[int, None, None]:
    """Write a file or folder; yield how many photos were treated.

    `photos` is where nothing may be written, see `file_changes.asked_file`. Whoever leaves the
    iterator before its end leaves nothing behind.

    Raises:
        NotComplete: something lacks that is needed; nothing is written.
        AlreadyThere, AmongPhotos, VisretError: as `file_changes.asked_file`.
    """
    with _opened(chosen, path, photos, is_replacing=is_replacing) as target:
        yield from chosen.write(export, target, report)
        lacks = [_told(each) for each in report.remarks.values() if each.lack.is_needed]
        if lacks:
            raise NotComplete(reasons=" ".join(lacks))


def _told(remark: Remark) -> str:
    """Say what lacks, and of what first."""
    names = ", ".join(remark.names[:_MOST_TOLD])
    more = ", …" if remark.count > _MOST_TOLD else ""
    return f"{remark.sentence} ({names}{more})" if names else remark.sentence


def plan_export(chosen: Format, export: Export, report: Report) -> Generator[int, None, None]:
    """Find out what would be written, and what lacks; yield how many photos were treated."""
    yield from chosen.write(export, _Nowhere(), report)


@contextmanager
def _opened(
    chosen: Format, path: Path, photos: Collection[Identity], *, is_replacing: bool
) -> Iterator[ExportTarget]:
    if chosen.is_folder:
        with file_changes.asked_folder(path, photos, is_replacing=is_replacing) as folder:
            yield _Folder(folder)
    else:
        with file_changes.asked_file(path, photos, is_replacing=is_replacing) as file:
            yield _File(file)


class _File:
    """A place of one file."""

    is_dry = False

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def file(self, name: str = "") -> AbstractContextManager[BinaryIO]:
        assert not name, "this format has one file"
        return nullcontext(self._file)


class _Folder:
    """A place of many files."""

    is_dry = False

    def __init__(self, folder: AskedFolder) -> None:
        self._folder = folder

    def file(self, name: str = "") -> AbstractContextManager[BinaryIO]:
        return self._folder.file(PurePosixPath(name))


class _Nowhere:
    """A place whose files go nowhere."""

    is_dry = True

    def file(self, name: str = "") -> AbstractContextManager[BinaryIO]:
        return io.BufferedWriter(_Void())


class _Void(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, content: "ReadableBuffer") -> int:
        return memoryview(content).nbytes
