"""A sketch made large while the mouse or the keyboard is on its card, with what can be done."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from visret_desktop.gui.sketches.sketch_card import LARGE, SketchCard, SketchFace
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_OPEN_MS, _CLOSE_MS = 250, 300  # so that a mouse that passes opens nothing, and can come here
_MARGIN = 8


class SketchPreview(QFrame):
    """Lies above the photos, so that nothing moves; it never takes the keyboard."""

    def __init__(self, strip: QWidget) -> None:
        super().__init__(strip)
        self.setObjectName("card")
        self._card: SketchCard | None = None
        self._wanted: SketchCard | None = None
        self._face = SketchFace(LARGE)
        self._face.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._face.clicked.connect(self._press)
        self._details = PlainLabel(is_wrapped=True)
        self._details.setFixedWidth(LARGE.width())
        set_text(self._details, Text.SMALL)
        self._row = QHBoxLayout()
        fill(self._row, None, spacing=4)
        self._buttons: list[QToolButton] = []
        parts = (self._face, self._details, self._row)
        fill(QVBoxLayout(self), *parts, margins=(8, 8, 8, 8), spacing=8)
        self._opening, self._closing = self._timer(_OPEN_MS), self._timer(_CLOSE_MS)
        self._opening.timeout.connect(self._open)
        self._closing.timeout.connect(self._close)
        self.hide()

    def attend(self, card: SketchCard) -> None:
        """Show this card when the mouse or the keyboard comes to it."""
        card.installEventFilter(self)

    def refresh(self) -> None:
        """Show the sketch as it is now."""
        card = self._card
        if card is None or self.isHidden():
            return
        if not card.isVisible():
            self._close()
            return
        self._face.show_slot(card.slot, card.image, is_chosen=card.isChecked())
        self._face.setAccessibleName(card.accessibleName())
        self._details.setText(card.details())
        self._place(card)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse and the keyboard."""
        if not isinstance(watched, SketchCard):
            return False
        kind = event.type()
        if kind == QEvent.Type.Enter:
            self._closing.stop()
            self._wanted = watched
            self._opening.start()
        elif kind == QEvent.Type.FocusIn:
            self._wanted = watched
            self._open()
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._opening.stop()
            self._closing.start()
        elif kind == QEvent.Type.Hide:
            self._forget(watched)
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return event.key() == Qt.Key.Key_Escape and self._close()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the mouse is here."""
        self._closing.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Go once the mouse has left."""
        self._closing.start()

    def _open(self) -> None:
        card = self._wanted
        if card is None or not card.isVisible():
            return
        self._closing.stop()
        self._card = card
        if self.parentWidget() is not card.window():
            self.setParent(card.window())
        for button in self._buttons:
            button.deleteLater()
        self._buttons = [self._button(card, name) for name in card.commands]
        self.show()
        self.refresh()
        self.raise_()

    def _forget(self, card: SketchCard) -> None:
        """Open no card that is gone, and close if it is the one that is shown."""
        if card is self._wanted:
            self._opening.stop()
            self._wanted = None
        if card is self._card:
            self._close()

    def _close(self) -> bool:
        """Hide, and return whether there was anything to hide."""
        was_open = not self.isHidden()
        self._opening.stop()
        self.hide()
        self._card = None
        return was_open

    def _press(self) -> None:
        if self._card is not None:
            self._card.click()

    def _button(self, card: SketchCard, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("flat")
        button.setDefaultAction(card.commands[name])
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the card has the keys
        self._row.insertWidget(self._row.count() - 1, button)
        return button

    def _place(self, card: SketchCard) -> None:
        """Lie below the card, inside the window."""
        self.adjustSize()
        window = card.window()
        corner = card.mapTo(window, QPoint(-_MARGIN, card.height() + _MARGIN // 2))
        most = window.width() - self.width() - _MARGIN
        self.move(max(_MARGIN, min(corner.x(), most)), corner.y())

    def _timer(self, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        return timer
