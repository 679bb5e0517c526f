"""Where things stand in the window: query above, library left, photos in the middle."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

_SIDE_PIXELS, _MIDDLE_PIXELS = 232, 900


def arrange(
    window: QMainWindow,
    above: QWidget,
    left: QWidget,
    middle: QWidget,
    right: QWidget,
    below: QWidget,
) -> QSplitter:
    """Put the widgets into the window."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    for widget in (left, middle, right):
        splitter.addWidget(widget)
    splitter.setStretchFactor(1, 1)
    splitter.setCollapsible(1, False)
    splitter.setSizes([_SIDE_PIXELS, _MIDDLE_PIXELS, _SIDE_PIXELS])
    whole = column(above, splitter, below, grows=splitter)
    window.setCentralWidget(whole)
    return splitter


def toggle(widget: QWidget) -> None:
    """Show a hidden widget, hide a shown one."""
    widget.setVisible(widget.isHidden())


def column(*widgets: QWidget, grows: QWidget | None = None) -> QWidget:
    """Put widgets below each other without gaps; one of them may take the room."""
    made = QWidget()
    below_each_other = QVBoxLayout(made)
    below_each_other.setContentsMargins(0, 0, 0, 0)
    below_each_other.setSpacing(0)
    for widget in widgets:
        below_each_other.addWidget(widget, int(widget is grows))
    return made
