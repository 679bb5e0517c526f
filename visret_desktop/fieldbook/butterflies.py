"""Draw butterflies: open, closed, caterpillar."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPen, QTransform

from visret_desktop.fieldbook.drawing import Canvas, Look, curve, ellipse, eye, fill, line, pattern


def _wing_pattern(canvas: Canvas, W: QPainterPath, d: Look, cx: float, cy: float, s: float) -> None:
    if d["pat"] == "veins":
        canvas.painter.save()
        canvas.painter.setClipPath(W, Qt.ClipOperation.IntersectClip)
        canvas.painter.setPen(QPen(canvas.color(d["edge"]), 0.035))
        for a in range(0, 360, 30):
            canvas.painter.drawLine(
                QPointF(cx - s * 0.5, cy),
                QPointF(cx + math.cos(math.radians(a)) * 1.3, cy + math.sin(math.radians(a)) * 1.3),
            )
        canvas.painter.restore()
    elif d["pat"] == "eyes":
        fill(canvas, ellipse(cx, cy, 0.2, 0.2), d["edge"], outline=0.015)
        fill(canvas, ellipse(cx, cy, 0.11, 0.11), d["spot"], outline=0)
    elif d["pat"] == "bands":
        pattern(canvas, W, "bands", d["edge"])


def draw_butterfly(canvas: Canvas, d: Look, view: str) -> None:
    """Draw one butterfly in coordinates of about -1 to 1."""
    if view == "open":
        for s in (-1, 1):
            canvas.painter.save()
            canvas.painter.scale(s, 1)
            H = curve([(0.02, 0.05), (0.6, 0.0), (0.85, 0.4), (0.55, 0.85), (0.2, 0.7)])
            fill(canvas, H, d["up"], outline=0.05)
            if d["tailed"]:
                line(canvas, [(0.5, 0.75), (0.6, 0.95), (0.55, 1.1)], d["edge"], 0.07)
            F = curve(
                [(0.02, 0.1), (0.1, -0.4), (0.75, -0.95), (1.1, -0.75), (0.85, 0.05), (0.4, 0.2)]
            )
            fill(canvas, F, d["edge"])
            F2 = QTransform().translate(0.06, -0.02).scale(0.82, 0.82).map(F)
            fill(canvas, F2, d["up"], outline=0)
            _wing_pattern(canvas, F2, d, 0.58, -0.42, 1)
            fill(canvas, ellipse(0.5, 0.48, 0.11, 0.11), d["spot"], outline=0.01)
            canvas.painter.restore()
        for s in (-1, 1):
            line(canvas, [(0, -0.4), (s * 0.12, -0.7), (s * 0.3, -0.85)], "black", 0.02)
        fill(canvas, ellipse(0, 0.05, 0.085, 0.5), "black")
        fill(canvas, ellipse(0, -0.45, 0.1, 0.1), "black")
    elif view == "closed":
        line(canvas, [(-1.1, 0.85), (0, 0.78), (1.1, 0.9)], "#6f8a3a", 0.08)
        H = curve([(-0.1, 0.55), (-0.75, 0.5), (-0.95, 0.05), (-0.6, -0.35), (0.0, 0.1)])
        fill(canvas, H, d["down"])
        if d["tailed"]:
            line(canvas, [(-0.7, 0.45), (-0.85, 0.65), (-0.8, 0.8)], d["edge"], 0.06)
        F = curve(
            [(0.05, 0.5), (-0.35, -0.1), (-0.55, -0.9), (-0.1, -1.1), (0.25, -0.6), (0.2, 0.2)]
        )
        fill(canvas, F, d["down"])
        fill(canvas, ellipse(-0.55, 0.12, 0.2, 0.2), d["edge"], outline=0.015)
        fill(canvas, ellipse(-0.55, 0.12, 0.12, 0.12), d["spot"], outline=0)
        fill(canvas, ellipse(-0.2, -0.65, 0.14, 0.14), d["spot"], outline=0.015)
        fill(canvas, ellipse(0.12, 0.42, 0.1, 0.38, 20), "black")
        fill(canvas, ellipse(0.3, 0.1, 0.1, 0.1), "black")
        line(canvas, [(0.32, 0.05), (0.55, -0.2), (0.7, -0.2)], "black", 0.02)
        for x in (0.05, 0.15):
            line(canvas, [(x, 0.6), (x + 0.1, 0.78)], "black", 0.02)
    else:
        line(canvas, [(-1.15, 0.6), (0, 0.5), (1.15, 0.62)], "#6f8a3a", 0.1)
        fill(canvas, ellipse(0.75, 0.75, 0.4, 0.15, 25), "#5f9440")
        for i in range(6, -1, -1):
            x = -0.72 + i * 0.23
            y = 0.22 - 0.16 * math.sin(i * 1.05 + 0.4)
            fill(canvas, ellipse(x, y, 0.2, 0.25), d["cat"] if i % 2 == 0 else d["catb"])
            line(canvas, [(x, y + 0.22), (x, y + 0.32)], "black", 0.03)
        fill(canvas, ellipse(0.78, 0.1, 0.22, 0.24), d["cat"])
        eye(canvas, 0.86, 0.04, 0.06)
        for dx in (0.0, 0.12):
            line(canvas, [(0.74 + dx, -0.1), (0.78 + dx * 2, -0.3)], "black", 0.025)
