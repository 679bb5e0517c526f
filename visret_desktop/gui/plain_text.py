"""Words from outside, shown as they are: Qt takes what looks like HTML for HTML.

A folder may be called `<b>` and a photo `<img src=…>`. Labels are therefore `PlainLabel`, and what
goes into a tooltip or a message box goes through `literally`. Rich text is only what we wrote
ourselves; whatever is put into it is escaped.
"""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label that shows every character."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def literally(words: str) -> str:
    """Return words for a tooltip or a message box such that each character is shown as it is."""
    if "<" not in words:  # Qt takes nothing else for HTML
        return words
    return f"<qt>{escape(words).replace(chr(10), '<br>')}</qt>"
