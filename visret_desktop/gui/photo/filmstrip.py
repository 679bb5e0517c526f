"""The photos around the one that is looked at, as a row of small squares."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.dark_theme import HOVERED, MARKED, RAISED
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.lru_cache import LruCache

_SIDE, _GAP, _MARGIN = 56, 4, 8  # pixels
_STEP = _SIDE + _GAP
_CACHE_BYTES = 8 * 1024 * 1024
_VEIL = QColor(17, 17, 17, 80)  # over those that are not looked at


class Filmstrip(QWidget):
    """Paints what is in sight; a click chooses. `chosen` carries a row."""

    chosen = Signal(int)

    def __init__(self, loader: ThumbnailLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Grouping)
        self._loader = loader
        self._small = LruCache[str, QImage](_CACHE_BYTES, QImage.sizeInBytes)
        self._entries: Sequence[GridEntry] = ()
        self._row, self._hovered = 0, -1
        self.setMouseTracking(True)
        self.setFixedHeight(_SIDE + 2 * _MARGIN)
        self.setAccessibleName(self.tr("Photos beside this one"))

    def show_row(self, entries: Sequence[GridEntry], row: int) -> None:
        """Mark the photo at `row` of `entries`, with those beside it around."""
        self._entries, self._row = entries, row
        self.update()

    def missing(self) -> list[str]:
        """Return the contents in sight that are not loaded yet, the nearest first."""
        rows = sorted(self._rows_in_sight(), key=lambda row: abs(row - self._row))
        hashes = (self._entries[row].content_hash for row in rows)
        return [one for one in hashes if one not in self._small]

    def rect_of(self, row: int) -> QRect:
        """Return where a row is painted."""
        return QRect(self._left() + row * _STEP, _MARGIN, _SIDE, _SIDE)

    def _left(self) -> int:
        """Return where row 0 begins: the current one in the middle, no gap at the ends."""
        room, all_of_them = self.width() - 2 * _MARGIN, len(self._entries) * _STEP - _GAP
        if all_of_them <= room:
            return (self.width() - all_of_them) // 2
        middle = self.width() // 2 - self._row * _STEP - _SIDE // 2
        return min(_MARGIN, max(middle, self.width() - _MARGIN - all_of_them))

    def _rows_in_sight(self) -> range:
        left = self._left()
        first, last = -left // _STEP, (self.width() - left) // _STEP + 1
        return range(max(0, first), min(len(self._entries), last))

    def _row_at(self, x: int) -> int:
        row = (x - self._left()) // _STEP
        return row if 0 <= row < len(self._entries) else -1

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the photos in sight."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), RAISED)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for row in self._rows_in_sight():
            self._paint_photo(painter, row)
        painter.end()

    def _paint_photo(self, painter: QPainter, row: int) -> None:
        rect, image = self.rect_of(row), self._image(self._entries[row].content_hash)
        if image is None:
            painter.fillRect(rect, HOVERED)
        else:
            painter.drawImage(rect, image)
        if row == self._row:
            painter.setPen(QPen(MARKED, 2))
            painter.drawRect(rect.adjusted(-2, -2, 2, 2))
        elif row != self._hovered:
            painter.fillRect(rect, _VEIL)

    def _image(self, content_hash: str) -> QImage | None:
        kept = self._small.get(content_hash)
        if kept is None and (loaded := self._loader.scaled(content_hash)) is not None:
            side = round(_SIDE * self.devicePixelRatioF())
            kept = _square(loaded, side)
            self._small.put(content_hash, kept)
        return kept

    # ---- mouse ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the photo under the mouse."""
        row = self._row_at(event.position().toPoint().x())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.chosen.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the photo under the mouse."""
        self._hover(self._row_at(event.position().toPoint().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """Light up none."""
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.setToolTip(literally(self._entries[row].name) if row >= 0 else "")
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Go to the next photo, or the one before."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if turned:
            self.chosen.emit(self._row + (1 if turned < 0 else -1))


def _square(image: QImage, side: int) -> QImage:
    """Return the middle of a picture, `side` device pixels wide and high."""
    smooth = Qt.TransformationMode.SmoothTransformation
    filling = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    scaled = image.scaled(QSize(side, side), filling, smooth)
    left, top = (scaled.width() - side) // 2, (scaled.height() - side) // 2
    return scaled.copy(left, top, side, side)
