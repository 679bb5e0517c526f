"""From lines between window and engine back to messages; `Message.to_line` writes them."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import IO

import msgspec

from visret_desktop import typed_values
from visret_desktop.engine import field_messages as _declared  # noqa: F401
from visret_desktop.engine.messages import KINDS, Message
from visret_desktop.errors import VisretError
from visret_desktop.packs import strict_json
from visret_desktop.sentence_json import sentence_hook

MOST_BYTES = 8 * 2**20  # of a job's line: 80,000 paths to try again
_JOB = re.compile(rb'"job"\s*:\s*(\d{1,18})\s*[,}]')


class ProtocolError(VisretError):
    """A line that is no message of this protocol; `job` is the number that stands in it, or 0."""

    code = "protocol"
    sentence = (
        "This is not a message that the search engine takes: {reason}. Ask for something else; if "
        "you did not ask for anything, it is a mistake of this program."
    )

    def __init__(self, reason: str, line: str | bytes) -> None:
        super().__init__(reason=reason)
        content = line.encode(errors="replace") if isinstance(line, str) else line
        match = _JOB.search(content)
        self.job = int(match[1]) if match else 0
        self.line = content[:200]  # for the log


def read_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long its beginning, `MOST_BYTES` of it."""
    while line := stream.readline(MOST_BYTES):
        yield line
        while len(line) == MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)


def parse_job(line: bytes) -> Message:
    """Turn a line of `read_lines` into its message. Raises as `parse_line`."""
    if len(line) == MOST_BYTES:
        raise ProtocolError(f"it is longer than {MOST_BYTES // 2**20} MB", line)
    return parse_line(line)


def parse_line(line: str | bytes) -> Message:
    """Turn one line into its message.

    Raises:
        ProtocolError: not JSON, unknown kind, unknown fields, or values that it does not allow.
    """
    try:
        body = strict_json.parse(line)
        cls = KINDS[body.pop("kind")]
        if unknown := set(body) - {declared.name for declared in fields(cls)}:
            raise ValueError(f"unknown fields {sorted(unknown)}")
        return typed_values.convert(body, cls, dec_hook=sentence_hook)
    except (LookupError, TypeError, AttributeError) as error:
        raise ProtocolError("it has no known kind", line) from error
    except (ValueError, msgspec.ValidationError) as error:
        raise ProtocolError(str(error)[:200], line) from error
