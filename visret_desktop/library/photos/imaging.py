"""Decode one photo safely: a RAW file through LibRaw, everything else through Pillow.

One decode serves embedding, thumbnail and metadata. Files are hostile: whatever a decoder raises
ends as `PhotoUnreadable` with a sentence.
"""

from pathlib import Path, PurePath

from PIL import UnidentifiedImageError

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import raw
from visret_desktop.library.photos.formats import RAW_EXTENSIONS
from visret_desktop.library.photos.picture import (
    DECODER_FAULTS,
    Decoded,
    MakeRoom,
    decode_picture,
)
from visret_desktop.sentences import sentence


def decode_file(path: Path, *, minimum_side: int = 0, max_megapixels: int = 250) -> Decoded:
    """Decode the photo at `path`; see `decode`.

    Raises:
        PhotoUnreadable: it is no photo or a damaged one.
        OSError: the file cannot be read at all.
    """
    data = path.read_bytes()
    return decode(data, path.name, minimum_side=minimum_side, max_megapixels=max_megapixels)


def take_room(_step_bytes: int) -> None:
    """Decode without asking anybody for the memory."""


def decode(
    data: bytes,
    name: str,
    *,
    minimum_side: int,
    max_megapixels: int = 250,
    make_room: MakeRoom = take_room,
) -> Decoded:
    """Decode the bytes of a photo.

    Args:
        data: the whole file.
        name: its name; the suffix tells RAW files, which look like TIFF.
        minimum_side: JPEGs are decoded at the smallest scale whose shorter side is at least this;
            0 decodes at full size.
        max_megapixels: larger pictures are refused before decoding.
        make_room: called once before pixels are decoded, with the bytes of memory that takes.

    Raises:
        PhotoUnreadable: with a code and a sentence.
    """
    if not data:
        raise PhotoUnreadable("empty", sentence("The file is empty."))
    suffix = PurePath(name).suffix.lower()
    try:
        if suffix in RAW_EXTENSIONS:
            return raw.decode_raw(data, minimum_side, max_megapixels, make_room)
        return decode_picture(data, suffix, minimum_side, max_megapixels, make_room)
    except PhotoUnreadable:
        raise
    except UnidentifiedImageError as error:
        reason = sentence(
            "This is not a picture, or one of a kind that this program does not know."
        )
        raise PhotoUnreadable("not-an-image", reason) from error
    except DECODER_FAULTS as error:
        raise PhotoUnreadable(
            "unreadable", sentence("The picture is damaged and cannot be read.")
        ) from error
