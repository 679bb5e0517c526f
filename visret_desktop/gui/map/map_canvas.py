"""The map itself: drag it, zoom it, go through its circles, choose one, draw around some."""

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from visret_desktop.gui.map import projection
from visret_desktop.gui.map.clusters import PhotoPoints, cell_pixels
from visret_desktop.gui.map.earth import Earth, EarthColors
from visret_desktop.gui.map.map_painting import (
    ClusterCircle,
    circles,
    paint,
    paint_attribution,
    paint_pin,
    paint_scale,
    places_of_marks,
)
from visret_desktop.gui.map.projection import MapView, degrees, mercator
from visret_desktop.gui.map.town_labels import TownLabels
from visret_desktop.gui.widgets.accessibility import announce, keep_left_to_right
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.theme import OWN_MARK, Text, font_of
from visret_desktop.library.catalog.photo_filter import Condition

_STEP = 80  # pixels, for an arrow key
_ZOOM = 2.0  # for + and -
_WHEEL = 240.0  # eighths of a degree, for a zoom by 2
_LINE_STEP = 4.0  # pixels between points of a drawn line
_DEGREE_KILOMETERS = 111.2
_NEAR = 2.0**17  # scale that shows a town
_KEYS = {
    Qt.Key.Key_Left: (1, 0),
    Qt.Key.Key_Right: (-1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_ZOOM_KEYS = {
    Qt.Key.Key_Plus: _ZOOM,
    Qt.Key.Key_Equal: _ZOOM,
    Qt.Key.Key_Minus: 1 / _ZOOM,
}
Extent = tuple[float, float, float, float]  # west, north, east, south of the map
_NameOf = Callable[[float, float, float], str]


class MapCanvas(QWidget):
    """Shows `PhotoPoints`. `chosen`: the condition of what was clicked or drawn around.

    `dropped`: photos of the window were dropped there, in degrees north and east.
    """

    chosen = Signal(object)  # Condition
    dropped = Signal(float, float)
    drawing_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(OWN_MARK, True)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        keep_left_to_right(self)
        self.setMinimumSize(160, 120)
        self.setAccessibleName(self.tr("Map"))
        self.name_of: _NameOf = lambda *_place: ""
        self.earth = Earth()
        self.labels: TownLabels | None = None  # None: they are not read yet
        self._view = MapView.whole(max(1, self.width()), max(1, self.height()))
        self._points: PhotoPoints | None = None
        self._circles: list[ClusterCircle] | None = None  # of the view; None: to be found
        self._focused: tuple[int, int] | None = None  # rows of the circle that the keyboard is on
        self._pin: tuple[float, float] | None = None
        self._fitted: Extent | None = None  # what stays in view by itself
        self._pressed: QPointF | None = None
        self._is_dragging = self._is_lasso = False
        self._line: list[QPointF] = []  # that is being drawn
        self._is_box = False

    # ---- what is shown ----------------------------------------------------------------------

    @property
    def view(self) -> MapView:
        """What is seen."""
        return self._view

    @property
    def points(self) -> PhotoPoints | None:
        """The photos that it shows."""
        return self._points

    @property
    def shown(self) -> list[ClusterCircle]:
        """The circles that are seen, the largest first."""
        if self._circles is None:
            clusters = [] if self._points is None else self._points.clusters(self._view)
            self._circles = circles(self._view, clusters, font_of(Text.SMALL))
        return self._circles

    def sizeHint(self) -> QSize:
        """Return a size at which the earth can be told apart."""
        return QSize(480, 320)

    def show_points(self, points: PhotoPoints, *, fits: bool) -> None:
        """Show other photos, and move to where they are if `fits`, or until someone moves it."""
        self._points, self._focused = points, None
        if len(points) and (fits or self._fitted is not None):
            self.show_all()
        else:
            self._go(self._view)

    def show_all(self) -> None:
        """Move to where all photos are."""
        points = self._points
        self._fitted = points.extent() if points is not None and len(points) else None
        size = self._view.width, self._view.height
        self._go(self._view.around(*self._fitted) if self._fitted else MapView.whole(*size))

    def pin(self, place: tuple[float, float] | None) -> None:
        """Mark a place by latitude and longitude, or none."""
        if place != self._pin:
            self._pin = place
            self.update()

    def go_to(self, latitude: float, longitude: float) -> None:
        """Show a place from near."""
        x, y = (float(one) for one in mercator(latitude, longitude))
        scale = max(self._view.scale, _NEAR)
        self._fitted = None
        self._go(MapView(x, y, scale, self._view.width, self._view.height).moved(0, 0))

    def zoom(self, factor: float) -> None:
        """Show less or more around the middle."""
        self._fitted = None
        self._go(self._view.zoomed(factor))

    def set_lasso(self, is_on: bool) -> None:
        """Let the next drag draw a line around photos, or move the map as usual."""
        self._is_lasso = is_on
        self._line = []
        self.setCursor(Qt.CursorShape.CrossCursor if is_on else Qt.CursorShape.ArrowCursor)
        self.update()

    def _go(self, view: MapView) -> None:
        self._view, self._circles = view, None
        self.update()

    # ---- choosing ---------------------------------------------------------------------------

    def circle_at(self, x: float, y: float) -> ClusterCircle | None:
        """Return the circle at some pixels; of several, the one painted last."""
        return next((circle for circle in reversed(self.shown) if circle.covers(x, y)), None)

    def choose(self, circle: ClusterCircle) -> None:
        """Choose the photos of a circle."""
        if self._points is None:
            return
        cluster = circle.cluster
        cells = round(self._view.scale / cell_pixels(self._view))
        north, west = degrees(cluster.column / cells, cluster.row / cells)
        south, east = degrees((cluster.column + 1) / cells, (cluster.row + 1) / cells)
        box = self._points.box(cluster.first, cluster.last)
        self.chosen.emit(projection.area_of(box, (south, west, north, east)))

    def words(self, circle: ClusterCircle) -> str:
        """Return what a circle is, for tips and screen readers."""
        south, west, north, east = self._box(circle)
        across = (east - west) * math.cos(math.radians((south + north) / 2))
        kilometers = _DEGREE_KILOMETERS * math.hypot(north - south, across)
        name = self.name_of((south + north) / 2, (west + east) / 2, kilometers)
        count = self.tr("%Ln photo(s)", "", circle.cluster.photos)
        return f"{name}: {count}" if name else count

    def _box(self, circle: ClusterCircle) -> tuple[float, float, float, float]:
        assert self._points is not None, "a circle is of points"
        return self._points.box(circle.cluster.first, circle.cluster.last)

    def _focused_circle(self) -> ClusterCircle | None:
        rows = self._focused
        return next((c for c in self.shown if (c.cluster.first, c.cluster.last) == rows), None)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go through the circles before the keyboard leaves the map."""
        shown, here = self.shown, self._focused_circle()
        step = 1 if forward else -1
        place = shown.index(here) + step if here is not None else (0 if forward else -1)
        if 0 <= place < len(shown):
            cluster = shown[place].cluster
            self._focused = cluster.first, cluster.last
            announce(self, self.words(shown[place]))
            self.update()
            return True
        self._focused = None
        self.update()
        return super().focusNextPrevChild(forward)

    # ---- mouse and keys ---------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take photos of this window: those of other programs are added elsewhere."""
        if event.source() is not None and event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say where they are to be."""
        event.acceptProposedAction()
        at = self._view.at(event.position().x(), event.position().y())
        latitude, longitude = projection.degrees(*at)
        self.dropped.emit(latitude, (longitude + 180) % 360 - 180)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag, to draw or to click."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._pressed, self._is_dragging = event.position(), False
        self._is_box = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._line = [event.position()] if self._is_box or self._is_lasso else []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the map, or draw."""
        here = event.position()
        if self._pressed is None:
            if not self._is_lasso:
                is_over = self.circle_at(here.x(), here.y()) is not None
                shape = Qt.CursorShape
                self.setCursor(shape.PointingHandCursor if is_over else shape.ArrowCursor)
            return
        way = here - self._pressed
        if not self._is_dragging:
            self._is_dragging = way.manhattanLength() >= QApplication.startDragDistance()
        if not self._is_dragging:
            return
        if self._line:
            if (here - self._line[-1]).manhattanLength() >= _LINE_STEP:
                self._line = [self._line[0], here] if self._is_box else [*self._line, here]
                self.update()
            return
        self._pressed, self._fitted = here, None
        self._go(self._view.moved(way.x(), way.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose what was clicked or drawn around."""
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        was_dragging, line = self._is_dragging, [point.toTuple() for point in self._line]
        self._pressed, self._is_dragging, self._line = None, False, []
        self.update()
        if not was_dragging:
            circle = self.circle_at(event.position().x(), event.position().y())
            if circle is not None:
                self.choose(circle)
        elif self._is_box and len(line) == 2:
            self.chosen.emit(projection.rectangle(self._view, (line[0], line[1])))
        elif line:
            self._end_lasso(projection.outline(self._view, line))

    def _end_lasso(self, condition: Condition | None) -> None:
        self.set_lasso(False)
        self.drawing_ended.emit()
        if condition is not None:
            self.chosen.emit(condition)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show more of where there is no circle."""
        here = event.position()
        if self.circle_at(here.x(), here.y()) is None:
            self._fitted = None
            self._go(self._view.zoomed(_ZOOM, here.toTuple()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        turned = event.angleDelta().y()
        if turned:
            self._fitted = None
            self._go(self._view.zoomed(2 ** (turned / _WHEEL), event.position().toTuple()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, zoom, and choose the circle that the keyboard is on."""
        key, focused = Qt.Key(event.key()), self._focused_circle()
        if key in _KEYS:
            right, down = _KEYS[key]
            self._fitted = None
            self._go(self._view.moved(right * _STEP, down * _STEP))
        elif key in _ZOOM_KEYS:
            self.zoom(_ZOOM_KEYS[key])
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.show_all()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focused is not None:
            self.choose(focused)
        elif key == Qt.Key.Key_Escape and (self._is_lasso or self._focused is not None):
            self._focused = None
            self._end_lasso(None)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            circle = self.circle_at(event.pos().x(), event.pos().y())
            QToolTip.showText(
                event.globalPos(), literally(self.words(circle)) if circle else "", self
            )
            return True
        return super().event(event)

    # ---- painting ---------------------------------------------------------------------------

    def paint_beneath(self, painter: QPainter) -> None:
        """Paint what lies between the earth and the circles: nothing here."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle, or all photos in view."""
        super().resizeEvent(event)
        view = self._view.resized(event.size().width(), event.size().height())
        self._go(view)
        if self._fitted is not None:
            self._go(view.around(*self._fitted))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the earth, circles and what is drawn."""
        painter, palette = QPainter(self), self.palette()
        if self.earth.paint(painter, self._view, EarthColors.of(palette)):
            QTimer.singleShot(0, self, self.update)
        self.paint_beneath(painter)
        painter.setFont(font_of(Text.SMALL))
        if self.labels is not None and self.labels.paint(
            painter, self._view, palette, self.shown, places_of_marks(self._view)
        ):
            QTimer.singleShot(0, self, self.update)
        focused = self._focused_circle() if self.hasFocus() else None
        paint(painter, self.shown, focused, palette)
        if self._pin is not None:
            paint_pin(painter, self._view, self._pin, palette)
        if len(self._line) > 1:
            painter.setPen(QPen(palette.accent().color(), 2))
            fill = palette.accent().color()
            fill.setAlpha(40)
            painter.setBrush(fill)
            box = QRectF(self._line[0], self._line[-1])
            painter.drawPolygon(QPolygonF(box) if self._is_box else QPolygonF(self._line))
        paint_scale(painter, self._view, palette)
        paint_attribution(painter, self._view, palette)
        if self.hasFocus() and focused is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.accent().color(), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()
