"""Decode what Pillow and its plugins read into an upright sRGB picture, no larger than needed.

Sizes are checked before any pixel is decoded. What decoders raise becomes a sentence
in `imaging.py`.
"""

import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import color, jxl_header, picture_memory
from visret_desktop.library.photos.formats import HEIF_EXTENSIONS
from visret_desktop.sentences import Sentence, sentence

# Decoders may open these and nothing else: no plugin for plots, icons, fonts or PostScript.
_FORMATS = ["PNG", "WEBP", "TIFF", "GIF", "BMP", "DIB", "AVIF", "JPEG2000", "PPM"]
_JPEG_START = b"\xff\xd8\xff"
_HEIF_HEADER = 65_536
_ENOUGH_OF_THE_PICTURE = 0.6
DECODER_FAULTS = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    EOFError,
    RuntimeError,
    AssertionError,
    struct.error,
    UserWarning,
    RuntimeWarning,
)  # fmt: skip - what Pillow and its plugins have been seen to raise on damaged files

Image.preinit()  # the plugins of JPEG, PNG, GIF, BMP and PPM; others load with their first photo
# We check sizes ourselves, with a sentence instead of a warning.
Image.MAX_IMAGE_PIXELS = None
_plugins_lock = threading.Lock()
_plugins: set[str] = set()


Iptc = dict[tuple[int, int], bytes | list[bytes]]
MakeRoom = Callable[[int], None]


@dataclass(frozen=True)
class Decoded:
    """An upright sRGB picture and what its file says.

    `image` may be smaller than `width` x `height`, the upright size of the file. `warning` is
    (code, sentence) where only a part could be read. `exif` and `xmp` are raw blocks.
    """

    image: Image.Image
    width: int
    height: int
    format: str
    warning: tuple[str, Sentence] | None = None
    exif: bytes | None = None
    xmp: bytes | None = None
    iptc: Iptc | None = None
    comments: tuple[tuple[str, str], ...] = ()  # PNG text chunks


def decode_picture(
    data: bytes, suffix: str, minimum_side: int, max_megapixels: int, make_room: MakeRoom
) -> Decoded:
    """Decode anything that Pillow and its plugins read; see `imaging.decode`.

    Raises:
        PhotoUnreadable: it is too large, or ends early.
        Exception: one of `DECODER_FAULTS`.
    """
    if data.startswith((jxl_header.NAKED, jxl_header.BOXED)):
        return _decode_jxl(data, max_megapixels, make_room)
    with Image.open(BytesIO(data), formats=_formats(suffix, data)) as opened:
        check_size(opened.size, max_megapixels)
        full_size = opened.size
        if minimum_side:
            _use_draft(opened, minimum_side)
        make_room(picture_memory.of(opened, full_size))
        orientation = _orientation(opened, data)  # not before: of a PNG it takes all pixels
        image, warning = _load(opened, data)
        extras = _extras(opened)
        image = color.to_srgb(image, opened.info.get("icc_profile"))
        upright = _turn(image, orientation)
        width, height = full_size[::-1] if orientation >= 5 else full_size
        kind = opened.format or ""
    return Decoded(upright, width, height, kind, warning, *extras)


def _decode_jxl(data: bytes, max_megapixels: int, make_room: MakeRoom) -> Decoded:
    from visret_desktop.library.photos import jxl  # loads with the first picture of its kind

    size = jxl.size_of(data)
    check_size(size, max_megapixels)
    make_room(picture_memory.of_jxl(size))
    opened = jxl.decoded(data)
    image = color.to_srgb(opened, opened.info.get("icc_profile"))
    tags = opened.info
    return Decoded(image, *size, jxl.FORMAT, exif=tags.get("exif"), xmp=tags.get("xmp"))


def _formats(suffix: str, data: bytes) -> list[str]:
    if data.startswith(_JPEG_START):
        return ["JPEG"]
    _register("others", _register_others)
    formats = list(_FORMATS)
    if suffix in HEIF_EXTENSIONS or data[4:8] == b"ftyp":
        _register("heif", _register_heif)
        formats.append("HEIF")
    return formats


def _register(name: str, register: Callable[[], None]) -> None:
    """Load a plugin when the first file of its kind appears: imports cost start-up time."""
    with _plugins_lock:
        if name not in _plugins:
            register()
            _plugins.add(name)


def _register_others() -> None:
    from PIL import AvifImagePlugin, Jpeg2KImagePlugin, TiffImagePlugin, WebPImagePlugin  # noqa: F401 - importing registers


