"""Read values and JSON as declared types, with msgspec, on any thread.

msgspec notes the fields of a type when it meets the type first. Two threads that do so at once
crash the process (seen with 0.22), so it meets each type here, under a lock.
"""

import threading
from collections.abc import Callable
from typing import Any, TypeVar, overload

import msgspec
from msgspec import Raw

_Value = TypeVar("_Value")
_Json = str | bytes | bytearray | Raw
_Hook = Callable[[type, Any], Any]
_met: set[Any] = set()  # types
_meeting = threading.Lock()


@overload
def convert(value: Any, kind: type[_Value], dec_hook: _Hook | None = None) -> _Value: ...
@overload
def convert(value: Any, kind: Any, dec_hook: _Hook | None = None) -> Any: ...
def convert(value: Any, kind: Any, dec_hook: _Hook | None = None) -> Any:
    """Return a plain value, such as parsed JSON or TOML, as a `kind`.

    Raises:
        msgspec.ValidationError: it is none.
    """
    _meet(kind)
    return msgspec.convert(value, kind, dec_hook=dec_hook)  # noqa: TID251 - the one place


@overload
def decode(content: _Json, kind: type[_Value]) -> _Value: ...
@overload
def decode(content: _Json, kind: Any) -> Any: ...
def decode(content: _Json, kind: Any) -> Any:
    """Return JSON as a `kind`.

    Raises:
        msgspec.DecodeError: it is no JSON, or, as a ValidationError, no `kind`.
    """
    _meet(kind)
    return msgspec.json.decode(content, type=kind)  # noqa: TID251 - the one place


def _meet(kind: Any) -> None:
    if kind in _met:
        return
    with _meeting:
        msgspec.json.Decoder(kind)
        _met.add(kind)
