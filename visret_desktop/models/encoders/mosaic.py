"""Pictures of any shape in squares of one size, for encoders that keep the shape of a picture.

Such an encoder cuts a picture into tiles, at most as many as its budget, and makes a token of
each. A square has room for all tiles of the budget, in reading order, and one more, which says in
black and white how many columns and rows there are. So all that keeps, checks and passes on the
squares of other encoders does so with these, too.
"""

import math
from collections.abc import Callable

from PIL import Image

TILE = 48  # pixels: three by three patches of sixteen
BITS = 16  # of each number on the last tile, the least one first

Resize = Callable[[tuple[int, int]], Image.Image]


def side_of(budget: int) -> int:
    """Return the side of a square, in pixels, for so many tiles."""
    return TILE * math.ceil(math.sqrt(budget + 1))


def least_of(budget: int) -> int:
    """Return how many pixels the shorter side of a picture needs at most."""
    return math.ceil(TILE * math.sqrt(budget))


def shape_of(width: int, height: int, budget: int) -> tuple[int, int]:
    """Return columns and rows of the tiles of a picture: as many as fit, in its proportions.

    As `get_aspect_ratio_preserving_size` in transformers' `image_processing_gemma4`.
    """
    scale = math.sqrt(budget * TILE**2 / (width * height)) / TILE
    columns, rows = math.floor(scale * width), math.floor(scale * height)
    if not rows:
        return min(width // height, budget), 1
    if not columns:
        return 1, min(height // width, budget)
    return columns, rows


def mosaic(image: Image.Image, budget: int, resize: Resize) -> Image.Image:
    """Return the square of an RGB picture; `resize` returns the picture in another size."""
    columns, rows = shape_of(*image.size, budget)
    scaled = resize((columns * TILE, rows * TILE))
    square = Image.new("RGB", (side_of(budget),) * 2)
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        corner = column * TILE, row * TILE
        tile = scaled.crop((*corner, corner[0] + TILE, corner[1] + TILE))
        square.paste(tile, _place(square, number))
    left, top = _place(square, budget)
    for line, count in enumerate((columns, rows)):
        for bit in range(BITS):
            level = 255 * (count >> bit & 1)
            square.putpixel((left + bit, top + line), (level,) * 3)
    return square


def _place(square: Image.Image, number: int) -> tuple[int, int]:
    row, column = divmod(number, square.width // TILE)
    return column * TILE, row * TILE
