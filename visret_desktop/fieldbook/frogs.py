"""Draw frogs: sitting, from above and below, face, foot."""

import math

from PySide6.QtCore import Qt

from visret_desktop.fieldbook.drawing import Canvas, Look, curve, ellipse, eye, fill, line, pattern


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
