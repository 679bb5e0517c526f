"""The most memory that a picture takes while it is decoded, judged by its header.

Pillow keeps a pixel in 1, 2 or 4 bytes, whatever the file says. Added to that are the memory of the
format's own decoder, as measured with the installed versions, a copy for the conversion to sRGB,
and a copy for turning the picture.
"""

from PIL import Image

_LEAST_BYTES = 32_000_000  # for small pictures, metadata, and what is made of them
_PIXEL_BYTES = 4
_STORED_BYTES = {"1": 1, "L": 1, "P": 1, "I": 5, "F": 5}  # deep ones get an 8-bit copy
# Bytes per pixel that the decoder holds beside the picture.
_OF_DECODER = {"WEBP": 12, "AVIF": 10, "HEIF": 10, "TIFF": 4, "JPEG2000": 20}
_OF_JXL = 36
_OF_RAW = 10


def of(opened: Image.Image, full_size: tuple[int, int]) -> int:
    """Return the bytes for a picture that was opened; `full_size` is that before scaling."""
    is_deep = opened.mode.startswith("I;16")
    stored = 3 if is_deep else _STORED_BYTES.get(opened.mode, _PIXEL_BYTES)
    per_pixel = stored + _OF_DECODER.get(opened.format or "", 0)
    per_pixel += _PIXEL_BYTES * (opened.mode != "RGB" or "icc_profile" in opened.info)
    per_pixel += _PIXEL_BYTES  # turned: asking whether it is makes some plugins decode it
    needed = _LEAST_BYTES + per_pixel * _count(opened.size)
    if "progressive" in opened.info:  # a JPEG in scans is held whole until the last one
        needed += 2 * len(opened.getbands()) * _count(full_size)
    return needed


def of_jxl(size: tuple[int, int]) -> int:
    """Return the bytes for a JPEG XL picture, of which only the size is known."""
    return _LEAST_BYTES + _OF_JXL * _count(size)


def of_raw(size: tuple[int, int]) -> int:
    """Return the bytes for a RAW file without a preview, by the size of its sensor."""
    return _LEAST_BYTES + _OF_RAW * _count(size)


def _count(size: tuple[int, int]) -> int:
    return size[0] * size[1]
