"""Draw butterflies, fish and frogs."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPen, QTransform

from visret_desktop.fieldbook.drawing import (
    Canvas,
    Look,
    curve,
    ellipse,
    eye,
    fill,
    line,
    pattern,
    polygon,
)


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
    """Draw a butterfly, "open" or "closed", or else its caterpillar, within about -1 to 1."""
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


_SHAPES = {"disc": (0.62, 0.58), "long": (0.85, 0.26), "slim": (0.72, 0.24), "fat": (0.72, 0.45)}


def draw_fish(canvas: Canvas, d: Look, view: str) -> None:
    """Draw one fish in coordinates of about -1 to 1."""
    {"side": _side, "front": _front, "tail": _tail}[view](canvas, d)


def _side(canvas: Canvas, d: Look) -> None:
    a, b = _SHAPES[d["shape"]]
    fill(
        canvas,
        polygon([(-a * 0.85, 0), (-a - 0.4, -0.38), (-a - 0.28, 0), (-a - 0.4, 0.38)]),
        d["tail"],
    )
    fill(
        canvas,
        curve([(-a * 0.6, -b * 0.6), (-0.1, -b - 0.32), (a * 0.5, -b * 0.7), (0, -b * 0.3)]),
        d["fin"],
    )
    fill(
        canvas,
        curve([(-a * 0.5, b * 0.6), (-0.15, b + 0.28), (a * 0.3, b * 0.7), (0, b * 0.3)]),
        d["fin"],
    )
    B = curve(
        [
            (-a * 1.05, 0),
            (-a * 0.5, -b * 1.05),
            (a * 0.4, -b * 1.1),
            (a * 1.12, 0),
            (a * 0.4, b * 1.1),
            (-a * 0.5, b * 1.05),
        ]
    )
    fill(canvas, B, d["body"])
    canvas.painter.save()
    canvas.painter.setClipPath(B, Qt.ClipOperation.IntersectClip)
    fill(canvas, ellipse(0.05, b * 0.95, a * 0.9, b * 0.55), d["belly"], outline=0)
    canvas.painter.restore()
    pattern(canvas, B, d["pat"], d["patc"], 6, 5)
    fill(
        canvas,
        curve([(a * 0.1, 0.05), (-a * 0.3, 0.0), (-a * 0.35, 0.3), (a * 0.05, 0.2)]),
        d["fin"],
    )
    eye(canvas, a * 0.68, -b * 0.22, 0.1)


def _front(canvas: Canvas, d: Look) -> None:
    _, b = _SHAPES[d["shape"]]
    bw = 0.32 + b * 0.45
    for s in (-1, 1):
        fill(
            canvas,
            curve(
                [
                    (s * bw * 0.7, 0.1),
                    (s * (bw + 0.35), -0.15),
                    (s * (bw + 0.4), 0.4),
                    (s * bw * 0.7, 0.35),
                ]
            ),
            d["fin"],
        )
    fill(canvas, curve([(-0.12, -b * 0.9), (0, -b - 0.5), (0.12, -b * 0.9), (0, -0.3)]), d["fin"])
    B = ellipse(0, 0.05, bw, b + 0.28)
    fill(canvas, B, d["body"])
    canvas.painter.save()
    canvas.painter.setClipPath(B, Qt.ClipOperation.IntersectClip)
    fill(canvas, ellipse(0, b + 0.2, bw, b * 0.6), d["belly"], outline=0)
    canvas.painter.restore()
    for s in (-1, 1):
        eye(canvas, s * bw * 0.72, -0.12, 0.15)
    fill(canvas, ellipse(0, 0.22, 0.2, 0.16), d["mouth"])
    fill(canvas, ellipse(0, 0.22, 0.1, 0.06), "#2a1018", outline=0)


def _tail(canvas: Canvas, d: Look) -> None:
    _, b = _SHAPES[d["shape"]]
    B = curve(
        [
            (1.6, -b * 1.3),
            (0.6, -b * 0.9),
            (-0.25, -0.16),
            (-0.25, 0.16),
            (0.6, b * 0.9),
            (1.6, b * 1.3),
        ]
    )
    fill(canvas, B, d["body"])
    pattern(canvas, B, d["pat"], d["patc"], 6, 6)
    fill(
        canvas,
        curve(
            [
                (-0.1, -0.1),
                (-0.55, -0.75),
                (-1.0, -0.9),
                (-0.75, 0),
                (-1.0, 0.9),
                (-0.55, 0.75),
                (-0.1, 0.1),
            ]
        ),
        d["tail"],
    )
    canvas.painter.setPen(QPen(canvas.color(d["tail"], 0.7), 0.03))
    for y in (-0.55, -0.25, 0.25, 0.55):
        canvas.painter.drawLine(QPointF(-0.25, y * 0.25), QPointF(-0.78, y))


def draw_frog(canvas: Canvas, d: Look, view: str) -> None:
    """Draw one frog in coordinates of about -1 to 1."""
    if view in ("above", "belly"):
        _from_above_or_below(canvas, d, view)
    else:
        {"sitting": _sitting, "face": _face, "foot": _foot}[view](canvas, d)


def _sitting(canvas: Canvas, d: Look) -> None:
    line(canvas, [(-0.35, 0.25), (-0.75, 0.2), (-0.6, 0.62)], d["back"], 0.2)
    B = curve(
        [
            (-0.85, 0.55),
            (-0.75, 0.0),
            (-0.1, -0.35),
            (0.5, -0.6),
            (0.95, -0.3),
            (0.75, 0.1),
            (0.4, 0.6),
            (-0.4, 0.65),
        ]
    )
    fill(canvas, B, d["back"])
    canvas.painter.save()
    canvas.painter.setClipPath(B, Qt.ClipOperation.IntersectClip)
    pattern(canvas, B, d["pat"], d["patc"], 6, 1)
    fill(canvas, ellipse(0.55, 0.38, 0.42, 0.38), d["belly"], outline=0)
    canvas.painter.restore()
    line(canvas, [(0.35, 0.2), (0.5, 0.45), (0.42, 0.68)], d["back"], 0.15)
    for x in (0.42, -0.6):
        for dx in (-0.1, 0.08, 0.24):
            line(canvas, [(x, 0.68), (x + dx, 0.76)], d["feet"], 0.06)
    fill(canvas, ellipse(-0.35, 0.38, 0.42, 0.26, -20), d["back"])
    fill(canvas, ellipse(0.5, -0.52, 0.17, 0.17), d["back"])
    eye(canvas, 0.52, -0.54, 0.12, d["eye"])
    line(canvas, [(0.5, -0.12), (0.75, -0.06), (0.92, -0.22)], canvas.color(d["back"], 0.6), 0.02)


def _from_above_or_below(canvas: Canvas, d: Look, view: str) -> None:
    c = d["back"] if view == "above" else d["belly"]
    for s in (-1, 1):
        line(canvas, [(s * 0.3, 0.5), (s * 0.95, 0.2), (s * 0.75, 0.75)], c, 0.2)
        line(canvas, [(s * 0.35, -0.3), (s * 0.75, -0.25), (s * 0.8, -0.6)], c, 0.14)
        for dx in (-0.12, 0.02, 0.16):
            line(canvas, [(s * 0.75, 0.78), (s * (0.75 + dx), 0.95)], d["feet"], 0.07)
            line(canvas, [(s * 0.8, -0.6), (s * (0.8 + dx), -0.78)], d["feet"], 0.06)
    B = curve(
        [
            (0, 0.85),
            (-0.5, 0.6),
            (-0.5, -0.1),
            (-0.45, -0.55),
            (0, -0.95),
            (0.45, -0.55),
            (0.5, -0.1),
            (0.5, 0.6),
        ]
    )
    fill(canvas, B, c)
    if view == "above":
        pattern(canvas, B, "bars" if d["pat"] == "stripes" else d["pat"], d["patc"], 7, 2)
        for s in (-1, 1):
            fill(canvas, ellipse(s * 0.3, -0.5, 0.15, 0.15), d["back"])
            eye(canvas, s * 0.32, -0.52, 0.1, d["eye"])
    else:
        fill(canvas, ellipse(0, -0.5, 0.32, 0.22), d["sac"])
        line(canvas, [(0, -0.2), (0, 0), (0, 0.5)], canvas.color(d["belly"], 0.75), 0.02)


def _face(canvas: Canvas, d: Look) -> None:
    fill(canvas, ellipse(0, 0.75, 0.8, 0.6), d["back"])
    fill(canvas, ellipse(0, 0.62, 0.55, 0.42), d["sac"])
    for s in (-1, 1):
        fill(canvas, ellipse(s * 0.48, -0.45, 0.28, 0.28), d["back"])
    H = curve([(-0.95, 0.2), (-0.6, -0.5), (0.6, -0.5), (0.95, 0.2), (0.5, 0.5), (-0.5, 0.5)])
    fill(canvas, H, d["back"])
    pattern(canvas, H, d["pat"], d["patc"], 5, 4)
    for s in (-1, 1):
        eye(canvas, s * 0.48, -0.46, 0.2, d["eye"])
    line(canvas, [(-0.7, 0.1), (0, 0.34), (0.7, 0.1)], canvas.color(d["back"], 0.5), 0.035)


def _foot(canvas: Canvas, d: Look) -> None:
    line(canvas, [(-0.5, -1.2), (-0.3, -0.4), (0, 0.0)], d["back"], 0.42)
    for a in (-62, -22, 18, 58):
        t = math.radians(a + 90)
        x, y = math.cos(t) * 0.85, math.sin(t) * 0.85
        line(canvas, [(0, 0), (x, y)], d["feet"], 0.15)
        fill(canvas, ellipse(x, y, 0.17, 0.17), d["feet"])
    fill(canvas, ellipse(0, 0, 0.26, 0.24), d["feet"])
