"""What the middle of the window says when there are no photos to show."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyPage(QWidget):
    """One sentence and, where something can be done, buttons."""

    add_requested = Signal()
    demo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._below = QLabel(), QLabel()
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        self._title.setFont(font)
        self._below.setEnabled(False)
        for label in (self._title, self._below):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.addStretch()
        for text, signal in (
            (self.tr("Add a folder"), self.add_requested),
            (self.tr("Try the demonstration"), self.demo_requested),
        ):
            button = QPushButton(text)
            button.setMinimumHeight(36)
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(64, 64, 64, 64)
        column.setSpacing(16)
        column.addStretch()
        column.addWidget(self._title)
        column.addWidget(self._below)
        column.addWidget(self._buttons)
        column.addStretch()

    def say(self, title: str, below: str = "", *, with_buttons: bool = False) -> None:
        """Show a sentence, an explanation and perhaps the two first steps."""
        self._title.setText(title)
        self._below.setText(below)
        self._buttons.setVisible(with_buttons)
        self.setAccessibleName(f"{title} {below}")

    def title(self) -> str:
        """Return the sentence shown."""
        return self._title.text()
