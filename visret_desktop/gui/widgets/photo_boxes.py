"""Paints where in a photo something is: boxes that can be seen on any photo, each with a label."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_LINE, _NEAR_LINE, _OUTLINE = 2, 1, 4  # pixels
_BRIGHT, _DARK = QColor("#ffe066"), QColor(0, 0, 0, 200)
_PADDING = 5

Shares = tuple[float, float, float, float]  # left, top, right, bottom of the upright photo


@dataclass(frozen=True)
class Boxes:
    """Where photo `number` of an answer shows it; `label` is at each box, or its own of `labels`.

    Approximate boxes are thin and dashed.
    """

    number: str
    label: str = ""
    places: tuple[Shares, ...] = ()
    is_approximate: bool = False
    labels: tuple[str, ...] = ()


def paint_boxes(painter: QPainter, photo: QRectF, boxes: Boxes) -> None:
    """Paint boxes over a photo that lies at `photo`, perhaps partly out of sight."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    labels = boxes.labels or (boxes.label,) * len(boxes.places)
    for place, label in zip(boxes.places, labels, strict=True):
        box = _box(photo, place)
        width, line = _LINE, Qt.PenStyle.SolidLine
        if boxes.is_approximate:
            width, line = _NEAR_LINE, Qt.PenStyle.DashLine
        outline = width + _OUTLINE - _LINE
        painter.setPen(QPen(_DARK, outline, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(box)
        painter.setPen(QPen(_BRIGHT, width, line, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(box)
        _paint_label(painter, photo, box, label)
    painter.restore()


def _box(photo: QRectF, place: Shares) -> QRectF:
    left, top, right, bottom = place
    corner = photo.topLeft() + QPointF(left * photo.width(), top * photo.height())
    width, height = (right - left) * photo.width(), (bottom - top) * photo.height()
    # So that a box around the whole photo is seen; a tiny one does not turn inside out.
    across, down = min(_OUTLINE / 2, width / 2), min(_OUTLINE / 2, height / 2)
    box = QRectF(corner.x(), corner.y(), width, height)
    return box.adjusted(across, down, -across, -down)


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
