"""Read the size of a JPEG XL picture from its header; the plugin could only decode all of it."""

_NAKED = b"\xff\x0a"
_BOXED = b"\0\0\0\x0cJXL \r\n\x87\n"
_CODESTREAM = (b"jxlc", b"jxlp")
_SIDE_BITS = (9, 13, 18, 30)
# Width to height, for sizes of which only the height is written.
_RATIOS = ((1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1))


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height as they are stored; None: no JPEG XL, or not a whole header."""
    head = _codestream(data)
    if head is None or len(head) < 12:
        return None
    bits = _Bits(head[2:12])
    is_small = bits.take(1)
    height = _side(bits, is_small)
    ratio = bits.take(3)
    if ratio:
        across, down = _RATIOS[ratio - 1]
        return height * across // down, height
    return _side(bits, is_small), height


class _Bits:
    """A row of numbers, the lowest bit of each first."""

    def __init__(self, data: bytes) -> None:
        self._rest = int.from_bytes(data, "little")

    def take(self, count: int) -> int:
        taken = self._rest & ((1 << count) - 1)
        self._rest >>= count
        return taken


def _side(bits: _Bits, is_small: int) -> int:
    if is_small:
        return (bits.take(5) + 1) * 8
    return bits.take(_SIDE_BITS[bits.take(2)]) + 1


def _codestream(data: bytes) -> bytes | None:
    """Return where the picture itself begins, in a file of boxes or without them."""
    if data.startswith(_NAKED):
        return data[:12]
    at = len(_BOXED) if data.startswith(_BOXED) else len(data)
    while at + 16 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        inside = at + 8
        if length == 1:
            length, inside = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        if kind in _CODESTREAM:
            inside += 4 if kind == b"jxlp" else 0
            return data[inside : inside + 12]
        if length < 8:
            return None
        at += length
    return None
