"""Letters in drawn sheets."""

from functools import cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_ELLIPSIS = "…"


@cache
def font_of(size: int) -> Font:
    """Return a font that knows many scripts where the system has one, else Pillow's own."""
    for name in ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "segoeui.ttf"):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def fitted(text: str, font: Font, width: int) -> str:
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
