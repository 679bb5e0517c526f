"""A quiet line above the grid that can be dismissed."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class Banner(QWidget):
    """One sentence at a time; `dismissed` carries its key."""

    dismissed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = ""
        self._label = QLabel()
        self._label.setWordWrap(True)
        close = QPushButton(self.tr("Dismiss"))
        close.clicked.connect(self._on_dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.addWidget(self._label, 1)
        row.addWidget(close)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.hide()

    def say(self, key: str, sentence: str, *, only_if_free: bool = False) -> None:
        """Show a sentence under a key; a mere hint waits until there is room."""
        if only_if_free and not self.isHidden():
            return
        self._key = key
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()

    def clear(self, key: str) -> None:
        """Hide the sentence of a key, if it is the one shown."""
        if self._key == key:
            self.hide()

    def text(self) -> str:
        """Return the sentence shown, empty while hidden."""
        return "" if self.isHidden() else self._label.text()

    def _on_dismiss(self) -> None:
        self.hide()
        self.dismissed.emit(self._key)
