"""Shows text as it is, although Qt takes what looks like HTML for HTML.

A folder may be called `<b>` and a photo `<img src=…>`. So labels are `PlainLabel`s, and texts of
tooltips and message boxes go through `literally`.
"""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QStylePainter, QWidget


class PlainLabel(QLabel):
    """A label that shows every character."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        is_wrapped: bool = False,
        is_bold: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(is_wrapped)
        if is_bold:
            font = self.font()
            font.setBold(True)
            self.setFont(font)


class ElidedLabel(PlainLabel):
    """A line with … at its end, or in its middle, where it does not fit; the tooltip has it all."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, parent)
        self._mode = mode
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, room.width())
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
    """Return words for a tooltip or message box so that each character is shown as it is."""
    if "<" not in words:  # nothing else looks like HTML to Qt
        return words
    return f"<qt>{escape(words).replace(chr(10), '<br>')}</qt>"
