"""What a command changed last, kept in a file, so that it can be taken back."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError
from visret_desktop.library.records import Notes

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

Stored = TypeVar("Stored")


def remembered(path: Path, kind: type[Stored], command: str) -> Stored:
    """Return what a command changed last, as it was kept.

    Raises:
        UsageError: there is none, or the file is damaged.
    """
    from msgspec import ValidationError

    from visret_desktop import typed_values

    try:
        return typed_values.convert(json.loads(path.read_bytes()), kind)
    except FileNotFoundError as error:
        raise UsageError(reason=f"There is no `{command}` to take back.") from error
    except (ValueError, ValidationError, RecursionError) as error:
        raise UsageError(reason=f"What `{command}` changed last cannot be read.") from error


def take_back(path: Path, command: str, library: "Library", out: Output) -> int:
    """Note again what was noted before the last change by a command, but for what changed since.

    Raises:
        UsageError: there is none, or the file is damaged.
        LibraryBusy: another process is writing.
    """
    from visret_desktop import file_changes
    from visret_desktop.engine.place_lookup import look_up_places

    stored = remembered(path, dict[str, tuple[Notes, Notes]], command)
    with library.adding() as catalog:
        now = catalog.notes.of(stored)
        same = {
            name: before
            for name, (before, after) in stored.items()
            if now.get(name, Notes()) == after
        }
        catalog.annotations.put_notes(same)
        look_up_places(catalog)
    file_changes.remove(path)
    others = len(stored) - len(same)
    lines = [f"{photos_in_words(len(same))} noted as before again."]
    if others:
        lines.append(f"{photos_in_words(others)} changed since, and stayed as they are.")
    out.result({"undone": len(same), "changed_since": others}, lines)
    return 0 if same else 1


def photos_in_words(count: int) -> str:
    """Return '1 photo', or '2 photos'."""
    return f"{count:,} {'photo' if count == 1 else 'photos'}"
