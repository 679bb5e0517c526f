"""Draw a ranking as one picture: sketches, then thumbnails in a grid with rank, name and band."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps

from visret_desktop.engine.messages import Hit, SketchReady
from visret_desktop.library.photos.drawn_mark import drawn_file

_PICTURE = (240, 180)
_GAP = 16
_LABEL = 48
_HEADLINE = 56
_COLUMNS = 5
_BACKGROUND = (250, 250, 250)
_INK = (30, 30, 30)
_FAINT = (120, 120, 120)
_SKETCH_INK = (110, 60, 140)
_BAND_INK = {"confident": (20, 110, 60), "maybe": (150, 95, 0), "weak": _FAINT}
_ELLIPSIS = "…"

Thumbnail = Callable[[str], bytes | None]
_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def sheet_file(
    suffix: str,
    query: str,
    hits: Sequence[Hit],
    thumbnail: Thumbnail,
    sketches: Sequence[SketchReady] = (),
) -> bytes:
    """Return the contact sheet of `hits` as a .png or .jpg file, marked as not a photo.

    `thumbnail` maps a content hash to JPEG bytes.
    """
    return drawn_file(draw_sheet(query, hits, thumbnail, sketches), suffix)


def draw_sheet(
    query: str,
    hits: Sequence[Hit],
    thumbnail: Thumbnail,
    sketches: Sequence[SketchReady] = (),
) -> Image.Image:
    """Return the contact sheet: the query, the sketches of it if any, then the hits row by row."""
    columns = max(1, min(_COLUMNS, max(len(hits), len(sketches))))
    cell = (_PICTURE[0] + _GAP, _PICTURE[1] + _LABEL + _GAP)
    sketch_rows, hit_rows = -(-len(sketches) // columns), -(-len(hits) // columns)
    width = max(columns * cell[0] + _GAP, 3 * cell[0])
    height = _HEADLINE + (sketch_rows + hit_rows) * cell[1] + _GAP
    sheet = Image.new("RGB", (width, height), _BACKGROUND)
    draw = ImageDraw.Draw(sheet)
    headline = _font(22)
    draw.text((_GAP, _GAP), _fit(query, headline, width - 2 * _GAP), _INK, headline)
    corners = [
        (_GAP + number % columns * cell[0], _HEADLINE + number // columns * cell[1])
        for number in range((sketch_rows + hit_rows) * columns)
    ]
    for corner, sketch in zip(corners, sketches, strict=False):
        _draw_picture(sheet, corner, _bytes_of(sketch.path), is_enlarged=True)
        _draw_sketch_label(draw, (corner[0], corner[1] + _PICTURE[1] + 5), sketch)
    for (left, top), hit in zip(corners[sketch_rows * columns :], hits, strict=False):
        _draw_picture(sheet, (left, top), thumbnail(hit.content_hash))
        _draw_label(draw, (left, top + _PICTURE[1] + 5), hit)
    return sheet


def _bytes_of(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except OSError:  # evicted from the cache meanwhile
        return None


def _draw_sketch_label(
    draw: ImageDraw.ImageDraw, corner: tuple[int, int], sketch: SketchReady
) -> None:
    left, top = corner
    font = _font(15)
    draw.text((left, top), f"{sketch.name}  generated sketch, no photo", _SKETCH_INK, font)
    draw.text((left, top + 20), _fit(sketch.instruction, font, _PICTURE[0]), _FAINT, font)


def _draw_picture(
    sheet: Image.Image, corner: tuple[int, int], jpeg: bytes | None, *, is_enlarged: bool = False
) -> None:
    left, top = corner
    if jpeg is None:
        box = (left, top, left + _PICTURE[0], top + _PICTURE[1])
        ImageDraw.Draw(sheet).rectangle(box, outline=_FAINT)
        return
    with Image.open(BytesIO(jpeg)) as opened:
        picture = opened.convert("RGB")
    if is_enlarged:
        picture = ImageOps.contain(picture, _PICTURE, Image.Resampling.BICUBIC)
    picture.thumbnail(_PICTURE, Image.Resampling.LANCZOS)
    # Centered, standing on the label, so that portraits and panoramas line up.
    sheet.paste(
        picture, (left + (_PICTURE[0] - picture.width) // 2, top + _PICTURE[1] - picture.height)
    )


def _draw_label(draw: ImageDraw.ImageDraw, corner: tuple[int, int], hit: Hit) -> None:
    left, top = corner
    font = _font(15)
    name = _fit(f"{hit.rank}  {hit.name}", font, _PICTURE[0])
    draw.text((left, top), name, _INK, font)
    band = f"{hit.band}  {hit.score:.3f}" + ("" if hit.online else "  offline")
    draw.text((left, top + 20), band, _BAND_INK.get(hit.band, _FAINT), font)


def _font(size: int) -> _Font:
    """Return a font that knows many scripts where the system has one, else Pillow's own."""
    for name in ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "segoeui.ttf"):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def _fit(text: str, font: _Font, width: int) -> str:
    """Shorten text in its middle, where file names differ least, until it fits."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    if font.getlength(text) <= width:
        return text
    kept = len(text)
    while kept > 2:
        kept -= 1
        short = text[: (kept + 1) // 2] + _ELLIPSIS + text[len(text) - kept // 2 :]
        if font.getlength(short) <= width:
            return short
    return _ELLIPSIS
