"""What Enter does in a dialog."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QToolButton,
)

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BUTTONS = (QPushButton, QToolButton)
_TAKES_ENTER = (QLineEdit, QAbstractSpinBox, QAbstractItemView)


class Dialog(QDialog):
    """Enter presses the button that has the keyboard, elsewhere the primary one.

    Not while something is typed or chosen in a list: then Enter ends that.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that is meant."""
        button = self._meant_by_enter() if event.key() in _ENTER else None
        if button is None:
            super().keyPressEvent(event)
        else:
            button.click()

    def _meant_by_enter(self) -> QAbstractButton | None:
        focused = self.focusWidget()
        if isinstance(focused, _BUTTONS):
            return focused
        if isinstance(focused, _TAKES_ENTER):
            return None
        primary = self.findChildren(QPushButton, "primary")
        shown = [button for button in primary if button.isVisible() and button.isEnabled()]
        return shown[0] if len(shown) == 1 else None
