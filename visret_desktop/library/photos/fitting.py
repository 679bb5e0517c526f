"""Make a picture small enough."""

from PIL import Image


def fit_into(image: Image.Image, side: int) -> Image.Image:
    """Return a picture that fits into a square of `side` pixels; 0: of any size.

    Where it fits already it is the same object.
    """
    longer = max(image.size)
    if not side or longer <= side:
        return image
    width, height = (max(1, round(length * side / longer)) for length in image.size)
    # As sharp as bicubic where a picture gets smaller, in little more than half its time.
    return image.resize((width, height), Image.Resampling.HAMMING, reducing_gap=2.0)
