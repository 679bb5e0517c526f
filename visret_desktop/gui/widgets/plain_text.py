"""Shows text as it is, although Qt takes what looks like HTML for HTML.

A folder may be called `<b>` and a photo `<img src=…>`. So labels are `PlainLabel`s, and texts of
tooltips and message boxes go through `literally`.
"""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QPaintEvent, QPalette, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QSizePolicy, QStylePainter, QWidget


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
    """A line with … at its end, or in its middle, where it does not fit.

    The tooltip has it all then, and the `explanation`.
    """

    explanation = ""

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
        whole = "" if shown == self.text() else self.text()
        self.setToolTip(literally("\n".join(filter(None, (whole, self.explanation)))))
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


class ClampedLabel(PlainLabel):
    """A few lines, as high as they are, with … at the end of the last; the tooltip has it all."""

    _most = 1
    _lines: Sequence[str] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_most_lines(self, lines: int) -> None:
        """Take as many lines as that at most."""
        self._most = lines
        self._break()

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(" ".join(text.split()))
        self._break()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._break()

    def changeEvent(self, event: QEvent) -> None:
        """Break the lines anew in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._break()

    def _break(self) -> None:
        """Break the text into lines for the width there is."""
        text, width = self.text(), max(1, self.width())
        starts: list[int] = []
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        while len(starts) <= self._most and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            starts.append(line.textStart())
        layout.endLayout()
        shown = starts[: self._most]
        units = text.encode("utf-16-le", "surrogatepass")  # as Qt counts
        ends = [*shown[1:], len(units) // 2]
        self._lines = [_part(units, a, b).strip() for a, b in zip(shown, ends, strict=True)]
        self.setToolTip(literally(text) if len(starts) > self._most else "")
        self.setFixedHeight(max(1, len(self._lines)) * self.fontMetrics().lineSpacing())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines."""
        painter, metrics = QStylePainter(self), self.fontMetrics()
        painter.setPen(self.palette().color(self.foregroundRole()))
        right = Qt.TextElideMode.ElideRight
        for number, line in enumerate(self._lines):
            shown = metrics.elidedText(line, right, self.width())
            top = number * metrics.lineSpacing() + metrics.ascent()
            painter.drawText(QPointF(0, top), shown)
        painter.end()


def _part(units: bytes, start: int, end: int) -> str:
    return units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def literally(words: str) -> str:
    """Return words for a tooltip or message box so that each character is shown as it is."""
    if "<" not in words:  # nothing else looks like HTML to Qt
        return words
    return f"<qt>{escape(words).replace(chr(10), '<br>')}</qt>"
