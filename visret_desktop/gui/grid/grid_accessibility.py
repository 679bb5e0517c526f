"""What screen readers see of the grid: a list, and in it each photo with its name.

Photos become items when they are asked for, of which only the latest are kept: a library may have
200,000. Qt holds items by number; so one is let go through Qt's own registry, never just dropped.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QWindow

if TYPE_CHECKING:
    from visret_desktop.gui.grid.results_view import ResultsView

_MOST_ITEMS = 2_000
Interface = QAccessibleInterface | None  # Qt takes None, too, which its types do not say


class PhotoItem(QAccessibleInterface):
    """One photo."""

    def __init__(self, photos: "PhotoList", row: int) -> None:
        super().__init__()
        self._photos, self.row = photos, row

    def isValid(self) -> bool:
        """Tell whether there still is such a photo."""
        return self._photos.isValid() and self.row < self._photos.rows()

    def object(self) -> QObject:
        """Return nothing: a photo is no object of Qt's."""
        return None  # type: ignore[return-value]

    def window(self) -> QWindow:
        """Return the window."""
        return self._photos.window()

    def parent(self) -> QAccessibleInterface:
        """Return the list."""
        return self._photos

    def role(self) -> QAccessible.Role:
        """Return what this is."""
        return QAccessible.Role.ListItem

    def text(self, which: QAccessible.Text) -> str:
        """Return name, date, verdict and mark, or its place among the others."""
        return self._photos.view.item_text(self.row, which)

    def state(self) -> QAccessible.State:
        """Return whether it is selected, has the keyboard, is in sight."""
        return self._photos.view.item_state(self.row)

    def rect(self) -> QRect:
        """Return its place on the screen."""
        return self._photos.view.item_rect(self.row)

    def setText(self, which: QAccessible.Text, text: str) -> None:
        """Change nothing."""

    def child(self, index: int) -> Interface:  # type: ignore[override]
        """Return nothing: it has no parts."""
        return None

    def childAt(self, x: int, y: int) -> Interface:  # type: ignore[override]
        """Return nothing."""
        return None

    def childCount(self) -> int:
        """Return 0."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return -1."""
        return -1


class PhotoList(QAccessibleInterface):
    """The grid: its photos, and after them the button that shows more."""

    def __init__(self, view: "ResultsView") -> None:
        super().__init__()
        self.view = view
        self._items: dict[int, PhotoItem] = {}

    def isValid(self) -> bool:
        """Tell whether the grid is still there."""
        return shiboken6.isValid(self.view)

    def object(self) -> QObject:
        """Return the grid."""
        return self.view

    def window(self) -> QWindow:
        """Return the window."""
        return self.view.window().windowHandle()

    def parent(self) -> QAccessibleInterface:
        """Return what the grid lies in."""
        around = self.view.parentWidget()
        assert around is not None
        return QAccessible.queryAccessibleInterface(around)

    def role(self) -> QAccessible.Role:
        """Return what this is."""
        return QAccessible.Role.List

    def text(self, which: QAccessible.Text) -> str:
        """Return the name of the grid."""
        return self.view.accessibleName() if which == QAccessible.Text.Name else ""

    def setText(self, which: QAccessible.Text, text: str) -> None:
        """Change nothing."""

    def state(self) -> QAccessible.State:
        """Return whether it has the keyboard and is to be seen."""
        made = QAccessible.State()
        made.focusable = made.multiSelectable = made.extSelectable = True
        made.focused = self.view.hasFocus()
        made.invisible = not self.view.isVisible()
        return made

    def rect(self) -> QRect:
        """Return its place on the screen."""
        return QRect(self.view.mapToGlobal(QPoint()), self.view.size())

    def rows(self) -> int:
        """Return how many photos there are."""
        return self.view.row_count()

    def childCount(self) -> int:
        """Return how many photos there are, and one more if there is the button."""
        return self.rows() + (self.view.button_for_more() is not None)

    def child(self, index: int) -> Interface:  # type: ignore[override]
        """Return a photo, or the button."""
        if 0 <= index < self.rows():
            return self._item(index)
        button = self.view.button_for_more()
        if button is None or index != self.rows():
            return None
        return QAccessible.queryAccessibleInterface(button)

    def childAt(self, x: int, y: int) -> Interface:  # type: ignore[override]
        """Return the photo at a point of the screen."""
        row = self.view.row_at_global(QPoint(x, y))
        return self._item(row) if row >= 0 else None

    def focusChild(self) -> Interface:  # type: ignore[override]
        """Return the photo that has the keyboard."""
        row = self.view.current_row()
        return self._item(row) if self.view.hasFocus() and row >= 0 else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the number of a photo; the button comes last."""
        if isinstance(child, PhotoItem):
            return child.row
        return self.rows() if child.object() is self.view.button_for_more() else -1

    def forget(self) -> None:
        """Let go of all items: the rows are other photos now."""
        for row in list(self._items):
            self._let_go(row)

    def _item(self, row: int) -> PhotoItem:
        item = self._items.pop(row, None) or PhotoItem(self, row)
        self._items[row] = item  # as the latest
        if len(self._items) > _MOST_ITEMS:
            self._let_go(next(iter(self._items)))
        return item

    def _let_go(self, row: int) -> None:
        item = self._items.pop(row)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))


@cache
def make_accessible() -> None:
    """Let Qt ask us for what screen readers see of grids, from now on."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_kind: str, thing: QObject) -> Interface:
    find: Callable[[], PhotoList] | None = getattr(thing, "accessible_list", None)
    return find() if find is not None else None


def tell(view: "ResultsView", event: QAccessible.Event, row: int = -1) -> None:
    """Tell screen readers what happened to the grid, or to one of its photos."""
    if QAccessible.isActive():
        accessible_event = QAccessibleEvent(view, event)
        if row >= 0:
            accessible_event.setChild(row)
        QAccessible.updateAccessibility(accessible_event)
