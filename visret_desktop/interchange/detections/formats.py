"""The formats of files of detections that are known; a file's is told by what is in it.

To add one, write a class as in `json_formats.py` or `csv_formats.py`, and add it to the tuple at
the end there.
"""

import io
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from visret_desktop.errors import FileMissing
from visret_desktop.interchange.detections.csv_formats import CSV_FORMATS, CsvFormat
from visret_desktop.interchange.detections.entries import DetectionsUnusable, Entry
from visret_desktop.interchange.detections.json_formats import JSON_FORMATS, JsonFormat
from visret_desktop.interchange.detections.json_parts import NotJson, parts_of
from visret_desktop.interchange.foreign_files import (
    LONGEST_LINE,
    SAVE_AS_CSV,
    WORKBOOK,
    TableUnreadable,
    open_table,
    rows_of,
    separator_of,
)
from visret_desktop.library.catalog.catalog_detections import Label
from visret_desktop.sentences import sentence

TITLES = (*(one.title for one in JSON_FORMATS), *(one.title for one in CSV_FORMATS))
CUT, NO_PATH = "cut", "path"
_UNKNOWN = sentence(
    "it is none of the files that are known: {titles} or {last}",
    titles=", ".join(TITLES[:-1]),
    last=TITLES[-1],
)
_LOOKED_AT = 1000  # members of a list, until it is clear that it is none of photos


class DetectionSource:
    """A file that is open. `entries` yields what it says, after which `label` knows all names."""

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self._path, self._file, self._size = path, file, size
        self.format: JsonFormat | CsvFormat | None = None
        self._flaws: dict[str, int] = {}

    @property
    def title(self) -> str:
        """The name of the format."""
        return self.format.title if self.format else ""

    @property
    def flaws(self) -> dict[str, int]:
        """What was wrong, counted by code."""
        return self.format.flaws if self.format else self._flaws

    @property
    def model(self) -> str:
        """What found it all, as far as the file says."""
        return self.format.model if self.format else ""

    @property
    def advised(self) -> float | None:
        """The least confidence that the file advises."""
        return self.format.advised if self.format else None

    @property
    def has_pixels(self) -> bool:
        """Whether boxes are in pixels."""
        return isinstance(self.format, JsonFormat) and self.format.has_pixels

    @property
    def adds_up(self) -> bool:
        """Whether several entries may be about one photo."""
        return isinstance(self.format, CsvFormat)

    def label(self, key: str) -> Label | None:
        """Return what a finding's key stands for."""
        return self.format.label(key) if self.format else None

    def progress(self) -> tuple[int, int]:
        """Return how many bytes of how many were read."""
        return self._file.tell(), self._size

    def entries(self) -> Iterator[Entry]:
        """Yield what the file says of photos.

        Raises:
            DetectionsUnusable: it is of no known format, or damaged before its first photo.
        """
        start = self._file.read(64)
        self._file.seek(0)
        if start.startswith(WORKBOOK):
            raise DetectionsUnusable(name=self._path.name, reason=SAVE_AS_CSV)
        plain = start.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
        yield from self._of_json() if plain[:1] in (b"{", b"[") else self._of_csv()

    def _of_json(self) -> Iterator[Entry]:
        formats = [one() for one in JSON_FORMATS]
        number = missed = 0
        try:
            for key, value, is_member in parts_of(self._file):
                reader = next((one for one in formats if key in one.lists), None)
                if not is_member:
                    for one in formats:
                        one.note(key, value)
                    if value == [] and reader is not None:
                        self.format = self.format or reader
                    continue
                if reader is None or self.format not in (None, reader):
                    continue
                entry = reader.entry(value) if isinstance(value, dict) else None
                if entry is None:
                    missed += 1
                    if not number and missed > _LOOKED_AT:
                        raise DetectionsUnusable(name=self._path.name, reason=_UNKNOWN)
                    continue
                self.format = reader
                number += 1
                yield entry
        except NotJson as error:
            if not number:
                raise DetectionsUnusable(name=self._path.name, reason=error) from error
            self.flaws[CUT] = 1
        if self.format is None:
            raise DetectionsUnusable(name=self._path.name, reason=_UNKNOWN)
        if missed:
            self.flaws[NO_PATH] = missed

    def _of_csv(self) -> Iterator[Entry]:
        with open_table(self._path) as file:
            self._file = file.buffer
            separator = separator_of(file.readline(LONGEST_LINE))
            file.seek(0)
            try:
                rows = (row for row in rows_of(file, separator) if row)
                names = [name.strip().lower() for name in next(rows, [])]
                kind = _format_of(names)
                if kind is None:
                    raise DetectionsUnusable(name=self._path.name, reason=_UNKNOWN)
                self.format = kind()
                for row in rows:
                    cells = dict(zip(names, map(str.strip, row), strict=False))
                    entry = self.format.entry(cells)
                    if entry is None:
                        self.flaws[NO_PATH] = self.flaws.get(NO_PATH, 0) + 1
                    else:
                        yield entry
            except TableUnreadable as error:
                if self.format is None:
                    raise DetectionsUnusable(name=self._path.name, reason=error) from error
                self.flaws[CUT] = 1


def _format_of(names: Collection[str]) -> type[CsvFormat] | None:
    """Return the format of a table by its headers, in small letters."""
    return next((one for one in CSV_FORMATS if one.columns <= set(names)), None)


def is_known_table(path: Path) -> bool:
    """Tell whether a file is a table of one of the formats."""
    try:
        with open_table(path) as file:
            line = file.readline(LONGEST_LINE)
            header = next(rows_of(io.StringIO(line), separator_of(line)), [])
            return _format_of([name.strip().lower() for name in header]) is not None
    except (OSError, TableUnreadable):
        return False


@contextmanager
def open_file(path: Path) -> Iterator[DetectionSource]:
    """Open a file of detections.

    Raises:
        FileMissing: it is not there.
        DetectionsUnusable: it cannot be read.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    try:
        with path.open("rb") as file:
            yield DetectionSource(path, file, path.stat().st_size)
    except OSError as error:
        raise DetectionsUnusable(name=path.name, reason=error.strerror or error) from error
