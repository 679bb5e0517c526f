"""What the program and its decoder say to each other: JSON, and pixels as they are.

A message is its length (8 bytes, big-endian) and as many bytes. For each photo there is an `Order`,
then what the file turned out to be (`ReadFile`), then which of the order's views to make, and the
answer (`Answer`), followed by the pictures, a message each. Before the decoder reads
the file, and again before it decodes the picture, it says how much memory that takes (`Need`) and
waits for `GO`. At any point it may say `PhotoUnreadable` instead.

The decoder has touched hostile bytes, so nothing it says is believed: what comes from it is checked
here, field by field, and what is wrong raises ValueError.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from io import RawIOBase
from itertools import chain
from typing import Any

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.records import Fingerprint, Metadata

MOST_JSON_BYTES = 8_000_000  # 200 keywords of 2,000 letters, each escaped twice
READY = b"ready"
GO = b"go"
Bytes = bytes | bytearray
_LENGTH_BYTES = 8
_LONGEST_TEXT = 2000
_MOST_KEYWORDS = 200
_MOST_SIDE = 10_000_000
_HASH = re.compile(r"[0-9a-f]{32}")
_CODE = re.compile(r"[a-z-]{1,40}")


@dataclass(frozen=True)
class View:
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
    views: tuple[View, ...] = ()
    seconds: float = 30.0
    quick_seconds: float | None = None  # one that takes longer to decode is given up as 'slow'
    memory: int = 0  # bytes that the decoder may take; 0: set by whoever runs it


@dataclass(frozen=True)
class Need:
    """The memory that the next step takes at most, as far as can be told before it."""

    step_bytes: int


@dataclass(frozen=True)
class ReadFile:
    """What lay at the path of an order."""

    content_hash: str  # XXH3-128 of all bytes
    fingerprint: Fingerprint
    has_sidecar: bool
    is_drawn: bool = False  # it says of itself that visret drew it


@dataclass(frozen=True)
class Picture:
    """An upright sRGB picture; `rgb` holds 3 bytes a pixel, row by row."""

    width: int
    height: int
    rgb: Bytes


@dataclass(frozen=True)
class DecodedPhoto:
    """What came out of a photo; None where it was not asked for."""

    read: ReadFile
    metadata: Metadata | None = None
    warning: tuple[str, str] | None = None  # code, sentence
    pictures: tuple[Picture, ...] = ()  # the views that were wanted, in their order


@dataclass(frozen=True)
class Answer:
    """The answer to an order without its pixels: the sizes of the pictures that follow."""

    metadata: Metadata
    warning: tuple[str, str] | None
    sizes: tuple[tuple[int, int], ...]


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


def receive(pipe: RawIOBase, most: int) -> bytearray | None:
    """Read one message from an unbuffered pipe; None: the other side ended.

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


def _read(pipe: RawIOBase, count: int) -> bytearray | None:
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
    """Return an order as its message."""
    return _to_json(order)  # names that are no text survive as escapes


def order_from_json(message: Bytes) -> Order:
    """Return the order in a message of the program."""
    given = json.loads(message)
    return Order(**{**given, "views": tuple(View(**view) for view in given["views"])})


def wanted_to_json(wanted: Sequence[int] | None) -> bytes:
    """Return how to go on: the numbers of the views to make; None: not at all."""
    return _to_json(None if wanted is None else list(wanted))


def wanted_from_json(message: Bytes) -> list[int] | None:
    """Return how to go on."""
    wanted: list[int] | None = json.loads(message)
    return wanted


# ---- from the decoder to the program ------------------------------------------------------------


def need_to_json(need: Need) -> bytes:
    """Return what the next step takes as its message."""
    return _to_json({"need": need})


def read_to_json(read: ReadFile) -> bytes:
    """Return what a file turned out to be as its message."""
    return _to_json({"read": read})


def answer_to_json(answer: Answer) -> bytes:
    """Return an answer as its message."""
    return _to_json({"answer": answer})


def refusal_to_json(error: PhotoUnreadable, detail: str = "") -> bytes:
    """Return why there is no answer; `detail` is for the log."""
    return _to_json({"code": error.reason_code, "reason": error.reason, "detail": detail[:500]})


def _to_json(given: object) -> bytes:
    return json.dumps(given, default=vars).encode("ascii")  # asdict would copy all of it first


def need_from_json(message: Bytes) -> Need:
    """Return what the next step takes.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder says so.
    """
    need: Need = _checked(message, "need", _need)
    return need


