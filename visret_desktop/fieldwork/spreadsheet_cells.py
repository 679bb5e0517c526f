"""Texts in tables that spreadsheets open: none is run as a formula, and all can be read again.

A spreadsheet takes a cell that begins with one of these signs for a formula, and runs it. Half of
Europe's separate cells by ";", whatever a file says, so each part of a text counts.
"""

import re

_SIGNS = r"=+\-@＝＋－＠"
_STARTS = re.compile(rf"(^(?=[\t\r\n])|(?:^|[;\t\r\n]\s*)(?=[{_SIGNS}]))")
_MARKED = re.compile(rf"((?:^|[;\t\r\n]\s*))'(?=[{_SIGNS}])|^'(?=[\t\r\n])")


def harmless(text: str) -> str:
    """Return a text with an apostrophe before what would begin a formula."""
    return _STARTS.sub(r"\1'", text)


def as_it_was(text: str) -> str:
    """Undo `harmless`."""
    return _MARKED.sub(lambda match: match[1] or "", text)
