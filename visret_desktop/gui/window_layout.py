"""Where things stand in the window: query above, library left, photos in the middle."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

_SIDE_PIXELS, _MIDDLE_PIXELS = 232, 900


def arrange(
    window: QMainWindow,
    above: QWidget,
    left: QWidget,
    middle: tuple[QWidget, QWidget],
    right: QWidget,
    below: QWidget,
) -> QSplitter:
    """Put the widgets into the window; of the middle two the second takes the room."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    for widget in (left, _column(*middle), right):
        splitter.addWidget(widget)
    splitter.setStretchFactor(1, 1)
    splitter.setCollapsible(1, False)
    splitter.setSizes([_SIDE_PIXELS, _MIDDLE_PIXELS, _SIDE_PIXELS])
    whole = _column(above, splitter)
    whole.layout().addWidget(below)
    window.setCentralWidget(whole)
    return splitter


def toggle(widget: QWidget) -> None:
    """Show a hidden widget, hide a shown one."""
    widget.setVisible(widget.isHidden())


def _column(first: QWidget, second: QWidget) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(first)
    column.addWidget(second, 1)
    return made
