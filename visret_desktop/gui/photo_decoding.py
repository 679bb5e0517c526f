"""Photos to Qt pictures, in full and in halves of halves. For pool threads: it reads files.

The decoders are loaded with the first photo, not with the window.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PIL import Image

_SMALLEST_SIDE = 512


def decode_picture(path: Path) -> QImage:
    """Return a photo at full size.

    Raises:
        PhotoUnreadable, OSError: as `imaging.decode_file`.
    """
    from visret_desktop.library import imaging

    return to_qt(imaging.decode_file(path).image)


def decode_small(path: Path, side: int) -> QImage:
    """Return a photo that fits into a square of `side` pixels.

    Raises:
        PhotoUnreadable, OSError: as `imaging.decode_file`.
    """
    from visret_desktop.library import imaging

    image = imaging.decode_file(path, minimum_side=side).image
    image.thumbnail((side, side))
    return to_qt(image)


def decode_levels(path: Path) -> tuple[QImage, ...]:
    """Return a photo at full size and halved again and again, down to about a screen's quarter.

    Painting a photo of 50 megapixels at the size of a page straight from all its pixels flickers
    (only every tenth is looked at); from the next larger half it is quick and clean.
    """
    from visret_desktop.library import imaging

    image = imaging.decode_file(path).image
    levels = [to_qt(image)]
    while min(image.size) >= 2 * _SMALLEST_SIDE:
        image = image.reduce(2)
        levels.append(to_qt(image))
    return tuple(levels)


def level_for(levels: Sequence[QImage], scale: float) -> QImage:
    """Return the smallest level that has a pixel for each device pixel at `scale`."""
    enough = [level for level in levels if level.width() >= levels[0].width() * scale]
    return enough[-1] if enough else levels[0]


def to_qt(image: "Image.Image") -> QImage:
    """Return a copy of an RGB picture as Qt paints it. Fit for any thread: no `QObject` in it."""
    data = image.tobytes("raw", "BGRX")  # how RGB32 lies in memory: Qt has nothing to convert
    return QImage(data, *image.size, 4 * image.width, QImage.Format.Format_RGB32).copy()
