"""One sketch in the strip: a press orders the photos by it, its menu and keys do the rest.

One that was left out, because those before it were enough, is drawn by a press.
"""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.sketches.sketch_view_model import DRAWING, LEFT_OUT, READY, STOPPED, Slot
from visret_desktop.gui.widgets.icons import icon, pixmap
from visret_desktop.gui.widgets.incoming_pictures import has_picture, take
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


_ICONS = {
    "reroll": "refresh-cw",
    "lock": "lock-open",
    "replace": "replace",
    "only": "search",
    "drop": "x",
}
_KEYS = {
    Qt.Key.Key_R: "reroll",
    Qt.Key.Key_L: "lock",
    Qt.Key.Key_M: "replace",
    Qt.Key.Key_O: "only",
    Qt.Key.Key_Delete: "drop",
    Qt.Key.Key_Backspace: "drop",
}


class SketchCard(SketchFace):
    """Shows a slot. `commanded` carries a command and the slot's letter."""

    commanded = Signal(str, str)
    picture_given = Signal(str, object)  # letter, mime data

    def __init__(self, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(SMALL, parent)
        self.slot = slot
        self.commands = {name: self._action(name) for name in _ICONS}
        if slot.is_locked:
            self.commands["lock"].setIcon(icon("lock"))
        self.clicked.connect(self._order)
        self.setAcceptDrops(True)

    def show_slot(self, slot: Slot, image: QImage | None, *, is_chosen: bool) -> None:
        """Show the state of a sketch."""
        if slot.is_locked != self.slot.is_locked:
            self.commands["lock"].setIcon(icon("lock" if slot.is_locked else "lock-open"))
        self.slot = slot
        super().show_slot(slot, image, is_chosen=is_chosen)
        own = bool(slot.sketch.image)
        self.commands["reroll"].setEnabled(not own and not slot.is_locked)
        self.commands["lock"].setEnabled(not own)
        self.commands["lock"].setChecked(slot.is_locked)
        self.commands["only"].setEnabled(slot.state == READY)
        for name, words in self._commands().items():
            self.commands[name].setText(words)
        self._describe(is_chosen)

    # ---- words ------------------------------------------------------------------------------

    def _commands(self) -> dict[str, str]:
        name, is_stopped = self.slot.sketch.name, self.slot.state in (STOPPED, LEFT_OUT)
        again, now = self.tr("Draw {0} again (R)"), self.tr("Draw {0} now (R)")
        free, lock = self.tr("Let {0} be drawn again (L)"), self.tr("Keep {0} as it is (L)")
        words = {
            "reroll": now if is_stopped else again,
            "lock": free if self.slot.is_locked else lock,
            "replace": self.tr("Use a photo of yours instead of {0} (M)"),
            "only": self.tr("Search by {0} alone (O)"),
            "drop": self.tr("Remove {0} (Delete; Ctrl+Z brings it back)"),
        }
        return {command: sentence.format(name) for command, sentence in words.items()}

    def _describe(self, is_chosen: bool) -> None:
        slot = self.slot
        state = self.words() or self.tr("ready")
        what = self.tr("Sketch {0}").format(slot.sketch.name)
        locked = self.tr("locked") if slot.is_locked else ""
        chosen = self.tr("orders the photos") if is_chosen else ""
        words = (what, state, self.label(), locked, chosen)
        self.setAccessibleName(", ".join(word for word in words if word))
        self.setAccessibleDescription(self.details())

    def details(self) -> str:
        """Return what the sketch was made of, and how."""
        slot = self.slot
        if slot.sketch.image:
            return slot.sketch.image
        lines = [slot.sketch.instruction]
        if slot.state == LEFT_OUT:
            lines.append(self.tr("It would hardly change the first page. Press to draw it."))
        if slot.is_cached:
            lines.append(self.tr("drawn earlier"))
        elif slot.seconds:
            lines.append(self.tr("drawn in {0} s").format(decimal(slot.seconds, 1)))
        return "\n".join(lines)

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key stands for."""
        command = _KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Paste):
            mime = QGuiApplication.clipboard().mimeData()
            if mime is not None and has_picture(mime):
                self.picture_given.emit(self.slot.sketch.name, mime)
        elif command is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.commands[command].trigger()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._order()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape):
            event.ignore()  # a button would go to the next one
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+V before the window does: it replaces this sketch."""
        is_due = event.type() == QEvent.Type.ShortcutOverride
        if (
            isinstance(event, QKeyEvent)
            and is_due
            and event.matches(QKeySequence.StandardKey.Paste)
        ):
            event.accept()
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the sketch."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(list(self.commands.values()))
        menu.popup(event.globalPos())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures, photos of the grid included."""
        if has_picture(event.mimeData()):
            take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped instead of this sketch."""
        self.picture_given.emit(self.slot.sketch.name, event.mimeData())
        take(event)

    def _order(self) -> None:
        if self.slot.state == READY:
            self.commanded.emit("order", self.slot.sketch.name)
        elif self.slot.state == LEFT_OUT:
            self.commanded.emit("reroll", self.slot.sketch.name)

    def _action(self, name: str) -> QAction:
        action = QAction(icon(_ICONS[name]), "", self)
        action.setCheckable(name == "lock")
        action.triggered.connect(lambda: self.commanded.emit(name, self.slot.sketch.name))
        return action
