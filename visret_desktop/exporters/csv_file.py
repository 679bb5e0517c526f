"""A table with commas, for spreadsheets: UTF-8 with a mark, by which they know it."""

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from visret_desktop.exporters.exporter import Export, ExportTarget, Report
from visret_desktop.exporters.photos import COLUMNS, Value, outgoing, row_of
from visret_desktop.interchange.tables import harmless


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a line with the names of the columns, and one for each photo.

    A text that a spreadsheet would run as a formula gets an apostrophe before it. Lists are joined
    by "; ". What is not valid Unicode in a name is written as in Python, `\\udc80`.
    """
    with target.file() as out, as_text(out, "utf-8-sig") as text:
        table = csv.writer(text)
        table.writerow(COLUMNS)
        for done, one in enumerate(outgoing(export, report), 1):
            row = row_of(one)
            table.writerow([cell(row[name]) for name in COLUMNS])
            report.count()
            yield done


@contextmanager
def as_text(out: BinaryIO, encoding: str, errors: str = "backslashreplace") -> Iterator[TextIO]:
    """Yield a file as text; it stays open."""
    text = io.TextIOWrapper(out, encoding, errors, newline="")
    try:
        yield text
    finally:
        text.detach()


def cell(value: Value) -> str | int | float | None:
    """Return a value as it may stand in a spreadsheet, where it is never a formula."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        value = "; ".join(value) if any(value) else ""
    return harmless(value) if isinstance(value, str) else value
