"""Small files in the cache: written whole or not at all, and not missed when they are gone."""

import json
import logging
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs

_log = logging.getLogger(__name__)


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in `path`; empty if there is none that can be read."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        _log.info("%s cannot be read (%s); beginning anew", path, error)
        return {}
    return stored if isinstance(stored, dict) else {}


def write_object(path: Path, stored: dict[str, Any]) -> None:
    """Replace `path` by `stored`; a disk that is full costs only the memory of it."""
    write_bytes(path, json.dumps(stored).encode())


def write_bytes(path: Path, written: bytes) -> bool:
    """Replace `path` at once, so that a reader sees the old or the new; tell whether it worked.

    A power cut may take it away: waiting for the disk would cost more than making it again.
    """
    try:
        file_changes.write(path, written, is_durable=False)
    except (OSError, NotOurs) as error:
        _log.warning("%s cannot be written: %s", path, error)
        return False
    return True
