"""Shapes, shaded fills and patterns that all drawings share."""

import random
from random import Random
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QRadialGradient, QTransform

from visret_desktop.fieldbook.world import COLORS

Look = dict[str, Any]
Points = list[tuple[float, float]]
Paint = str | QColor


class Canvas:
    """A painter, the random stream of one picture, and its slightly varied colors."""

    def __init__(self, painter: QPainter, stream: Random) -> None:
        self.painter, self.random = painter, stream
        self.jitter: dict[str, QColor] = {}

    def color(self, name: Paint, factor: float = 1.0) -> QColor:
        """Return a named color as this picture varies it, lighter or darker by `factor`."""
        if isinstance(name, QColor):
            chosen = QColor(name)
        else:
            if name not in self.jitter:
                self.jitter[name] = self._varied(name)
            chosen = QColor(self.jitter[name])
        if factor > 1:
            return chosen.lighter(int(100 * factor))
        return chosen.darker(int(100 / factor)) if factor < 1 else chosen

    def _varied(self, name: str) -> QColor:
        base = QColor(COLORS.get(name, name))
        hue = (max(base.hsvHueF(), 0) + self.random.gauss(0, 0.007)) % 1
        saturation = min(1, max(0, base.hsvSaturationF() + self.random.gauss(0, 0.03)))
        value = min(1, max(0, base.valueF() + self.random.gauss(0, 0.03)))
        return QColor.fromHsvF(hue, saturation, value)


def mix(a: QColor, b: QColor, t: float) -> QColor:
    """Return the color between two."""
    return QColor(
        int(a.red() + (b.red() - a.red()) * t),
        int(a.green() + (b.green() - a.green()) * t),
        int(a.blue() + (b.blue() - a.blue()) * t),
    )


def curve(pts: Points) -> QPainterPath:
    """Return a smooth closed curve with the points as its control points."""
    P = QPainterPath()
    n = len(pts)

    def m(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
        return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

    s = m(pts[-1], pts[0])
    P.moveTo(*s)
    for i in range(n):
        e = m(pts[i], pts[(i + 1) % n])
        P.quadTo(*pts[i], *e)
    P.closeSubpath()
    return P


def ellipse(x: float, y: float, a: float, b: float, rot: float = 0) -> QPainterPath:
    """Return an ellipse about (x, y) with half axes a and b."""
    P = QPainterPath()
    P.addEllipse(QPointF(0, 0), a, b)
    if rot or x or y:
        P = QTransform().translate(x, y).rotate(rot).map(P)
    return P


def polygon(pts: Points) -> QPainterPath:
    """Return a closed polygon."""
    P = QPainterPath()
    P.moveTo(*pts[0])
    for q in pts[1:]:
        P.lineTo(*q)
    P.closeSubpath()
    return P


def fill(
    canvas: Canvas, P: QPainterPath, col: Paint, outline: float = 0.022, shade: bool = True
) -> None:
    """Fill a shape with shading and, unless 0 wide, an outline."""
    p = canvas.painter
    col = canvas.color(col)
    if shade:
        b = P.boundingRect()
        g = QRadialGradient(
            b.center().x() - b.width() * 0.15,
            b.center().y() - b.height() * 0.28,
            max(b.width(), b.height()) * 0.75,
        )
        g.setColorAt(0, mix(col, QColor("white"), 0.16))
        g.setColorAt(0.5, col)
        g.setColorAt(1, mix(col, QColor("#101830"), 0.28))
        p.setBrush(QBrush(g))
    else:
        p.setBrush(col)
    p.setPen(
        QPen(
            mix(col, QColor("#101018"), 0.5),
            outline,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
        if outline
        else Qt.PenStyle.NoPen
    )
    p.drawPath(P)


def line(canvas: Canvas, pts: Points, col: Paint, w: float) -> None:
    """Draw a limb: a stroke with a darker rim."""
    P = QPainterPath()
    P.moveTo(*pts[0])
    if len(pts) == 3:
        P.quadTo(*pts[1], *pts[2])
    else:
        for q in pts[1:]:
            P.lineTo(*q)
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    c = canvas.color(col)
    canvas.painter.setPen(
        QPen(
            mix(c, QColor("#101018"), 0.45),
            w + 0.03,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
    )
    canvas.painter.drawPath(P)
    canvas.painter.setPen(
        QPen(c, w, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    canvas.painter.drawPath(P)


def pattern(
    canvas: Canvas, P: QPainterPath, pat: str, col: Paint, n: int = 7, seed: int = 0
) -> None:
    """Lay spots, bars, stripes or a line over a shape."""
    if pat == "plain":
        return
    p = canvas.painter
    p.save()
    p.setClipPath(P, Qt.ClipOperation.IntersectClip)
    b = P.boundingRect()
    r = random.Random(seed)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(canvas.color(col))
    if pat == "spots":
        for i in range(n * 2):
            x = b.left() + b.width() * ((i % 5) + 0.5 + r.uniform(-0.25, 0.25)) / 5
            y = b.top() + b.height() * ((i // 5) + 0.5 + r.uniform(-0.25, 0.25)) / 3
            s = min(b.width(), b.height()) * r.uniform(0.06, 0.10)
            p.drawEllipse(QPointF(x, y), s, s)
    elif pat in ("bars", "bands"):
        for i in range(4):
            p.drawRect(
                QRectF(
                    b.left() + b.width() * (i + 0.55) / 4.4, b.top(), b.width() * 0.085, b.height()
                )
            )
    elif pat == "stripes":
        for i in range(3):
            p.drawRect(
                QRectF(
                    b.left(), b.top() + b.height() * (i + 0.35) / 3.2, b.width(), b.height() * 0.11
                )
            )
    elif pat == "line":
        p.drawRect(
            QRectF(b.left(), b.center().y() - b.height() * 0.1, b.width(), b.height() * 0.17)
        )
    p.restore()


def eye(
    canvas: Canvas, x: float, y: float, s: float, iris: Paint = "#f4e9c8", pupil: str = "#15151c"
) -> None:
    """Draw an eye."""
    p = canvas.painter
    p.setPen(QPen(QColor("#15151c"), s * 0.3))
    p.setBrush(canvas.color(iris))
    p.drawEllipse(QPointF(x, y), s, s)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(pupil))
    p.drawEllipse(QPointF(x, y), s * 0.55, s * 0.55)
    p.setBrush(QColor("white"))
    p.drawEllipse(QPointF(x - s * 0.25, y - s * 0.28), s * 0.22, s * 0.22)
