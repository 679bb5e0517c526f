"""Paints one sketch: its picture or progress, its letter, and that it is not a record."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from visret_desktop.gui.sketches.sketch_board import DRAWING, READY, STOPPED, Slot

FACE, SMALL_FACE = QSize(124, 124), QSize(100, 100)
_MARK_SHARE = 8  # of the picture's side
_LABEL_HEIGHT = 17
_LETTER = 20
_SHADE = QColor(0, 0, 0, 165)


class SketchFace(QWidget):
    """The upper part of a card. Deliberately, it cannot be dragged or copied out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot: Slot | None = None
        self._image: QImage | None = None
        self._is_chosen = False
        self._is_focused = False
        self.setFixedSize(FACE)
        small = QFont(self.font())
        small.setPointSizeF(max(7.0, small.pointSizeF() * 0.78))
        self.setFont(small)

    def show_slot(self, slot: Slot, image: QImage | None, *, is_chosen: bool) -> None:
        """Show a sketch; `image` is its picture or newest preview."""
        self._slot, self._image, self._is_chosen = slot, image, is_chosen
        self.update()

    def set_focused(self, is_focused: bool) -> None:
        """Show or hide the focus."""
        self._is_focused = is_focused
        self.update()

    def words(self) -> str:
        """Return how far the picture is, "" once it is ready."""
        slot = self._slot
        if slot is None or slot.state == READY:
            return ""
        if slot.state == STOPPED:
            return self.tr("not drawn")
        if slot.state != DRAWING:
            return self.tr("waiting")
        words = self.tr("step {0} of {1}").format(slot.step, slot.steps)
        if slot.seconds_left >= 0.5:
            words += " · " + self.tr("{0:.0f} s").format(slot.seconds_left)
        return words

    def label(self) -> str:
        """Return the words of the label."""
        is_own = self._slot is not None and bool(self._slot.sketch.image)
        return self.tr("your photo") if is_own else self.tr("sketch, not a record")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture, words, marks and frame."""
        slot = self._slot
        if slot is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        path = QPainterPath()
        path.addRoundedRect(whole, 6, 6)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.AlternateBase))
        if self._image is not None:
            self._paint_image(painter, self._image)
        self._paint_words(painter)
        if slot.state == DRAWING:
            self._paint_progress(painter, slot)
        if self._image is not None:
            self._paint_label(painter)
            self._paint_mark(painter, self._image)
        self._paint_letter(painter, slot.sketch.name)
        painter.setClipping(False)
        self._paint_frame(painter, path)
        painter.end()

    def _paint_image(self, painter: QPainter, image: QImage) -> None:
        painter.drawImage(self._place_of(image), image)

    def _place_of(self, image: QImage) -> QRect:
        fitted = image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(0, 0, fitted.width(), fitted.height())
        place.moveCenter(self.rect().center())
        return place

    def _paint_words(self, painter: QPainter) -> None:
        words = self.words()
        if not words:
            return
        if self._image is None:
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)
        else:
            self._paint_band(painter, self.height() - 2 * _LABEL_HEIGHT, words)

    def _paint_progress(self, painter: QPainter, slot: Slot) -> None:
        done = slot.step / slot.steps if slot.steps else 0.0
        width = round(self.width() * min(done, 1.0))
        accent = self.palette().color(QPalette.ColorRole.Accent)
        bands = 0 if self._image is None else 2 * _LABEL_HEIGHT
        painter.fillRect(QRect(0, self.height() - bands - 3, width, 3), accent)

    def _paint_label(self, painter: QPainter) -> None:
        self._paint_band(painter, self.height() - _LABEL_HEIGHT, self.label())

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
        painter.drawText(place.adjusted(6, 0, 0, 0), middle_left, words)

    def _paint_letter(self, painter: QPainter, name: str) -> None:
        width = max(_LETTER, painter.fontMetrics().horizontalAdvance(name) + 10)
        place = QRectF(5, 5, width, _LETTER)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SHADE)
        painter.drawRoundedRect(place, _LETTER / 2, _LETTER / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor("white"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)

    def _paint_frame(self, painter: QPainter, path: QPainterPath) -> None:
        is_marked = self._is_chosen or self._is_focused
        role = QPalette.ColorRole.Accent if is_marked else QPalette.ColorRole.Mid
        painter.setPen(QPen(self.palette().color(role), 2.5 if self._is_chosen else 1))
        painter.drawPath(path)
