"""Decode JPEG XL pictures with libjxl, which turns them upright and makes 8 bits of any depth."""

from typing import Any

import pylibjxl
from PIL import Image

from visret_desktop.library.photos import jxl_header
from visret_desktop.library.photos.jxl_profile import profile_of

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
