"""Hold the header of a .safetensors file against the file, before any library reads it.

A header is JSON: for each tensor a type, a shape and where its bytes begin and end. Together they
must cover the rest of the file without gap or overlap.
"""

import math
from pathlib import Path
from typing import Any, BinaryIO

from visret_desktop.packs import strict_json

_LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 16 * 2**20  # checkpoints of thousands of tensors have half a megabyte
_MOST_DIMENSIONS = 16
_NOTES = "__metadata__"
_BITS = {
    **dict.fromkeys(("F4",), 4),
    **dict.fromkeys(("F6_E2M3", "F6_E3M2"), 6),
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0"), 8),
    **dict.fromkeys(("F8_E4M3FNUZ", "F8_E5M2FNUZ"), 8),
    **dict.fromkeys(("I16", "U16", "F16", "BF16"), 16),
    **dict.fromkeys(("I32", "U32", "F32"), 32),
    **dict.fromkeys(("I64", "U64", "F64", "C64"), 64),
}


def check(path: Path) -> list[list[int]]:
    """Return the shapes of a file's tensors.

    Raises:
        ValueError: the header does not describe exactly this file; it says what is wrong.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        header, begin = _read(file, size)
    if not isinstance(header, dict):
        raise ValueError("its header is no list of tensors")
    notes = header.pop(_NOTES, {})
    if not isinstance(notes, dict) or not all(isinstance(note, str) for note in notes.values()):
        raise ValueError("its header has notes that are no text")
    _check_cover([_span(name, tensor) for name, tensor in header.items()], size - begin)
    return [tensor["shape"] for tensor in header.values()]


def _read(file: BinaryIO, size: int) -> tuple[Any, int]:
    """Return what the header says and where it ends."""
    length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
    end = _LENGTH_BYTES + length
    if end > size or length < 2:
        raise ValueError("its header is longer than the file")
    if length > _MOST_HEADER_BYTES:
        raise ValueError(f"its header has {length // 2**20} MB")
    text = file.read(length)
    if not text.startswith(b"{"):
        raise ValueError("it has no header")
    return strict_json.parse_once_named(text), end


def _span(name: str, tensor: Any) -> tuple[int, int, str]:
    """Return where a tensor's bytes begin and end, once its type and shape agree with that."""
    try:
        kind, shape, (begin, end) = tensor["dtype"], tensor["shape"], tensor["data_offsets"]
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"{name[:80]} lacks type, shape or place") from error
    if not isinstance(kind, str) or kind not in _BITS:
        raise ValueError(f"{name[:80]} is of an unknown type {str(kind)[:20]!r}")
    if not isinstance(shape, list) or len(shape) > _MOST_DIMENSIONS:
        raise ValueError(f"{name[:80]} has no shape")
    if not all(type(number) is int and number >= 0 for number in (*shape, begin, end)):
        raise ValueError(f"{name[:80]} has a shape or place that is no count")
    if (end - begin) * 8 != math.prod(shape) * _BITS[kind]:
        raise ValueError(f"{name[:80]} has other bytes than its shape needs")
    return begin, end, name


def _check_cover(spans: list[tuple[int, int, str]], size: int) -> None:
    reached = 0
    for begin, end, name in sorted(spans):
        if begin != reached:
            raise ValueError(f"{name[:80]} does not follow the tensor before it")
        reached = end
    if reached != size:
        raise ValueError(f"its tensors take {reached} bytes and the file has {size}")