def _register_heif() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)


def check_size(size: tuple[int, int], max_megapixels: int) -> None:
    """Refuse a picture before its pixels are decoded.

    Raises:
        PhotoUnreadable: it is larger than allowed, or has no pixels.
    """
    megapixels = size[0] * size[1] / 1e6
    if megapixels > max_megapixels:
        reason = sentence(
            "The picture has {megapixels:.0f} megapixels, more than the {max_megapixels} allowed.",
            megapixels=megapixels,
            max_megapixels=max_megapixels,
        )
        raise PhotoUnreadable("too-large", reason)
    if min(size) < 1:
        raise PhotoUnreadable("unreadable", sentence("The picture has no pixels."))


def _orientation(opened: Image.Image, data: bytes) -> int:
    """Return the EXIF orientation, 1 to 8, that is still to be applied."""
    if opened.format == "HEIF":
        # The container's own rotation counts and is applied; some phones write EXIF alone.
        has_own = b"irot" in data[:_HEIF_HEADER] or b"imir" in data[:_HEIF_HEADER]
        value = 1 if has_own else opened.info.get("original_orientation")
    else:
        try:
            value = opened.getexif().get(0x0112, 1)
        except DECODER_FAULTS:
            value = 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _turn(image: Image.Image, orientation: int) -> Image.Image:
    return image.transpose(_TURNS[orientation]) if orientation in _TURNS else image


def _use_draft(opened: Image.Image, minimum_side: int) -> None:
    """Ask libjpeg for a picture scaled in the DCT domain, the shorter side at least as asked."""
    width, height = opened.size
    scale = max(minimum_side / min(width, height), 1e-9)
    if scale < 1:
        opened.draft(None, (max(1, round(width * scale)), max(1, round(height * scale))))


# ---- truncated files ------------------------------------------------------------------------


def _load(
    opened: ImageFile.ImageFile, data: bytes
) -> tuple[Image.Image, tuple[str, Sentence] | None]:
    try:
        opened.load()
    except OSError as error:
        if "truncated" not in str(error) and "broken" not in str(error):
            raise
        partial = _load_partly(opened, data)
        share = _share_of_rows(partial)
        if share < _ENOUGH_OF_THE_PICTURE:
            reason = sentence(
                "The file ends early: only about {share:.0%} of the picture is there.", share=share
            )
            raise PhotoUnreadable("truncated", reason) from error
        reason = sentence(
            "The file ends early: about {share:.0%} of the picture is there.", share=share
        )
        return partial, ("truncated", reason)
    return opened, None


def _load_partly(opened: ImageFile.ImageFile, data: bytes) -> Image.Image:
    """Decode as much as there is, without Pillow's process-wide switch for it."""
    if opened.format in ("JPEG", "MPO"):
        with Image.open(BytesIO(data + b"\xff\xd9" * 32), formats=["JPEG"]) as padded:
            padded.draft(None, opened.size)
            padded.load()
            return padded.copy()
    opened.tile = []  # what the decoder wrote before it gave up is all there is
    return opened.copy()


def _share_of_rows(image: Image.Image) -> float:
    """Return how much of a picture stands above the even area that a decoder fills up with."""
    gray = image.convert("L").resize((16, image.height), Image.Resampling.BOX)
    rows = [gray.crop((0, y, 16, y + 1)).tobytes() for y in range(image.height)]
    last = rows[-1]
    if len(set(last)) > 1:
        return 1.0
    filled = next((n for n, row in enumerate(reversed(rows)) if row != last), len(rows))
    return 1.0 - filled / len(rows)


def _extras(
    opened: ImageFile.ImageFile,
) -> tuple[bytes | None, bytes | None, Iptc | None, tuple[tuple[str, str], ...]]:
    """Return (exif, xmp, iptc, comments) as they lie in the file."""
    from PIL import IptcImagePlugin

    exif, xmp = opened.info.get("exif"), opened.info.get("xmp")
    if not isinstance(exif, bytes):
        try:
            exif = opened.getexif().tobytes() or None
        except DECODER_FAULTS:
            exif = None
    try:
        iptc = IptcImagePlugin.getiptcinfo(opened)
    except DECODER_FAULTS:
        iptc = None
    comments = tuple(
        (str(key), value) for key, value in opened.info.items() if isinstance(value, str)
    )
    if isinstance(xmp, str):
        xmp = xmp.encode()
    return exif, xmp if isinstance(xmp, bytes) else None, iptc, comments
