"""Letters in drawn sheets."""

from functools import cache

from PIL import ImageFont

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
