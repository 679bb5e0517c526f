"""Small files of weights, true and lying ones, byte by byte."""

import json
import math
import struct
from collections.abc import Iterable, Mapping
from typing import Any

F32, I8 = 0, 24
U32, I32, TEXT, ARRAY = 4, 5, 8, 9
_FORMS: dict[type, tuple[int, str]] = {bool: (7, "<?"), int: (U32, "<I"), float: (6, "<f")}


def safetensors(size: int = 64, **header: Any) -> bytes:
    """Return a file with one tensor of `size` bytes, or with this header in front of them."""
    told = header or {"a": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}
    return safetensors_of(json.dumps(told).encode(), size)


def safetensors_of(header: bytes, size: int = 64) -> bytes:
    """Return a file with a header of these bytes."""
    return len(header).to_bytes(8, "little") + header + bytes(size)


def text(value: str) -> bytes:
    """Return a text as GGUF writes it."""
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def entry(key: str, kind: int, value: bytes) -> bytes:
    """Return a value of a GGUF header."""
    return text(key) + struct.pack("<I", kind) + value


def tensor(name: str, shape: Iterable[int], kind: int = I8, offset: int = 0) -> bytes:
    """Return what a GGUF header says of a tensor."""
    sides = tuple(shape)
    form = f"<I{len(sides)}QIQ"
    return text(name) + struct.pack(form, len(sides), *sides, kind, offset)


def gguf(
    content: bytes = bytes(64),
    entries: Iterable[bytes] = (),
    tensors: Iterable[bytes] | None = None,
    *,
    version: int = 3,
    tensor_count: int | None = None,
    value_count: int | None = None,
) -> bytes:
    """Return a GGUF file; the counts may be others than there are."""
    values = [entry("general.architecture", TEXT, text("llama")), *entries]
    places = [tensor("a", [len(content)])] if tensors is None else list(tensors)
    said = (
        len(places) if tensor_count is None else tensor_count,
        len(values) if value_count is None else value_count,
    )
    body = struct.pack("<4sIQQ", b"GGUF", version, *said) + b"".join((*values, *places))
    return body + bytes(-len(body) % 32) + content


def model(values: Mapping[str, Any], shapes: Mapping[str, Iterable[int]]) -> bytes:
    """Return a GGUF file with these values and with tensors of noughts."""
    places, end = [], 0
    for name, shape in shapes.items():
        places.append(tensor(name, shape, F32, end))
        end += -(-4 * math.prod(shape) // 32) * 32
    entries = [entry(key, *_value(value)) for key, value in values.items()]
    said = (len(places), len(entries))
    body = struct.pack("<4sIQQ", b"GGUF", 3, *said) + b"".join((*entries, *places))
    return body + bytes(-len(body) % 32) + bytes(end)


def with_template(content: bytes, template: str) -> bytes:
    """Return a GGUF file with another chat template, which is no longer than its own."""
    key = text("tokenizer.chat_template")
    start = content.index(key) + len(key) + 4
    length = int.from_bytes(content[start : start + 8], "little")
    encoded = template.encode()
    assert len(encoded) <= length
    return content[: start + 8] + encoded.ljust(length) + content[start + 8 + length :]


def _value(value: Any) -> tuple[int, bytes]:
    """Return the kind and the bytes of a value."""
    if isinstance(value, list):
        kinds = [_value(one) for one in value] or [(U32, b"")]
        if kinds[0][0] == U32:  # llama.cpp wants lists of them with a sign
            kinds = [(I32, content) for _, content in kinds]
        head = struct.pack("<IQ", kinds[0][0], len(value))
        return ARRAY, head + b"".join(content for _, content in kinds)
    if isinstance(value, str):
        return TEXT, text(value)
    is_signed = isinstance(value, int) and value < 0
    kind, form = (I32, "<i") if is_signed else _FORMS[type(value)]
    return kind, struct.pack(form, value)
