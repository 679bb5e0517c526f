"""Read a file that `torch.save` wrote in its older form, without torch.

To load torch takes seconds and 260 MB. Such a file describes its tensors in Python's pickle format.
Nothing of that is run here: only commands are known that make numbers, texts and containers, and
what would be a call stays a value that names it.
"""

import pickletools
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from visret_desktop.models.runtimes.onnx_graph import Array

_MAGIC, _PROTOCOL = 0x1950A86A20F9469CFC6C, 1001
_DTYPES = {"torch FloatStorage": np.float32, "torch LongStorage": np.int64}
_DICT, _TENSOR = "collections OrderedDict", "torch._utils _rebuild_tensor_v2"
_COUNT = struct.Struct("<q")  # of the numbers in a storage, in front of them
_MARK = object()
_VALUES = {"NEWFALSE": False, "NEWTRUE": True, "NONE": None, "EMPTY_TUPLE": (), "MARK": _MARK}
_GIVEN = frozenset(("BINUNICODE", "BININT", "BININT1", "BININT2", "LONG1"))
_OF_NO_USE = frozenset(("PROTO", "STOP"))


def read_tensors(path: Path) -> Mapping[str, Array]:
    """Return the tensors of a dictionary by their names.

    Raises:
        ValueError: it is no such file, or has something else in it.
    """
    try:
        with path.open("rb") as file:
            if (_value(file), _value(file)) != (_MAGIC, _PROTOCOL):
                raise ValueError("it is of another form")
            _value(file)  # what machine wrote it
            described: dict[str, Any] = _value(file)
            keys: list[str] = _value(file)
            dtypes = dict(map(_storage_of, described.values()))
            storages = {key: _numbers(file, dtypes[key]) for key in keys}
        return {name: _tensor(value, storages) for name, value in described.items()}
    except (LookupError, TypeError, AttributeError, struct.error) as error:
        raise ValueError(f"its tensors cannot be read: {error!r}") from error


def _storage_of(value: Any) -> tuple[str, Any]:
    """Return the key of a tensor's storage and what numbers it has."""
    function, ((_, kind, key, *_), *_) = value
    if function != _TENSOR:
        raise ValueError(f"there is {function} in it")
    return key, _DTYPES[kind]


def _numbers(file: BinaryIO, dtype: Any) -> Array:
    (count,) = _COUNT.unpack(file.read(_COUNT.size))
    return np.frombuffer(file.read(count * np.dtype(dtype).itemsize), dtype)


def _tensor(value: Any, storages: Mapping[str, Array]) -> Array:
    _, ((_, _, key, *_), offset, shape, steps, *_) = value
    numbers = storages[key][offset:]
    last = sum((side - 1) * step for side, step in zip(shape, steps, strict=True))
    if offset < 0 or min((*shape, *steps), default=0) < 0 or not 0 <= last < len(numbers):
        raise ValueError("a tensor has more numbers than there are")
    strides = [step * numbers.itemsize for step in steps]
    return np.lib.stride_tricks.as_strided(numbers, shape, strides).copy()


def _value(file: BinaryIO) -> Any:
    """Return what is described next. A call is (name of the function, arguments)."""
    stack: list[Any] = []
    known: dict[Any, Any] = {}

    def above_mark() -> list[Any]:
        place = len(stack) - 1 - stack[::-1].index(_MARK)
        values = stack[place + 1 :]
        del stack[place:]
        return values

    for command, given, _ in pickletools.genops(file):
        match command.name:
            case name if name in _VALUES:
                stack.append(_VALUES[name])
            case name if name in _GIVEN or name == "GLOBAL":
                stack.append(given)
            case "EMPTY_DICT":
                stack.append({})
            case "EMPTY_LIST":
                stack.append([])
            case "TUPLE":
                stack.append(tuple(above_mark()))
            case "TUPLE1" | "TUPLE2" | "TUPLE3":
                count = int(command.name[-1])
                stack[-count:] = [tuple(stack[-count:])]
            case "SETITEM":
                key, value = stack.pop(-2), stack.pop()
                stack[-1][key] = value
            case "SETITEMS":
                values = above_mark()
                stack[-1].update(zip(values[::2], values[1::2], strict=True))
            case "APPEND":
                value = stack.pop()
                stack[-1].append(value)
            case "APPENDS":
                values = above_mark()
                stack[-1].extend(values)
            case "REDUCE":
                arguments, function = stack.pop(), stack.pop()
                stack.append({} if function == _DICT else (function, arguments))
            case "BUILD":  # attributes of the dictionary, which nobody asks for
                stack.pop()
            case "BINPUT" | "LONG_BINPUT":
                known[given] = stack[-1]
            case "BINGET" | "LONG_BINGET":
                stack.append(known[given])
            case name if name not in _OF_NO_USE and name != "BINPERSID":
                raise ValueError(f"{name} is not known")
    return stack.pop()
