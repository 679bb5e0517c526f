"""Paints one photo: fit or zoomed, at the place it was moved to."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.photo.dark_theme import NIGHT
from visret_desktop.gui.pictures.photo_decoding import level_for
from visret_desktop.gui.widgets.photo_boxes import Boxes, paint_boxes

_LARGEST_ZOOM = 16.0
_LARGEST_FIT = 4.0
STEP = 1.25

Size = tuple[float, float]


class PhotoCanvas(QWidget):
    """Zooms at the cursor and pans; knows nothing of files. `rescaled`: the scale changed."""

    rescaled = Signal()
    stirred = Signal()  # the mouse moved

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size: Size = (4.0, 3.0)
        self._levels: Sequence[QImage] = ()
        self.boxes: Boxes | None = None  # over the photo
        self._zoom = 0.0  # device pixels per photo pixel; 0: fit
        self._center = QPointF()  # photo point in the middle of the page
        self._grabbed: QPointF | None = None
        self._seen_at = QPointF()  # where on the screen the mouse was last
        self.setMouseTracking(True)

    def show_photo(self, size: Size, levels: Sequence[QImage]) -> None:
        """Show another photo, fitted; `levels` as `decode_levels` returns them, or a thumbnail."""
        self._zoom = 0.0
        self.show_better(size, levels)

    def show_better(self, size: Size, levels: Sequence[QImage]) -> None:
        """Show the same photo from more pixels, at the same place."""
        self._size, self._levels = size, levels
        self._keep_inside()
        self._rescale()

    def show_boxes(self, boxes: Boxes | None) -> None:
        """Show where in the photo something is, or only the photo."""
        if boxes != self.boxes:
            self.boxes = boxes
            self.update()

    @property
    def is_fit(self) -> bool:
        """Whether the whole photo is shown."""
        return not self._zoom

    def scale(self) -> float:
        """Return how many device pixels a photo pixel takes."""
        return self._zoom or self._fit()

    def target(self) -> QRectF:
        """Return where the photo lies, in pixels of the widget."""
        width, height = self._size
        scale = self.scale() / self.devicePixelRatioF()
        center = self._center if self._zoom else QPointF(width / 2, height / 2)
        corner = QPointF(self.width() / 2, self.height() / 2) - center * scale
        return QRectF(corner.x(), corner.y(), width * scale, height * scale)

    def zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        """Zoom so that the photo point under `at` (none: the middle) stays where it is; 0: fit."""
        middle = QPointF(self.width() / 2, self.height() / 2)
        at = at or middle
        ratio, fit = self.devicePixelRatioF(), self._fit()
        point = (at - self.target().topLeft()) * ratio / self.scale()
        zoom = min(max(zoom or fit, min(fit, 1.0)), _LARGEST_ZOOM)
        self._center = point + (middle - at) * ratio / zoom
        self._zoom = 0.0 if abs(zoom / fit - 1) < 0.001 else zoom
        self._keep_inside()
        self._rescale()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in by steps, or out if they are negative."""
        self.zoom_to(self.scale() * STEP**steps, at)

    def toggle_zoom(self, at: QPointF | None = None) -> None:
        """Show 100 % where the whole photo is shown, and the whole photo otherwise."""
        self.zoom_to(1.0 if self.is_fit else 0.0, at)

    def _fit(self) -> float:
        width, height = self._size
        ratio = self.devicePixelRatioF()
        return min(self.width() * ratio / width, self.height() * ratio / height, _LARGEST_FIT)

    def _keep_inside(self) -> None:
        """Move the photo so that it fills what it can of the page."""
        if not self._zoom:
            return
        scale = self._zoom / self.devicePixelRatioF()
        center = []
        for place, length, page in zip(
            self._center.toTuple(), self._size, (self.width(), self.height()), strict=True
        ):
            seen = page / scale / 2
            center.append(min(max(place, seen), length - seen) if 2 * seen < length else length / 2)
        self._center = QPointF(*center)

    def _rescale(self) -> None:
        self.rescaled.emit()
        self.update()

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the photo."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), NIGHT)
        if self._levels:
            # Above 300 % a pixel is a square: whoever looks so closely wants to see it.
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.scale() < 3)
            painter.drawImage(self._whole_pixels(), level_for(self._levels, self.scale()))
            if self.boxes is not None:
                paint_boxes(painter, self.target(), self.boxes)
        painter.end()

    def _whole_pixels(self) -> QRectF:
        """Return where to paint: from a whole device pixel, or 100 % would be blurred."""
        ratio, target = self.devicePixelRatioF(), self.target()
        corner = target.topLeft() * ratio
        target.moveTo(round(corner.x()) / ratio, round(corner.y()) / ratio)
        return target

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep a zoomed photo inside the page."""
        super().resizeEvent(event)
        self._keep_inside()
        self._rescale()

    # ---- mouse ------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor."""
        self.zoom_by(event.angleDelta().y() / 120, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the photo."""
        self._grabbed = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if event.globalPosition() != self._seen_at:  # else the page moved, not the mouse
            self._seen_at = event.globalPosition()
            self.stirred.emit()
        if self._grabbed is not None and self._zoom:
            moved = event.position() - self._grabbed
            self._center -= moved * self.devicePixelRatioF() / self._zoom
            self._grabbed = event.position()
            self._keep_inside()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Toggle between the whole photo and 100 %."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.toggle_zoom(event.position())
