"""Contact sheets: an HTML file for browsers, and a PDF to print.

Below each photo are its names, tags, stars and time. Keywords that say where it was taken are left
out; titles and file names are printed as they are.

Each page is drawn as one picture, text included, with a font of the system. The file is written
page by page.
"""

import base64
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from html import escape
from io import BytesIO
from typing import BinaryIO

from PIL import Image, ImageDraw, ImageFont

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.obscuring import Aliases, Obscurer
from visret_desktop.exporters.photos import outgoing
from visret_desktop.library.records import LAST_CHANGE, Photo
from visret_desktop.sentences import form, visible

NO_THUMBNAIL = Lack(
    "no-thumbnail",
    form("1 photo has no small picture yet, so its frame stays empty."),
    form("{count:,} photos have no small picture yet, so their frames stay empty."),
)
_STAR, _REJECTED = "★", "✕"


def stars_of(photo: Photo) -> str:
    """Return the rating as signs."""
    rating = photo.rating or 0
    return _REJECTED if rating < 0 else _STAR * rating


def time_of(photo: Photo) -> str:
    """Return when a photo was taken, to the minute; "" where it does not say."""
    taken = (photo.metadata.taken_at or "")[:16].replace("T", " ")
    return f"{taken} (last change)" if photo.metadata.taken_from == LAST_CHANGE else taken


def names_of(photo: Photo) -> list[str]:
    """Return the accepted names: "Grey heron (Ardea cinerea)"."""
    names = [
        f"{accepted.common} ({accepted.name})" if accepted.common else accepted.name
        for accepted in photo.notes.names
    ]
    return list(dict.fromkeys(names))


class Tags:
    """Keywords and tags of photos as they stand on a sheet."""

    def __init__(self, export: Export) -> None:
        from visret_desktop.places.gazetteer import Gazetteer  # NumPy, and a second of reading

        aliases = Aliases(export.reader.export_secret())
        self._obscurer = Obscurer(Gazetteer.open(), 0.0, aliases)

    def of(self, photo: Photo) -> list[str]:
        """Return those that say no place, of paths the last part, each once, none for programs."""
        tags = self._obscurer.kept((*photo.metadata.keywords, *photo.notes.tags), photo, None)
        return list(dict.fromkeys(tag.rpartition("|")[2] for tag in tags if tag and "=" not in tag))


