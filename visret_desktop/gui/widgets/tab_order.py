"""The order in which Tab goes through a window: as the eye does, not as the widgets were made."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def order_tabs(window: QWidget, places: Sequence[QWidget]) -> None:
    """Let Tab go through one place after the other; within a place nothing changes."""
    chain, widget = [], window.nextInFocusChain()
    while widget is not window:
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            chain.append(widget)
        widget = widget.nextInFocusChain()
    inside = (widget for place in places for widget in chain if place.isAncestorOf(widget))
    for before, after in pairwise(inside):
        QWidget.setTabOrder(before, after)
