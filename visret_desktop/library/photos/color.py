"""Bring any pixel layout and color space to 8-bit sRGB.

It works on a few rows at a time, so that a large picture is in memory twice at most.
"""

from collections.abc import Iterator

from PIL import Image

_PIXELS_AT_ONCE = 1_000_000


def to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return an RGB picture in sRGB: depth scaled, palette resolved, alpha laid on white."""
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        image = _to_8_bit(image)
    if image.has_transparency_data:
        image = _on_white(image)
    elif image.mode == "P":
        image = image.convert("RGB")
    if profile and image.mode in ("RGB", "L", "CMYK"):
        # Color management loads with the first profile: decoders start without it.
        from visret_desktop.library.photos.color_profiles import through_profile

        image = through_profile(image, profile)
    return image if image.mode == "RGB" else image.convert("RGB")


def _strips(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """Yield a picture from top to bottom, with the row at which each part begins."""
    width, height = image.size
    rows = max(1, _PIXELS_AT_ONCE // width)
    for top in range(0, height, rows):
        yield top, image.crop((0, top, width, min(top + rows, height)))


def _on_white(image: Image.Image) -> Image.Image:
    whole = Image.new("RGB", image.size)
    for top, strip in _strips(image):
        white = Image.new("RGBA", strip.size, "white")
        laid = Image.alpha_composite(white, strip.convert("RGBA"))
        whole.paste(laid.convert("RGB"), (0, top))
    return whole


def _to_8_bit(image: Image.Image) -> Image.Image:
    """Scale 16-bit and float pixels down; clipping them would turn most pictures white."""
    import numpy as np  # decoders start without it: few photos have such depths

    highest = [np.asarray(strip, np.float32).max() for _, strip in _strips(image)]
    top = float(np.max(highest, initial=0))
    limit = 1.0 if image.mode == "F" and top <= 1.0 else 65535.0 if top > 255 else 255.0
    whole = Image.new("L", image.size)
    for at, strip in _strips(image):
        values = np.asarray(strip, np.float32) * (255.0 / limit)
        whole.paste(Image.fromarray(values.clip(0, 255).astype(np.uint8)), (0, at))
    return whole
