"""Draw the habitats on land: sky, horizon, ground."""

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from visret_desktop.fieldbook.drawing import Canvas

GROUND = {
    "meadow": "#7db34e",
    "pond": "#5a9cb8",
    "forest": "#4d6b38",
    "snow": "#eaf1f6",
    "rocks": "#9a938a",
    "dunes": "#e2c68a",
}
_SKY = {
    "day": ("#8fc6ee", "#e6f3fa"),
    "dusk": ("#e88a5c", "#f8d49a"),
    "night": ("#141c44", "#38457e"),
}
_Draw = Callable[[QPainter, float, Random], None]  # painter, horizon, stream


def draw_land(canvas: Canvas, habitat: str, light: str, horizon: float, stream: Random) -> None:
    """Draw the sky, the horizon, the ground and what is on it."""
    painter = canvas.painter
    painter.setPen(Qt.PenStyle.NoPen)
    gradient = QLinearGradient(0, 0, 0, horizon)
    for place, color in enumerate(_SKY[light]):
        gradient.setColorAt(place, QColor(color))
    painter.fillRect(QRectF(0, 0, 1, 1), QBrush(gradient))
    _IN_THE_SKY[light](painter, horizon, stream)
    if habitat in _AT_THE_HORIZON:
        _AT_THE_HORIZON[habitat](painter, horizon, stream)
    _draw_ground(painter, QColor(GROUND[habitat]), horizon, stream)
    if habitat in _ON_THE_GROUND:
        _ON_THE_GROUND[habitat](painter, horizon, stream)


# ---- sky ------------------------------------------------------------------------------------


def _draw_cloud(painter: QPainter, horizon: float, stream: Random) -> None:
    if stream.random() >= 0.6:
        return
    painter.setBrush(QColor(255, 255, 255, 170))
    x, y = stream.uniform(0.1, 0.9), stream.uniform(0.08, 0.2)
    for dx in (-0.07, 0, 0.07):
        painter.drawEllipse(QPointF(x + dx, y + abs(dx) * 0.3), 0.08, 0.04)


