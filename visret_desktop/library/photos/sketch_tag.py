"""The mark inside a picture file that visret drew it, so that it is never taken for a photo.

It is a text near the beginning of the file: a text chunk of a PNG, a comment of a JPEG. Photo
programs that change a sketch often keep its XMP, which has the same words.
"""

from io import BytesIO
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from visret_desktop.sentences import sentence

KEY = "Synthetic"
SKETCH = "generated sketch, not a photograph"
DRAWN = "drawn by visret, not a photograph"
SENTENCE = sentence("This is a picture that visret drew, such as a sketch, and not a photo.")
_MARKS = (
    *(f"{KEY}\0{words}".encode() for words in (SKETCH, DRAWN)),
    f'"x-default">{SKETCH}'.encode(),
)
_FAR_ENOUGH = 65_536


def is_drawn(data: bytes) -> bool:
    """Return whether the bytes of a file say that visret drew it."""
    head = data[:_FAR_ENOUGH]
    return any(mark in head for mark in _MARKS)


def drawn_file(picture: Image.Image, suffix: str) -> bytes:
    """Return a picture as a marked .png or .jpg file."""
    text = PngInfo()
    text.add_text(KEY, DRAWN)
    is_png = suffix.lower() == ".png"
    marked: dict[str, Any] = {"pnginfo": text} if is_png else {"comment": f"{KEY}\0{DRAWN}"}
    buffer = BytesIO()
    picture.save(buffer, "PNG" if is_png else "JPEG", **marked)
    return buffer.getvalue()
