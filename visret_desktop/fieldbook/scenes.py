"""Draw what is around the animals: a habitat in its light, haze and rain."""

from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPen

from visret_desktop.fieldbook.drawing import Canvas, mix
from visret_desktop.fieldbook.land import GROUND, draw_land
from visret_desktop.fieldbook.sea import SEABED, draw_sea

_HAZE = {"fog": "#dfe4e6", "murky": "#7d7f4a", "rain": "#8b97a3"}
_BEHIND = {"fog": (205, 120), "murky": (120, 140), "rain": (110, 40)}  # opacity at top and bottom
_BEFORE = {"fog": (60, 80), "murky": (60, 60), "rain": (20, 0)}
_STREAKS = 26


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


def draw_haze(canvas: Canvas, weather: str) -> None:
    """Veil the scene behind the animals."""
    _veil(canvas, weather, _BEHIND)


def draw_weather(canvas: Canvas, weather: str, stream: Random) -> None:
    """Veil everything a little and let it rain."""
    _veil(canvas, weather, _BEFORE)
    if weather == "rain":
        _rain(canvas, stream)


def _veil(canvas: Canvas, weather: str, opacities: dict[str, tuple[int, int]]) -> None:
    if weather not in opacities:
        return
    gradient = QLinearGradient(0, 0, 0, 1)
    for place, opacity in enumerate(opacities[weather]):
        color = QColor(_HAZE[weather])
        color.setAlpha(opacity)
        gradient.setColorAt(place, color)
    canvas.painter.fillRect(QRectF(0, 0, 1, 1), QBrush(gradient))


def _rain(canvas: Canvas, stream: Random) -> None:
    pen = QPen(QColor(226, 236, 246, 150), 0.009, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    canvas.painter.setPen(pen)
    slant = stream.uniform(-0.05, 0.05)
    for _ in range(_STREAKS):
        x, y = stream.uniform(-0.05, 1.05), stream.uniform(-0.1, 1)
        length = stream.uniform(0.7, 1.2)
        canvas.painter.drawLine(QPointF(x, y), QPointF(x + slant * length, y + 0.11 * length))
    canvas.painter.setPen(Qt.PenStyle.NoPen)
