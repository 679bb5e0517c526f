"""Write a RAW file: a DNG whose sensor data and JPEG preview are made of one picture.

For measurements and tests, which cannot ship a camera's own files. A DNG is a TIFF: the first
directory describes the preview, its sub-directory the sensor's mosaic of red, green and blue.
"""

import struct
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop import file_changes

_BYTE, _ASCII, _SHORT, _LONG, _RATIONAL, _SIGNED_RATIONAL = 1, 2, 3, 4, 5, 10
_CODES = {_BYTE: "B", _SHORT: "H", _LONG: "I", _RATIONAL: "2I", _SIGNED_RATIONAL: "2i"}
_HEADER = 8
_WHITE = 4095
# From CIE XYZ to the colors of a made-up camera, which are those of sRGB.
_COLOR_MATRIX = (32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570)

Entry = tuple[int, int, int, bytes]  # tag, type, count, value


def write_dng(
    path: Path,
    picture: Image.Image,
    *,
    orientation: int = 1,
    taken_at: str = "2024:05:01 10:20:30",
    has_preview: bool = True,
) -> None:
    """Write `picture`, RGB of even width and height, as a RAW file that lies as `orientation` says.

    Without a preview there is only sensor data, as in the files of a few cameras.
    """
    mosaic = _mosaic(np.asarray(picture.convert("RGB"), np.uint16))
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=90)
    jpeg = buffer.getvalue() if has_preview else b""
    size = picture.size
    start = _HEADER + len(jpeg)
    sensor = _sensor(size, start)
    sensor_at = start + mosaic.nbytes
    packed_sensor = _pack(sensor, sensor_at)
    exif_at = sensor_at + len(packed_sensor)
    exif = _pack([_ascii(36867, taken_at)], exif_at)
    first = _camera(orientation, exif_at)
    if has_preview:
        first += [*_preview(size, len(jpeg)), _numbers(330, _LONG, sensor_at)]
    else:
        first += sensor
    first_at = exif_at + len(exif)
    parts = (jpeg, mosaic.tobytes(), packed_sensor, exif, _pack(first, first_at))
    file_changes.write(path, b"II*\0" + struct.pack("<I", first_at) + b"".join(parts))


def _mosaic(pixels: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Return what a sensor with the pattern red green / green blue sees, with 12 bits."""
    linear = np.asarray((pixels / 255) ** 2.2 * _WHITE, "<u2")
    mosaic = linear[:, :, 1].copy()
    mosaic[::2, ::2] = linear[::2, ::2, 0]
    mosaic[1::2, 1::2] = linear[1::2, 1::2, 2]
    return mosaic


def _camera(orientation: int, exif_at: int) -> list[Entry]:
    neutral = (1, 1) * 3
    matrix = [part for value in _COLOR_MATRIX for part in (value, 10_000)]
    return [
        _ascii(271, "Aster"),
        _ascii(272, "Aster 500"),
        _numbers(274, _SHORT, orientation),
        _numbers(34665, _LONG, exif_at),
        _numbers(50706, _BYTE, 1, 4, 0, 0),
        _ascii(50708, "Aster 500"),
        _numbers(50721, _SIGNED_RATIONAL, *matrix),
        _numbers(50728, _RATIONAL, *neutral),
        _numbers(50778, _SHORT, 21),
    ]


def _preview(size: tuple[int, int], count: int) -> list[Entry]:
    return [*_strip(size, _HEADER, count, kind=1, compression=7, photometric=6, bits=(8, 8, 8))]


def _sensor(size: tuple[int, int], start: int) -> list[Entry]:
    count = 2 * size[0] * size[1]
    return [
        *_strip(size, start, count, kind=0, compression=1, photometric=32803, bits=(16,)),
        _numbers(33421, _SHORT, 2, 2),
        _numbers(33422, _BYTE, 0, 1, 1, 2),
        _numbers(50714, _SHORT, 0),
        _numbers(50717, _SHORT, _WHITE),
    ]


def _strip(
    size: tuple[int, int],
    start: int,
    count: int,
    *,
    kind: int,
    compression: int,
    photometric: int,
    bits: tuple[int, ...],
) -> list[Entry]:
    return [
        _numbers(254, _LONG, kind),
        _numbers(256, _LONG, size[0]),
        _numbers(257, _LONG, size[1]),
        _numbers(258, _SHORT, *bits),
        _numbers(259, _SHORT, compression),
        _numbers(262, _SHORT, photometric),
        _numbers(273, _LONG, start),
        _numbers(277, _SHORT, len(bits)),
        _numbers(278, _LONG, size[1]),
        _numbers(279, _LONG, count),
    ]


def _ascii(tag: int, text: str) -> Entry:
    value = text.encode("ascii") + b"\0"
    return tag, _ASCII, len(value), value


def _numbers(tag: int, kind: int, *values: int) -> Entry:
    code = _CODES[kind]
    value = struct.pack(f"<{code[-1] * len(values)}", *values)
    return tag, kind, len(value) // struct.calcsize(f"<{code}"), value


def _pack(entries: list[Entry], at: int) -> bytes:
    """Return a directory that will stand at `at`, with its longer values behind it."""
    entries = sorted(entries)
    behind = at + 2 + 12 * len(entries) + 4
    head, tail = struct.pack("<H", len(entries)), b""
    for tag, kind, count, value in entries:
        if len(value) > 4:
            place = struct.pack("<I", behind + len(tail))
            tail += value + b"\0" * (len(value) % 2)
        else:
            place = value.ljust(4, b"\0")
        head += struct.pack("<HHI", tag, kind, count) + place
    return head + b"\0\0\0\0" + tail
