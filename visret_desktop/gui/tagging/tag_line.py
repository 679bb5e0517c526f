"""The line of the tagging bar: while it is empty, keys rate, walk and undo."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TagLine(QLineEdit):
    """Says what a key means. Digits rate only while nothing is typed, as tags may have some."""

    entered = Signal()
    left = Signal()  # with Escape, while it is empty
    rated = Signal(int)
    stepped = Signal(int)  # to the next photo, or the one before
    moved = Signal(int)  # in the list of completions
    completed = Signal()  # the first completion is wanted
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        """Take Tab for a completion while words are typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and is_plain and self.text():
                self.completed.emit()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, walk, rate, undo; anything else is typed."""
        key = Qt.Key(event.key())
        if key in _ENTER:
            self.entered.emit()
        elif key in _ROWS:
            self.moved.emit(_ROWS[key])
        elif key == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
        elif self.text() or not self._is_for_photos(event, key):
            super().keyPressEvent(event)

    def _is_for_photos(self, event: QKeyEvent, key: Qt.Key) -> bool:
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        digit = key - Qt.Key.Key_0
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif keys:
            return False
        elif key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif 0 <= digit <= 5:
            self.rated.emit(digit)
        else:
            return False
        return True
