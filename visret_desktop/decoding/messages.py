"""Messages between the program and a decoder: JSON, and pixels as they are.

A message is its length (8 bytes, big-endian) and as many bytes. For each photo there is an `Order`,
then which file was read (`ReadFile`), then how to go on (`Wanted`), and the
answer (`Answer`), followed by its picture and its square, a message each. Before the decoder reads
the file, and again before it decodes the picture, it says how much memory that takes (`Need`) and
waits for `GO`. At any point it may say `PhotoUnreadable` instead.

The decoder has touched hostile bytes, so nothing it says is believed: what comes from it is checked
against the types declared here, and what is wrong raises ValueError.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from io import BufferedIOBase, RawIOBase
from itertools import chain
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.records import METADATA_COLUMNS, Fingerprint, Metadata, Text

MOST_JSON_BYTES = 8_000_000  # 200 keywords of 2,000 letters, each escaped twice
READY = b"ready"
GO = b"go"
Bytes = bytes | bytearray
Pipe = RawIOBase | BufferedIOBase
Code = Annotated[str, Meta(pattern=r"^[a-z-]{1,40}\Z")]
Side = Annotated[int, Meta(ge=1, le=10_000_000)]
_LENGTH_BYTES = 8


@dataclass(frozen=True)
class Order:
    """One photo to be decoded, and what of it is wanted."""

    path: str
    sidecar: str | None = None
    max_megapixels: int = 250
    minimum_side: int = 0  # as `imaging.decode`
    picture: int | None = None  # a copy that fits into this square; 0: full size; None: no copy
    preprocess: dict[str, Any] | None = None  # that of the encoder whose square is wanted
    seconds: float = 30.0
    quick_seconds: float | None = None  # beyond which decoding is given up as 'slow'
    memory: int = 0  # bytes that the decoder may take; 0: set by whoever runs it


@dataclass(frozen=True)
class Need:
    """The most memory that the next step takes, as far as is known before."""

    step_bytes: Annotated[int, Meta(ge=0, le=2**62)]


@dataclass(frozen=True)
class ReadFile:
    """The file at the path of an order."""

    content_hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]  # XXH3-128 of all bytes
    fingerprint: Fingerprint
    has_sidecar: bool
    is_drawn: bool = False  # a mark in it says that visret drew it


class Wanted(StrEnum):
    """How to go on with a file that was read."""

    ALL = "all"
    METADATA = "metadata"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Picture:
    """An upright sRGB picture; `rgb` holds 3 bytes a pixel, row by row."""

    width: int
    height: int
    rgb: Bytes


@dataclass(frozen=True)
class DecodedPhoto:
    """What was made of a photo; None where it was not asked for."""

    read: ReadFile
    metadata: Metadata | None = None
    warning: tuple[str, str] | None = None  # code, sentence
    picture: Picture | None = None
    square: Bytes | None = None  # uint8 (side, side, 3), for the encoder


@dataclass(frozen=True)
class Answer:
    """The answer to an order without its pixels: `size` is that of the picture."""

    metadata: Metadata | None
    warning: tuple[Code, Text] | None
    size: tuple[Side, Side] | None
    has_square: bool


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer."""

    code: Code
    reason: Text


Said = TypeVar("Said", Need, ReadFile, Answer)


# ---- bytes --------------------------------------------------------------------------------------


def send(pipe: RawIOBase, message: bytes) -> None:
    """Write one message to an unbuffered pipe."""
    send_in_parts(pipe, len(message), (message,))


def send_in_parts(pipe: RawIOBase, length: int, parts: Iterable[bytes]) -> None:
    """Write one message that is `length` bytes long in all."""
    for part in chain((length.to_bytes(_LENGTH_BYTES, "big"),), parts):
        rest = memoryview(part)
        while rest:
            rest = rest[pipe.write(rest) or 0 :]


