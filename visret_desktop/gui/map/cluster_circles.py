"""Clusters as circles: how large, where, and what is written in them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPen

from visret_desktop.gui.map.clusters import Cluster, cell_pixels
from visret_desktop.gui.map.projection import MapView

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
    found = []
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
        found.append(ClusterCircle(cluster, x, y, radius, text if cluster.photos > 1 else ""))
    return found


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
