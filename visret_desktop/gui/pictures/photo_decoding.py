"""Photos to Qt pictures, in full and in halves of halves. For pool threads: it waits for decoders.

Files are read and decoded by another process, so that a hostile one never ends the window; what
comes back are pixels. Pillow is loaded with the first photo, not with the window.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from visret_desktop.decoding.decoders import FOR_PEOPLE
from visret_desktop.decoding.messages import Order, Rendition
from visret_desktop.errors import PhotoUnreadable

if TYPE_CHECKING:
    from PIL import Image

_SMALLEST_SIDE = 512


def decode_picture(path: Path) -> QImage:
    """Return a photo at full size.

    Raises:
        PhotoUnreadable: it cannot be decoded.
        FileNotFoundError: it is not there.
    """
    return to_qt(_decode(path))


def decode_small(path: Path, side: int) -> QImage:
    """Return a photo that fits into a square of `side` pixels.

    Raises:
        PhotoUnreadable, FileNotFoundError: as `decode_picture`.
    """
    return to_qt(_decode(path, side))


def decode_levels(path: Path) -> tuple[QImage, ...]:
    """Return a photo at full size and halved again and again, down to about a screen's quarter.

    Painting a photo of 50 megapixels at the size of a page straight from all its pixels flickers
    (only every tenth is looked at); from the next larger half it is quick and clean.

    Raises:
        PhotoUnreadable, FileNotFoundError: as `decode_picture`.
    """
    image = _decode(path)
    levels = [to_qt(image)]
    while min(image.size) >= 2 * _SMALLEST_SIDE:
        image = image.reduce(2)
        levels.append(to_qt(image))
    return tuple(levels)


def end_decoding() -> None:
    """Give up all decoding, so that closing does not wait for it."""
    FOR_PEOPLE.close()


def _decode(path: Path, side: int = 0) -> "Image.Image":
    from PIL import Image

    try:
        (picture,) = FOR_PEOPLE.decode(Order(str(path), views=(Rendition(side, side),))).pictures
    except PhotoUnreadable as error:
        if error.reason_code == "vanished":
            raise FileNotFoundError(str(path)) from error
        raise
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)


def level_for(levels: Sequence[QImage], scale: float) -> QImage:
    """Return the smallest level that has a pixel for each device pixel at `scale`."""
    enough = [level for level in levels if level.width() >= levels[0].width() * scale]
    return enough[-1] if enough else levels[0]


def to_qt(image: "Image.Image") -> QImage:
    """Return a copy of an RGB picture as Qt paints it. On any thread: no `QObject` is used."""
    # Not as Pillow's BGRX, which has the layout of RGB32, but 0 where Qt expects 255: what is
    # scaled and painted with some opacity would not be seen.
    rgb, formats = image.tobytes(), QImage.Format
    there = QImage(rgb, *image.size, 3 * image.width, formats.Format_RGB888)
    return there.convertToFormat(formats.Format_RGB32)
