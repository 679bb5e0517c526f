"""Tables and archives that others made, read within bounds, and what such a source is called.

UTF-8 and UTF-16 can be told from other encodings. What is neither is taken for Windows' own letters
only if it looks like words in them: of a text in GB18030 or Shift-JIS nearly every letter would be
one that no language writes in a row. Where it cannot be told, a person is asked.

No line and no record is longer than memory has room for. Python's own reader of CSV keeps a record
that never ends, because a quote was never closed, until there is no memory left. A line is cut off
by its bytes, too: one letter of another plane makes four bytes of each letter in it.

In tables that spreadsheets open, no text is run as a formula, and all can be read again. A
spreadsheet takes a cell that begins with one of a few signs for a formula. Half of Europe's
separate cells by ";", whatever a file says, so each part of a text counts.

Two loggers write `track.gpx`, and two packages may have the same name. So a label has eight letters
of a hash behind the name, and what came from one source is taken back without the other's.
"""

import codecs
import csv
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO, TextIO

from visret_desktop.library.stored_values import plain_text
from visret_desktop.plain_files import NOT_PLAIN, NotPlainFile
from visret_desktop.sentences import said_by, sentence

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WINDOWS = "cp1252"
_LOOKED_AT = 1 << 20  # bytes, or letters
# Letters of the languages that Windows-1252 is for, which hardly ever stand beside each other.
_LETTERS = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŠšŒœŽžŸ"
# Signs that stand in words and between them: no-break space, quotes, dashes, ordinals.
_SIGNS = "\u00a0«»‘’“”‚„–—…°º·×†€£§¡¿´"
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_PAIR = re.compile(rf"[^\x00-\x7f{_SIGNS}]{{2}}")
_MOST_ODD, _MOST_PAIRS = 0.05, 0.1  # for each foreign letter


class EncodingUnknown(ValueError):
    """It cannot be told in which encoding a text is."""

    def __init__(self) -> None:
        super().__init__(
            "it cannot be told in which encoding it is. Save it as UTF-8, or say which one it is by"
            " --encoding, such as gb18030, shift_jis or windows-1250"
        )


def decoded(content: bytes, encoding: str = "") -> str:
    """Return the text that bytes are in, by an encoding that was named, or found out.

    Raises:
        EncodingUnknown: it cannot be told.
        ValueError: there is no such encoding, or the text is in another one.
    """
    if encoding:
        return _named(content, encoding)
    likely = encoding_of([content])
    text = content.decode(likely, "replace")
    if likely == _WINDOWS and not _looks_western(text[:_LOOKED_AT]):
        raise EncodingUnknown
    return text


def open_table(path: Path) -> TextIO:
    """Open a table; what is neither UTF-8 nor UTF-16 is taken for Windows' own letters."""
    with path.open("rb") as file:
        encoding = encoding_of(iter(partial(file.read, _LOOKED_AT), b""))
    return path.open(encoding=encoding, errors="replace", newline="")


