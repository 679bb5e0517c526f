"""Draw the habitats in their light."""

from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainterPath,
    QPen,
    QPolygonF,
)

from visret_desktop.fieldbook.drawing import (
    Canvas,
    mix,
)
from visret_desktop.fieldbook.world import SEA_HABITATS

SKY = {
    "day": ("#8fc6ee", "#e6f3fa"),
    "dusk": ("#e88a5c", "#f8d49a"),
    "night": ("#141c44", "#38457e"),
}
GROUND = {
    "meadow": "#7db34e",
    "pond": "#5a9cb8",
    "forest": "#4d6b38",
    "snow": "#eaf1f6",
    "rocks": "#9a938a",
    "dunes": "#e2c68a",
    "reef": "#e9d8a8",
    "kelp": "#4f7a60",
    "pebbles": "#a59c8e",
}


def draw_scene(canvas: Canvas, hab: str, light: str, r: Random, close: bool) -> float:
    """Draw habitat and light into the unit square; return the height of the horizon."""
    p = canvas.painter
    top, bot = map(QColor, SKY[light])
    gr = QColor(GROUND[hab])
    p.setPen(Qt.PenStyle.NoPen)
    hz = r.uniform(0.42, 0.6)
    if hab in SEA_HABITATS:
        g = QLinearGradient(0, 0, 0, 1)
        base = {
            "reef": ("#4fc4e0", "#2a86b8"),
            "kelp": ("#5cb890", "#1f6a5c"),
            "pebbles": ("#9cc8cc", "#5a8f9a"),
        }[hab]
        g.setColorAt(0, QColor(base[0]))
        g.setColorAt(1, QColor(base[1]))
        p.fillRect(QRectF(0, 0, 1, 1), QBrush(g))
        p.setBrush(QColor(255, 255, 255, 26))
        for _i in range(3):
            x = r.uniform(0, 1)
            p.drawPolygon(
                QPolygonF(
                    [QPointF(x, 0), QPointF(x + 0.1, 0), QPointF(x - 0.1, 1), QPointF(x - 0.3, 1)]
                )
            )
        p.setBrush(gr)
        P = QPainterPath()
        P.moveTo(0, 0.85)
        P.quadTo(r.uniform(0.2, 0.5), r.uniform(0.78, 0.88), 1, r.uniform(0.82, 0.9))
        P.lineTo(1, 1)
        P.lineTo(0, 1)
        p.drawPath(P)
        if hab == "reef":
            for _i in range(5):
                x = r.uniform(0, 1)
                c = QColor(r.choice(["#e8718a", "#f0a04b", "#b070d0"]))
                for _ in range(4):
                    p.setPen(QPen(c, 0.035, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                    p.drawLine(
                        QPointF(x, 0.98), QPointF(x + r.uniform(-0.1, 0.1), r.uniform(0.72, 0.88))
                    )
        elif hab == "kelp":
            for _i in range(7):
                x = r.uniform(0, 1)
                P = QPainterPath()
                P.moveTo(x, 1)
                P.cubicTo(
                    x + 0.1, 0.7, x - 0.1, 0.4, x + r.uniform(-0.08, 0.08), r.uniform(0.0, 0.3)
                )
                p.setBrush(Qt.BrushStyle.NoBrush)
                p.setPen(
                    QPen(
                        QColor("#2f5a34"),
                        r.uniform(0.02, 0.04),
                        Qt.PenStyle.SolidLine,
                        Qt.PenCapStyle.RoundCap,
                    )
                )
                p.drawPath(P)
        else:
            p.setPen(Qt.PenStyle.NoPen)
            for _i in range(22):
                p.setBrush(QColor(r.choice(["#8a8378", "#b8b0a2", "#6f7476", "#c9bfae"])))
                p.drawEllipse(
                    QPointF(r.uniform(0, 1), r.uniform(0.84, 1)),
                    r.uniform(0.03, 0.07),
                    r.uniform(0.02, 0.04),
                )
        p.setPen(QPen(QColor(255, 255, 255, 120), 0.006))
        p.setBrush(Qt.BrushStyle.NoBrush)
        for _i in range(5):
            s = r.uniform(0.008, 0.02)
            p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(0, 0.8)), s, s)
    else:
        g = QLinearGradient(0, 0, 0, hz)
        g.setColorAt(0, top)
        g.setColorAt(1, bot)
        p.fillRect(QRectF(0, 0, 1, 1), QBrush(g))
        if light == "night":
            p.setBrush(QColor("#f4f0d0"))
            m = r.uniform(0.03, 0.06)
            p.drawEllipse(QPointF(r.uniform(0.1, 0.9), r.uniform(0.08, 0.2)), m, m)
            for _i in range(10):
                p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(0, 0.35)), 0.005, 0.005)
        elif light == "dusk":
            p.setBrush(QColor("#fff0b8"))
            p.drawEllipse(QPointF(r.uniform(0.1, 0.9), hz - 0.04), 0.08, 0.08)
        elif r.random() < 0.6:
            p.setBrush(QColor(255, 255, 255, 170))
            x, y = r.uniform(0.1, 0.9), r.uniform(0.08, 0.2)
            for dx in (-0.07, 0, 0.07):
                p.drawEllipse(QPointF(x + dx, y + abs(dx) * 0.3), 0.08, 0.04)
        if hab == "forest":
            p.fillRect(QRectF(0, 0, 1, 1), QColor(38, 74, 40, 150))
            for _i in range(6):
                x = r.uniform(0, 1)
                w = r.uniform(0.04, 0.09)
                p.fillRect(
                    QRectF(x, 0, w, hz + 0.1), QColor(r.choice(["#4a3624", "#5c4630", "#3c2e20"]))
                )
            p.setPen(Qt.PenStyle.NoPen)
            for _i in range(7):
                p.setBrush(QColor(r.choice(["#3c6b34", "#2f5a2c", "#55803f"])))
                p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(-0.05, 0.12)), 0.17, 0.1)
        elif hab in ("meadow", "dunes"):
            p.setBrush(gr.darker(118))
            P = QPainterPath()
            P.moveTo(0, hz)
            P.cubicTo(0.3, hz - r.uniform(0.05, 0.18), 0.6, hz + 0.05, 1, hz - r.uniform(0, 0.15))
            P.lineTo(1, 1)
            P.lineTo(0, 1)
            p.drawPath(P)
        elif hab == "snow":
            for _i in range(5):
                x = r.uniform(0, 1)
                s = r.uniform(0.1, 0.2)
                p.setBrush(QColor("#47685c"))
                for j in range(3):
                    y = hz - s * 0.5 * j
                    p.drawPolygon(
                        QPolygonF(
                            [
                                QPointF(x - s * (0.55 - j * 0.13), y),
                                QPointF(x + s * (0.55 - j * 0.13), y),
                                QPointF(x, y - s * 0.8),
                            ]
                        )
                    )
        elif hab == "rocks":
            for _i in range(4):
                x = r.uniform(-0.1, 1)
                s = r.uniform(0.15, 0.35)
                p.setBrush(QColor(r.choice(["#7a746e", "#8b857c", "#68645f"])))
                p.drawPolygon(
                    QPolygonF(
                        [
                            QPointF(x - s, hz + 0.02),
                            QPointF(x - s * 0.2, hz - s * 0.8),
                            QPointF(x + s * 0.4, hz - s * 0.5),
                            QPointF(x + s, hz + 0.02),
                        ]
                    )
                )
        g = QLinearGradient(0, hz, 0, 1)
        g.setColorAt(0, gr)
        g.setColorAt(1, gr.darker(128))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QBrush(g))
        P = QPainterPath()
        P.moveTo(0, hz)
        P.quadTo(0.5, hz + r.uniform(-0.06, 0.06), 1, hz)
        P.lineTo(1, 1)
        P.lineTo(0, 1)
        p.drawPath(P)
        if hab == "meadow":
            for _i in range(16):
                x = r.uniform(0, 1)
                y = r.uniform(hz + 0.05, 1)
                p.setPen(QPen(QColor(r.choice(["#5c9438", "#8cc25c", "#4a8030"])), 0.012))
                p.drawLine(
                    QPointF(x, y), QPointF(x + r.uniform(-0.03, 0.03), y - r.uniform(0.04, 0.1))
                )
            p.setPen(Qt.PenStyle.NoPen)
            for _i in range(6):
                p.setBrush(QColor(r.choice(["#f7f0d8", "#f2d25a", "#e79ac0"])))
                p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(hz + 0.05, 1)), 0.013, 0.013)
        elif hab == "pond":
            p.setPen(QPen(QColor(255, 255, 255, 110), 0.008))
            for _i in range(7):
                x = r.uniform(0, 1)
                y = r.uniform(hz + 0.05, 1)
                p.drawLine(QPointF(x, y), QPointF(x + r.uniform(0.08, 0.2), y))
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(QColor("#5f9a50"))
            for _i in range(3):
                p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(hz + 0.1, 1)), 0.08, 0.03)
            for _i in range(5):
                x = r.choice([r.uniform(0, 0.2), r.uniform(0.8, 1)])
                p.setPen(QPen(QColor("#5b7a3a"), 0.014))
                p.drawLine(QPointF(x, hz + 0.15), QPointF(x + 0.02, hz - 0.15))
                p.setPen(
                    QPen(QColor("#6a4426"), 0.03, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
                )
                p.drawLine(QPointF(x + 0.02, hz - 0.13), QPointF(x + 0.02, hz - 0.08))
        elif hab == "rocks":
            p.setPen(QPen(QColor("#6a655e"), 0.006))
            for _i in range(9):
                p.setBrush(QColor(r.choice(["#857f77", "#a8a298", "#77726b"])))
                p.drawEllipse(
                    QPointF(r.uniform(0, 1), r.uniform(hz + 0.05, 1)),
                    r.uniform(0.03, 0.1),
                    r.uniform(0.02, 0.05),
                )
        elif hab == "dunes":
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.setPen(QPen(QColor("#c9aa6c"), 0.01))
            for _i in range(5):
                y = r.uniform(hz + 0.06, 1)
                P = QPainterPath()
                P.moveTo(0, y)
                P.cubicTo(0.3, y - 0.05, 0.6, y + 0.05, 1, y - 0.02)
                p.drawPath(P)
        elif hab == "forest":
            p.setPen(Qt.PenStyle.NoPen)
            for _i in range(14):
                p.setBrush(QColor(r.choice(["#6b5a34", "#8a6a3a", "#3f5c2e"])))
                p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(hz, 1)), 0.03, 0.015)
    if close:  # soft bokeh for close-ups
        p.setPen(Qt.PenStyle.NoPen)
        for _i in range(5):
            c = mix(gr, QColor("white"), r.uniform(0.1, 0.5))
            c.setAlpha(110)
            p.setBrush(c)
            s = r.uniform(0.07, 0.16)
            p.drawEllipse(QPointF(r.uniform(0, 1), r.uniform(0, 1)), s, s)
    p.setPen(Qt.PenStyle.NoPen)
    return hz
