"""Bring any pixel layout and color space to 8-bit sRGB."""

from PIL import Image


def to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return an RGB picture in sRGB: depth scaled, palette resolved, alpha laid on white."""
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        image = _to_8_bit(image)
    if image.mode == "P" or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode in ("LA", "La", "PA", "RGBa"):
        image = image.convert("RGBA")
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    if profile and image.mode in ("RGB", "L", "CMYK"):
        # Color management loads with the first profile: decoders start without it.
        from visret_desktop.library.color_profiles import through_profile

        image = through_profile(image, profile)
    return image if image.mode == "RGB" else image.convert("RGB")


def _to_8_bit(image: Image.Image) -> Image.Image:
    """Scale 16-bit and float pixels down; clipping them would turn most pictures white."""
    import numpy as np  # decoders start without it: few photos have such depths

    values = np.asarray(image, np.float32)
    top = float(values.max(initial=0))
    limit = 1.0 if image.mode == "F" and top <= 1.0 else 65535.0 if top > 255 else 255.0
    return Image.fromarray((values * (255.0 / limit)).clip(0, 255).astype(np.uint8))
