"""Check the header of a .safetensors file against the file, before any model is built from it."""

from pathlib import Path
from typing import Any

from visret_desktop.packs import strict_json

_LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 16 * 2**20  # checkpoints of thousands of tensors have half a megabyte
_NOTES = "__metadata__"


def tensor_names(path: Path) -> list[str]:
    """Return the names of a file's tensors. Raises as `check`."""
    check(path)
    return [name for name in _header(path) if name != _NOTES]


def check(path: Path) -> list[list[int]]:
    """Return the shapes of a file's tensors.

    Raises:
        ValueError: the header does not describe exactly this file; it says what is wrong.
        OSError: the file cannot be read.
    """
    from safetensors import SafetensorError, safe_open  # brings numpy

    header = _header(path)
    try:
        with safe_open(path, framework="numpy"):
            return [header[name]["shape"] for name in header if name != _NOTES]
    except SafetensorError as error:
        raise ValueError(str(error)[:200]) from error


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if length > min(_MOST_HEADER_BYTES, path.stat().st_size - _LENGTH_BYTES):
            raise ValueError(f"its header has {length} bytes")
        # The library takes the last of two tensors of the same name.
        header: dict[str, Any] = strict_json.parse_once_named(file.read(length))
        return header