def need_or_answer_from_json(
    message: Bytes, views: Sequence[View], max_megapixels: int
) -> Need | Answer:
    """Return what a decoder says that was told to go on; raises as `answer_from_json` does."""
    if b'"need"' in message[:8]:
        return need_from_json(message)
    return answer_from_json(message, views, max_megapixels)


def read_from_json(message: Bytes) -> ReadFile:
    """Return what a file turned out to be.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder says so.
    """
    read: ReadFile = _checked(message, "read", _read_file)
    return read


def answer_from_json(message: Bytes, views: Sequence[View], max_megapixels: int) -> Answer:
    """Return the answer to an order of which these views were wanted.

    Raises:
        ValueError: the message makes no sense.
        PhotoUnreadable: the decoder says so.
    """
    answer: Answer = _checked(
        message, "answer", lambda given: _answer(given, views, max_megapixels)
    )
    return answer


def _checked(message: Bytes, kind: str, build: Callable[[dict[str, Any]], Any]) -> Any:
    try:
        given = json.loads(message)
        refusal = _refusal(given) if "code" in given else None
        if refusal is None:
            return build(given[kind])
    except (LookupError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"a message that makes no sense: {error!r}") from error
    raise refusal


def _refusal(given: dict[str, Any]) -> PhotoUnreadable:
    code = given["code"]
    if not _CODE.fullmatch(code):
        raise ValueError("a code that is none")
    return PhotoUnreadable(code, _text(given["reason"]))


def _need(given: dict[str, Any]) -> Need:
    return Need(_whole(given["step_bytes"], 0, 2**62))


def _read_file(given: dict[str, Any]) -> ReadFile:
    if not _HASH.fullmatch(given["content_hash"]):
        raise ValueError("a hash that is none")
    size = _whole(given["fingerprint"]["size"], 0, 2**62)
    times = (given["fingerprint"][name] for name in ("mtime_ns", "changed_ns"))
    fingerprint = Fingerprint(size, *(_whole(time, -(2**63), 2**63 - 1) for time in times))
    has_sidecar, is_drawn = given["has_sidecar"] is True, given["is_drawn"] is True
    return ReadFile(given["content_hash"], fingerprint, has_sidecar, is_drawn)


def _answer(given: dict[str, Any], views: Sequence[View], max_megapixels: int) -> Answer:
    warning, sizes = given["warning"], zip(given["sizes"], views, strict=True)
    return Answer(
        _metadata(given["metadata"]),
        None if warning is None else _warning(warning),
        tuple(_size(size, view, max_megapixels) for size, view in sizes),
    )


def _warning(given: list[Any]) -> tuple[str, str]:
    code, sentence = given
    if not _CODE.fullmatch(code):
        raise ValueError("a code that is none")
    return code, _text(sentence)


def _size(given: list[Any], view: View, max_megapixels: int) -> tuple[int, int]:
    width, height = (_whole(side, 1, _MOST_SIDE) for side in given)
    fits = max(width, height) <= view.side if view.side else True
    is_square = width == height == view.side or view.preprocess is None
    if not (fits and is_square) or width * height > max_megapixels * 1_000_000:
        raise ValueError(f"a picture of {width} x {height} that nobody asked for")
    return width, height


# ---- values -------------------------------------------------------------------------------------


def _metadata(given: dict[str, Any]) -> Metadata:
    names = {field.name for field in fields(Metadata)}
    if set(given) != names:
        raise ValueError("metadata of another kind")
    return Metadata(**{name: _VALUES[name](given[name]) for name in names})


def _whole(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r} is no number from {least} to {most}")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or "\0" in value:
        raise ValueError("a text that is none or too long")
    value.encode()  # half a surrogate pair would be no text for the catalog; a ValueError too
    return value


def _keywords(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _MOST_KEYWORDS:
        raise ValueError("keywords that are none or too many")
    return tuple(map(_text, value))


def _optional(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


_VALUES: dict[str, Callable[[Any], Any]] = {
    "width": lambda value: _whole(value, 0, _MOST_SIDE),
    "height": lambda value: _whole(value, 0, _MOST_SIDE),
    "format": _text,
    "iso": _optional(lambda value: _whole(value, 0, 2**31)),
    "rating": _optional(lambda value: _whole(value, -1, 5)),
    "keywords": _keywords,
    **dict.fromkeys(
        ("taken_at", "camera", "lens", "title", "description"), _optional(_text)
    ),
    **dict.fromkeys(
        ("latitude", "longitude", "altitude", "exposure_seconds", "f_number", "focal_length_mm"),
        _optional(_number),
    ),
}  # fmt: skip
