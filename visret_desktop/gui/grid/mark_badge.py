"""Paint the quiet sign on a photo that was called right or wrong."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_SIDE = 18
_MARGIN = 4
_TICK = ((0.26, 0.53), (0.43, 0.70), (0.75, 0.32))
_CROSS = (((0.31, 0.31), (0.69, 0.69)), ((0.69, 0.31), (0.31, 0.69)))


def paint_mark(painter: QPainter, picture: QRect, is_right: bool) -> None:
    """Paint a tick or a cross into the upper right corner of a picture."""
    left = picture.right() + 1 - _SIDE - _MARGIN
    place = QRectF(left, picture.top() + _MARGIN, _SIDE, _SIDE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 170))
    painter.drawEllipse(place)
    painter.setPen(QPen(QColor("white"), 1.8, c=Qt.PenCapStyle.RoundCap))
    for line in (_TICK,) if is_right else _CROSS:
        painter.drawPolyline([_point(place, *spot) for spot in line])
    painter.restore()


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())
