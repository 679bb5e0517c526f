"""What is missing or left out, sentence by sentence, with the names of photos below each."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

_LOWEST = 120  # pixels
_AROUND = 8  # a sentence, above and below together


class RemarkTree(QTreeWidget):
    """Sentences take as many lines as they need; names are shortened in their middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(_LOWEST)

    def addTopLevelItem(self, item: QTreeWidgetItem) -> None:
        """Add a sentence."""
        super().addTopLevelItem(item)
        self._give_room(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentences anew."""
        super().resizeEvent(event)
        for row in range(self.topLevelItemCount()):
            self._give_room(self.topLevelItem(row))

    def _give_room(self, item: QTreeWidgetItem) -> None:
        margin = 2 * self.style().pixelMetric(self.style().PixelMetric.PM_FocusFrameHMargin) + 4
        width = max(1, self.viewport().width() - self.indentation() - margin)
        room = QRect(0, 0, width, 1 << 16)
        words = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, item.text(0))
        item.setSizeHint(0, QSize(width, words.height() + _AROUND))
