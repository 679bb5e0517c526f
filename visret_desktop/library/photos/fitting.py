"""Make a picture small enough."""

from PIL import Image


def fit_into(image: Image.Image, side: int) -> Image.Image:
    """Return a picture that fits into a square of `side` pixels; 0: of any size.

    If it fits already, it is returned as it is.
    """
    longer = max(image.size)
    if not side or longer <= side:
        return image
    width, height = (max(1, round(length * side / longer)) for length in image.size)
    # When shrinking, as sharp as bicubic in little more than half the time.
    return image.resize((width, height), Image.Resampling.HAMMING, reducing_gap=2.0)
