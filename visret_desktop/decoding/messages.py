"""Messages between the program and a decoder: JSON, and pixels as they are.

A message is its length (8 bytes, big-endian) and as many bytes. For each photo there is an `Order`,
then which file was read (`ReadFile`), then which of the order's views to make, unless the order
says that all are (`goes_on`), and the answer (`DecodeReply`), followed by the pictures, a message
each. Before the decoder reads the file, and again before it decodes the picture, it says how much
memory that takes (`Need`) and waits for `GO`, unless it takes little (`FREE_BYTES`). At any point
it may say `PhotoUnreadable` instead.

The decoder has touched hostile bytes, so nothing it says is believed: what comes from it is checked
against the types declared here, and what is wrong raises ValueError.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BufferedIOBase, RawIOBase
from itertools import chain
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from visret_desktop import typed_values
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.records import METADATA_COLUMNS, Fingerprint, Metadata, Text
from visret_desktop.sentence_json import sentence_hook, with_bodies, with_field_bodies
from visret_desktop.sentences import Sentence

MOST_JSON_BYTES = 8_000_000  # 200 keywords of 2,000 letters, each escaped twice
READY = b"ready"
GO = b"go"
Bytes = bytes | bytearray
Pipe = RawIOBase | BufferedIOBase
Code = Annotated[str, Meta(pattern=r"^[a-z-]{1,40}\Z")]
Side = Annotated[int, Meta(ge=1, le=10_000_000)]
_LENGTH_BYTES = 8


@dataclass(frozen=True)
class Rendition:
    """A picture to be made of a photo: a copy of it, or the square that an encoder looks at.

    A copy fits into a square of `side` pixels; 0: it has all of them. The photo may be decoded at
    a scale whose shorter side is at least `least`; 0: at full size.
    """

    side: int = 0
    least: int = 0
    preprocess: dict[str, Any] | None = None  # the encoder's; `side` is its own


@dataclass(frozen=True)
class Order:
    """One photo to be decoded, and what may be wanted of it."""

    path: str
    sidecar: str | None = None
    max_megapixels: int = 250
    views: tuple[Rendition, ...] = ()
    seconds: float = 30.0
    quick_seconds: float | None = None  # beyond which decoding is given up as 'slow'
    memory: int = 0  # bytes that the decoder may take; 0: set by whoever runs it
    goes_on: bool = False  # make all views without asking which, once the file was read


# A step that takes no more is not asked for: there are as many decoders as cores at most, and each
# has room for that anyway.
FREE_BYTES = 32 * 1024**2


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
    warning: tuple[str, Sentence] | None = None  # code, sentence
    pictures: tuple[Picture, ...] = ()  # the views that were wanted, in their order


@dataclass(frozen=True)
class DecodeReply:
    """The answer to an order without its pixels: the sizes of the pictures that follow."""

    metadata: Metadata
    warning: tuple[Code, Sentence] | None
    sizes: tuple[tuple[Side, Side], ...]


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer."""

    code: Code
    reason: Sentence


Said = TypeVar("Said", Need, ReadFile, DecodeReply)


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
    given = json.loads(message)
    return Order(**{**given, "views": tuple(Rendition(**view) for view in given["views"])})


def wanted_to_json(wanted: Sequence[int] | None) -> bytes:
    """Return how to go on: the numbers of the views to make; None: not at all."""
    return _to_json(None if wanted is None else list(wanted))


def wanted_from_json(message: Bytes) -> list[int] | None:
    """Return how to go on."""
    wanted: list[int] | None = json.loads(message)
    return wanted


# ---- from the decoder to the program ------------------------------------------------------------


def need_to_json(need: Need) -> bytes:
    """Return the message about the memory of the next step."""
    return _to_json({"need": need})


def read_to_json(read: ReadFile) -> bytes:
    """Return the message about a file that was read."""
    return _to_json({"read": read})


def answer_to_json(reply: DecodeReply) -> bytes:
    """Return the message of an answer, which its pixels follow."""
    return _to_json({"answer": reply})


def refusal_to_json(error: PhotoUnreadable, detail: str = "") -> bytes:
    """Return why there is no answer; `detail` is for the log."""
    return _to_json({"code": error.reason_code, "reason": error.reason, "detail": detail[:500]})


def _to_json(given: object) -> bytes:
    return json.dumps(with_bodies(given), default=_fields).encode("ascii")


def _fields(given: object) -> object:
    return with_field_bodies(given)  # asdict would copy all of it first


def need_or_read_from_json(message: Bytes) -> Need | ReadFile:
    """Return what a decoder says to an order. Raises as `read_from_json` does."""
    if b'"need"' in message[:8]:
        return _checked(message, "need", Need)
    return read_from_json(message)


def need_or_answer_from_json(
    message: Bytes, renditions: Sequence[Rendition], max_megapixels: int
) -> Need | DecodeReply:
    """Return what a decoder says after GO. Raises as `answer_from_json` does."""
    if b'"need"' in message[:8]:
        return _checked(message, "need", Need)
    return answer_from_json(message, renditions, max_megapixels)


def read_from_json(message: Bytes) -> ReadFile:
    """Return what was read.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder refused.
    """
    return _checked(message, "read", ReadFile)


def answer_from_json(
    message: Bytes, renditions: Sequence[Rendition], max_megapixels: int
) -> DecodeReply:
    """Return the answer to an order of which these views were wanted.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder refused.
    """
    reply = _checked(message, "answer", DecodeReply)
    for size, rendition in zip(reply.sizes, renditions, strict=True):
        if not _is_wanted(size, rendition, max_megapixels):
            raise ValueError(f"a picture of {size} that nobody asked for")
    return reply


def _checked(message: Bytes, kind: str, wanted: type[Said]) -> Said:
    try:
        given = typed_values.decode(message, Any)
        if not isinstance(given, dict):
            raise ValueError("a message that is no object")
        if "code" not in given:
            return typed_values.convert(_as_declared(given.get(kind)), wanted, dec_hook=_sentence)
        refusal = typed_values.convert(given, Refusal, dec_hook=_sentence)
    except RecursionError as error:
        raise ValueError("a message that is nested too deeply") from error
    raise PhotoUnreadable(refusal.code, refusal.reason)


def _sentence(kind: type, given: object) -> Sentence:
    """Return a sentence that is a text as photos may say it."""
    sentence = sentence_hook(kind, given)
    typed_values.convert(str(sentence), Text)
    return sentence


def _as_declared(given: Any) -> Any:
    """Return what was given, unless it has other metadata than ours."""
    metadata = given.get("metadata") if isinstance(given, dict) else None
    if isinstance(metadata, dict) and set(metadata) != set(METADATA_COLUMNS):
        raise ValueError("metadata of another kind")
    return given


def _is_wanted(size: tuple[int, int], rendition: Rendition, max_megapixels: int) -> bool:
    fits = max(size) <= rendition.side if rendition.side else True
    is_square = size == (rendition.side, rendition.side) or rendition.preprocess is None
    return fits and is_square and size[0] * size[1] <= max_megapixels * 1_000_000
