"""Read from the header of a JPEG XL picture what its pixels mean; the library does not say it.

A header is a row of bits (ISO/IEC 18181-1, annexes D and E). It names a color space by numbers, or
says that a profile follows, which the library hands over.
"""

from dataclasses import dataclass

NAKED = b"\xff\x0a"
BOXED = b"\0\0\0\x0cJXL \r\n\x87\n"
_CODESTREAM = (b"jxlc", b"jxlp")
_LONGEST = 16_384  # extra channels have names
_ALPHA, _SPOT, _FILTER_ARRAY = 0, 2, 5
_GRAY, _XYB = 1, 2
_CUSTOM = 2
_LINEAR = 8

Point = tuple[float, float]
Choice = tuple[int, int]  # bits to read, and what to add to them
_ENUM: tuple[Choice, ...] = ((0, 0), (0, 1), (4, 2), (6, 18))
_SIDE: tuple[Choice, ...] = ((9, 1), (13, 1), (18, 1), (30, 1))
_COORDINATE: tuple[Choice, ...] = ((19, 0), (19, 524_288), (20, 1_048_576), (21, 2_097_152))
_WHITES: dict[int, Point] = {1: (0.3127, 0.329), 10: (1 / 3, 1 / 3), 11: (0.314, 0.351)}
_PRIMARIES: dict[int, tuple[Point, Point, Point]] = {
    1: ((0.639998686, 0.330010138), (0.300003784, 0.600003357), (0.150002046, 0.059997204)),
    9: ((0.708, 0.292), (0.17, 0.797), (0.131, 0.046)),
    11: ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)),
}


@dataclass(frozen=True)
class ColorSpace:
    """What pixels mean, as far as a header says it by numbers.

    Attributes:
        white: of the white point, x and y.
        primaries: of red, green and blue, x and y; None for gray.
        curve: from light to stored value; as the format counts them: 1 BT.709, 8 linear, 13 sRGB,
            16 PQ, 17 DCI, 18 HLG.
        gamma: up to 1, in place of a curve with a number.
    """

    white: Point = _WHITES[1]
    primaries: tuple[Point, Point, Point] | None = _PRIMARIES[1]
    curve: int = 13
    gamma: float | None = None


SRGB = ColorSpace()


def color_space(data: bytes) -> ColorSpace | None:
    """Return what the decoded pixels mean; None: the profile that lies in the file says it.

    Raises:
        ValueError, LookupError: the header ends early, or says what cannot be.
    """
    bits = _Bits(_codestream(data)[len(NAKED) :])
    _skip_size(bits)
    if bits.take(1):  # all is as usual
        return SRGB
    if bits.take(1):
        _skip_motion(bits)
    _skip_depth(bits)
    bits.take(1)
    for _ in range(bits.choose((0, 0), (0, 1), (4, 2), (12, 1))):
        _skip_channel(bits)
    is_xyb = bits.take(1)
    if bits.take(1):
        return SRGB
    has_profile, kind = bits.take(1), bits.choose(*_ENUM)
    if has_profile:
        # The library turns XYB to linear light where the space has no numbers.
        primaries = None if kind == _GRAY else SRGB.primaries
        return ColorSpace(SRGB.white, primaries, _LINEAR) if is_xyb else None
    if kind == _XYB:
        return SRGB
    number = bits.choose(*_ENUM)
    white = _point(bits) if number == _CUSTOM else _WHITES[number]
    primaries = SRGB.primaries
    if kind != _GRAY:
        number = bits.choose(*_ENUM)
        custom = number == _CUSTOM
        primaries = (_point(bits), _point(bits), _point(bits)) if custom else _PRIMARIES[number]
    primaries = None if kind == _GRAY else primaries
    if bits.take(1):
        return ColorSpace(white, primaries, gamma=bits.take(24) / 1e7)
    return ColorSpace(white, primaries, bits.choose(*_ENUM))


class _Bits:
    """A row of numbers, the lowest bit of each first."""

    def __init__(self, data: bytes) -> None:
        self._bits = int.from_bytes(data, "little")
        self._left = 8 * len(data)

    def take(self, count: int) -> int:
        self._left -= count
        if self._left < 0:
            raise ValueError("the header ends early")
        taken = self._bits & ((1 << count) - 1)
        self._bits >>= count
        return taken

    def choose(self, *choices: Choice) -> int:
        count, least = choices[self.take(2)]
        return least + self.take(count)


def _codestream(data: bytes) -> bytes:
    """Return how the picture itself begins, in a file of boxes or without them."""
    if data.startswith(NAKED):
        return data[:_LONGEST]
    parts, at = b"", len(BOXED)
    while at + 8 <= len(data) and len(parts) < _LONGEST:
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        inside = at + 8
        if length == 1:
            length, inside = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        end = at + max(length, 8) if length else len(data)
        if kind in _CODESTREAM:
            inside += 4 if kind == b"jxlp" else 0
            parts += data[inside : min(end, inside + _LONGEST)]
        at = end
    return parts


# ---- what is read over ----------------------------------------------------------------------


def _skip_size(bits: _Bits) -> None:
    is_small = bits.take(1)
    for is_given in (1, None):  # the height, then a ratio or the width
        if is_given or not bits.take(3):
            _ = bits.take(5) if is_small else bits.choose(*_SIDE)


def _skip_motion(bits: _Bits) -> None:
    """Orientation, the size that is meant, preview and animation."""
    bits.take(3)
    if bits.take(1):
        _skip_size(bits)
    if bits.take(1):
        large: tuple[Choice, ...] = ((6, 1), (8, 65), (10, 321), (12, 1345))
        eighths: tuple[Choice, ...] = ((0, 16), (0, 32), (5, 1), (9, 33))
        sides = eighths if bits.take(1) else large
        bits.choose(*sides)
        if not bits.take(3):
            bits.choose(*sides)
    if bits.take(1):
        bits.choose((0, 100), (0, 1000), (10, 1), (30, 1))
        bits.choose((0, 1), (0, 1001), (8, 1), (10, 1))
        bits.choose((0, 0), (3, 0), (16, 0), (32, 0))
        bits.take(1)


def _skip_depth(bits: _Bits) -> None:
    if bits.take(1):
        bits.choose((0, 32), (0, 16), (0, 24), (6, 1))
        bits.take(4)
    else:
        bits.choose((0, 8), (0, 10), (0, 12), (6, 1))


def _skip_channel(bits: _Bits) -> None:
    if bits.take(1):
        return
    kind = bits.choose(*_ENUM)
    _skip_depth(bits)
    bits.choose((0, 0), (0, 3), (0, 4), (3, 1))
    bits.take(8 * bits.choose((0, 0), (4, 0), (5, 16), (10, 48)))
    if kind == _ALPHA:
        bits.take(1)
    elif kind == _SPOT:
        bits.take(64)
    elif kind == _FILTER_ARRAY:
        bits.choose((0, 1), (2, 0), (4, 3), (8, 19))


def _point(bits: _Bits) -> Point:
    across, down = bits.choose(*_COORDINATE), bits.choose(*_COORDINATE)
    return _signed(across) / 1e6, _signed(down) / 1e6


def _signed(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2
