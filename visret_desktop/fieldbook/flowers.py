"""Draw flowers: plant, blossom, leaf, fruit."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath

from visret_desktop.fieldbook.drawing import Canvas, Look, curve, ellipse, fill, line, polygon

LEAF = "#4c9040"  # of species whose leaves have no color of their own


def _petal(ps: str, L: float) -> QPainterPath:
    if ps == "thin":
        return curve(
            [
                (0, 0),
                (0.13 * L, 0.5 * L),
                (0.1 * L, L * 1.05),
                (-0.1 * L, L * 1.05),
                (-0.13 * L, 0.5 * L),
            ]
        )
    if ps == "wide":
        return curve(
            [
                (0, 0),
                (0.55 * L, 0.4 * L),
                (0.55 * L, 1.0 * L),
                (0, 1.1 * L),
                (-0.55 * L, 1.0 * L),
                (-0.55 * L, 0.4 * L),
            ]
        )
    if ps == "point":
        return polygon([(0, 0), (0.34 * L, 0.5 * L), (0, 1.08 * L), (-0.34 * L, 0.5 * L)])
    return curve(
        [
            (0, 0),
            (0.4 * L, 0.5 * L),
            (0.42 * L, 1.1 * L),
            (0.12 * L, 1.1 * L),
            (0, 0.75 * L),
            (-0.12 * L, 1.1 * L),
            (-0.42 * L, 1.1 * L),
            (-0.4 * L, 0.5 * L),
        ]
    )


def _bloom(canvas: Canvas, d: Look, x: float, y: float, R: float, rot: float) -> None:
    p = canvas.painter
    p.save()
    p.translate(x, y)
    P = _petal(d["ps"], R)
    for i in range(d["n"]):
        p.save()
        p.rotate(rot + i * 360 / d["n"])
        fill(canvas, P, d["petal"], outline=0.02 * max(R, 0.5))
        p.restore()
    fill(canvas, ellipse(0, 0, R * 0.34, R * 0.34), d["center"], outline=0.015)
    p.restore()


def _leaf(canvas: Canvas, d: Look, x: float, y: float, s: float, rot: float) -> None:
    p = canvas.painter
    p.save()
    p.translate(x, y)
    p.rotate(rot)
    p.scale(s, s)
    sh = d["leaf"]
    if sh == "thin":
        P = curve([(0, 0), (0.5, -0.1), (1.1, 0), (0.5, 0.1)])
    elif sh == "oval":
        P = curve([(0, 0), (0.3, -0.35), (0.9, -0.2), (1.1, 0), (0.9, 0.2), (0.3, 0.35)])
    elif sh == "heart":
        P = curve(
            [
                (0.1, 0),
                (-0.1, -0.35),
                (0.35, -0.6),
                (0.8, -0.25),
                (1.15, 0),
                (0.8, 0.25),
                (0.35, 0.6),
                (-0.1, 0.35),
            ]
        )
    else:
        P = curve(
            [
                (0, 0),
                (0.2, -0.2),
                (0.3, -0.6),
                (0.5, -0.2),
                (0.8, -0.45),
                (0.85, -0.1),
                (1.2, 0),
                (0.85, 0.1),
                (0.8, 0.45),
                (0.5, 0.2),
                (0.3, 0.6),
                (0.2, 0.2),
            ]
        )
    fill(canvas, P, d.get("leafc", LEAF), outline=0.02 / s if s < 1 else 0.02)
    line(canvas, [(0, 0), (0.9, 0)], "#a8cf80", 0.02)
    p.restore()


def draw_flower(canvas: Canvas, d: Look, view: str) -> None:
    """Draw one flower in coordinates of about -1 to 1."""
    r = canvas.random
    if view == "plant":
        line(canvas, [(0.0, 1.1), (0.06, 0.4), (0, -0.4)], "#4c8a3a", 0.07)
        _leaf(canvas, d, 0.03, 0.65, 0.55, -25)
        _leaf(canvas, d, 0.03, 0.8, 0.55, 205)
        _bloom(canvas, d, 0, -0.42, 0.5, r.uniform(0, 90))
        line(canvas, [(0.03, 0.45), (0.3, 0.3), (0.48, 0.02)], "#4c8a3a", 0.04)
        fill(canvas, ellipse(0.5, -0.05, 0.1, 0.16, 20), d["bud"])
    elif view == "blossom":
        _bloom(canvas, d, 0, 0, 0.92, r.uniform(0, 90))
    elif view == "leaf":
        line(canvas, [(-1.2, 1.1), (-0.9, 0.7), (-0.7, 0.45)], "#4c8a3a", 0.08)
        _leaf(canvas, d, -0.75, 0.5, 1.5, -35 + r.uniform(-8, 8))
    else:
        line(canvas, [(-0.1, 1.2), (0.0, 0.4), (0, -0.9)], "#4c8a3a", 0.08)
        _leaf(canvas, d, 0, 0.75, 0.6, -20)
        for x, y, s in (
            (-0.35, -0.35, 0.3),
            (0.35, -0.2, 0.3),
            (0.02, -0.6, 0.32),
            (0.0, 0.12, 0.3),
        ):
            line(canvas, [(0, 0.3), (x * 0.5, y * 0.6), (x, y)], "#4c8a3a", 0.04)
            fill(canvas, ellipse(x, y, s, s), d["fruit"])
            canvas.painter.setPen(Qt.PenStyle.NoPen)
            canvas.painter.setBrush(QColor(255, 255, 255, 120))
            canvas.painter.drawEllipse(QPointF(x - s * 0.35, y - s * 0.4), s * 0.22, s * 0.16)
