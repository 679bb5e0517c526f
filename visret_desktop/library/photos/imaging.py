"""Decodes one photo safely: a RAW file through LibRaw, everything else through Pillow.

One decode serves embedding, thumbnail and metadata. Of a RAW file the embedded preview is used; it
is demosaiced only if there is none. Files are hostile: whatever a decoder raises ends as
`PhotoUnreadable` with a sentence.
"""

from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any

from PIL import Image, UnidentifiedImageError

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import picture_memory
from visret_desktop.library.photos.formats import RAW_EXTENSIONS
from visret_desktop.library.photos.picture import (
    DECODER_FAULTS,
    Decoded,
    MakeRoom,
    check_size,
    decode_picture,
)
from visret_desktop.sentences import sentence

_FLIPS = {
    3: Image.Transpose.ROTATE_180,
    5: Image.Transpose.ROTATE_90,
    6: Image.Transpose.ROTATE_270,
}


def decode_raw(data: bytes, minimum_side: int, max_megapixels: int, make_room: MakeRoom) -> Decoded:
    """Decode a RAW file.

    Raises:
        PhotoUnreadable: LibRaw does not know it.
    """
    import rawpy

    try:
        with rawpy.imread(BytesIO(data)) as opened:
            sizes = opened.sizes
            size = (sizes.width, sizes.height)
            size = size[::-1] if sizes.flip in (5, 6) else size
            check_size(size, max_megapixels)
            decoded = _preview(opened, minimum_side, max_megapixels, make_room)
            if decoded is None:
                make_room(picture_memory.of_raw((sizes.raw_width, sizes.raw_height)))
                decoded = _demosaic(opened)
    except rawpy.LibRawError as error:
        reason = sentence(
            "This RAW file is damaged or of a camera that this program does not know."
        )
        raise PhotoUnreadable("unsupported", reason) from error
    return replace(decoded, width=size[0], height=size[1], format="RAW")


def _preview(
    opened: Any, minimum_side: int, max_megapixels: int, make_room: MakeRoom
) -> Decoded | None:
    import rawpy

    try:
        preview = opened.extract_thumb()
    except rawpy.LibRawError:
        return None
    if preview.format != rawpy.ThumbFormat.JPEG:
        return None
    decoded = decode_picture(preview.data, ".jpg", minimum_side, max_megapixels, make_room)
    sizes = opened.sizes
    is_turned = (sizes.flip in (5, 6)) == (decoded.height > decoded.width)
    if sizes.flip in _FLIPS and not is_turned:
        return replace(decoded, image=decoded.image.transpose(_FLIPS[sizes.flip]))
    return decoded


def _demosaic(opened: Any) -> Decoded:
    pixels = opened.postprocess(half_size=True, use_camera_wb=True)
    image = Image.fromarray(pixels)
    return Decoded(image, image.width, image.height, "RAW")


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
            return decode_raw(data, minimum_side, max_megapixels, make_room)
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
