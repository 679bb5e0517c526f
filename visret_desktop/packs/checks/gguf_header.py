"""Check the header of a .gguf file against the file, before llama.cpp reads it.

Over some headers that make no sense llama.cpp ends the whole process. A header is a count of
tensors, a count of values, the values, and for each tensor its name, shape, type and place; all of
it little-endian, each text with its length in front.
"""

import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

Number = int | float | bool
Value = Number | str | list[str] | list[Number]

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 10: "<Q", 11: "<q"}
_NUMBERS |= {7: "<?", 12: "<d"}
_TEXT, _ARRAY = 8, 9
_LEAST_VALUE_BYTES, _LEAST_TENSOR_BYTES = 13, 32
_MOST_VALUES, _MOST_TENSORS, _MOST_TEXTS = 65_536, 1_000_000, 4_000_000
_MOST_KEPT = 1_024  # numbers of a list; longer ones are scores and kinds of words
_MOST_KEY_BYTES, _MOST_NAME_BYTES, _MOST_TEXT_BYTES = 65_535, 63, 16 * 2**20
_MOST_DIMENSIONS, _MOST_NUMBERS = 4, 2**48
_ALIGNMENT = 32
# By how many numbers a block holds: the bytes of a block of each type.
_BLOCK_BYTES = {
    1: {0: 4, 1: 2, 24: 1, 25: 2, 26: 4, 27: 8, 28: 8, 30: 2},
    32: {2: 18, 3: 20, 6: 22, 7: 24, 8: 34, 9: 36, 20: 18, 39: 17},
    64: {40: 36, 42: 18},
    128: {41: 18},
    256: dict(zip(range(10, 20), (84, 110, 144, 176, 210, 292, 66, 74, 98, 50), strict=True))
    | {21: 110, 22: 82, 23: 136, 29: 56, 34: 54, 35: 66},
}
# Type: numbers in a block, bytes of a block. A test compares it with llama.cpp's own.
BLOCKS = {t: (n, size) for n, sizes in _BLOCK_BYTES.items() for t, size in sizes.items()}


@dataclass(frozen=True)
class Tensor:
    """What a header says of one tensor; `offset` counts from where the tensors begin."""

    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int

    @property
    def size_bytes(self) -> int:
        """Bytes of its numbers."""
        numbers, block_bytes = BLOCKS[self.kind]
        return math.prod(self.shape) // numbers * block_bytes


@dataclass(frozen=True)
class Header:
    """The values of a header, long lists of numbers left empty, and its tensors."""

    values: dict[str, Value] = field(default_factory=dict)
    tensors: tuple[Tensor, ...] = ()

    @property
    def is_quantized(self) -> bool:
        """Whether some numbers are stored in blocks, with fewer bits each."""
        return any(BLOCKS[tensor.kind][0] > 1 for tensor in self.tensors)


def read(path: Path) -> Header:
    """Return the header of a file, once it is known to describe the file.

    Raises:
        ValueError: something in it makes no sense or does not fit the file.
    """
    with path.open("rb") as file:
        source = _Source(file, path.stat().st_size)
        if source.take(len(_MAGIC)) != _MAGIC:
            raise ValueError("it does not begin as a GGUF file")
        if (version := source.number("<I")) not in _VERSIONS:
            raise ValueError(f"it is of GGUF version {version}")
        tensor_count = source.count("tensors", _LEAST_TENSOR_BYTES, _MOST_TENSORS)
        value_count = source.count("values", _LEAST_VALUE_BYTES, _MOST_VALUES)
        header = Header(
            dict(_unique(_value(source) for _ in range(value_count))),
            tuple(_tensor(source) for _ in range(tensor_count)),
        )
        _check_places(header, source)
    return header


