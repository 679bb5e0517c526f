"""Draw the habitats under water."""

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from visret_desktop.fieldbook.drawing import Canvas

SEABED = {"reef": "#e9d8a8", "kelp": "#4f7a60", "pebbles": "#a59c8e"}
_WATER = {
    "reef": ("#4fc4e0", "#2a86b8"),
    "kelp": ("#5cb890", "#1f6a5c"),
    "pebbles": ("#9cc8cc", "#5a8f9a"),
}


def draw_sea(canvas: Canvas, habitat: str, stream: Random) -> None:
    """Draw the water with rays of light, the seabed, what grows there, and bubbles."""
    painter = canvas.painter
    painter.setPen(Qt.PenStyle.NoPen)
    _draw_water(painter, habitat, stream)
    _draw_bed(painter, habitat, stream)
    _ON_THE_BED[habitat](painter, stream)
    painter.setPen(QPen(QColor(255, 255, 255, 120), 0.006))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(5):
        size = stream.uniform(0.008, 0.02)
        painter.drawEllipse(QPointF(stream.uniform(0, 1), stream.uniform(0, 0.8)), size, size)


def _draw_water(painter: QPainter, habitat: str, stream: Random) -> None:
    gradient = QLinearGradient(0, 0, 0, 1)
    for place, color in enumerate(_WATER[habitat]):
        gradient.setColorAt(place, QColor(color))
    painter.fillRect(QRectF(0, 0, 1, 1), QBrush(gradient))
    painter.setBrush(QColor(255, 255, 255, 26))
    for _ in range(3):
        x = stream.uniform(0, 1)
        ray = [QPointF(x, 0), QPointF(x + 0.1, 0), QPointF(x - 0.1, 1), QPointF(x - 0.3, 1)]
        painter.drawPolygon(QPolygonF(ray))


def _draw_bed(painter: QPainter, habitat: str, stream: Random) -> None:
    painter.setBrush(QColor(SEABED[habitat]))
    bed = QPainterPath()
    bed.moveTo(0, 0.85)
    bed.quadTo(stream.uniform(0.2, 0.5), stream.uniform(0.78, 0.88), 1, stream.uniform(0.82, 0.9))
    bed.lineTo(1, 1)
    bed.lineTo(0, 1)
    painter.drawPath(bed)


def _draw_corals(painter: QPainter, stream: Random) -> None:
    for _ in range(5):
        x = stream.uniform(0, 1)
        color = QColor(stream.choice(["#e8718a", "#f0a04b", "#b070d0"]))
        painter.setPen(QPen(color, 0.035, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for _branch in range(4):
            tip = QPointF(x + stream.uniform(-0.1, 0.1), stream.uniform(0.72, 0.88))
            painter.drawLine(QPointF(x, 0.98), tip)


def _draw_kelp(painter: QPainter, stream: Random) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(7):
        x = stream.uniform(0, 1)
        blade = QPainterPath()
        blade.moveTo(x, 1)
        tip = (x + stream.uniform(-0.08, 0.08), stream.uniform(0.0, 0.3))
        blade.cubicTo(x + 0.1, 0.7, x - 0.1, 0.4, *tip)
        width = stream.uniform(0.02, 0.04)
        color = QColor("#2f5a34")
        painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(blade)


def _draw_pebbles(painter: QPainter, stream: Random) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(22):
        painter.setBrush(QColor(stream.choice(["#8a8378", "#b8b0a2", "#6f7476", "#c9bfae"])))
        place = QPointF(stream.uniform(0, 1), stream.uniform(0.84, 1))
        painter.drawEllipse(place, stream.uniform(0.03, 0.07), stream.uniform(0.02, 0.04))


_ON_THE_BED: dict[str, Callable[[QPainter, Random], None]] = {
    "reef": _draw_corals,
    "kelp": _draw_kelp,
    "pebbles": _draw_pebbles,
}
