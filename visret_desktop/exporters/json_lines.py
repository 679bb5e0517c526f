"""JSON Lines, for programs: UTF-8, one object on each line."""

import json
from collections.abc import Iterable
from typing import BinaryIO

from visret_desktop.exporters.row import Row


def write(photos: Iterable[Row], out: BinaryIO) -> None:
    """Write an object for each photo; what is not known is null."""
    for row in photos:
        line = json.dumps(row, ensure_ascii=False)
        # What is not valid Unicode in a name becomes an escape that JSON knows.
        out.write(line.encode("utf-8", "backslashreplace") + b"\n")