def encoding_of(chunks: Iterable[bytes]) -> str:
    """Return the encoding that bytes are in: UTF-8, a form of UTF-16, else that of Windows."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    chunks = iter(chunks)
    first = next(chunks, b"")
    for mark, name in _MARKS:
        if first.startswith(mark):
            return name
    if wide := _wide(first):
        return wide
    try:
        for chunk in chain([first], chunks):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _WINDOWS
    return "utf-8"


def _named(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except LookupError as error:
        raise ValueError(
            sentence("there is no encoding {encoding}", encoding=repr(encoding[:40]))
        ) from error
    except UnicodeError as error:
        raise ValueError(
            sentence("it is not in the encoding {encoding}", encoding=repr(encoding[:40]))
        ) from error


def _wide(content: bytes) -> str:
    """Return the form of UTF-16 that a text without a mark has; "" if it has none."""
    start = content[:400]
    if start[1::2].count(0) > len(start) // 4:
        return "utf-16-le"
    return "utf-16-be" if start[::2].count(0) > len(start) // 4 else ""


def _looks_western(text: str) -> bool:
    foreign = _FOREIGN.findall(text)
    odd = sum(sign not in _LETTERS and sign not in _SIGNS for sign in foreign)
    pairs = len(_PAIR.findall(text))
    return odd <= _MOST_ODD * len(foreign) and pairs <= max(1, _MOST_PAIRS * len(foreign))


LONGEST_LINE = 1_000_000  # letters
LONGEST_RECORD = 4_000_000
_MOST_COLUMNS = 2000
_USUAL_MOST = 4_000_000_000
_SEPARATORS = ",;\t"


WORKBOOK = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # Excel, LibreOffice, any zip
SAVE_AS_CSV = sentence("it is a workbook or a zip. Save the right sheet as CSV, or unpack it")


class TableUnreadable(ValueError):
    """A text is no table, or has a line or a record that is too long."""


def separator_of(line: str) -> str:
    """Return what separates the columns of a table, by its first line."""
    return max(_SEPARATORS, key=line.count)


def rows_of(
    text: TextIO, separator: str, most: int = _USUAL_MOST, quote: str | None = '"'
) -> Iterator[list[str]]:
    """Yield the rows of a table with at most so many letters; `quote` of None: it has none.

    Raises:
        TableUnreadable: a line, a record or the whole is too long, or it is no table.
    """
    lines = _Lines(text, most)
    rows = csv.reader(
        lines,
        delimiter=separator,
        quotechar=quote,
        quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
    )
    try:
        for row in rows:
            lines.in_record = 0
            if len(row) > _MOST_COLUMNS:
                raise TableUnreadable(sentence("it has too many columns"))
            yield row
    except csv.Error as error:
        raise TableUnreadable(sentence("it is no table, or damaged")) from error


class _Lines:
    """The lines of a text, as an iterator that stops where one is too long."""

    def __init__(self, text: TextIO, most: int) -> None:
        self._text, self._left = text, most
        self.in_record = 0  # letters of the record so far

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._text.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        self._left -= len(line)
        self.in_record += len(line)
        if len(line) == LONGEST_LINE:
            raise TableUnreadable(
                sentence("a line is longer than {most:,} letters", most=LONGEST_LINE)
            )
        if self.in_record > LONGEST_RECORD:
            raise TableUnreadable(sentence("a row does not end; is a quote not closed?"))
        if self._left < 0:
            raise TableUnreadable(sentence("it is too long"))
        return line


_FORMULA_SIGNS = r"=+\-@＝＋－＠"
_STARTS = re.compile(rf"(^(?=[\t\r\n])|(?:^|[;\t\r\n]\s*)(?=[{_FORMULA_SIGNS}]))")
_MARKED = re.compile(rf"((?:^|[;\t\r\n]\s*))'(?=[{_FORMULA_SIGNS}])|^'(?=[\t\r\n])")


def harmless(text: str) -> str:
    """Return a text with an apostrophe before what would begin a formula."""
    return _STARTS.sub(r"\1'", text)


def as_it_was(text: str) -> str:
    """Undo `harmless`."""
    return _MARKED.sub(lambda match: match[1] or "", text)


_MOST_FILES = 200_000
# What comes of damaged, encrypted and unusual archives, of odd encodings, and of what is no table.
BROKEN = (
    *(OSError, EOFError, ValueError, LookupError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, NotPlainFile),
)


def reason_of(error: Exception) -> str:
    """Return why a file of others cannot be read, as part of a sentence."""
    if isinstance(error, NotPlainFile):
        return NOT_PLAIN
    if (ours := said_by(error)) is not None:
        return ours
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words.strip().rstrip(".") or type(error).__name__


class Archive(zipfile.ZipFile):
    """A zip that is open for reading."""

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            ValueError: it has too many files.
            One of `BROKEN`: it is damaged.
        """
        super().__init__(path)
        inside = self.infolist()
        if len(inside) > _MOST_FILES:
            self.close()
            raise ValueError(sentence("the zip has more than {most:,} files", most=_MOST_FILES))
        self._inside = {PurePosixPath(one.filename): one for one in inside}

    def outermost(self, name: str) -> PurePosixPath | None:
        """Return the path of the file of a name in the fewest folders; None: there is none."""
        paths = [path for path in self._inside if path.name == name]
        return min(paths, key=lambda path: len(path.parts), default=None)

    def bounded(self, path: PurePosixPath, most: int) -> IO[bytes]:
        """Open a file of at most so many bytes; no more are read than the archive says it has.

        Raises:
            FileNotFoundError: it is not there.
            ValueError: it is larger.
            One of `BROKEN`: it is damaged.
        """
        if path not in self._inside:
            raise FileNotFoundError(path.as_posix())
        if self._inside[path].file_size > most:
            raise ValueError(
                sentence("a file in it is larger than {most:,} MB", most=most // 1_000_000)
            )
        return self.open(self._inside[path].filename)


_LONGEST_NAME = 200
_MARK = " · "
_HASH_LETTERS = 8
_LABEL = re.compile(rf"(.*){_MARK}[0-9a-f]{{{_HASH_LETTERS}}}", re.DOTALL)


def label_of(name: str, content_hash: str) -> str:
    """Return the label of a source by its name and the hash, in hex, of what makes it itself."""
    return f"{plain_text(name, _LONGEST_NAME)}{_MARK}{content_hash[:_HASH_LETTERS]}"


def name_in(label: str) -> str:
    """Return the name in a label; older versions kept the name alone."""
    match = _LABEL.fullmatch(label)
    return match[1] if match else label
