"""Draw the scene that animals stand in: a habitat in its light."""

from random import Random

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from visret_desktop.fieldbook.drawing import Canvas, mix
from visret_desktop.fieldbook.land import GROUND, draw_land
from visret_desktop.fieldbook.sea import SEABED, draw_sea


def draw_scene(canvas: Canvas, habitat: str, light: str, stream: Random, close: bool) -> None:
    """Draw habitat and light into the unit square; `close` adds what is out of focus."""
    horizon = stream.uniform(0.42, 0.6)
    if habitat in SEABED:
        draw_sea(canvas, habitat, stream)
    else:
        draw_land(canvas, habitat, light, horizon, stream)
    if close:
        _draw_bokeh(canvas, QColor(SEABED.get(habitat) or GROUND[habitat]), stream)
    canvas.painter.setPen(Qt.PenStyle.NoPen)


def _draw_bokeh(canvas: Canvas, ground: QColor, stream: Random) -> None:
    canvas.painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(5):
        color = mix(ground, QColor("white"), stream.uniform(0.1, 0.5))
        color.setAlpha(110)
        canvas.painter.setBrush(color)
        size = stream.uniform(0.07, 0.16)
        place = QPointF(stream.uniform(0, 1), stream.uniform(0, 1))
        canvas.painter.drawEllipse(place, size, size)
