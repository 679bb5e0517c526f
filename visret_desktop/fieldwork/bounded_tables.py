"""Rows of tables that others wrote: no line and no record is longer than memory has room for.

Python's own reader of CSV keeps a record that never ends, because a quote was never closed, until
there is no memory left. A line is cut off by its bytes, too: one letter of another plane makes
four bytes of each letter in it.
"""

import csv
from collections.abc import Iterator
from typing import TextIO

from visret_desktop.sentences import sentence

LONGEST_LINE = 1_000_000  # letters
LONGEST_RECORD = 4_000_000
_USUAL_MOST = 4_000_000_000


class TableUnbounded(ValueError):
    """A table has a line or a record that is too long."""


def rows_of(
    text: TextIO, separator: str, most: int = _USUAL_MOST, quote: str | None = '"'
) -> Iterator[list[str]]:
    """Yield the rows of a table with at most so many letters; `quote` of None: it has none.

    Raises:
        TableUnbounded: a line, a record or the whole is too long.
        csv.Error: it is no table.
    """
    lines = _Lines(text, most)
    rows = (
        csv.reader(lines, delimiter=separator, quotechar=quote)
        if quote
        else csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE)
    )
    for row in rows:
        lines.in_record = 0
        yield row


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
            raise TableUnbounded(
                sentence("a line is longer than {most:,} letters", most=LONGEST_LINE)
            )
        if self.in_record > LONGEST_RECORD:
            raise TableUnbounded(sentence("a row does not end; is a quote not closed?"))
        if self._left < 0:
            raise TableUnbounded(sentence("it is too long"))
        return line
