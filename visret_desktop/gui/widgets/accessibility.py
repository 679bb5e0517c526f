"""What Qt does not do for our own widgets: reading direction, screen readers, order of Tab.

Scales and pictures keep their direction in right-to-left languages. Widgets are announced by roles
that screen readers know. Tab follows the layout, not the order in which widgets were made.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


def keep_left_to_right(*widgets: QWidget) -> None:
    """Never mirror these: maps, axes of time, paths and queries."""
    for widget in widgets:
        widget.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


_ROLE = "spoken-role"
_made: dict[int, QAccessibleInterface] = {}  # by widget, as Qt keeps them without owning them


def speak_as(widget: QWidget, role: QAccessible.Role) -> None:
    """Let screen readers take a widget for what it is; its name is its accessible name.

    Comes before the name: Qt asks only once what a widget is.
    """
    widget.setProperty(_ROLE, role.value)
    _install()


def announce(widget: QWidget, words: str) -> None:
    """Let screen readers say words."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


@cache
def _install() -> None:
    QAccessible.installFactory(_interface)


def _interface(_kind: str, found: QObject) -> QAccessibleInterface | None:
    role = found.property(_ROLE)
    if role is None or not isinstance(found, QWidget):
        return None
    number = id(found)
    _made[number] = QAccessibleWidget(found, QAccessible.Role(role))
    found.destroyed.connect(lambda: _made.pop(number, None))
    return _made[number]


def order_tabs(window: QWidget, places: Sequence[QWidget]) -> None:
    """Let Tab go through one place after the other; within a place nothing changes."""
    chain: list[QWidget] = []
    widget = window.nextInFocusChain()
    while widget is not None and widget is not window:
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            chain.append(widget)
        widget = widget.nextInFocusChain()
    inside = (each for place in places for each in chain if place.isAncestorOf(each))
    for before, after in pairwise(inside):
        QWidget.setTabOrder(before, after)
