"""How a sketch is written to disk so that nobody takes it for a photograph.

A mark in its corner says it to people, PNG text and XMP say it to programs: `DigitalSourceType` is
the vocabulary of the IPTC for where a picture comes from, which photo programs read.
"""

from html import escape
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from visret_desktop import __version__
from visret_desktop.library.photos import sketch_tag

README = """\
These pictures are sketches. The program made them from what somebody searched for, to find photos
that look like them. They are not photographs and show nothing that ever was. Each has a mark in its
corner, and its metadata says what it was made from and by which model.

The folder is a cache: it may be deleted at any time, and it is never indexed. The .json files
beside the pictures are their vectors.
"""
_SOURCE_TYPE = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
_XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:dc="http://purl.org/dc/elements/1.1/">
   <Iptc4xmpExt:DigitalSourceType>{source}</Iptc4xmpExt:DigitalSourceType>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt></dc:description>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
# "AI" in pixels, because no font is readable on a picture of 64 pixels.
_LETTERS = np.array(
    [[pixel == "#" for pixel in row] for row in (".#..#", "#.#.#", "###.#", "#.#.#", "#.#.#")]
)
_PIXELS_PER_MARK_PIXEL = 96  # of the picture's shorter side
# Of 512 pixels: 12 ms, and 70 at the usual 6 for a file that is a sixth smaller; somebody waits.
_COMPRESSION = 1


def sketch_png(picture: Image.Image, instruction: str, seed: int, model: str) -> bytes:
    """Return an RGB picture as a marked PNG that says what it is and what it was made from."""
    text = PngInfo()
    text.add_text("Software", f"visret {__version__}")
    text.add_text(sketch_tag.KEY, sketch_tag.SKETCH)
    text.add_text("Instruction", _plain(instruction))
    text.add_text("Seed", str(seed))
    text.add_text("Model", model)
    description = escape(f"{sketch_tag.SKETCH}: {_plain(instruction)}", quote=False)
    xmp = _XMP.format(source=_SOURCE_TYPE, text=description)
    text.add_itxt("XML:com.adobe.xmp", xmp)
    return _png(marked(picture), text)


def check_whole(path: Path) -> None:
    """Compare the checksums that are in a sketch's file with its bytes.

    Raises:
        OSError: it is damaged.
    """
    try:
        with Image.open(path, formats=["PNG"]) as picture:
            picture.verify()
    except OSError:
        raise
    except Exception as error:  # of damaged chunks the decoder raises about anything
        raise OSError(f"{path.name} is damaged: {error}") from error


def is_by(path: Path, model: str) -> bool:
    """Tell whether a sketch was made by `model`, of any version."""
    try:
        with Image.open(path, formats=["PNG"]) as picture:
            return str(picture.info.get("Model", "")).startswith(f"{model}-")
    except (OSError, SyntaxError, ValueError):  # damaged: nobody can tell
        return False


def preview_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return what a sketch looks like before it is done, uint8 (h, w, 3), as a PNG."""
    text = PngInfo()
    text.add_text(sketch_tag.KEY, sketch_tag.SKETCH)
    return _png(Image.fromarray(pixels), text)


def marked(picture: Image.Image) -> Image.Image:
    """Return a copy with the mark in its lower right corner."""
    copy = picture.convert("RGB")
    mark = _mark(max(1, min(copy.size) // _PIXELS_PER_MARK_PIXEL))
    copy.paste(mark, (copy.width - mark.width, copy.height - mark.height))
    return copy


def _mark(scale: int) -> Image.Image:
    """Return white letters on black, with a border of one of their pixels."""
    levels = np.pad(_LETTERS, 1).astype(np.uint8) * 255
    return Image.fromarray(levels.repeat(scale, 0).repeat(scale, 1)).convert("RGB")


def _plain(text: str) -> str:
    """Return text that PNG and XML can hold: no halves of characters, no control characters."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else " " for letter in whole)


def _png(picture: Image.Image, text: PngInfo) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG", pnginfo=text, compress_level=_COMPRESSION)
    return buffer.getvalue()
