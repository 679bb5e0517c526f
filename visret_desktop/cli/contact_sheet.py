"""Draw pictures in a grid, each with two lines below: a ranking with its sketches, or evidence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

from visret_desktop.engine.messages import Hit, SketchReady
from visret_desktop.exporters.contact_sheets import fitted, font_of
from visret_desktop.library.photos.sketch_tag import drawn_file

_PICTURE = (240, 180)
_GAP = 16
_LABEL = 48
_HEADLINE = 56
_SUBTITLE = 28
_COLUMNS = 5
_BACKGROUND = (250, 250, 250)
INK = (30, 30, 30)
FAINT = (120, 120, 120)
SKETCH_INK = (110, 60, 140)
_BAND_INK = {"confident": (20, 110, 60), "maybe": (150, 95, 0), "weak": FAINT}
_BOX_INK = (230, 90, 0)

Thumbnail = Callable[[str], bytes | None]
Ink = tuple[int, int, int]
_Corner = tuple[int, int]


@dataclass(frozen=True)
class SheetCell:
    """One picture of a sheet, with its lines below; `boxes` are in shares of the picture."""

    picture: bytes | None  # None: an empty frame
    lines: Sequence[tuple[str, Ink]]
    boxes: Sequence[tuple[float, float, float, float]] = ()
    is_enlarged: bool = False


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
    cells = [_hit_cell(hit, thumbnail) for hit in hits]
    return draw_cells([query], [_sketch_cell(sketch) for sketch in sketches], cells)


def draw_cells(headlines: Sequence[str], *groups: Sequence[SheetCell]) -> Image.Image:
    """Return a picture of cells, each group beginning on a line of its own, below headlines."""
    columns = max(1, min(_COLUMNS, max(map(len, groups), default=0)))
    cell = (_PICTURE[0] + _GAP, _PICTURE[1] + _LABEL + _GAP)
    rows = [list(group[n : n + columns]) for group in groups for n in range(0, len(group), columns)]
    width = max(columns * cell[0] + _GAP, 3 * cell[0])
    top = _HEADLINE + (len(headlines) - 1) * _SUBTITLE
    sheet = Image.new("RGB", (width, top + len(rows) * cell[1] + _GAP), _BACKGROUND)
    draw = ImageDraw.Draw(sheet)
    for number, headline in enumerate(headlines):
        font = font_of(18 if number else 22)
        place = (_GAP, _GAP + number * _SUBTITLE)
        draw.text(place, fitted(headline, font, width - 2 * _GAP), INK, font)
    for number, row in enumerate(rows):
        for column, one in enumerate(row):
            _draw_cell(sheet, (_GAP + column * cell[0], top + number * cell[1]), one)
    return sheet


def _hit_cell(hit: Hit, thumbnail: Thumbnail) -> SheetCell:
    band = f"{hit.band}  {hit.score:.3f}" + ("" if hit.online else "  offline")
    lines = ((f"{hit.rank}  {hit.name}", INK), (band, _BAND_INK.get(hit.band, FAINT)))
    return SheetCell(thumbnail(hit.content_hash), lines)


def _sketch_cell(sketch: SketchReady) -> SheetCell:
    lines = (
        (f"{sketch.name}  generated sketch, no photo", SKETCH_INK),
        (sketch.instruction, FAINT),
    )
    return SheetCell(bytes_of(sketch.path), lines, is_enlarged=True)


def bytes_of(path: str) -> bytes | None:
    """Return what is in a file of the cache; None where it was evicted meanwhile."""
    try:
        return Path(path).read_bytes()
    except OSError:
        return None


def _draw_cell(sheet: Image.Image, corner: _Corner, cell: SheetCell) -> None:
    left, top = corner
    draw = ImageDraw.Draw(sheet)
    if cell.picture is None:
        frame = (left, top, left + _PICTURE[0], top + _PICTURE[1])
        draw.rectangle(frame, outline=FAINT)
    else:
        _draw_picture(sheet, corner, cell.picture, cell)
    font = font_of(15)
    for number, (line, ink) in enumerate(cell.lines):
        place = (left, top + _PICTURE[1] + 5 + 20 * number)
        draw.text(place, fitted(line, font, _PICTURE[0]), ink, font)


def _draw_picture(sheet: Image.Image, corner: _Corner, encoded: bytes, cell: SheetCell) -> None:
    with Image.open(BytesIO(encoded)) as opened:
        picture = opened.convert("RGB")
    if cell.is_enlarged:
        picture = ImageOps.contain(picture, _PICTURE, Image.Resampling.BICUBIC)
    picture.thumbnail(_PICTURE, Image.Resampling.LANCZOS)
    _draw_boxes(picture, cell)
    # Centered, standing on the label, so that portraits and panoramas line up.
    left, top = corner
    sheet.paste(
        picture, (left + (_PICTURE[0] - picture.width) // 2, top + _PICTURE[1] - picture.height)
    )


def _draw_boxes(picture: Image.Image, cell: SheetCell) -> None:
    draw = ImageDraw.Draw(picture)
    right, bottom = picture.width - 1, picture.height - 1
    for box in cell.boxes:
        shares = zip(box, (right, bottom, right, bottom), strict=True)
        x0, y0, x1, y1 = (round(min(1.0, max(0.0, share)) * most) for share, most in shares)
        draw.rectangle((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), None, _BOX_INK, 2)
