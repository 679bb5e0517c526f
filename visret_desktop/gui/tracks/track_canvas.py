"""A map with tracks as lines and the photos that they place."""

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from visret_desktop.fieldwork.tracks.track import Floats, Numbers, Track
from visret_desktop.gui.map.cluster_circles import Circle
from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.map.projection import MapView, mercator

_MOST_DRAWN = 20_000  # points of a track
_AROUND, _WIDE = 5.0, 2.0  # pixels: a line, and what sets it off
_IN_VIEW = 12  # pixels from the edge


class TrackCanvas(MapCanvas):
    """Shows `Track`s and `PhotoPoints`. `circle_chosen`: ids of the photos of a circle."""

    circle_chosen = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map of the track"))
        self._lines: list[tuple[Floats, Floats, Numbers]] = []  # x, y, rows where a line begins

    def show_tracks(self, tracks: Sequence[Track], largest_gap: float) -> None:
        """Show tracks as lines that are broken where nothing is placed; the gap in seconds."""
        self._lines = []
        for track in tracks:
            x, y = mercator(track.places[:, 0], track.places[:, 1])
            jumps = np.flatnonzero(np.diff(track.times) > largest_gap) + 1
            self._lines.append((x, y, np.union1d(track.starts, jumps)))
        self.update()

    def show_whole(self) -> None:
        """Move to where the tracks are."""
        if self._lines:
            x = np.concatenate([line[0] for line in self._lines])
            y = np.concatenate([line[1] for line in self._lines])
            x = x + (x < x.max() - 0.5)  # across the date line
            view = self.view.around(*(float(one) for one in (x.min(), y.min(), x.max(), y.max())))
            self._go(view)

    def choose(self, circle: Circle) -> None:
        """Choose the photos of a circle."""
        if self.points is not None:
            rows = slice(circle.cluster.first, circle.cluster.last)
            self.circle_chosen.emit(self.points.ids[rows].tolist())

    def show_place(self, place: tuple[float, float] | None) -> None:
        """Mark a place, and move there if it is not seen."""
        self.pin(place)
        if place is not None:
            x, y = self.view.pixels(*mercator(*place))
            room = self.rect().adjusted(_IN_VIEW, _IN_VIEW, -_IN_VIEW, -_IN_VIEW)
            if not room.contains(int(x), int(y)):
                self.go_to(*place)

    def paint_beneath(self, painter: QPainter) -> None:
        """Paint the tracks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shapes = [shape for line in self._lines for shape in _shapes(self.view, *line)]
        palette = self.palette()
        for color, wide in ((palette.base(), _AROUND), (palette.windowText(), _WIDE)):
            pen = QPen(color.color(), wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            for shape in shapes:
                painter.drawPolyline(shape)


def _shapes(view: MapView, x: Floats, y: Floats, starts: Numbers) -> Iterator[QPolygonF]:
    """Yield the lines that are seen, in pixels."""
    right, down = view.pixels(x, y)
    margin = max(view.width, view.height)
    is_seen = (np.abs(right - view.width / 2) < margin) & (np.abs(down - view.height / 2) < margin)
    (seen,) = np.nonzero(is_seen)
    step = max(1, len(seen) // _MOST_DRAWN)
    begins = np.zeros(len(x) + 1, np.bool_)
    begins[starts] = True
    breaks = np.flatnonzero((np.diff(seen) > 1) | begins[seen[1:]]) + 1
    for rows in np.split(seen, breaks):
        if len(rows):
            rows = np.append(rows[::step], rows[-1])
            points = zip(right[rows].tolist(), down[rows].tolist(), strict=True)
            yield QPolygonF([QPointF(*point) for point in points])
