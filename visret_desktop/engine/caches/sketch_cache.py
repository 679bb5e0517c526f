"""Sketches on disk: marked pictures, and beside them their vectors by encoder.

The vector is of the picture without its mark, so it cannot be made from the file again: a sketch
counts as kept for an encoder only if both are there, and otherwise it is drawn anew, the same.

A file says that it is no photograph: by a mark in its corner to people, by PNG text and XMP to
programs. `DigitalSourceType` is the vocabulary of the IPTC for where a picture comes from.
"""

import hashlib
import json
import logging
import math
import os
import re
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from html import escape
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from visret_desktop import __version__, file_changes
from visret_desktop.engine.caches.small_files import write_bytes
from visret_desktop.errors import NotOurs
from visret_desktop.library.photos import sketch_tag
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.packs.manifest import Pack

_README = "README.txt"
_PREVIEWS = "previews"
_UNIT_TOLERANCE = 1e-3
_STALE_SECONDS = 3600.0
_SHARE_UNSEEN = 0.1  # of what may be kept, written before anybody looks how much there is
_KEY = re.compile(r"[0-9a-f]{32}")
_log = logging.getLogger(__name__)


def sketch_key(pack: Pack, instruction: str, seed: int) -> str:
    """Return what names a picture: it changes with all that determines the picture.

    The settings have steps, size, guidance, scheduler and template in them.
    """
    made_of = [pack.name, pack.digest, pack.settings, instruction, seed]
    return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()[:32]


class SketchCache:
    """The folder of sketches. Several processes may share it."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._folder = folder
        self._most_bytes = megabytes * 1_000_000
        self._room = 0  # bytes that may be written before `prune` has to look

    def path(self, key: str) -> Path:
        """Return where the picture is, or would be."""
        return self._folder / f"{key}.png"

    def vector(self, key: str, encoder: Encoder) -> Vectors | None:
        """Return the vector (d,) of a sketch that is kept with it, and note that it was used."""
        path = self._vector_path(key, encoder)
        try:
            vector = np.asarray(json.loads(path.read_bytes()), np.float32)
            for file in (path, self.path(key)):
                os.utime(file)  # what was not used for longest goes first
            check_whole(self.path(key))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, RecursionError) as error:
            _log.info("%s cannot be read (%s); drawing again", path, error)
            return None
        is_unit = vector.shape == (encoder.dimension,) and math.isclose(
            float(np.linalg.norm(vector)), 1.0, abs_tol=_UNIT_TOLERANCE
        )
        return vector if is_unit else None

    def keep(
        self,
        key: str,
        picture: Image.Image,
        vector: Vectors,
        encoder: Encoder,
        *,
        instruction: str,
        seed: int,
        model: str,
    ) -> Path | None:
        """Write a marked copy of `picture`, and its vector; return its path, None if it failed."""
        self._describe()
        png = sketch_png(picture, instruction, seed, model)
        is_kept = self.keep_vector(key, vector, encoder)
        return self.path(key) if self._write(self.path(key), png) and is_kept else None

    def keep_vector(self, key: str, vector: Vectors, encoder: Encoder) -> bool:
        """Write what an encoder makes of a sketch; tell whether that went well."""
        written = json.dumps([float(number) for number in vector]).encode()
        return self._write(self._vector_path(key, encoder), written)

    def prune(self) -> int:
        """Drop what was not used for longest until the rest fits; return how many sketches went.

        It looks at all files, and so only once there can be too many: other processes write, too.
        """
        if self._room > 0 or not file_changes.is_own(self._folder):
            return 0
        sizes: dict[str, int] = defaultdict(int)
        used: dict[str, float] = {}
        for key, status in self._files():
            sizes[key] += status.st_size
            used[key] = max(used.get(key, 0.0), status.st_mtime)
        excess = sum(sizes.values()) - self._most_bytes
        dropped = 0
        for key in sorted(used, key=lambda key: used[key]):
            if excess <= 0:
                break
            self._drop(key)
            excess -= sizes[key]
            dropped += 1
        self._room = min(-excess, int(_SHARE_UNSEEN * self._most_bytes))
        return dropped

    def forget(self, model: str) -> int:
        """Drop every sketch that a visualizer made, whatever its version; return how many."""
        names = {key for key, _ in self._files()}
        theirs = [key for key in names if is_by(self.path(key), model)]
        for key in theirs:
            self._drop(key)
        return len(theirs)

    def _drop(self, key: str) -> None:
        for path in self._folder.glob(f"{key}.*"):
            file_changes.remove(path)

    # ---- previews ---------------------------------------------------------------------------

    def write_preview(self, key: str, step: int, pixels: npt.NDArray[np.uint8]) -> str:
        """Write what a sketch looks like after `step`; return its path, "" if that failed."""
        path = self._folder / _PREVIEWS / f"{key}.{step}.png"
        self._describe()
        png = preview_png(pixels)
        return str(path) if write_bytes(path, png) else ""

    def drop_previews(self, keys: Collection[str]) -> None:
        """Forget the previews of sketches that are done, and any that nobody dropped."""
        long_ago = time.time() - _STALE_SECONDS
        for path in (self._folder / _PREVIEWS).glob("*"):
            try:
                if _key_of(path) in keys or path.stat().st_mtime < long_ago:
                    file_changes.remove(path)
            except (OSError, NotOurs) as error:  # somebody looks at it, or it is gone already
                _log.debug("%s stays: %s", path, error)

    # ---- files ------------------------------------------------------------------------------

    def _vector_path(self, key: str, encoder: Encoder) -> Path:
        return self._folder / f"{key}.{encoder.name}.json"

    def _write(self, path: Path, written: bytes) -> bool:
        self._room -= len(written)
        return write_bytes(path, written)

    def _describe(self) -> None:
        readme = self._folder / _README
        if not readme.exists():
            write_bytes(readme, README.encode())

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        if not self._folder.is_dir():
            return
        with os.scandir(self._folder) as entries:
            for entry in entries:
                key = _key_of(Path(entry.name))
                if not _KEY.fullmatch(key) or not entry.is_file():  # it is no file of ours
                    continue
                try:
                    yield key, entry.stat()
                except FileNotFoundError:  # another process dropped it meanwhile
                    continue


def _key_of(path: Path) -> str:
    return path.name.split(".", 1)[0]


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
