"""Camera RAW files: through their embedded preview, demosaiced only if there is none."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import picture_memory
from visret_desktop.library.photos.picture import Decoded, MakeRoom, check_size, decode_picture
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
