"""Paints one sketch: its picture or progress, its letter, and that it is not a record."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.sketches.sketch_view_model import DRAWING, LEFT_OUT, READY, STOPPED, Slot
from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.theme import Text, set_text

SMALL, LARGE = QSize(58, 58), QSize(256, 256)
_MARK_SHARE = 8  # of the picture's side
_LABEL_HEIGHT = 24
_BADGE, _PENCIL = 16, 10  # pixels
_BAR = 3
_SHADE = QColor(0, 0, 0, 165)


class SketchFace(QAbstractButton):
    """A sketch, small in the strip or large above it. Deliberately, it cannot be dragged out."""

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot: Slot | None = None
        self.image: QImage | None = None
        self._is_small = size == SMALL
        self.setFixedSize(size)
        set_text(self, Text.SMALL)

    def show_slot(self, slot: Slot, image: QImage | None, *, is_chosen: bool) -> None:
        """Show a sketch; `image` is its picture or newest preview."""
        self._slot, self.image = slot, image
        self.setCheckable(True)
        self.setChecked(is_chosen)
        self.update()

    def nextCheckState(self) -> None:
        """Leave it to the grid which sketch orders the photos."""

    def words(self) -> str:
        """Return how far the picture is, "" once it is ready."""
        slot = self._slot
        if slot is None or slot.state == READY:
            return ""
        if slot.state == STOPPED:
            return self.tr("not drawn")
        if slot.state == LEFT_OUT:
            return self.tr("not needed")
        if slot.state != DRAWING:
            return self.tr("waiting")
        words = self.tr("step {0} of {1}").format(slot.step, slot.steps)
        if slot.seconds_left >= 0.5:
            words += " · " + self.tr("{0} s").format(decimal(slot.seconds_left, 0))
        return words

    def _short(self) -> str:
        """Return as much of the words as a small face has room for."""
        slot = self._slot
        if slot is None or slot.state in (STOPPED, LEFT_OUT):
            return "–"
        return f"{slot.step}/{slot.steps}" if slot.state == DRAWING else "…"

    def label(self) -> str:
        """Return the words of the label."""
        is_own = self._slot is not None and bool(self._slot.sketch.image)
        return self.tr("your photo") if is_own else self.tr("sketch, not a record")

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture, progress, marks and frame."""
        slot = self._slot
        if slot is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.AlternateBase))
        if self.image is not None:
            painter.drawImage(self._place_of(self.image), self.image)
        self._paint_words(painter)
        if self.image is not None and not self._is_small:
            self._paint_band(painter, self.height() - _LABEL_HEIGHT, self.label())
            self._paint_mark(painter, self.image)
        if slot.state == DRAWING:
            self._paint_progress(painter, slot)
        if self._is_small and not slot.sketch.image:
            self._paint_pencil(painter)
        self._paint_letter(painter, slot.sketch.name)
        painter.setClipping(False)
        role = QPalette.ColorRole.Accent if self.isChecked() else QPalette.ColorRole.Mid
        painter.setPen(QPen(self.palette().color(role), 2.5 if self.isChecked() else 1))
        painter.drawPath(path)
        painter.end()

    def _place_of(self, image: QImage) -> QRect:
        fitted = image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(), fitted)
        place.moveCenter(self.rect().center())
        return place

    def _paint_words(self, painter: QPainter) -> None:
        words = self.words()
        if words and self.image is None:
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            shown = self._short() if self._is_small else words
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown)
        elif words and not self._is_small:
            self._paint_band(painter, self.height() - 2 * _LABEL_HEIGHT, words)

    def _paint_progress(self, painter: QPainter, slot: Slot) -> None:
        done = slot.step / slot.steps if slot.steps else 0.0
        width = round(self.width() * min(done, 1.0))
        painter.fillRect(0, self.height() - _BAR - 1, self.width(), _BAR + 1, _SHADE)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        painter.fillRect(0, self.height() - _BAR - 1, width, _BAR, accent)

    def _paint_mark(self, painter: QPainter, image: QImage) -> None:
        """Paint the picture's own mark again, over the label."""
        if self._slot is None or self._slot.sketch.image:
            return
        from_corner = QPoint(image.width() // _MARK_SHARE, image.height() // _MARK_SHARE)
        source = QRect(image.rect().bottomRight() - from_corner, image.rect().bottomRight())
        place = self._place_of(image)
        from_corner = QPoint(place.width() // _MARK_SHARE, place.height() // _MARK_SHARE)
        target = QRect(place.bottomRight() - from_corner, place.bottomRight())
        painter.drawImage(target.translated(-2, -2), image, source)

    def _paint_band(self, painter: QPainter, top: int, words: str) -> None:
        place = QRect(0, top, self.width(), _LABEL_HEIGHT)
        painter.fillRect(place, _SHADE)
        painter.setPen(QColor("white"))
        # At the left, as the picture's own mark is in the lower right corner.
        middle_left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place.adjusted(8, 0, 0, 0), middle_left, words)

    def _paint_pencil(self, painter: QPainter) -> None:
        """Paint the small mark of what is drawn, where there is no room for words."""
        above = _BAR if self._slot is not None and self._slot.state == DRAWING else 0
        # Over the picture's own mark, which cannot be read at this size.
        corner = QPointF(self.width() - _BADGE - 2, self.height() - _BADGE - 2 - above)
        self._paint_badge(painter, QRectF(corner, QSize(_BADGE, _BADGE)))
        inset = (_BADGE - _PENCIL) / 2
        drawn = pixmap("pencil", QColor("white"), _PENCIL, self.devicePixelRatioF())
        painter.drawPixmap(corner + QPointF(inset, inset), drawn)

    def _paint_letter(self, painter: QPainter, name: str) -> None:
        side = _BADGE if self._is_small else _BADGE + 4
        width = max(side, painter.fontMetrics().horizontalAdvance(name) + 8)
        place = QRectF(3, 3, width, side) if self._is_small else QRectF(6, 6, width, side)
        self._paint_badge(painter, place)
        painter.setPen(QColor("white"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)

    def _paint_badge(self, painter: QPainter, place: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SHADE)
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
