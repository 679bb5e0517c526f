"""Real photos in any number: copies of a few, each with bytes of its own at its end.

Those are chosen that take the least room of all that have as many pixels as camera traps make, so
that each of many is decoded as photos are and the disk holds them.
"""

import io
import math
from pathlib import Path

import xxhash
from PIL import Image

from visret_desktop import file_changes
from visret_desktop.errors import VisretError

_LEAST_PIXELS = 2_000_000
_DIFFERENT = 4
_QUALITY = 85  # as cameras save


class NoPhotosToCopy(VisretError):
    """A folder has no photos of real size."""

    code = "no-photos-to-copy"
    sentence = "{folder} has no JPEG photos of 2 megapixels or more. Name a folder that has some."
    exit_code = 3


def write_copies(source: Path, folder: Path, count: int) -> dict[str, str]:
    """Fill a folder of ours with so many photos; return the content hash of each, by path.

    Raises:
        NoPhotosToCopy: the source has none.
        OSError: there is no room.
    """
    chosen = [path.read_bytes() for path in _chosen(source)]
    hashes = {}
    for number in range(count):
        # What follows the end of a JPEG no decoder reads.
        content = chosen[number % len(chosen)] + f"{number:08}".encode()
        path = folder / f"{number // 1000:03}" / f"{number:06}.jpg"
        file_changes.write(path, content, is_durable=False)
        hashes[str(path)] = xxhash.xxh3_128_hexdigest(content)
    return hashes


def write_enlarged(source: Path, folder: Path, megapixels: int) -> None:
    """Fill a folder of ours with the photos that are copied, enlarged to so many megapixels.

    Raises:
        NoPhotosToCopy: the source has none.
        OSError: there is no room.
    """
    for number, path in enumerate(_chosen(source)):
        with Image.open(path) as image:
            scale = math.sqrt(megapixels * 1e6 / (image.width * image.height))
            size = round(scale * image.width), round(scale * image.height)
            buffer = io.BytesIO()
            enlarged = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
            enlarged.save(buffer, "JPEG", quality=_QUALITY, exif=image.getexif())
        file_changes.write(folder / f"{number}.jpg", buffer.getvalue())


def _chosen(source: Path) -> list[Path]:
    jpegs = (path for path in source.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
    large = sorted((path.stat().st_size, path) for path in jpegs if _pixels(path) >= _LEAST_PIXELS)
    if not large:
        raise NoPhotosToCopy(folder=source)
    return [path for _, path in large[:_DIFFERENT]]


def _pixels(path: Path) -> int:
    try:
        with Image.open(path) as image:
            return image.width * image.height
    except OSError:
        return 0
