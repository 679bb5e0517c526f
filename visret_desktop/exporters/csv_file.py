"""A table with commas, for spreadsheets: UTF-8 with a mark, by which they know it."""

import csv
import io
from collections.abc import Iterable
from typing import BinaryIO

from visret_desktop.exporters.row import COLUMNS, Row, Value

# Spreadsheets take a text that begins like this for a formula, and run it.
_LIKE_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write(photos: Iterable[Row], out: BinaryIO) -> None:
    """Write a line with the names of the columns, and one for each photo.

    A text that a spreadsheet would run as a formula gets an apostrophe before it. Lists are joined
    by "; ". What is not valid Unicode in a name is written as in Python, `\\udc80`.
    """
    text = io.TextIOWrapper(out, "utf-8-sig", "backslashreplace", newline="")
    table = csv.writer(text)
    table.writerow(COLUMNS)
    table.writerows([_cell(row[name]) for name in COLUMNS] for row in photos)
    text.detach()


def _cell(value: Value) -> str | int | float | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        value = "; ".join(value)
    if isinstance(value, str) and value.startswith(_LIKE_A_FORMULA):
        return f"'{value}"
    return value
