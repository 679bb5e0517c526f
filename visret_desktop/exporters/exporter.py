"""The kinds of files that photos are exported to, in one table.

To add a kind, write a function that writes rows to a binary file, and add a row to `EXPORTERS`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from visret_desktop.errors import UsageError
from visret_desktop.exporters import csv_file, json_lines
from visret_desktop.exporters.row import Row


@dataclass(frozen=True)
class Exporter:
    """A kind of file.

    `sentence` says to people what it is for. `write(photos, out)` writes the rows as they come: a
    library may be larger than memory.
    """

    name: str
    suffix: str
    sentence: str
    write: Callable[[Iterable[Row], BinaryIO], None]


EXPORTERS: dict[str, Exporter] = {
    exporter.name: exporter
    for exporter in (
        Exporter("csv", ".csv", "a table for spreadsheets", csv_file.write),
        Exporter("jsonl", ".jsonl", "a JSON object on each line, for programs", json_lines.write),
    )
}


def exporter_of(file: Path, name: str | None = None) -> Exporter:
    """Return the exporter of this name; without one, that of the file's ending.

    Raises:
        UsageError: there is none.
    """
    for exporter in EXPORTERS.values():
        if name == exporter.name or (not name and file.suffix.lower() == exporter.suffix):
            return exporter
    endings = ", ".join(exporter.suffix for exporter in EXPORTERS.values())
    raise UsageError(reason=f"{file} has none of the endings {endings}.")
