"""The button beside a heading that shows or hides the photos below it."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from visret_desktop.gui.grid.grid_layout import Section
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.widgets.icons import icon

_GAP = 12


class FoldButton(QToolButton):
    """Lies in the grid and scrolls with it; Up leads back to the photos above it."""

    reached = Signal()  # the keyboard is on it: it should be in sight
    left_upwards = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("flat")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def follow(self, section: Section, heading: QRect, end_of_words: int) -> None:
        """Lie beside the words of a heading."""
        is_folded = section.count == 0
        self.setText(self.tr("Show") if is_folded else self.tr("Hide"))
        self.setIcon(icon("chevron-down" if is_folded else "chevron-up"))
        words = self.tr("Show {0} photos: {1}") if is_folded else self.tr("Hide {0} photos: {1}")
        self.setAccessibleName(words.format(count(section.total), section.title))
        size = self.sizeHint()
        top = heading.top() + (heading.height() - _GAP // 2 - size.height()) // 2
        self.setGeometry(end_of_words + _GAP, top, size.width(), size.height())
        self.show()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come into sight."""
        super().focusInEvent(event)
        self.reached.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter too, and go up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Up:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)
