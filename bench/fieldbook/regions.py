"""Where a picture shows each animal and its parts: truth for questions and boxes.

Each animal is drawn once more, alone on a transparent picture, at the same place and with the same
random numbers, its parts in red, green and blue and all else in black.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage, QPainter

from visret_desktop.fieldbook.drawing import Canvas, Look, Paint
from visret_desktop.fieldbook.render import DRAWERS, render
from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.world import SPECIES

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
_CHANNELS = ("#ff0000", "#00ff00", "#0000ff")
_LEAST, _MOST = 100, 110  # of 255: what a channel has where its part shows, and the others have not


@dataclass(frozen=True)
class Shown:
    """One animal: boolean masks (height, width) of all of it and of each part that shows."""

    whole: Mask
    parts: dict[str, Mask]


class _Part(str):
    """A color that remembers which part of an animal has it."""

    part: str

    def __new__(cls, color: str, part: str) -> "_Part":
        made = super().__new__(cls, color)
        made.part = part
        return made


class _MarkingCanvas(Canvas):
    """Paints the parts in `marks` in their mark's color and everything else in black."""

    marks: dict[str, str]

    def color(self, name: Paint, factor: float = 1.0) -> QColor:
        if isinstance(name, QColor):
            return QColor(name)
        super().color(name)  # takes the same random numbers
        return QColor(self.marks.get(name.part, "black") if isinstance(name, _Part) else "black")


def render_shown(
    spec: Spec,
    width: int,
    height: int | None = None,
    look: Look | None = None,
    parts: Sequence[str] = (),
) -> tuple[Picture, list[Shown]]:
    """Return the picture that `render` draws, and what it shows of each animal and these parts.

    `parts` are keys of the look that hold colors.
    """
    look = look or SPECIES[spec.species]
    marked = look | {part: _Part(look[part], part) for part in parts}
    usual = DRAWERS[spec.group]
    found: list[Shown] = []

    def draw_and_look(canvas: Canvas, look: Look, view: str) -> None:
        before = Canvas(canvas.painter, Random())
        before.random.setstate(canvas.random.getstate())
        before.jitter = dict(canvas.jitter)
        usual(canvas, look, view)
        masks: dict[str, Mask] = {}
        for start in range(0, max(1, len(parts)), len(_CHANNELS)):
            marks = dict(zip(parts[start:], _CHANNELS, strict=False))
            layer = _layer(before, marks, lambda again: usual(again, look, view))
            masks |= {part: _is_marked(layer, mark) for part, mark in marks.items()}
        whole = layer[..., 3] > _MOST
        found.append(Shown(whole, {part: mask for part, mask in masks.items() if mask.any()}))

    return render(spec, width, height, marked, draw_and_look), found


def _layer(before: Canvas, marks: dict[str, str], draw: Callable[[Canvas], None]) -> Picture:
    """Draw one animal alone; return blue, green, red and opacity (height, width, 4)."""
    device = before.painter.device()
    image = QImage(device.width(), device.height(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(before.painter.combinedTransform())
    canvas = _MarkingCanvas(painter, Random())
    canvas.random.setstate(before.random.getstate())
    canvas.jitter, canvas.marks = dict(before.jitter), marks
    draw(canvas)
    painter.end()
    bits = np.frombuffer(image.constBits(), np.uint8)
    return bits.reshape(image.height(), image.width(), 4).copy()  # the image goes


def _is_marked(layer: Picture, mark: str) -> Mask:
    channel = 2 - _CHANNELS.index(mark)
    others = [number for number in range(3) if number != channel]
    return (layer[..., channel] > _MOST) & (layer[..., others] < _LEAST).all(-1)
