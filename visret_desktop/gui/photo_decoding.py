"""Photos to Qt pictures, in full and in halves of halves. For pool threads: it reads files."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtGui import QImage

from visret_desktop.library import imaging

_SMALLEST_SIDE = 512


def decode_picture(path: Path) -> QImage:
    """Return a photo at full size.

    Raises:
        PhotoUnreadable, OSError: as `imaging.decode_file`.
    """
    return _to_qt(imaging.decode_file(path).image)


def decode_levels(path: Path) -> tuple[QImage, ...]:
    """Return a photo at full size and halved again and again, down to about a screen's quarter.

    Painting a photo of 50 megapixels at the size of a page straight from all its pixels flickers
    (only every tenth is looked at); from the next larger half it is quick and clean.
    """
    image = imaging.decode_file(path).image
    levels = [_to_qt(image)]
    while min(image.size) >= 2 * _SMALLEST_SIDE:
        image = image.reduce(2)
        levels.append(_to_qt(image))
    return tuple(levels)


def level_for(levels: Sequence[QImage], scale: float) -> QImage:
    """Return the smallest level that has a pixel for each device pixel at `scale`."""
    enough = [level for level in levels if level.width() >= levels[0].width() * scale]
    return enough[-1] if enough else levels[0]


def _to_qt(image: Image.Image) -> QImage:
    row = 3 * image.width
    picture = QImage(image.tobytes(), *image.size, row, QImage.Format.Format_RGB888)
    # A copy in the painter's own format: it owns its bytes, and painting need not convert.
    return picture.convertToFormat(QImage.Format.Format_RGB32)
