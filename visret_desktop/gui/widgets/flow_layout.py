"""Widgets beside each other, in as many lines as it takes."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays widgets out as text is: from left to right, then in the next line."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Put an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, if there is one of that number."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out and return it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that no direction is wanted."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return self._lay_out(QRect(0, 0, width, 0), is_moving=False)

    def setGeometry(self, room: QRect) -> None:
        """Move the widgets to their places."""
        super().setGeometry(room)
        self._lay_out(room, is_moving=True)

    def sizeHint(self) -> QSize:
        """Return the size of the largest widget, as that is what is needed."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest widget."""
        size = QSize(0, 0)
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay_out(self, room: QRect, *, is_moving: bool) -> int:
        """Go through the lines; return how high they are together."""
        x, y, line = room.x(), room.y(), 0
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            size = item.sizeHint().boundedTo(QSize(max(room.width(), 1), 1 << 20))
            if line and x + size.width() > room.right() + 1:
                x, y, line = room.x(), y + line + self.spacing(), 0
            if is_moving:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - room.y()
