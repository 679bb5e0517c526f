"""Draw birds: standing, flying, head, feet, nest."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

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

_SHAPES = {
    "round": {"bl": 0.52, "bh": 0.42, "neck": 0.12, "leg": 0.34, "hr": 0.27},
    "slim": {"bl": 0.60, "bh": 0.30, "neck": 0.14, "leg": 0.34, "hr": 0.22},
    "tall": {"bl": 0.48, "bh": 0.27, "neck": 0.55, "leg": 0.72, "hr": 0.17},
    "duck": {"bl": 0.64, "bh": 0.34, "neck": 0.30, "leg": 0.20, "hr": 0.23},
    "owl": {"bl": 0.44, "bh": 0.54, "neck": 0.05, "leg": 0.2, "hr": 0.36},
}


def _beak(canvas: Canvas, d: Look, x: float, y: float, s: float) -> None:
    b = d["bk"]
    c = d["beak"]
    if b == "cone":
        fill(
            canvas, polygon([(x, y - 0.4 * s), (x + 0.85 * s, y + 0.05 * s), (x, y + 0.45 * s)]), c
        )
    elif b == "thin":
        fill(canvas, polygon([(x, y - 0.2 * s), (x + 1.0 * s, y + 0.1 * s), (x, y + 0.25 * s)]), c)
    elif b == "long":
        fill(canvas, polygon([(x, y - 0.3 * s), (x + 2.3 * s, y + 0.2 * s), (x, y + 0.35 * s)]), c)
    elif b == "curved":
        line(canvas, [(x, y), (x + 1.5 * s, y + 0.1 * s), (x + 2.0 * s, y + 1.2 * s)], c, 0.32 * s)
    elif b == "flat":
        fill(
            canvas,
            curve(
                [
                    (x - 0.1 * s, y - 0.35 * s),
                    (x + 0.8 * s, y + 0.0 * s),
                    (x + 1.35 * s, y + 0.1 * s),
                    (x + 1.2 * s, y + 0.45 * s),
                    (x, y + 0.45 * s),
                ]
            ),
            c,
        )
    elif b == "hook":
        fill(
            canvas,
            curve(
                [
                    (x - 0.1 * s, y - 0.4 * s),
                    (x + 0.7 * s, y - 0.3 * s),
                    (x + 0.95 * s, y + 0.55 * s),
                    (x + 0.55 * s, y + 0.35 * s),
                    (x - 0.1 * s, y + 0.45 * s),
                ]
            ),
            c,
        )


def _crest(canvas: Canvas, d: Look, hx: float, hy: float, hr: float) -> None:
    if d["crest"]:
        for a in (-150, -125, -100):
            t = math.radians(a)
            fill(
                canvas,
                ellipse(
                    hx + math.cos(t) * hr * 1.15,
                    hy + math.sin(t) * hr * 1.15,
                    hr * 0.45,
                    hr * 0.14,
                    a,
                ),
                d["head"],
            )


def _foot(canvas: Canvas, x: float, y: float, s: float, d: Look, w: float) -> None:
    for dx in (-0.6, 0.15, 0.8):
        line(canvas, [(x, y), (x + dx * s, y + 0.28 * s)], d["legs"], w)
    if d["shape"] == "duck":
        fill(
            canvas,
            polygon(
                [
                    (x, y),
                    (x - 0.6 * s, y + 0.28 * s),
                    (x + 0.15 * s, y + 0.34 * s),
                    (x + 0.8 * s, y + 0.28 * s),
                ]
            ),
            d["legs"],
        )


def draw_bird(canvas: Canvas, d: Look, view: str) -> None:
    """Draw one bird in coordinates of about -1 to 1."""
    if view in ("standing", "nest"):
        _standing(canvas, d, view)
    else:
        {"flying": _flying, "head": _head, "feet": _feet}[view](canvas, d)


def _standing(canvas: Canvas, d: Look, view: str) -> None:
    g = _SHAPES[d["shape"]]
    bl, bh = g["bl"], g["bh"]
    oy = -0.28 if view == "nest" else -0.02 if d["shape"] == "tall" else -0.18
    hx, hy = bl * 0.72 + g["neck"] * 0.25, oy - bh * 0.75 - g["neck"]
    if d["shape"] == "owl":
        hx, hy = 0.05, oy - bh * 0.95
    if view == "standing":
        _legs(canvas, d, oy + bh * 0.7, oy + bh + g["leg"])
    _tail_and_neck(canvas, d, oy, hx, hy)
    _body(canvas, d, oy)
    _folded_wing(canvas, d, oy)
    _head_on_body(canvas, d, hx, hy)
    if view == "nest":
        _nest(canvas, d)


def _legs(canvas: Canvas, d: Look, top: float, ground: float) -> None:
    for lx in (-0.05, 0.17):
        line(canvas, [(lx, top), (lx + 0.02, ground - 0.1)], d["legs"], 0.055)
        _foot(canvas, lx + 0.02, ground - 0.12, 0.2, d, 0.045)


def _tail_and_neck(canvas: Canvas, d: Look, oy: float, hx: float, hy: float) -> None:
    g, t = _SHAPES[d["shape"]], d["tail"]
    bl = g["bl"]
    tail = [
        (-bl * 0.8, oy - 0.14),
        (-bl - t * 0.55, oy + 0.02 + t * 0.12),
        (-bl - t * 0.5, oy + 0.16 + t * 0.12),
        (-bl * 0.7, oy + 0.14),
    ]
    fill(canvas, polygon(tail), d["wing"])
    if g["neck"] > 0.2:
        is_duck = d["shape"] == "duck"
        bend = [(bl * 0.55, oy - 0.05), (bl * 0.95 + 0.1, oy - g["neck"] * 0.5), (hx, hy)]
        line(canvas, bend, d["head"] if is_duck else d["back"], 0.2 if is_duck else 0.13)


def _body(canvas: Canvas, d: Look, oy: float) -> None:
    bl, bh = _SHAPES[d["shape"]]["bl"], _SHAPES[d["shape"]]["bh"]
    outline = [
        (-bl * 1.1, oy),
        (-bl * 0.5, oy - bh),
        (bl * 0.5, oy - bh * 1.15),
        (bl * 1.15, oy - bh * 0.3),
        (bl * 0.7, oy + bh * 1.1),
        (-bl * 0.4, oy + bh * 1.05),
    ]
    body = curve(outline)
    fill(canvas, body, d["back"])
    canvas.painter.save()
    canvas.painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    belly = ellipse(bl * 0.25, oy + bh * 0.75, bl * 0.95, bh * 0.75)
    fill(canvas, belly, d["belly"], outline=0)
    breast = ellipse(bl * 0.3, oy + bh * 0.6, bl * 0.6, bh * 0.6)
    pattern(canvas, breast, "spots" if d["pat"] == "spots" else "plain", "brown", 6, 3)
    canvas.painter.restore()


def _folded_wing(canvas: Canvas, d: Look, oy: float) -> None:
    bl, bh = _SHAPES[d["shape"]]["bl"], _SHAPES[d["shape"]]["bh"]
    outline = [
        (bl * 0.35, oy - bh * 0.45),
        (bl * 0.1, oy + bh * 0.45),
        (-bl * 0.6, oy + bh * 0.5),
        (-bl * 1.3, oy + bh * 0.2),
        (-bl * 0.5, oy - bh * 0.5),
    ]
    wing = curve(outline)
    fill(canvas, wing, d["wing"])
    pattern(canvas, wing, d["pat"] if d["pat"] == "bars" else "plain", "black")


def _head_on_body(canvas: Canvas, d: Look, hx: float, hy: float) -> None:
    hr = _SHAPES[d["shape"]]["hr"]
    _crest(canvas, d, hx, hy, hr)
    if d["shape"] != "owl":
        _beak(canvas, d, hx + hr * 0.78, hy + 0.02, hr * 0.75)
    fill(canvas, ellipse(hx, hy, hr, hr), d["head"])
    if d["shape"] != "owl":
        eye(canvas, hx + hr * 0.35, hy - hr * 0.12, hr * 0.2)
        return
    for e in (-0.13, 0.17):
        fill(canvas, ellipse(hx + e, hy, 0.15, 0.16), "cream", outline=0.01)
        eye(canvas, hx + e, hy, 0.08, "yellow")
    beak = [(hx - 0.05, hy + 0.06), (hx + 0.09, hy + 0.06), (hx + 0.02, hy + 0.22)]
    fill(canvas, polygon(beak), d["beak"])


def _nest(canvas: Canvas, d: Look) -> None:
    r = canvas.random
    for ex in (-0.42, 0, 0.42):
        fill(canvas, ellipse(ex, 0.30, 0.22, 0.29, r.uniform(-12, 12)), d["eggs"])
    bowl = [(-1.0, 0.35), (-0.5, 0.5), (0.5, 0.5), (1.0, 0.35), (0.75, 0.95), (-0.75, 0.95)]
    fill(canvas, curve(bowl), "#8a6a3a")
    canvas.painter.setPen(QPen(QColor("#5d4423"), 0.03))
    for _ in range(14):
        x = r.uniform(-0.75, 0.6)
        y = r.uniform(0.5, 0.85)
        canvas.painter.drawLine(
            QPointF(x, y), QPointF(x + r.uniform(0.1, 0.35), y + r.uniform(-0.08, 0.08))
        )


def _flying(canvas: Canvas, d: Look) -> None:
    g, t = _SHAPES[d["shape"]], d["tail"]
    up = canvas.random.uniform(0.85, 1.1)
    _far_wing(canvas, d, up)
    line(canvas, [(-0.35, 0.12), (-0.85, 0.26)], d["legs"], 0.05)
    line(canvas, [(-0.35, 0.16), (-0.8, 0.34)], d["legs"], 0.05)
    tail = [(-0.4, -0.08), (-0.6 - t * 0.55, -0.12), (-0.62 - t * 0.5, 0.14), (-0.4, 0.12)]
    fill(canvas, polygon(tail), d["wing"])
    hx, hy = 0.55 + g["neck"] * 0.6, -0.08 - g["neck"] * 0.15
    if g["neck"] > 0.2:
        color = d["head"] if d["shape"] == "duck" else d["back"]
        line(canvas, [(0.35, 0), (hx, hy)], color, 0.17)
    _body_in_flight(canvas, d, g["bh"] * 0.62)
    hr = g["hr"]
    _beak(canvas, d, hx + hr * 0.7, hy, hr * 0.65)
    fill(canvas, ellipse(hx, hy, hr * 0.85, hr * 0.8), d["head"])
    eye(canvas, hx + hr * 0.3, hy - hr * 0.12, hr * 0.18)
    _near_wing(canvas, d, up)


def _far_wing(canvas: Canvas, d: Look, up: float) -> None:
    outline = [
        (-0.15, -0.02),
        (-0.45, -0.5 * up),
        (-0.45, -1.05 * up),
        (-0.35, -0.95 * up),
        (0.3, -0.5 * up),
        (0.25, -0.02),
    ]
    fill(canvas, curve(outline), canvas.color(d["wing"], 0.85))


def _body_in_flight(canvas: Canvas, d: Look, bb: float) -> None:
    body = curve([(-0.7, 0.02), (-0.2, -bb), (0.4, -bb), (0.68, -0.05), (0.4, bb), (-0.2, bb)])
    fill(canvas, body, d["back"])
    canvas.painter.save()
    canvas.painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    fill(canvas, ellipse(0.1, bb * 0.75, 0.55, bb * 0.7), d["belly"], outline=0)
    canvas.painter.restore()


def _near_wing(canvas: Canvas, d: Look, up: float) -> None:
    """Show the underside, with its feathers."""
    outline = [
        (-0.2, 0.0),
        (-0.45, -0.45 * up),
        (-0.75, -1.15 * up),
        (-0.1, -1.0 * up),
        (0.3, -0.55 * up),
        (0.3, 0.02),
    ]
    fill(canvas, curve(outline), d["under"])
    canvas.painter.setPen(QPen(canvas.color(d["under"], 0.7), 0.025))
    for i in range(4):
        canvas.painter.drawLine(
            QPointF(-0.05 + i * 0.07, -0.2), QPointF(-0.55 + i * 0.17, -0.98 * up + i * 0.1)
        )


def _head(canvas: Canvas, d: Look) -> None:
    line(
        canvas,
        [(-0.35, 1.3), (-0.35, 0.9), (-0.1, 0.3)],
        d["back"],
        0.75 if d["shape"] not in ("tall",) else 0.42,
    )
    if d["shape"] == "owl":
        fill(canvas, ellipse(0, 0, 0.85, 0.8), d["head"])
        for e in (-0.36, 0.36):
            fill(canvas, ellipse(e, -0.08, 0.36, 0.38), "cream", outline=0.01)
            eye(canvas, e, -0.08, 0.2, "yellow")
        fill(canvas, polygon([(-0.12, 0.1), (0.12, 0.1), (0, 0.45)]), d["beak"])
    else:
        _crest(canvas, d, -0.1, 0, 0.62)
        _beak(canvas, d, 0.42, 0.08, 0.5 if d["bk"] not in ("long", "curved") else 0.36)
        fill(canvas, ellipse(-0.1, 0, 0.62, 0.58), d["head"])
        canvas.painter.save()
        canvas.painter.setClipPath(ellipse(-0.1, 0, 0.62, 0.58), Qt.ClipOperation.IntersectClip)
        fill(canvas, ellipse(-0.1, 0.62, 0.6, 0.33), d["belly"], outline=0)
        canvas.painter.restore()
        eye(canvas, 0.12, -0.12, 0.13)


def _feet(canvas: Canvas, d: Look) -> None:
    fill(canvas, ellipse(0, -1.05, 0.95, 0.55), d["belly"])
    for x in (-0.4, 0.38):
        line(canvas, [(x, -0.62), (x + 0.04, 0.35)], d["legs"], 0.17)
        for dx in (-0.34, 0.04, 0.42):
            line(canvas, [(x + 0.04, 0.35), (x + dx, 0.8)], d["legs"], 0.12)
        if d["shape"] == "duck":
            fill(
                canvas,
                polygon([(x + 0.04, 0.3), (x - 0.36, 0.82), (x + 0.04, 0.9), (x + 0.45, 0.82)]),
                d["legs"],
            )
        for dx in (-0.34, 0.04, 0.42):
            fill(
                canvas,
                polygon([(x + dx - 0.04, 0.8), (x + dx + 0.05, 0.8), (x + dx + 0.03, 0.95)]),
                "black",
                outline=0,
            )
