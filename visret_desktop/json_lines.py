"""Read files of JSON, one object a line, and say in words what is wrong with them."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from visret_desktop.sentences import said_by, sentence

Read = TypeVar("Read")
FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def read_lines(text: str, read: Callable[[Any], Read]) -> Iterator[Read]:
    """Yield what `read` makes of each line that is not empty.

    Raises:
        ValueError: a line is no JSON, or `read` raised one of `FAULTS`; it says which and why.
    """
    # Only line feeds end a line: JSON's texts may hold what Python calls the end of one, too.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                row = read(json.loads(line))
            except FAULTS as error:
                raise ValueError(
                    sentence("line {number}: {why}", number=number, why=why(error))
                ) from error
            yield row


def text_of(entry: Mapping[str, Any], name: str) -> str:
    """Return a text field that an object must have.

    Raises:
        ValueError: it is empty, or no text.
    """
    text = entry[name]
    if not isinstance(text, str) or not text.strip():
        raise ValueError(sentence("its {name} is empty, or no text", name=name))
    return text


def why(error: Exception) -> str:
    """Return what one of `FAULTS` means for a person with the file before them."""
    if isinstance(error, json.JSONDecodeError):
        return sentence(
            "no JSON ({fault}, at character {position})", fault=error.msg, position=error.pos + 1
        )
    if isinstance(error, KeyError):
        return sentence("it has no {name}", name=repr(error.args[0]))
    if isinstance(error, TypeError | AttributeError | RecursionError):
        return sentence("something in it is of another kind than it should be")
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return said_by(error) or str(error)
