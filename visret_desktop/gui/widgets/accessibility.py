"""What screen readers say of widgets, and how the keyboard goes from one to the next."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget
from shiboken6 import isValid

_CHANGES = (
    QEvent.Type.FocusIn,
    QEvent.Type.EnabledChange,
    QEvent.Type.ShowToParent,
    QEvent.Type.HideToParent,
)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class ArrowGroup(QObject):
    """Tab comes to the button that had the keyboard last, or to the first that can be pressed."""

    def __init__(self, owner: QWidget, buttons: Iterable[QAbstractButton] = ()) -> None:
        super().__init__(owner)
        self._buttons: list[QAbstractButton] = []
        self._last: QAbstractButton | None = None  # that had the keyboard
        self.follow(buttons)

    def follow(self, buttons: Iterable[QAbstractButton]) -> None:
        """Go through these buttons from now on, in this order."""
        for button in filter(isValid, self._buttons):  # others may be gone by now
            button.removeEventFilter(self)
        self._buttons = list(buttons)
        for button in self._buttons:
            button.installEventFilter(self)
        self._choose_stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the keyboard, and what is shown and enabled."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return event.key() in _STEPS and self._step(watched, _STEPS[Qt.Key(event.key())])
        if kind == QEvent.Type.FocusIn:
            self._last = next(one for one in self._buttons if one is watched)
        if kind in _CHANGES:
            self._choose_stop()
        return False

    def _step(self, here: QObject, step: int) -> bool:
        usable = [one for one in self._buttons if _is_usable(one) or one is here]
        place = next(n for n, one in enumerate(usable) if one is here) + step
        if 0 <= place < len(usable):
            usable[place].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _choose_stop(self) -> None:
        usable = [one for one in self._buttons if _is_usable(one)]
        stop = self._last if self._last in usable else next(iter(usable), None)
        for one in self._buttons:
            policy = Qt.FocusPolicy.StrongFocus if one is stop else Qt.FocusPolicy.ClickFocus
            one.setFocusPolicy(policy)


def _is_usable(button: QAbstractButton) -> bool:
    return button.isEnabled() and not button.isHidden()


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


def _interface(_kind: str, item: QObject) -> QAccessibleInterface | None:
    role = item.property(_ROLE)
    if role is None or not isinstance(item, QWidget):
        return None
    number = id(item)
    _made[number] = QAccessibleWidget(item, QAccessible.Role(role))
    item.destroyed.connect(lambda: _made.pop(number, None))
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
