"""Paints where in a photo something is: boxes that can be seen on any photo, each with a label."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_LINE, _OUTLINE = 2, 4  # pixels
_BRIGHT, _DARK = QColor("#ffe066"), QColor(0, 0, 0, 200)
_PADDING = 5

Shares = tuple[float, float, float, float]  # left, top, right, bottom of the upright photo


@dataclass(frozen=True)
class Boxes:
    """Where photo `number` of an answer shows it; `label` is at each box, dashed if approximate."""

    number: str
    label: str = ""
    places: tuple[Shares, ...] = ()
    is_approximate: bool = False


def paint_boxes(painter: QPainter, photo: QRectF, boxes: Boxes) -> None:
    """Paint boxes over a photo that lies at `photo`, perhaps partly out of sight."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place in boxes.places:
        box = _box(photo, place)
        painter.setPen(QPen(_DARK, _OUTLINE, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(box)
        line = Qt.PenStyle.DashLine if boxes.is_approximate else Qt.PenStyle.SolidLine
        painter.setPen(QPen(_BRIGHT, _LINE, line, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(box)
        _paint_label(painter, photo, box, boxes.label)
    painter.restore()


def _box(photo: QRectF, place: Shares) -> QRectF:
    left, top, right, bottom = place
    corner = photo.topLeft() + QPointF(left * photo.width(), top * photo.height())
    size = ((right - left) * photo.width(), (bottom - top) * photo.height())
    inset = _OUTLINE / 2  # so that a box around the whole photo is seen
    return QRectF(corner.x(), corner.y(), *size).adjusted(inset, inset, -inset, -inset)


def _paint_label(painter: QPainter, photo: QRectF, box: QRectF, label: str) -> None:
    """Paint the label on top of a box, or inside where there is no room above."""
    if not label:
        return
    metrics = painter.fontMetrics()
    width, height = metrics.horizontalAdvance(label) + 2 * _PADDING, metrics.height() + 2
    left = max(photo.left(), min(box.left() - _LINE, photo.right() - width))
    above = box.top() - height
    place = QRectF(left, above if above >= photo.top() else box.top(), width, height)
    painter.fillRect(place, _DARK)
    painter.setPen(_BRIGHT)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label)
