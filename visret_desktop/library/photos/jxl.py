"""Decode JPEG XL pictures with libjxl, which turns them upright and makes 8 bits of any depth."""

import struct
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pylibjxl
from numpy.typing import NDArray
from PIL import Image

from visret_desktop.library.photos import jxl_header
from visret_desktop.library.photos.jxl_header import SRGB, ColorSpace, Point

FORMAT = "JXL"


def size_of(data: bytes) -> tuple[int, int]:
    """Return upright width and height, by the header alone.

    Raises:
        RuntimeError: it is damaged.
    """
    header: dict[str, Any] = pylibjxl.probe(data)
    return header["width"], header["height"]


def decoded(data: bytes) -> Image.Image:
    """Return the first picture of a file, upright, with what the file says in `info`.

    Raises:
        RuntimeError: it is damaged or ends early.
        MemoryError: there is not enough.
    """
    metadata: dict[str, Any] = {}
    if pylibjxl.probe(data)["have_animation"]:  # with its words, all of it would be decoded
        pixels = pylibjxl.decode(data)
    else:
        pixels, metadata = pylibjxl.decode(data, metadata=True)
    image = Image.fromarray(pixels)
    image.format = FORMAT
    image.info.update({key: metadata[key] for key in ("exif", "xmp") if key in metadata})
    profile = _profile(data, metadata.get("icc"))
    if profile:
        image.info["icc_profile"] = profile
    return image


def _profile(data: bytes, in_file: bytes | None) -> bytes | None:
    """Return the profile of the pixels; None: they are sRGB, or nobody can know."""
    try:
        space = jxl_header.color_space(data)
        return in_file if space is None else profile_of(space)
    except (ValueError, LookupError):
        return None


Array = NDArray[np.float64]
_D50 = np.array((0.9642, 1.0, 0.8249))
_BRADFORD = np.array(
    ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
)
_STEPS = 4096
# Brightness of white paper; what shines brighter in a picture of high range is cut off.
_WHITE_NITS = 203.0


@lru_cache(maxsize=32)
def profile_of(space: ColorSpace) -> bytes | None:
    """Return an ICC profile for pixels of that color space; None for sRGB.

    Raises:
        ValueError: there is no such color space.
    """
    if space in (SRGB, replace(SRGB, white=space.white, primaries=None)):
        return None
    curve = _curve_tag(_light(space, np.linspace(0, 1, _STEPS)))
    if space.primaries is None:
        return _icc_profile(b"GRAY", {b"wtpt": _xyz_tag(_D50), b"kTRC": curve})
    red, green, blue = _to_d50(space.primaries, space.white).T
    tags = {b"wtpt": _D50, b"rXYZ": red, b"gXYZ": green, b"bXYZ": blue}
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    return _icc_profile(b"RGB ", {name: _xyz_tag(value) for name, value in tags.items()} | curves)


def _light(space: ColorSpace, stored: Array) -> Array:
    """Return how much light stored values stand for, 1 for white paper."""
    if space.gamma is None and space.curve in _CURVES:
        return _CURVES[space.curve](stored)
    if space.gamma is None or not 0 < space.gamma <= 1:
        raise ValueError("no such curve")
    return np.power(stored, 1 / space.gamma)


def _bt709(stored: Array) -> Array:
    return np.where(stored < 0.081, stored / 4.5, ((stored + 0.099) / 1.099) ** (1 / 0.45))


def _srgb(stored: Array) -> Array:
    return np.where(stored <= 0.04045, stored / 12.92, ((stored + 0.055) / 1.055) ** 2.4)


def _pq(stored: Array) -> Array:
    root = stored ** (32 / 2523)
    return (
        10_000
        * (np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (16384 / 2610)
        / _WHITE_NITS
    )


def _hlg(stored: Array) -> Array:
    scene = np.where(
        stored <= 0.5, stored**2 / 3, (np.exp((stored - 0.55991073) / 0.17883277) + 0.28466892) / 12
    )
    return 1000 * scene**1.2 / _WHITE_NITS


def _dci(stored: Array) -> Array:
    return np.power(stored, 2.6)


_CURVES: dict[int, Callable[[Array], Array]] = {
    1: _bt709, 2: _srgb, 8: np.array, 13: _srgb, 16: _pq, 17: _dci, 18: _hlg,
}  # fmt: skip


def _to_d50(primaries: tuple[Point, Point, Point], white: Point) -> Array:
    """Return XYZ of the primaries in columns, under the white of profiles."""
    directions = np.column_stack([_xyz(point) for point in primaries])
    whole = _xyz(white)
    scaled = directions * np.linalg.solve(directions, whole)
    gains = (_BRADFORD @ _D50) / (_BRADFORD @ whole)
    adapted: Array = np.linalg.inv(_BRADFORD) @ np.diag(gains) @ _BRADFORD @ scaled
    return adapted


def _xyz(point: Point) -> Array:
    x, y = point
    if y == 0:
        raise ValueError("no such color")
    return np.array((x / y, 1.0, (1 - x - y) / y))


def _xyz_tag(value: Array) -> bytes:
    rounded = np.rint(np.clip(value, -30_000, 30_000) * 65536).astype(">i4")
    return b"XYZ \0\0\0\0" + rounded.tobytes()


def _curve_tag(values: Array) -> bytes:
    levels = np.rint(np.clip(values, 0, 1) * 65535).astype(">u2")
    return b"curv\0\0\0\0" + struct.pack(">I", len(levels)) + levels.tobytes()


def _icc_profile(kind: bytes, tags: dict[bytes, bytes]) -> bytes:
    table, body, places = b"", b"", dict[bytes, int]()
    start = 128 + 4 + 12 * len(tags)
    for name, tag in tags.items():
        if tag not in places:  # the three curves are one
            places[tag] = start + len(body)
            body += tag + b"\0" * (-len(tag) % 4)
        table += name + struct.pack(">II", places[tag], len(tag))
    head = struct.pack(">I4xI", start + len(body), 0x02400000) + b"mntr" + kind + b"XYZ "
    head = (head + b"\0" * 12 + b"acsp").ljust(68, b"\0") + _xyz_tag(_D50)[8:]
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
