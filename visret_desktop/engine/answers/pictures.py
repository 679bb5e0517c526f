"""The pixels that a reader gets: made by our own decoders, upright, of the size that it wants.

Nothing else of a photo reaches a reader: no bytes of its file, no name, no metadata.
"""

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import xxhash
from PIL import Image

from visret_desktop.decoding.decoders import FOR_PEOPLE
from visret_desktop.decoding.messages import DecodedPhoto, Order, ReadFile, Rendition
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import PhotoUnreadable, UsageError
from visret_desktop.library.photos.fitting import fit_into
from visret_desktop.library.records import PhotoRow
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.sentences import Sentence, sentence

_OF_THUMBNAIL = " as thumbnail"  # ends the key of a picture that is one
GONE = sentence("This photo is not in the library any more.")
_CHANGED = sentence("The file of this photo is another one than when it was indexed.")
_OFFLINE = sentence("Its drive is not there, and there is no thumbnail of it.")
_NO_LONGER = sentence("This sketch is not in the cache any more.")


def key_of(content_hash: str, is_thumbnail: bool) -> str:
    """Return what names a photo's picture, as it will be looked at."""
    return content_hash + (_OF_THUMBNAIL if is_thumbnail else "")


def is_offline(copies: Sequence[PhotoRow]) -> bool:
    """Tell whether no copy of a photo can be read, but its thumbnail maybe."""
    return bool(copies) and not any(copy.online for copy in copies)


def seen_photo(
    library: Library, content_hash: str, copies: Sequence[PhotoRow], side: int
) -> SeenPicture:
    """Return the picture of a photo, or of its thumbnail where no copy is online.

    Raises:
        PhotoUnreadable: it cannot be read now.
        DecoderMissing: none can.
    """
    if not copies:
        raise PhotoUnreadable("vanished", GONE)
    if is_offline(copies):
        return _thumbnail(library, content_hash, side)
    failure: PhotoUnreadable | None = None
    for copy in copies:
        if not copy.online:
            continue
        try:
            decoded = _decoded(library, Path(copy.path), side, content_hash)
        except PhotoUnreadable as error:
            failure = failure or error
            continue
        return _seen(decoded, content_hash)
    assert failure is not None
    raise failure


def sketch_file(library: Library, path: str) -> Path:
    """Return the file of a sketch.

    Raises:
        UsageError: it does not lie in the folder of sketches.
    """
    folder, file = (Path(os.path.realpath(place)) for place in (library.paths.sketches, path))
    if folder not in file.parents:
        raise UsageError(reason=_no_sketch(path))
    return file


def sketch_hash(file: Path) -> str:
    """Return what names the content of a sketch, as `content_hash` does that of a photo.

    Raises:
        PhotoUnreadable: it is gone.
    """
    try:
        return xxhash.xxh3_128_hexdigest(file.read_bytes())
    except OSError as error:
        raise PhotoUnreadable("vanished", _NO_LONGER) from error


def seen_sketch(library: Library, file: Path, side: int) -> SeenPicture:
    """Return the picture of a sketch.

    Raises:
        PhotoUnreadable: it is gone, damaged, or carries no mark that says what it is.
        DecoderMissing: none can be read.
    """
    decoded = _decoded(library, file, side)
    if not decoded.read.is_drawn:
        raise PhotoUnreadable("unsupported", _no_sketch(file.name))
    return _seen(decoded, decoded.read.content_hash)


def _decoded(library: Library, path: Path, side: int, content_hash: str = "") -> DecodedPhoto:
    settings = library.settings
    order = Order(
        str(path),
        max_megapixels=settings.max_megapixels,
        views=(Rendition(side, side),),
        seconds=settings.decode_seconds,
    )

    def unless_changed(read: ReadFile) -> Sequence[int] | None:
        return None if content_hash and read.content_hash != content_hash else (0,)

    decoded = FOR_PEOPLE.decode(order, unless_changed)
    if not decoded.pictures:
        raise PhotoUnreadable("vanished", _CHANGED)
    return decoded


def _seen(decoded: DecodedPhoto, key: str) -> SeenPicture:
    (picture,) = decoded.pictures
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    return SeenPicture(key, pixels)


def _thumbnail(library: Library, content_hash: str, side: int) -> SeenPicture:
    """Return the picture of a thumbnail, which this program made."""
    jpeg = library.thumbnails.get(content_hash)
    if jpeg is None:
        raise PhotoUnreadable("vanished", _OFFLINE)
    try:
        with Image.open(BytesIO(jpeg), formats=["JPEG"]) as picture:
            pixels = np.asarray(fit_into(picture.convert("RGB"), side))
    except (OSError, ValueError, SyntaxError) as error:
        raise PhotoUnreadable("unreadable", _OFFLINE) from error
    return SeenPicture(key_of(content_hash, True), pixels)


def _no_sketch(file: Path | str) -> Sentence:
    return sentence("{file} is no sketch that this program drew.", file=file)
