"""Draws the picture of a spec: the same one each time, at any size."""

from collections.abc import Callable
from random import Random

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from visret_desktop.fieldbook.animals import draw_butterfly, draw_fish, draw_frog
from visret_desktop.fieldbook.birds import draw_bird
from visret_desktop.fieldbook.drawing import Canvas, Look
from visret_desktop.fieldbook.flowers import draw_flower
from visret_desktop.fieldbook.scenes import draw_haze, draw_scene, draw_weather
from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.world import MANY_VIEWS, SPECIES

Drawer = Callable[[Canvas, Look, str], None]  # draws one animal of that look in that view
DRAWERS: dict[str, Drawer] = {
    "bird": draw_bird,
    "frog": draw_frog,
    "butterfly": draw_butterfly,
    "flower": draw_flower,
    "fish": draw_fish,
}
_PLACES = {
    1: [(0.0, 0.0, 1.0)],
    2: [(-0.22, -0.06, 0.66), (0.22, 0.08, 0.66)],
    3: [(-0.25, -0.1, 0.54), (0.24, -0.06, 0.54), (0.0, 0.2, 0.56)],
}
_ON_THE_GROUND = ("standing", "nest", "sitting", "above", "belly", "plant", "fruit")
_TINTS = {"dusk": QColor(255, 214, 178), "night": QColor(118, 132, 196)}


def render(
    spec: Spec,
    width: int,
    height: int | None = None,
    look: Look | None = None,
    draw: Drawer | None = None,
) -> npt.NDArray[np.uint8]:
    """Return uint8 (height, width, 3), with the animals in the central square.

    `look` replaces the species' own, `draw` what draws each animal.
    """
    height = height or width
    look, draw = look or SPECIES[spec.species], draw or DRAWERS[spec.group]
    _ensure_application()
    stream = Random(spec.seed)
    image = QImage(width, height, QImage.Format.Format_RGB888)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(width, height)
    canvas = Canvas(painter, stream)
    draw_scene(canvas, spec.habitat, spec.light, stream, spec.view not in MANY_VIEWS)
    draw_haze(canvas, spec.weather)
    side = min(width, height)
    painter.save()
    painter.resetTransform()
    painter.translate((width - side) / 2, (height - side) / 2)
    painter.scale(side, side)
    _draw_animals(canvas, spec, look, draw)
    painter.restore()
    draw_weather(canvas, spec.weather, Random(spec.seed + 1))
    _draw_light(canvas, spec)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())
    clean = rows[:, : width * 3].reshape(height, width, 3)
    grain = np.random.default_rng(spec.seed & 0xFFFFFFFF)
    exposure = grain.uniform(0.94, 1.06)
    noise = grain.normal(0, 2.0, clean.shape)
    return (clean * exposure + noise).clip(0, 255).astype(np.uint8)


def _draw_animals(canvas: Canvas, spec: Spec, look: Look, draw: Drawer) -> None:
    stream, painter = canvas.random, canvas.painter
    is_tall = spec.view == "standing" and look.get("shape") == "tall"
    base = 0.30 if is_tall else 0.345 if spec.view in MANY_VIEWS else 0.42
    is_flipped = stream.random() < 0.5
    for dx, dy, size in _PLACES[spec.count]:
        painter.save()
        scale = base * size * stream.uniform(0.88, 1.12)
        x = 0.5 + dx + stream.gauss(0, 0.03)
        y = 0.53 + dy + stream.gauss(0, 0.03)
        if spec.view in _ON_THE_GROUND:
            _draw_shadow(painter, x, y, scale)
        painter.translate(x, y)
        side = -1 if (is_flipped != (stream.random() < 0.15)) else 1
        painter.scale(scale * side, scale)
        turn = stream.gauss(0, 5)
        painter.rotate(turn + (stream.uniform(-25, 25) if spec.view in ("open", "above") else 0))
        canvas.jitter = dict(canvas.jitter)
        draw(canvas, look, spec.view)
        painter.restore()


def _draw_shadow(painter: QPainter, x: float, y: float, scale: float) -> None:
    painter.setBrush(QColor(20, 24, 40, 50))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(QPointF(x, y + scale * 0.85), scale * 0.8, scale * 0.16)


def _draw_light(canvas: Canvas, spec: Spec) -> None:
    painter, stream = canvas.painter, canvas.random
    if spec.light in _TINTS:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillRect(QRectF(0, 0, 1, 1), _TINTS[spec.light])
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    if spec.habitat == "snow" and stream.random() < 0.7:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 220))
        for _ in range(14):
            flake = QPointF(stream.uniform(0, 1), stream.uniform(0, 1))
            painter.drawEllipse(flake, 0.008, 0.008)


def _ensure_application() -> None:
    if QGuiApplication.instance() is None:
        global _application
        # Whatever windows there are or should be: this one has none.
        _application = QGuiApplication(["fieldbook", "-platform", "offscreen"])


_application: QGuiApplication | None = None