class _Source:
    """A file that is read from its beginning and never beyond its end."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self.left = size
        self.position = 0

    def take(self, count: int) -> bytes:
        self.check(count)
        self.position += count
        self.left -= count
        return self._file.read(count)

    def skip(self, count: int) -> None:
        self.check(count)
        self.position += count
        self.left -= count
        self._file.seek(self.position)

    def check(self, count: int) -> None:
        if count > self.left:
            raise ValueError("its header says more than the file holds")

    def number(self, form: str) -> int:
        """Return a whole number."""
        return int(struct.unpack(form, self.take(struct.calcsize(form)))[0])

    def count(self, what: str, least_bytes: int, most: int) -> int:
        """Return how many things follow that take at least so many bytes each."""
        count = self.number("<Q")
        if count > most or count * least_bytes > self.left:
            raise ValueError(f"it says that it has {count} {what}")
        return count

    def text(self, most_bytes: int) -> str:
        length = self.count("letters in a text", 1, most_bytes)
        return self.take(length).decode("utf-8", errors="replace")


def _value(source: _Source) -> tuple[str, Value]:
    key = source.text(_MOST_KEY_BYTES)
    kind = source.number("<I")
    if kind == _ARRAY:
        return key, _array(source, key)
    if kind == _TEXT:
        return key, source.text(_MOST_TEXT_BYTES)
    return key, _plain(source, key, kind)


def _plain(source: _Source, key: str, kind: int) -> Number:
    if kind not in _NUMBERS:
        raise ValueError(f"{key[:80]} is of an unknown type {kind}")
    form = _NUMBERS[kind]
    number: Number = struct.unpack(form, source.take(struct.calcsize(form)))[0]
    return number


def _array(source: _Source, key: str) -> list[str] | list[Number]:
    """Return the texts or numbers of an array; many numbers are passed over."""
    kind = source.number("<I")
    if kind == _TEXT:
        count = source.count(f"texts in {key[:80]}", 8, _MOST_TEXTS)
        return [source.text(_MOST_TEXT_BYTES) for _ in range(count)]
    if kind not in _NUMBERS:
        raise ValueError(f"{key[:80]} is a list of an unknown type {kind}")
    size = struct.calcsize(_NUMBERS[kind])
    count = source.count(f"numbers in {key[:80]}", size, 2**40)
    if count <= _MOST_KEPT:
        return [_plain(source, key, kind) for _ in range(count)]
    source.skip(count * size)
    return []


def _unique(pairs: Iterable[tuple[str, Value]]) -> list[tuple[str, Value]]:
    values = list(pairs)
    if len({key for key, _ in values}) < len(values):
        raise ValueError("a value stands in it twice")
    return values


def _tensor(source: _Source) -> Tensor:
    name = source.text(_MOST_NAME_BYTES)
    dimensions = source.number("<I")
    if not 1 <= dimensions <= _MOST_DIMENSIONS:
        raise ValueError(f"{name} has {dimensions} dimensions")
    shape = tuple(source.number("<Q") for _ in range(dimensions))
    kind, offset = source.number("<I"), source.number("<Q")
    if kind not in BLOCKS:
        raise ValueError(f"{name} is of an unknown type {kind}")
    if 0 in shape or math.prod(shape) > _MOST_NUMBERS or shape[0] % BLOCKS[kind][0]:
        raise ValueError(f"{name} has a shape that makes no sense")
    return Tensor(name, shape, kind, offset)


def _check_places(header: Header, source: _Source) -> None:
    """Raise ValueError unless the tensors follow each other, as they are written."""
    alignment = header.values.get("general.alignment", _ALIGNMENT)
    if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
        raise ValueError(f"it is aligned to {alignment} bytes")
    if len({tensor.name for tensor in header.tensors}) < len(header.tensors):
        raise ValueError("two of its tensors have the same name")
    begin = _aligned(source.position, alignment)
    room, reached = source.position + source.left - begin, 0
    for tensor in header.tensors:
        if tensor.offset != reached:
            raise ValueError(f"{tensor.name} does not follow the tensor before it")
        if tensor.offset + tensor.size_bytes > room:
            raise ValueError(f"{tensor.name} ends beyond the file")
        reached = _aligned(tensor.offset + tensor.size_bytes, alignment)


def _aligned(position: int, alignment: int) -> int:
    return -(-position // alignment) * alignment
