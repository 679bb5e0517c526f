"""A map with tracks as lines and the photos that they place."""

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.map.map_painting import ClusterCircle
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.interchange.tracks.track import Floats, Numbers, Track

_MOST_DRAWN = 20_000  # points of a track
_AROUND, _WIDE = 5.0, 2.0  # pixels: a line, and what sets it off
_IN_VIEW = 12  # pixels from the edge
_SHARE = 0.85  # of the map, for the tracks
_SMALLEST = 1e-6  # of the earth: 40 meters
_RING, _MOST_RINGS = 5.0, 500  # pixels


class TrackCanvas(MapCanvas):
    """Shows `Track`s and `PhotoPoints`. `circle_chosen`: ids of the photos of a circle."""

    circle_chosen = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map of the track"))
        self._lines: list[tuple[Floats, Floats, Numbers]] = []  # x, y, rows where a line begins
        self._whole: MapView | None = None  # with the tracks as large as they may be
        self._known: Floats = np.empty((0, 2))

    def show_known(self, places: Floats) -> None:
        """Mark by rings where photos say themselves that they were taken: degrees (n, 2)."""
        x, y = mercator(places[:, 0], places[:, 1])
        self._known = np.column_stack((x, y))
        self.update()

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
            across, down = max(float(np.ptp(x)), _SMALLEST), max(float(np.ptp(y)), _SMALLEST)
            width, height = self.width(), self.height()
            scale = _SHARE * min(width / across, height / down)
            middle = float(x.min()) + across / 2, float(y.min()) + down / 2
            self._go(MapView(*middle, scale, width, height).moved(0, 0))
            self._whole = self.view

    def show_all(self) -> None:
        """Move to where all photos are: on the tracks."""
        self.show_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all tracks in view, unless someone moved the map."""
        is_whole = self.view == self._whole
        super().resizeEvent(event)
        if is_whole:
            self.show_whole()

    def choose(self, circle: ClusterCircle) -> None:
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
        """Paint the tracks, and the photos that know their place."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shapes = [shape for line in self._lines for shape in _shapes(self.view, *line)]
        rings = self._rings_of_known_photos()
        palette = self.palette()
        for color, wide in ((palette.base(), _AROUND), (palette.windowText(), _WIDE)):
            pen = QPen(color.color(), wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            for shape in shapes:
                painter.drawPolyline(shape)
            for middle in rings:
                painter.drawEllipse(middle, _RING, _RING)

    def _rings_of_known_photos(self) -> list[QPointF]:
        """Return where rings go around photos with a place of their own: middles in pixels."""
        right, down = self.view.pixels(self._known[:, 0], self._known[:, 1])
        points = np.unique(np.column_stack((right, down)).round(), axis=0)
        is_seen = (points >= 0).all(axis=1) & (points <= (self.width(), self.height())).all(axis=1)
        return [QPointF(*point) for point in points[is_seen][:_MOST_RINGS].tolist()]


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
