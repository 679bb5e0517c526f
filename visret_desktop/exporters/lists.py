"""Lists of photos: a table with commas for spreadsheets, and JSON Lines for programs."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from visret_desktop.exporters.exporter import Export, ExportTarget, Report
from visret_desktop.exporters.photos import COLUMNS, Value, outgoing, row_of
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.interchange.note_files import NotedContent, NoteHeader, line_of
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.stored_values import plain_text


def write_table(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a line with the names of the columns, and one for each photo.

    A text that a spreadsheet would run as a formula gets an apostrophe before it. Lists are joined
    by "; ". What is not valid Unicode in a name is written as in Python, `\\udc80`.
    """
    with target.file() as out, as_text(out, "utf-8-sig") as text:
        table = csv.writer(text)
        table.writerow(COLUMNS)
        for done, one in enumerate(outgoing(export, report, looks_around=True), 1):
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


def write_json_lines(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write an object for each photo; what is not known is null."""
    with target.file() as out:
        for done, one in enumerate(outgoing(export, report, looks_around=True), 1):
            out.write(encoded(row_of(one)) + b"\n")
            report.count()
            yield done


def write_notes(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write what a person noted, each content once, for `visret import-notes` elsewhere."""
    done, seen = 0, set[str]()
    with target.file() as out:
        out.write(line_of(NoteHeader("visret-notes", 1, export.observer)))
        for chunk in batched(export.photo_ids, CHUNK):
            for photo in export.reader.photos(chunk):
                if photo.notes and photo.content_hash not in seen:
                    seen.add(photo.content_hash)
                    name = plain_text(photo.name)
                    out.write(line_of(NotedContent(photo.content_hash, name, photo.notes)))
                    report.count()
            done += len(chunk)
            yield done


def encoded(value: object) -> bytes:
    """Return JSON; what is not valid Unicode in a name becomes an escape that JSON knows."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode(
        "utf-8", "backslashreplace"
    )
