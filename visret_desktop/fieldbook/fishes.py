"""Draw fish: from the side, from the front, tail."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPen

from visret_desktop.fieldbook.drawing import (
    Canvas,
    Look,
    curve,
    ellipse,
    eye,
    fill,
    pattern,
    polygon,
)

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
