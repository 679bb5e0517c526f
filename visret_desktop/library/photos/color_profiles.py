"""Bring pictures that carry a color profile to sRGB."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms

_PROFILE_FAULTS = (ImageCms.PyCMSError, OSError, ValueError, TypeError)


def through_profile(image: Image.Image, profile: bytes) -> Image.Image:
    """Return an RGB, L or CMYK picture in sRGB; unchanged if its profile is broken."""
    try:
        transform = _transform(profile, image.mode)
        if transform is None:
            return image
        converted: Image.Image | None = ImageCms.applyTransform(image, transform)
    except _PROFILE_FAULTS:
        return image  # colors that are slightly off are better than no picture
    return converted or image


@lru_cache(maxsize=32)
def _transform(profile: bytes, mode: str) -> Any:
    source = ImageCms.ImageCmsProfile(BytesIO(profile))
    if "sRGB" in ImageCms.getProfileDescription(source) and mode == "RGB":
        return None
    return ImageCms.buildTransform(source, _srgb(), mode, "RGB")


@lru_cache(maxsize=1)
def _srgb() -> Any:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