def framed(message: bytes) -> bytes:
    """Return the bytes of one message."""
    return len(message).to_bytes(_LENGTH_BYTES, "big") + message


def receive(pipe: Pipe, most: int) -> bytearray | None:
    """Read one message from a pipe; None: the other side ended.

    Raises:
        ValueError: it is longer than `most` bytes.
    """
    header = _read(pipe, _LENGTH_BYTES)
    if header is None:
        return None
    length = int.from_bytes(header, "big")
    if length > most:
        raise ValueError(f"a message of {length} bytes where {most} are allowed")
    return _read(pipe, length)


def _read(pipe: Pipe, count: int) -> bytearray | None:
    buffer = bytearray(count)
    rest = memoryview(buffer)
    while rest:
        got = pipe.readinto(rest)
        if not got:
            return None
        rest = rest[got:]
    return buffer


# ---- from the program to the decoder ------------------------------------------------------------


def order_to_json(order: Order) -> bytes:
    """Return the message of an order."""
    return _to_json(order)  # names that are no text survive as escapes


def order_from_json(message: Bytes) -> Order:
    """Return the order in a message of the program."""
    return Order(**json.loads(message))


# ---- from the decoder to the program ------------------------------------------------------------


def need_to_json(need: Need) -> bytes:
    """Return the message about the memory of the next step."""
    return _to_json({"need": need})


def read_to_json(read: ReadFile) -> bytes:
    """Return the message about a file that was read."""
    return _to_json({"read": read})


def answer_to_json(answer: Answer) -> bytes:
    """Return the message of an answer, which its pixels follow."""
    return _to_json({"answer": answer})


def refusal_to_json(error: PhotoUnreadable, detail: str = "") -> bytes:
    """Return why there is no answer; `detail` is for the log."""
    return _to_json({"code": error.reason_code, "reason": error.reason, "detail": detail[:500]})


def _to_json(given: object) -> bytes:
    return json.dumps(given, default=vars).encode("ascii")  # asdict would copy all of it first


def need_from_json(message: Bytes) -> Need:
    """Return the memory that the next step takes.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder refused.
    """
    return _checked(message, "need", Need)


def need_or_answer_from_json(message: Bytes, order: Order) -> Need | Answer:
    """Return what a decoder says after GO. Raises as `answer_from_json` does."""
    return need_from_json(message) if b'"need"' in message[:8] else answer_from_json(message, order)


def read_from_json(message: Bytes) -> ReadFile:
    """Return what was read.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder refused.
    """
    return _checked(message, "read", ReadFile)


def answer_from_json(message: Bytes, order: Order) -> Answer:
    """Return the answer to `order`.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder refused.
    """
    answer = _checked(message, "answer", Answer)
    if answer.size is not None and not _is_wanted(answer.size, order):
        raise ValueError(f"a picture of {answer.size} that nobody asked for")
    return answer


def _checked(message: Bytes, kind: str, wanted: type[Said]) -> Said:
    try:
        given = msgspec.json.decode(message)
        if not isinstance(given, dict):
            raise ValueError("a message that is no object")
        if "code" not in given:
            return msgspec.convert(_as_declared(given.get(kind)), wanted)
        refusal = msgspec.convert(given, Refusal)
    except RecursionError as error:
        raise ValueError("a message that is nested too deeply") from error
    raise PhotoUnreadable(refusal.code, refusal.reason)


def _as_declared(given: Any) -> Any:
    """Return what was given, unless it has other metadata than ours."""
    metadata = given.get("metadata") if isinstance(given, dict) else None
    if isinstance(metadata, dict) and set(metadata) != set(METADATA_COLUMNS):
        raise ValueError("metadata of another kind")
    return given


def _is_wanted(size: tuple[int, int], order: Order) -> bool:
    fits = max(size) <= order.picture if order.picture else order.picture is not None
    return fits and size[0] * size[1] <= order.max_megapixels * 1_000_000
