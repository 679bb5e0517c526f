"""Words from outside, shown as they are: Qt takes what looks like HTML for HTML.

A folder may be called `<b>` and a photo `<img src=…>`. Labels are therefore `PlainLabel`, and what
goes into a tooltip or a message box goes through `literally`. Rich text is only what we wrote
ourselves; whatever is put into it is escaped.
"""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QStylePainter, QWidget


class PlainLabel(QLabel):
    """A label that shows every character."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class ElidedLabel(PlainLabel):
    """A line that ends in … where there is no room for all of it; the tip has it whole."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is room for."""
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self.setToolTip("" if shown == self.text() else literally(self.text()))
        painter = QStylePainter(self)
        painter.drawItemText(
            room,
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            shown,
            QPalette.ColorRole.WindowText,
        )
        painter.end()


def literally(words: str) -> str:
    """Return words for a tooltip or a message box such that each character is shown as it is."""
    if "<" not in words:  # Qt takes nothing else for HTML
        return words
    return f"<qt>{escape(words).replace(chr(10), '<br>')}</qt>"
