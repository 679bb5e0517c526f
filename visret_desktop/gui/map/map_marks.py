"""What is painted above the earth: a pin, a scale, and whose the outlines are."""

import math

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPalette, QPen

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.projection import MapView, mercator

ATTRIBUTION = "Natural Earth · GeoNames"
_WIDEST = 110  # pixels, of the scale
_MARGIN, _LINE = 8, 14
_MARKS = 140  # pixels: how wide scale and attribution are at most
_PIN = 7.0  # radius
_MAY_BE_OUT = 20  # pixels


def paint_pin(
    painter: QPainter, view: MapView, place: tuple[float, float], palette: QPalette
) -> None:
    """Paint a ring with a point in it at a latitude and longitude."""
    x, y = view.pixels(*mercator(*place))
    middle = QPointF(float(x), float(y))
    room = QRectF(0, 0, view.width, view.height)
    if not room.adjusted(-_MAY_BE_OUT, -_MAY_BE_OUT, _MAY_BE_OUT, _MAY_BE_OUT).contains(middle):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, wide in ((palette.base(), 5.0), (palette.windowText(), 2.5)):
        painter.setPen(QPen(color.color(), wide))
        painter.drawEllipse(middle, _PIN, _PIN)
    painter.setBrush(palette.windowText())
    painter.drawEllipse(middle, 1.5, 1.5)


def places_of_marks(view: MapView) -> list[QRectF]:
    """Return where scale and attribution stand."""
    high = 2 * _LINE + _MARGIN
    return [QRectF(left, view.height - high, _MARKS, high) for left in (0, view.width - _MARKS)]


def paint_scale(painter: QPainter, view: MapView, palette: QPalette) -> None:
    """Paint a line as long as a round number of kilometers or meters in the middle."""
    meters = _round_below(_WIDEST * view.meters_per_pixel)
    wide = meters / view.meters_per_pixel
    number, unit = (meters / 1000, "km") if meters >= 1000 else (meters, "m")
    left, bottom = _MARGIN, view.height - _MARGIN
    painter.setPen(QPen(palette.placeholderText().color(), 2))
    painter.drawLine(QPointF(left, bottom), QPointF(left + wide, bottom))
    words = QCoreApplication.translate("MapMarks", "{0} {1}").format(
        figures.count(round(number)), unit
    )
    painter.drawText(QPointF(left, bottom - 4), words)


def paint_attribution(painter: QPainter, view: MapView, palette: QPalette) -> None:
    """Write small whose the outlines and the names are."""
    before = painter.font()
    font = QFont(before)
    font.setPointSizeF(before.pointSizeF() * 0.85)
    painter.setFont(font)
    painter.setPen(palette.placeholderText().color())
    box = QRectF(0, view.height - _MARGIN - _LINE, view.width - _MARGIN, _LINE + 2)
    painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, ATTRIBUTION)
    painter.setFont(before)


def _round_below(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, … up to a number."""
    unit = 10.0 ** math.floor(math.log10(most))
    return next(unit * step for step in (5, 2, 1) if unit * step <= most)
