"""Check the header of a .safetensors file against the file, before any model is built from it."""

from pathlib import Path

from visret_desktop.packs import strict_json

_LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 16 * 2**20  # checkpoints of thousands of tensors have half a megabyte
_NOTES = "__metadata__"


def check(path: Path) -> list[list[int]]:
    """Return the shapes of a file's tensors.

    Raises:
        ValueError: the header does not describe exactly this file; it says what is wrong.
        OSError: the file cannot be read.
    """
    from safetensors import SafetensorError, safe_open  # brings numpy

    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if length > min(_MOST_HEADER_BYTES, path.stat().st_size - _LENGTH_BYTES):
            raise ValueError(f"its header has {length} bytes")
        # The library takes the last of two tensors of the same name.
        header = strict_json.parse_once_named(file.read(length))
    try:
        with safe_open(path, framework="numpy"):
            return [header[name]["shape"] for name in header if name != _NOTES]
    except SafetensorError as error:
        raise ValueError(str(error)[:200]) from error
