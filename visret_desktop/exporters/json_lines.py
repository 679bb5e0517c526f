"""JSON Lines, for programs: UTF-8, one object on each line."""

import json
from collections.abc import Iterator

from visret_desktop.exporters.exporter import Export, ExportTarget, Report
from visret_desktop.exporters.photos import outgoing, row_of


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write an object for each photo; what is not known is null."""
    with target.file() as out:
        for done, one in enumerate(outgoing(export, report), 1):
            out.write(encoded(row_of(one)) + b"\n")
            report.count()
            yield done


def encoded(value: object) -> bytes:
    """Return JSON; what is not valid Unicode in a name becomes an escape that JSON knows."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode(
        "utf-8", "backslashreplace"
    )