def _draw_sun(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setBrush(QColor("#fff0b8"))
    painter.drawEllipse(QPointF(stream.uniform(0.1, 0.9), horizon - 0.04), 0.08, 0.08)


def _draw_moon_and_stars(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setBrush(QColor("#f4f0d0"))
    size = stream.uniform(0.03, 0.06)
    painter.drawEllipse(QPointF(stream.uniform(0.1, 0.9), stream.uniform(0.08, 0.2)), size, size)
    for _ in range(10):
        star = QPointF(stream.uniform(0, 1), stream.uniform(0, 0.35))
        painter.drawEllipse(star, 0.005, 0.005)


_IN_THE_SKY: dict[str, _Draw] = {
    "day": _draw_cloud,
    "dusk": _draw_sun,
    "night": _draw_moon_and_stars,
}

# ---- horizon --------------------------------------------------------------------------------


def _draw_trees(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.fillRect(QRectF(0, 0, 1, 1), QColor(38, 74, 40, 150))
    for _ in range(6):
        x = stream.uniform(0, 1)
        trunk = QRectF(x, 0, stream.uniform(0.04, 0.09), horizon + 0.1)
        painter.fillRect(trunk, QColor(stream.choice(["#4a3624", "#5c4630", "#3c2e20"])))
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(7):
        painter.setBrush(QColor(stream.choice(["#3c6b34", "#2f5a2c", "#55803f"])))
        crown = QPointF(stream.uniform(0, 1), stream.uniform(-0.05, 0.12))
        painter.drawEllipse(crown, 0.17, 0.1)


def _hills(color: str) -> _Draw:
    def draw(painter: QPainter, horizon: float, stream: Random) -> None:
        painter.setBrush(QColor(color).darker(118))
        hills = QPainterPath()
        hills.moveTo(0, horizon)
        left = horizon - stream.uniform(0.05, 0.18)
        hills.cubicTo(0.3, left, 0.6, horizon + 0.05, 1, horizon - stream.uniform(0, 0.15))
        hills.lineTo(1, 1)
        hills.lineTo(0, 1)
        painter.drawPath(hills)

    return draw


def _draw_firs(painter: QPainter, horizon: float, stream: Random) -> None:
    for _ in range(5):
        x = stream.uniform(0, 1)
        size = stream.uniform(0.1, 0.2)
        painter.setBrush(QColor("#47685c"))
        for tier in range(3):
            y, half = horizon - size * 0.5 * tier, size * (0.55 - tier * 0.13)
            corners = [QPointF(x - half, y), QPointF(x + half, y), QPointF(x, y - size * 0.8)]
            painter.drawPolygon(QPolygonF(corners))


def _draw_mountains(painter: QPainter, horizon: float, stream: Random) -> None:
    for _ in range(4):
        x = stream.uniform(-0.1, 1)
        size = stream.uniform(0.15, 0.35)
        painter.setBrush(QColor(stream.choice(["#7a746e", "#8b857c", "#68645f"])))
        corners = [
            QPointF(x - size, horizon + 0.02),
            QPointF(x - size * 0.2, horizon - size * 0.8),
            QPointF(x + size * 0.4, horizon - size * 0.5),
            QPointF(x + size, horizon + 0.02),
        ]
        painter.drawPolygon(QPolygonF(corners))


_AT_THE_HORIZON: dict[str, _Draw] = {
    "forest": _draw_trees,
    "meadow": _hills(GROUND["meadow"]),
    "dunes": _hills(GROUND["dunes"]),
    "snow": _draw_firs,
    "rocks": _draw_mountains,
}

# ---- ground ---------------------------------------------------------------------------------


def _draw_ground(painter: QPainter, color: QColor, horizon: float, stream: Random) -> None:
    gradient = QLinearGradient(0, horizon, 0, 1)
    gradient.setColorAt(0, color)
    gradient.setColorAt(1, color.darker(128))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(gradient))
    ground = QPainterPath()
    ground.moveTo(0, horizon)
    ground.quadTo(0.5, horizon + stream.uniform(-0.06, 0.06), 1, horizon)
    ground.lineTo(1, 1)
    ground.lineTo(0, 1)
    painter.drawPath(ground)


def _draw_grass(painter: QPainter, horizon: float, stream: Random) -> None:
    for _ in range(16):
        x = stream.uniform(0, 1)
        y = stream.uniform(horizon + 0.05, 1)
        painter.setPen(QPen(QColor(stream.choice(["#5c9438", "#8cc25c", "#4a8030"])), 0.012))
        tip = QPointF(x + stream.uniform(-0.03, 0.03), y - stream.uniform(0.04, 0.1))
        painter.drawLine(QPointF(x, y), tip)
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(6):
        painter.setBrush(QColor(stream.choice(["#f7f0d8", "#f2d25a", "#e79ac0"])))
        place = QPointF(stream.uniform(0, 1), stream.uniform(horizon + 0.05, 1))
        painter.drawEllipse(place, 0.013, 0.013)


def _draw_water(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setPen(QPen(QColor(255, 255, 255, 110), 0.008))
    for _ in range(7):
        x = stream.uniform(0, 1)
        y = stream.uniform(horizon + 0.05, 1)
        painter.drawLine(QPointF(x, y), QPointF(x + stream.uniform(0.08, 0.2), y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#5f9a50"))
    for _ in range(3):
        leaf = QPointF(stream.uniform(0, 1), stream.uniform(horizon + 0.1, 1))
        painter.drawEllipse(leaf, 0.08, 0.03)
    for _ in range(5):
        _draw_reed(painter, horizon, stream)


def _draw_reed(painter: QPainter, horizon: float, stream: Random) -> None:
    x = stream.choice([stream.uniform(0, 0.2), stream.uniform(0.8, 1)])
    painter.setPen(QPen(QColor("#5b7a3a"), 0.014))
    painter.drawLine(QPointF(x, horizon + 0.15), QPointF(x + 0.02, horizon - 0.15))
    brown = QColor("#6a4426")
    painter.setPen(QPen(brown, 0.03, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(x + 0.02, horizon - 0.13), QPointF(x + 0.02, horizon - 0.08))


def _draw_stones(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setPen(QPen(QColor("#6a655e"), 0.006))
    for _ in range(9):
        painter.setBrush(QColor(stream.choice(["#857f77", "#a8a298", "#77726b"])))
        place = QPointF(stream.uniform(0, 1), stream.uniform(horizon + 0.05, 1))
        painter.drawEllipse(place, stream.uniform(0.03, 0.1), stream.uniform(0.02, 0.05))


def _draw_ripples(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#c9aa6c"), 0.01))
    for _ in range(5):
        y = stream.uniform(horizon + 0.06, 1)
        ripple = QPainterPath()
        ripple.moveTo(0, y)
        ripple.cubicTo(0.3, y - 0.05, 0.6, y + 0.05, 1, y - 0.02)
        painter.drawPath(ripple)


def _draw_fallen_leaves(painter: QPainter, horizon: float, stream: Random) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(14):
        painter.setBrush(QColor(stream.choice(["#6b5a34", "#8a6a3a", "#3f5c2e"])))
        place = QPointF(stream.uniform(0, 1), stream.uniform(horizon, 1))
        painter.drawEllipse(place, 0.03, 0.015)


_ON_THE_GROUND: dict[str, _Draw] = {
    "meadow": _draw_grass,
    "pond": _draw_water,
    "rocks": _draw_stones,
    "dunes": _draw_ripples,
    "forest": _draw_fallen_leaves,
}
