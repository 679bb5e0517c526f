"""The icons of a sketch's buttons, drawn so that they are sharp and follow light and dark."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen, QPixmap, QPolygonF

_SIDE = 16
_RATIO = 3  # enough for screens at 300 %


def icon(name: str, palette: QPalette) -> QIcon:
    """Return 'reroll', 'lock', 'unlock', 'replace', 'only' or 'drop'."""
    made = QIcon()
    groups = {
        QIcon.Mode.Normal: QPalette.ColorGroup.Active,
        QIcon.Mode.Disabled: QPalette.ColorGroup.Disabled,
    }
    for mode, group in groups.items():
        color = palette.color(group, QPalette.ColorRole.ButtonText)
        if mode == QIcon.Mode.Disabled:
            color.setAlphaF(0.4)
        made.addPixmap(_pixmap(_DRAWINGS[name], color), mode)
    return made


def _pixmap(draw: Callable[[QPainter], None], color: QColor) -> QPixmap:
    pixmap = QPixmap(_SIDE * _RATIO, _SIDE * _RATIO)
    pixmap.setDevicePixelRatio(_RATIO)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = Qt.PenStyle.SolidLine
    painter.setPen(QPen(color, 1.5, line, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    draw(painter)
    painter.end()
    return pixmap


def _reroll(painter: QPainter) -> None:
    painter.drawArc(QRectF(3, 3, 10, 10), 60 * 16, 300 * 16)
    painter.drawPolyline(QPolygonF([QPointF(7.4, 1.4), QPointF(10.6, 3.8), QPointF(7.8, 6.6)]))


def _lock_body(painter: QPainter) -> None:
    painter.setBrush(painter.pen().color())
    painter.drawRoundedRect(QRectF(3.5, 7.5, 9, 6), 1, 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _lock(painter: QPainter) -> None:
    _lock_body(painter)
    painter.drawArc(QRectF(5, 2, 6, 8), 0, 180 * 16)
    painter.drawLine(QPointF(5, 6), QPointF(5, 7.5))
    painter.drawLine(QPointF(11, 6), QPointF(11, 7.5))


def _unlock(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(3.5, 7.5, 9, 6), 1, 1)
    painter.drawArc(QRectF(5, 2, 6, 8), 20 * 16, 160 * 16)
    painter.drawLine(QPointF(5, 6), QPointF(5, 7.5))


def _replace(painter: QPainter) -> None:
    painter.drawLine(QPointF(2.5, 5), QPointF(13, 5))
    painter.drawPolyline(QPolygonF([QPointF(10, 2), QPointF(13, 5), QPointF(10, 8)]))
    painter.drawLine(QPointF(3, 11), QPointF(13.5, 11))
    painter.drawPolyline(QPolygonF([QPointF(6, 8), QPointF(3, 11), QPointF(6, 14)]))


def _only(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(6.5, 6.5), 4, 4)
    painter.drawLine(QPointF(9.6, 9.6), QPointF(13.5, 13.5))


def _drop(painter: QPainter) -> None:
    painter.drawLine(QPointF(3.5, 3.5), QPointF(12.5, 12.5))
    painter.drawLine(QPointF(12.5, 3.5), QPointF(3.5, 12.5))


_DRAWINGS: dict[str, Callable[[QPainter], None]] = {
    "reroll": _reroll,
    "lock": _lock,
    "unlock": _unlock,
    "replace": _replace,
    "only": _only,
    "drop": _drop,
}
