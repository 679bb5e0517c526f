"""Names of towns on the map: the largest of each part of it, where no other name stands.

A town is named from the level on at which it has most people of all in its cell: so a name that is
shown stays while the map is dragged, and while it is made larger.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPixmap

from visret_desktop.gui.map.map_painting import ClusterCircle
from visret_desktop.gui.map.projection import MapView, mercator
from visret_desktop.places.towns import TownPoints

_CELL = 112.0  # pixels at least, for one name; cells are up to twice as wide
_FIRST, _LAST = 4, 18  # levels: in a cell of the last one there is one town at most
_AROUND = 128  # pixels around the view, from where names may reach into it
_DOT, _GAP, _HALO = 2.0, 5.0, 1.0
_APART = 4.0  # names beside each other
_KEPT = 600  # names that are drawn
_NEW = 4  # names that are drawn in one frame
_Box = tuple[float, float, float, float]  # left, top, right, bottom


class Town(NamedTuple):
    """A town in a view: its number, and where it is in pixels."""

    number: int
    x: float
    y: float


class TownIndex:
    """Which towns are named in a view. Takes some tenths of a second to make, on any thread."""

    def __init__(self, towns: TownPoints) -> None:
        """Find out from which level on each town is named."""
        x, y = mercator(towns.latitudes, towns.longitudes)
        since = np.full(len(x), _LAST, np.int8)
        open_ = np.arange(len(x))  # those with most people first
        for level in range(_FIRST, _LAST):
            cells = 1 << level
            columns, rows = ((one * cells).astype(np.int64) for one in (x % 1, y))
            _, first = np.unique(columns * cells + rows, return_index=True)
            since[np.intersect1d(first, open_, assume_unique=True)] = level
            open_ = np.setdiff1d(open_, first, assume_unique=True)
        order = np.argsort(since, kind="stable")
        self._numbers = towns.numbers[order]
        self._x, self._y = (one[order].astype(np.float32) for one in (x % 1, y))
        self._counts = np.searchsorted(since[order], np.arange(_LAST + 1), side="right")

    def towns(self, view: MapView) -> list[Town]:
        """Return the towns named in a view and close to it, those named from afar first."""
        level = math.floor(math.log2(view.scale / _CELL))
        if level < _FIRST:
            return []
        count = int(self._counts[min(level, _LAST)])
        west, north = view.at(-_AROUND, -_AROUND)
        east, south = view.at(view.width + _AROUND, view.height + _AROUND)
        across = self._x[:count] - np.float32(west % 1)
        across += across < 0
        y = self._y[:count]
        (seen,) = np.nonzero((across < east - west) & (y > north) & (y < south))
        right, down = view.pixels(self._x[seen].astype(np.float64), y[seen].astype(np.float64))
        columns = (self._numbers[seen], right, down)
        return [Town(*each) for each in zip(*(one.tolist() for one in columns), strict=True)]


class TownLabels:
    """Paints names. `name_of` returns that of a town by its number; "": it has none.

    `shown` has where the names are that were painted last, by the numbers of their towns.
    """

    def __init__(self, index: TownIndex, name_of: Callable[[int], str]) -> None:
        self._index, self._name_of = index, name_of
        self._pictures: OrderedDict[int, QPixmap] = OrderedDict()
        self._drawn_with: tuple[QColor, QColor, float] | None = None
        self.shown: dict[int, QRectF] = {}

    def paint(
        self,
        painter: QPainter,
        view: MapView,
        palette: QPalette,
        circles: Sequence[ClusterCircle],
        taken: Sequence[QRectF],
    ) -> bool:
        """Paint names that hide no circle, nothing `taken` and no other name.

        Returns whether some were left for another frame.
        """
        look = palette.windowText().color(), palette.base().color()
        density = painter.device().devicePixelRatioF()
        if self._drawn_with != (*look, density):
            self._pictures.clear()
            self._drawn_with = (*look, density)
        room = _Room([_coords(box) for box in taken] + [_around(each) for each in circles])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look[0])
        self.shown, left = {}, _NEW
        towns = self._index.towns(view)
        for town, hidden_by in zip(towns, _hiding(circles, towns), strict=True):
            if town.number not in self._pictures:
                if not left:
                    continue
                left -= 1
                name = self._name_of(town.number)
                self._pictures[town.number] = _drawn(name, painter.font(), *look, density)
            self._pictures.move_to_end(town.number)
            self._place(painter, town, hidden_by, room)
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        return not left

    def _place(
        self, painter: QPainter, town: Town, hidden_by: ClusterCircle | None, room: "_Room"
    ) -> None:
        """Paint a name where it is free beside its town, or beside the circle that hides that."""
        picture = self._pictures[town.number]
        if picture.isNull():
            return
        dot = QRectF(town.x - _DOT, town.y - _DOT, 2 * _DOT, 2 * _DOT)
        size = picture.deviceIndependentSize()
        if hidden_by is None:
            places = _beside(dot, size)
        else:
            left, top, right, bottom = _around(hidden_by)
            places = _beside(QRectF(QPointF(left, top), QPointF(right, bottom)), size)[::-1]
        for place in places:
            # With its dot, or the names of two towns might seem to share one.
            box = place.united(dot) if hidden_by is None else place
            if room.take(_coords(box.adjusted(-_APART, 0, _APART, 0))):
                painter.drawPixmap(place.topLeft(), picture)
                if hidden_by is None:
                    painter.drawEllipse(dot)
                self.shown[town.number] = place
                return


class _Room:
    """What is free of boxes."""

    def __init__(self, boxes: Sequence[_Box]) -> None:
        self._boxes: NDArray[np.float64] = np.array(boxes, np.float64).reshape(-1, 4)

    def take(self, box: _Box) -> bool:
        """Take a place if it is free; tell whether it was."""
        left, top, right, bottom = self._boxes.T
        is_free = not np.any(
            (left < box[2]) & (right > box[0]) & (top < box[3]) & (bottom > box[1])
        )
        if is_free:
            self._boxes = np.concatenate((self._boxes, [box]))
        return bool(is_free)


def _coords(box: QRectF) -> _Box:
    return box.left(), box.top(), box.right(), box.bottom()


def _around(circle: ClusterCircle) -> _Box:
    x, y, radius = circle.x, circle.y, circle.radius
    return x - radius, y - radius, x + radius, y + radius


def _hiding(circles: Sequence[ClusterCircle], towns: Sequence[Town]) -> list[ClusterCircle | None]:
    """Return the circle that hides each town, if one does."""
    if not circles or not towns:
        return [None] * len(towns)
    x, y, reach = np.array([(each.x, each.y, each.radius + _DOT) for each in circles]).T
    places = np.array([(town.x, town.y) for town in towns])
    hides = np.hypot(places[:, :1] - x, places[:, 1:] - y) < reach
    first = hides.argmax(axis=1).tolist()
    return [
        circles[at] if is_hidden else None
        for at, is_hidden in zip(first, hides.any(axis=1).tolist(), strict=True)
    ]


def _beside(mark: QRectF, size: QSizeF) -> list[QRectF]:
    """Return where words of a size may stand: right, left, above and below of a mark."""
    middle, wide, high = mark.center(), size.width(), size.height()
    corners = (
        (mark.right() + _GAP, middle.y() - high / 2),
        (mark.left() - _GAP - wide, middle.y() - high / 2),
        (middle.x() - wide / 2, mark.top() - high),
        (middle.x() - wide / 2, mark.bottom()),
    )
    return [QRectF(QPointF(*corner), size) for corner in corners]


def _drawn(name: str, font: QFont, ink: QColor, halo: QColor, density: float) -> QPixmap:
    """Return a name with a thin edge, so that it can be read on borders and coasts."""
    if not name:
        return QPixmap()
    metrics = QFontMetricsF(font)
    wide = math.ceil(metrics.horizontalAdvance(name) + 2 * _HALO)
    high = math.ceil(metrics.height() + 2 * _HALO)
    made = QPixmap(math.ceil(wide * density), math.ceil(high * density))
    made.setDevicePixelRatio(density)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setFont(font)
    base = _HALO + metrics.ascent()
    painter.setPen(halo)
    for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        painter.drawText(QPointF(_HALO * (1 + right), base + _HALO * down), name)
    painter.setPen(ink)
    painter.drawText(QPointF(_HALO, base), name)
    painter.end()
    return made
