"""One photo that was read for an answer: its number, a small picture, and what came of it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from visret_desktop.engine.messages import Evidence
from visret_desktop.gui.grid.photo_painter import source_of
from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.theme import Text, set_text

SIDE, SMALL_SIDE = 44, 36  # pixels
_BADGE, _ICON = 16, 11
_SHADE = QColor(0, 0, 0, 180)
_VEIL = 0.6  # over photos that do not say so
ICONS = {
    "shows": "check",
    "not-shown": "eye-off",
    "reading": "eye",
    "waiting": "ellipsis",
    "unusable": "circle-help",
    "unreadable": "triangle-alert",
    "not-needed": "minus",
}


class EvidenceChip(QAbstractButton):
    """A press selects the photo, Enter or a double click opens it, Delete leaves it out."""

    opened = Signal(object)
    pointed = Signal(object)  # the evidence that mouse or keyboard is on, or None
    dropped = Signal(object)

    def __init__(self, evidence: Evidence, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.evidence = evidence
        self.image: QImage | None = None
        self._drop = QAction(self)
        self._drop.triggered.connect(lambda: self.dropped.emit(self.evidence))
        self._open = QAction(self)
        self._open.triggered.connect(lambda: self.opened.emit(self.evidence))
        self.setFixedSize(SIDE, SIDE)
        set_text(self, Text.SMALL)
        self.show_evidence(evidence, words)

    def show_evidence(self, evidence: Evidence, words: str) -> None:
        """Show how far the photo is read, and what came of it, which is `words`."""
        self.evidence, number = evidence, evidence.n
        what = self.tr("Sketch {0}") if evidence.is_sketch else self.tr("Photo {0}")
        self.setAccessibleName(f"{what.format(number)}, {words}")
        self.setAccessibleDescription(evidence.name)
        self.setToolTip(literally(f"{what.format(number)}: {words}\n{evidence.name}"))
        self._drop.setText(self.tr("Answer without photo {0} (Delete)").format(number))
        self._drop.setEnabled(not evidence.is_sketch)
        self._open.setText(self.tr("View photo {0} (Enter)").format(number))
        self._open.setEnabled(not evidence.is_sketch)
        self.update()

    def show_image(self, image: QImage | None) -> None:
        """Show the photo's thumbnail once it is there."""
        self.image = image
        self.update()

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, leave out with Delete."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open.trigger()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._drop.trigger()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape):
            event.ignore()  # a button would go to the next one
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the photo."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._open.trigger()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the photo."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._open, self._drop])
        menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        """Point at the photo."""
        super().enterEvent(event)
        self.pointed.emit(self.evidence)

    def leaveEvent(self, event: object) -> None:
        """Point at nothing."""
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the photo."""
        super().focusInEvent(event)
        self.pointed.emit(self.evidence)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing."""
        super().focusOutEvent(event)
        self.pointed.emit(None)

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the photo with number, state, and a ring if the answer rests on it."""
        evidence, palette, whole = self.evidence, self.palette(), self.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(whole).adjusted(1, 1, -1, -1), 6, 6)
        painter.setClipPath(path)
        painter.fillRect(whole, palette.color(QPalette.ColorRole.AlternateBase))
        if self.image is not None and not self.image.isNull():
            painter.drawImage(QRectF(whole), self.image, source_of(self.image.size(), whole.size()))
        if evidence.state not in ("shows", "reading"):
            veil = palette.color(QPalette.ColorRole.Base)
            veil.setAlphaF(_VEIL)
            painter.fillRect(whole, veil)
        number = str(evidence.n)
        width = max(_BADGE, painter.fontMetrics().horizontalAdvance(number) + 8)
        self._paint_badge(painter, QRectF(3, 3, width, _BADGE), number)
        corner = QPointF(whole.width() - _BADGE - 3, whole.height() - _BADGE - 3)
        shown = "pencil" if evidence.is_sketch and evidence.state == "shows" else ""
        self._paint_icon(painter, corner, shown or ICONS[evidence.state])
        painter.setClipping(False)
        is_lit = evidence.decides or self.underMouse() or self.hasFocus()
        role = QPalette.ColorRole.Accent if is_lit else QPalette.ColorRole.Mid
        painter.setPen(QPen(palette.color(role), 2 if evidence.decides else 1))
        painter.drawPath(path)
        painter.end()

    def _paint_badge(self, painter: QPainter, place: QRectF, words: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SHADE)
        painter.drawRoundedRect(place, _BADGE / 2, _BADGE / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor("white"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_icon(self, painter: QPainter, corner: QPointF, name: str) -> None:
        self._paint_badge(painter, QRectF(corner, QSize(_BADGE, _BADGE)), "")
        inset = (_BADGE - _ICON) / 2
        drawn = pixmap(name, QColor("white"), _ICON, self.devicePixelRatioF())
        painter.drawPixmap(corner + QPointF(inset, inset), drawn)
