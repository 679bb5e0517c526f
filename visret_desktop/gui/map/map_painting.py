"""What is painted over the map: a pin, a scale, the attribution of outlines, and clusters.

A cluster is a circle; its size and text follow from how many photos it has.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPen

from visret_desktop.gui.languages import figures
from visret_desktop.gui.map.clusters import Cluster, cell_pixels
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
    """Paint a scale at the lower left: a line of so many meters in the middle of the map."""
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


_LARGEST, _DOT = 26.0, 6.0  # radius in pixels; of one photo
_AROUND_TEXT = 5.0
_MAY_STICK_OUT = 0.4  # of a radius, beyond the cell


@dataclass(frozen=True)
class ClusterCircle:
    """A cluster as it is shown."""

    cluster: Cluster
    x: float
    y: float
    radius: float
    text: str

    def covers(self, x: float, y: float) -> bool:
        """Tell whether a point of the widget is in it, or close enough to be meant."""
        return math.hypot(x - self.x, y - self.y) <= max(self.radius, 2 * _DOT)


def circles(view: MapView, clusters: Sequence[Cluster], font: QFont) -> list[ClusterCircle]:
    """Return a circle for each cluster, its area as the number of its photos.

    A circle stays in the cell of its photos, but for a part that leaves its middle where they are.
    """
    metrics = QFontMetricsF(font)
    most = max((cluster.photos for cluster in clusters), default=1)
    cell = cell_pixels(view)
    cells = round(view.scale / cell)
    drawn = []
    for cluster in clusters:
        text = written(cluster.photos)
        radius = _DOT
        if cluster.photos > 1:
            least = metrics.horizontalAdvance(text) / 2 + _AROUND_TEXT
            radius = max(
                least, metrics.height() / 2 + 1, _LARGEST * math.sqrt(cluster.photos / most)
            )
        inset = min(radius * (1 - _MAY_STICK_OUT), cell / 2) / view.scale
        place = []
        for middle, number in ((cluster.x, cluster.column), (cluster.y, cluster.row)):
            low, high = number / cells + inset, (number + 1) / cells - inset
            place.append(min(max(middle, low), high))
        x, y = view.pixels(*place)
        drawn.append(ClusterCircle(cluster, x, y, radius, text if cluster.photos > 1 else ""))
    return drawn


def written(photos: int) -> str:
    """Return a number in at most four signs."""
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if photos >= 10 * unit:
            return f"{photos // unit}{sign}"
        if photos >= unit:
            return f"{photos // (unit // 10) / 10:g}{sign}"
    return str(photos)


def paint(
    painter: QPainter,
    shown: Sequence[ClusterCircle],
    focused: ClusterCircle | None,
    palette: QPalette,
) -> None:
    """Paint circles, the small ones above the large ones, and a ring around the focused one."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill = palette.highlight().color()
    fill.setAlpha(225)
    for circle in shown:
        painter.setPen(QPen(palette.base().color(), 1.5))
        painter.setBrush(fill)
        middle = QPointF(circle.x, circle.y)
        painter.drawEllipse(middle, circle.radius, circle.radius)
        if circle.text:
            painter.setPen(palette.highlightedText().color())
            side = 2 * circle.radius
            box = QRectF(circle.x - circle.radius, circle.y - circle.radius, side, side)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, circle.text)
    if focused is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        middle = QPointF(focused.x, focused.y)
        for color, wide, gap in ((palette.base(), 4.0, 3.5), (palette.windowText(), 2.0, 3.5)):
            painter.setPen(QPen(color.color(), wide))
            painter.drawEllipse(middle, focused.radius + gap, focused.radius + gap)
