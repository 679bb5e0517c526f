"""What stays as it is where the language is read from right to left."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def keep_left_to_right(*widgets: QWidget) -> None:
    """Never mirror these: maps, axes of time, paths and queries."""
    for widget in widgets:
        widget.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
