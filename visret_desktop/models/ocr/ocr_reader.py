"""Read the words that stand in a picture.

The weights are those of the package `rapidocr` (PP-OCRv6, small): one network shows where letters
are, the other reads a line of them. Nothing else of that package is used, nor loaded: it would
bring OpenCV, five times as large as the weights, and can fetch files from the network. OpenVINO
takes a third of the time that ONNX Runtime takes for them.

Networks see a bounded number of pixels, whatever the picture is like, so memory is bounded, too.
"""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop.errors import PackDamaged
from visret_desktop.models.ocr.text_regions import Rectangle, find_regions
from visret_desktop.ocr_lines import InscribedLine
from visret_desktop.sentences import sentence

SIDE = 1600  # pixels of the longer side from which lines are read
_FIRST_SIDE = 512  # in which letters are looked for
_SECOND_SIDE = 960  # in which they are looked for where some were read
_WORTH_IT = 1.25  # times as large a picture makes the second look find more
_BLOCK = 32  # the first network's sides are multiples of it
_HEIGHT = 48  # of the lines that the second network reads
_WIDTHS = 320  # their lengths are multiples of it
_MOST_WIDTH = 1600
_MOST_LINES = 200
_UPRIGHT = 1.5  # times as high as wide: the line runs upwards or downwards
_SURE = 0.7  # of the letters of a line, on average
_VERY_SURE = 0.9  # of lines with fewer than three letters, which leaves and fur look like
_FEW_LETTERS = 3
_DETECTOR, _RECOGNIZER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"

Pixels = npt.NDArray[np.float32]


class InscriptionReader:
    """Reads words on one thread. Not thread-safe."""

    def __init__(self) -> None:
        """Load both networks, in under a second.

        Raises:
            PackDamaged: the weights are not there, or cannot be used.
        """
        from visret_desktop.models.runtimes.openvino_runtime import compile_network, read_network

        try:
            folder = _weights()
            finding, reading = (read_network(folder / name) for name in (_DETECTOR, _RECOGNIZER))
            self._letters = _letters(reading)
            self._find = compile_network(finding, "fp32", threads=1)
            self._read = compile_network(reading, "fp32", threads=1)
        except (RuntimeError, OSError, ValueError) as error:
            reason = sentence(
                "what reads words in pictures cannot be loaded ({error})", error=str(error)[:200]
            )
            raise PackDamaged(name="rapidocr", reason=reason) from error

    def lines(self, picture: Image.Image) -> list[InscribedLine]:
        """Return the lines of an RGB picture, from the top down."""
        read = self._look(picture, _FIRST_SIDE)
        if read and max(picture.size) > _WORTH_IT * _FIRST_SIDE:
            read = self._look(picture, _SECOND_SIDE) or read
        return [
            InscribedLine(text, _shares(region, picture.width, picture.height))
            for text, region in read
        ]

    def _look(self, picture: Image.Image, side: int) -> list[tuple[str, Rectangle]]:
        regions = self._regions(picture, side)[:_MOST_LINES]
        lines = ((self._line(picture, region), region) for region in regions)
        return [(text, region) for text, region in lines if text]

    def _regions(self, picture: Image.Image, side: int) -> list[Rectangle]:
        """Return where letters are, by a copy of the picture whose sides are at most `side`."""
        share = min(1.0, side / max(picture.size))
        width, height = (_in_blocks(length * share, side) for length in picture.size)
        pixels = _normalized(picture.resize((width, height), Image.Resampling.BILINEAR))
        (heat,) = self._find({0: pixels[None]})
        regions = find_regions(heat[0, 0])
        return [one.scaled(picture.width / width, picture.height / height) for one in regions]

    def _line(self, picture: Image.Image, region: Rectangle) -> str:
        """Return what a line says; "" where it says nothing for sure."""
        line = _straightened(picture, region)
        turns = [90, 270] if line.height >= _UPRIGHT * line.width else [0]
        readings = [self._recognize(line.rotate(turn, expand=True)) for turn in turns]
        text, sureness = max(readings, key=lambda one: one[1])
        letters = sum(sign.isalnum() for sign in text)
        needed = _SURE if letters >= _FEW_LETTERS else _VERY_SURE
        return text.strip() if letters and sureness >= needed else ""

    def _recognize(self, line: Image.Image) -> tuple[str, float]:
        """Return the text of an upright line, and how sure each of its letters is on average."""
        width = min(max(1, round(line.width * _HEIGHT / line.height)), _MOST_WIDTH)
        pixels = _normalized(line.resize((width, _HEIGHT), Image.Resampling.BILINEAR))
        whole = -(-width // _WIDTHS) * _WIDTHS
        padded = np.pad(pixels, ((0, 0), (0, 0), (0, whole - width)))
        (chances,) = self._read({0: padded[None]})
        return _text_of(chances[0], self._letters)


def _text_of(chances: Pixels, letters: Sequence[str]) -> tuple[str, float]:
    """Return the text in float32 (steps, letters) chances, and how sure it is, 0 to 1.

    A letter that goes on over several steps is one; the first of all means none.
    """
    best = chances.argmax(axis=1)
    begins = np.diff(best, prepend=-1) != 0
    kept = np.flatnonzero(begins & (best != 0))
    if not len(kept):
        return "", 0.0
    text = "".join(letters[number] for number in best[kept])
    return text, float(chances[kept, best[kept]].mean())


def _straightened(picture: Image.Image, region: Rectangle) -> Image.Image:
    """Return what is in a region, upright, in the picture's own pixels."""
    width, height = (min(max(1, round(length)), SIDE) for length in (region.width, region.height))
    (ax, ay), (dx, dy) = region.along / width, region.down / height
    x, y = region.corner
    coefficients = (ax, dx, x, ay, dy, y)
    return picture.transform(
        (width, height), Image.Transform.AFFINE, coefficients, Image.Resampling.BICUBIC
    )


def _normalized(picture: Image.Image) -> Pixels:
    """Return float32 (3, height, width) from -1 to 1, blue first: so the networks learned."""
    pixels = np.asarray(picture, np.float32)[:, :, ::-1] / 127.5 - 1
    return np.ascontiguousarray(pixels.transpose(2, 0, 1))


def _in_blocks(length: float, most: int) -> int:
    return min(max(_BLOCK, round(length / _BLOCK) * _BLOCK), most)


def _shares(region: Rectangle, width: int, height: int) -> tuple[float, ...]:
    shares = np.clip(region.corners / (width, height), 0, 1).round(4)
    return tuple(shares.ravel().tolist())


def _weights() -> Path:
    """Return the folder of the weights; the package itself is not loaded.

    Raises:
        FileNotFoundError: it is not installed.
    """
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("the package rapidocr is not there")
    return Path(spec.submodule_search_locations[0]) / "models"


def _letters(model: Any) -> list[str]:
    """Return what the second network tells apart, as its file says: no letter, letters, a space."""
    from visret_desktop.models.runtimes.openvino_runtime import text_in

    return ["", *text_in(model, "framework", "character").splitlines(), " "]
