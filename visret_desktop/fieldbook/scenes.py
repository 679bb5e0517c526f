"""Draw what is around the animals: a habitat in its light, haze and rain."""

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from visret_desktop.fieldbook.drawing import Canvas, mix

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
    _draw_open_water(painter, habitat, stream)
    _draw_bed(painter, habitat, stream)
    _ON_THE_BED[habitat](painter, stream)
    painter.setPen(QPen(QColor(255, 255, 255, 120), 0.006))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(5):
        size = stream.uniform(0.008, 0.02)
        painter.drawEllipse(QPointF(stream.uniform(0, 1), stream.uniform(0, 0.8)), size, size)


def _draw_open_water(painter: QPainter, habitat: str, stream: Random) -> None:
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
