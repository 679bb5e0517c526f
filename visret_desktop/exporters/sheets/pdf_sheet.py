"""A contact sheet to print: A4 pages with twenty photos each, drawn here."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageDraw

from visret_desktop.exporters.exporter import Export, ExportTarget, Report
from visret_desktop.exporters.photos import outgoing
from visret_desktop.exporters.sheets.labels import (
    NO_THUMBNAIL,
    Tags,
    names_of,
    stars_of,
    time_of,
)
from visret_desktop.exporters.sheets.lettering import fitted, font_of, wrapped
from visret_desktop.exporters.sheets.pdf_file import PdfFile
from visret_desktop.library.records import Photo

_NO_TITLE = "Photos"
_DPI = 200
_PAGE = (1654, 2339)  # A4 in pixels
_MARGIN, _HEAD = 110, 200
_COLUMNS, _ROWS = 4, 5
_GAP = 26
_LINE = 30  # of text
_LINES = 4
_PICTURE = (340, 250)
_INK, _FAINT, _PAPER = (25, 25, 25), (110, 110, 110), (255, 255, 255)
_QUALITY = 88
_Cell = tuple[Photo, str, bytes | None]  # with its tags, and its small picture


def write(export: Export, place: ExportTarget, report: Report) -> Iterator[int]:
    """Write a sheet with all photos, those that are offline by their thumbnails."""
    title = export.choices.title or _NO_TITLE
    total = len(export.photo_ids)
    pages = max(1, -(-total // (_COLUMNS * _ROWS)))
    with place.file() as out:
        pdf = PdfFile(out, title)
        tags = Tags(export)
        page: list[_Cell] = []
        done = number = 0
        for done, one in enumerate(outgoing(export, report, names_places=False), 1):
            jpeg = export.thumbnail(one.source.content_hash)
            if jpeg is None:
                report.note(NO_THUMBNAIL, one.photo.name)
            report.count()
            page.append((one.photo, ", ".join(tags.of(one.photo)), jpeg))
            if len(page) == _COLUMNS * _ROWS:
                number += 1
                if not place.is_dry:
                    pdf.add_page(_drawn(title, f"{number} / {pages}", page), _PAGE, _DPI)
                page = []
            yield done
        if (page or not number) and not place.is_dry:
            pdf.add_page(_drawn(title, f"{number + 1} / {pages}", page), _PAGE, _DPI)
        pdf.end()


def _drawn(title: str, number: str, photos: list[_Cell]) -> bytes:
    """Return a page as JPEG."""
    page = Image.new("RGB", _PAGE, _PAPER)
    draw = ImageDraw.Draw(page)
    large, small = font_of(40), font_of(24)
    right = _PAGE[0] - _MARGIN
    width = int(small.getlength(number))
    draw.text((right - width, _MARGIN), number, _FAINT, small)
    room = right - _MARGIN - width - _GAP
    draw.text((_MARGIN, _MARGIN - 10), fitted(title, large, room), _INK, large)
    for place, cell in enumerate(photos):
        row, column = divmod(place, _COLUMNS)
        left = _MARGIN + column * (_PICTURE[0] + _GAP)
        top = _HEAD + row * (_PICTURE[1] + _LINES * _LINE + 2 * _GAP)
        _draw_photo(page, (left, top), cell)
    buffer = BytesIO()
    page.save(buffer, "JPEG", quality=_QUALITY, dpi=(_DPI, _DPI))
    return buffer.getvalue()


def _draw_photo(page: Image.Image, corner: tuple[int, int], cell: _Cell) -> None:
    photo, tags, jpeg = cell
    left, top = corner
    draw = ImageDraw.Draw(page)
    bottom = top + _PICTURE[1]
    if jpeg is None:
        draw.rectangle((left, top, left + _PICTURE[0], bottom), outline=_FAINT)
    else:
        with Image.open(BytesIO(jpeg), formats=["JPEG"]) as opened:
            picture = opened.convert("RGB")
        picture.thumbnail(_PICTURE, Image.Resampling.LANCZOS)
        page.paste(picture, (left + (_PICTURE[0] - picture.width) // 2, bottom - picture.height))
    font = font_of(24)
    words = ", ".join(names_of(photo)) or photo.metadata.title or tags
    when = "  ".join(part for part in (time_of(photo), stars_of(photo)) if part)
    lines = [(words, _INK), (photo.name, _INK if not words else _FAINT), (when, _FAINT)]
    told = [(text, ink) for text, ink in lines if text]
    number = 0
    for later, (text, ink) in zip(reversed(range(len(told))), told, strict=True):
        for line in wrapped(text, font, _PICTURE[0], min(2, _LINES - later - number)):
            draw.text((left, bottom + 8 + number * _LINE), line, ink, font)
            number += 1