_NO_TITLE = "Photos"
_HIDDEN = re.compile("[\u200b\u2060\ufeff\u00ad]")  # signs without width
# Nothing may be fetched, and nothing can run.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 2rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
body > p { margin: 0 0 1.5rem; opacity: .7; }
main { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
figure { margin: 0; break-inside: avoid; }
.frame { align-items: end; aspect-ratio: 4 / 3; display: flex; justify-content: center; }
.empty { border: 1px solid; box-sizing: border-box; opacity: .4; }
img { max-height: 100%; max-width: 100%; }
figcaption { font-size: .85rem; line-height: 1.35; margin-top: .4rem; overflow-wrap: anywhere; }
figcaption span { display: block; }
.name { font-weight: 600; }
.plain { opacity: .7; }
.tags { -webkit-box-orient: vertical; -webkit-line-clamp: 3; display: -webkit-box !important;
  opacity: .7; overflow: hidden; }
"""


def write_html(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a sheet with all photos, those that are offline by their thumbnails."""
    with target.file() as out:
        title = export.choices.title or _NO_TITLE
        count = len(export.photo_ids)
        made = f"{count:,} photo{'' if count == 1 else 's'}, {date.today().isoformat()}"
        head = (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f'<meta name="viewport" content="width=device-width">\n'
            f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n"
            f"<h1>{_text(title)}</h1>\n<p>{_text(made)}</p>\n<main>\n"
        )
        out.write(head.encode())
        tags = Tags(export)
        for done, one in enumerate(outgoing(export, report, names_places=False), 1):
            jpeg = export.thumbnail(one.source.content_hash)
            if jpeg is None:
                report.note(NO_THUMBNAIL, one.photo.name)
            out.write(_figure(one.photo, tags.of(one.photo), jpeg).encode())
            report.count()
            yield done
        out.write(b"</main>\n</html>\n")


def _figure(photo: Photo, tags: list[str], jpeg: bytes | None) -> str:
    if jpeg is None:
        frame = '<div class="frame empty"></div>'
    else:
        content = base64.b64encode(jpeg).decode()
        frame = (
            f'<div class="frame"><img alt="{_text(photo.name)}" loading="lazy"'
            f' src="data:image/jpeg;base64,{content}"></div>'
        )
    lines = [
        ("name", ", ".join(names_of(photo)) or photo.metadata.title or ""),
        ("", photo.name),
        ("plain", " ".join(part for part in (time_of(photo), stars_of(photo)) if part)),
        ("tags", ", ".join(tags)),
    ]
    spans = "".join(f'<span class="{kind}">{_text(text)}</span>' for kind, text in lines if text)
    return f"<figure>{frame}<figcaption>{spans}</figcaption></figure>\n"


def _text(text: str) -> str:
    """Return a text as HTML: signs that turn or hide others, and what is no Unicode, as escapes."""
    shown = visible(text.encode("utf-8", "backslashreplace").decode())
    return escape(_HIDDEN.sub("", shown))


Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_ELLIPSIS = "…"
_BREAKS = (" ", "_", "-", ",", ".")  # after which a line may end


@cache
def font_of(size: int) -> Font:
    """Return a font that knows many scripts where the system has one, else Pillow's own."""
    for name in ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "segoeui.ttf"):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def wrapped(text: str, font: Font, width: int, most: int) -> list[str]:
    """Return text in lines of a width, broken as names are; what `most` lines lack is fitted."""
    text, lines = _printable(text), list[str]()
    while text and len(lines) < most - 1 and font.getlength(text) > width:
        ends = range(len(text), 1, -1)
        end = next((n for n in ends if font.getlength(text[:n]) <= width), 1)
        after = 1 + max(text.rfind(mark, end // 2, end) for mark in _BREAKS)
        end = after or end
        lines.append(fitted(text[:end].rstrip(), font, width))
        text = text[end:].lstrip()
    return [*lines, fitted(text, font, width)]


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def fitted(text: str, font: Font, width: int) -> str:
    """Shorten text in its middle, where file names differ least, until it fits."""
    text = _printable(text)
    if font.getlength(text) <= width:
        return text
    kept = len(text)
    while kept > 2:
        kept -= 1
        short = text[: (kept + 1) // 2] + _ELLIPSIS + text[len(text) - kept // 2 :]
        if font.getlength(short) <= width:
            return short
    return _ELLIPSIS


_PDF_HEAD = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
_CATALOG, _PAGES, _ABOUT = 1, 2, 3
_POINTS = 72  # in an inch


class PdfFile:
    """What is written of it so far, and where its objects begin."""

    def __init__(self, out: BinaryIO, title: str) -> None:
        self._out = out
        self._length = 0
        self._starts: dict[int, int] = {}
        self._pages: list[int] = []
        self._next = _ABOUT + 1
        self._write(_PDF_HEAD)
        coded = ("\ufeff" + title).encode("utf-16-be", "replace").hex().upper()
        self._object(_ABOUT, f"<< /Title <{coded}> /Producer (visret) >>".encode())

    def add_page(self, jpeg: bytes, pixels: tuple[int, int], dpi: int) -> None:
        """Add a page that a picture fills."""
        picture, drawing, page = self._next, self._next + 1, self._next + 2
        self._next += 3
        width, height = (side * _POINTS / dpi for side in pixels)
        self._stream(
            picture,
            f"/Type /XObject /Subtype /Image /Width {pixels[0]} /Height {pixels[1]} /ColorSpace"
            " /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
            jpeg,
        )
        self._stream(drawing, "", f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /P Do Q".encode())
        about = (
            f"<< /Type /Page /Parent {_PAGES} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}]"
            f" /Resources << /XObject << /P {picture} 0 R >> >> /Contents {drawing} 0 R >>"
        )
        self._object(page, about.encode())
        self._pages.append(page)

    def end(self) -> None:
        """Write what comes after the last page."""
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        count = len(self._pages)
        self._object(_PAGES, f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode())
        self._object(_CATALOG, f"<< /Type /Catalog /Pages {_PAGES} 0 R >>".encode())
        start = self._length
        self._write(f"xref\n0 {self._next}\n0000000000 65535 f \n".encode())
        for number in range(1, self._next):
            self._write(f"{self._starts[number]:010} 00000 n \n".encode())
        self._write(
            f"trailer\n<< /Size {self._next} /Root {_CATALOG} 0 R /Info {_ABOUT} 0 R >>\n"
            f"startxref\n{start}\n%%EOF\n".encode()
        )

    def _stream(self, number: int, about: str, content: bytes) -> None:
        head = f"<< {about} /Length {len(content)} >>\nstream\n".encode()
        self._object(number, head + content + b"\nendstream")

    def _object(self, number: int, content: bytes) -> None:
        self._starts[number] = self._length
        self._write(f"{number} 0 obj\n".encode() + content + b"\nendobj\n")

    def _write(self, content: bytes) -> None:
        self._out.write(content)
        self._length += len(content)


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


def write_pdf(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a sheet with all photos, those that are offline by their thumbnails."""
    title = export.choices.title or _NO_TITLE
    total = len(export.photo_ids)
    pages = max(1, -(-total // (_COLUMNS * _ROWS)))
    with target.file() as out:
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
                if not target.is_dry:
                    pdf.add_page(_drawn(title, f"{number} / {pages}", page), _PAGE, _DPI)
                page = []
            yield done
        if (page or not number) and not target.is_dry:
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
    drawn = [(text, ink) for text, ink in lines if text]
    number = 0
    for later, (text, ink) in zip(reversed(range(len(drawn))), drawn, strict=True):
        for line in wrapped(text, font, _PICTURE[0], min(2, _LINES - later - number)):
            draw.text((left, bottom + 8 + number * _LINE), line, ink, font)
            number += 1
