"""Where in a picture an answer may be, for readers that draw no boxes: the encoder's best crop.

Square windows of several sizes are embedded as pictures of their own and compared with the words of
question and answer. It is a guess, and there is none unless a window is clearly nearer to the words
than the whole picture and the other windows are.

It finds parts of an animal better than chance does; a box around the whole animal is worth no more
than the whole picture.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop.models.interfaces import Box, Encoder

_SIDES = (0.75, 0.5, 0.35)  # of the shorter side
_STEP = 0.5  # of a window
_MOST_ASPECT = 4.0  # of a longer picture only the middle is looked at
_AT_ONCE = 16
_CLEARLY = 1.5  # standard deviations above the mean of all windows


def nearest_part(encoder: Encoder, words: str, pixels: npt.NDArray[np.uint8]) -> Box | None:
    """Return the box of the part nearest to the words; None: no part is clearly nearer.

    `pixels` are (height, width, 3).
    """
    image = Image.fromarray(pixels)
    windows = [(0, 0, *image.size), *_windows(*image.size)]
    vectors = []
    for start in range(0, len(windows), _AT_ONCE):
        crops = [encoder.preprocess(image.crop(box)) for box in windows[start : start + _AT_ONCE]]
        vectors.append(encoder.embed_images(np.stack(crops)))
    scores = np.concatenate(vectors) @ encoder.embed_texts([words])[0]
    parts = scores[1:]
    if not len(parts):
        return None
    best = int(parts.argmax())
    threshold = float(parts.mean() + _CLEARLY * parts.std())
    if parts[best] <= max(float(scores[0]), threshold):
        return None
    left, top, right, bottom = windows[1 + best]
    width, height = image.size
    return left / width, top / height, right / width, bottom / height


def _windows(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    shorter = min(width, height)
    spans = [min(length, round(_MOST_ASPECT * shorter)) for length in (width, height)]
    begins = [(length - span) // 2 for length, span in zip((width, height), spans, strict=True)]
    for share in _SIDES:
        side = max(1, round(share * shorter))
        for top in _starts(begins[1], spans[1], side):
            for left in _starts(begins[0], spans[0], side):
                yield left, top, left + side, top + side


def _starts(begin: int, span: int, side: int) -> list[int]:
    """Return where windows start so that they cover a span, evenly."""
    count = max(1, int(np.ceil((span - side) / (side * _STEP))) + 1)
    return [begin + int(at) for at in np.linspace(0, span - side, count).round()]
