"""What screen readers take our own widgets for; Qt has no word for those that it does not know."""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

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
