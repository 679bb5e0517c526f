"""What somebody opens the program with: files and folders, and a query.

It also goes from one process to another, so what arrives is checked here. A path need not be text:
its odd bytes are escapes, which JSON takes and UTF-8 would not.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from PySide6.QtCore import QUrl

from visret_desktop import typed_values

MOST_BYTES = 2**20  # of one message
_MOST_PATHS = 1000
_OF_FILES = "file:"
_Path = Annotated[str, Meta(min_length=1, max_length=32_767, pattern=r"^[^\0]*\Z")]
_LONGEST_QUERY = 10_000
_Token = Annotated[str, Meta(max_length=200, pattern=r"^[!-~]*\Z")]


class OpenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Paths are absolute.

    Attributes:
        activation: what Wayland gives the process that somebody started, to let the window that it
            hands over to come to the front.
    """

    paths: Annotated[tuple[_Path, ...], Meta(max_length=_MOST_PATHS)] = ()
    query: Annotated[str, Meta(max_length=_LONGEST_QUERY)] = ""
    activation: _Token = ""


def opened(named: Iterable[str], query: str = "", activation: str = "") -> OpenRequest:
    """Return what the words of a command line mean: paths, or addresses such as `file:///photo`."""
    paths = [QUrl(each).toLocalFile() if each.startswith(_OF_FILES) else each for each in named]
    whole = tuple(str(Path(path).absolute()) for path in paths if path)
    return OpenRequest(whole[:_MOST_PATHS], query[:_LONGEST_QUERY], _token(activation))


def _token(text: str) -> str:
    """Return a token that the window takes; "" in place of any other, as it works without."""
    try:
        return typed_values.convert(text, _Token)
    except msgspec.ValidationError:
        return ""


def as_line(what: OpenRequest) -> bytes:
    """Return a line for `of_line`; the last paths are left out if it were too long."""
    paths = what.paths
    while True:
        request = {"paths": paths, "query": what.query, "activation": what.activation}
        line = json.dumps(request).encode("ascii") + b"\n"
        if len(line) <= MOST_BYTES or not paths:
            return line
        paths = paths[: len(paths) // 2]


def of_line(line: bytes) -> OpenRequest | None:
    """Return what a line says, whoever wrote it; None if that is nothing that can be opened."""
    try:
        request = typed_values.convert(json.loads(line), OpenRequest)
    except (ValueError, msgspec.ValidationError, RecursionError):
        return None
    is_whole = all(Path(path).is_absolute() for path in request.paths)
    return request if is_whole else None
