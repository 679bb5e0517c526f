"""Read JSON that a stranger wrote: what is too large, too deep or no number is a ValueError."""

import json
import math
from pathlib import Path
from typing import Any

from visret_desktop.plain_files import NOT_PLAIN, NotPlainFile, open_plain

_MOST_BYTES = 16 * 2**20  # of a record of ours; of tokenizers `config_rules` allows more


def parse(text: str | bytes) -> Any:
    """Return what `text` says.

    Raises:
        ValueError: it is no JSON, too deeply nested, or has NaN, Infinity or a number beyond.
    """
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def parse_once_named(text: str | bytes) -> Any:
    """As `parse`, but a name that stands twice in one object is an error too."""
    try:
        return json.loads(
            text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_once_named
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def read(path: Path, most_bytes: int = _MOST_BYTES) -> Any:
    """Return what a file says.

    Raises:
        OSError: it is not there, or may not be read.
        ValueError: as `parse`, also for one that is too large, or no plain file.
    """
    try:
        with open_plain(path) as file:
            content = file.read(most_bytes + 1)
    except NotPlainFile as error:
        raise ValueError(NOT_PLAIN) from error
    if len(content) > most_bytes:
        raise ValueError(f"it is larger than {most_bytes // 2**20} MB")
    return parse(content)


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is beyond all numbers")
    return number


def _once_named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands in it twice")
    return made
