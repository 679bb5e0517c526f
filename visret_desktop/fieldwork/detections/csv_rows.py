"""Read CSV as programs write it: UTF-8 with or without a mark, UTF-16, or Windows' own letters."""

import codecs
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from visret_desktop.sentences import sentence

_CHUNK = 1 << 20  # bytes
_SEPARATORS = ",;\t"
_MOST_COLUMNS = 2000


class NotCsv(ValueError):
    """A file is no table, or from here on damaged."""


def encoding_of(path: Path) -> str:
    """Return the encoding of a text file; what is no UTF-8 is taken for that of Windows."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        chunk = file.read(_CHUNK)
        if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        if chunk[:200].count(0) > 50:  # every second byte of plain letters
            return "utf-16-le" if chunk[1:2] == b"\0" else "utf-16-be"
        try:
            while chunk:
                decoder.decode(chunk)
                chunk = file.read(_CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    return "utf-8-sig"


def open_text(path: Path) -> TextIO:
    """Open a table for reading."""
    return path.open(encoding=encoding_of(path), errors="replace", newline="")


def rows_of(file: TextIO) -> Iterator[list[str]]:
    """Yield the rows of a table, that with the names of the columns first.

    Raises:
        NotCsv: it is none.
    """
    start = file.readline(1 << 16)
    file.seek(0)
    separator = max(_SEPARATORS, key=start.count)
    try:
        for row in csv.reader(file, delimiter=separator):
            if len(row) > _MOST_COLUMNS:
                raise NotCsv(sentence("it has too many columns"))
            if row:
                yield row
    except csv.Error as error:
        raise NotCsv(sentence("it is no table, or damaged")) from error
