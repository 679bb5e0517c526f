"""Layout of the window: query on top, library left, photos in the middle, photo panel right."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)


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


Part = QWidget | QLayout | None
_NONE = (0, 0, 0, 0)
_SIDE_PIXELS, _MIDDLE_PIXELS = 232, 900
_SIDES = 0, 2  # places of the panels
_SHARE_OF_SCREEN = 0.9  # at most, for a dialog
_ROOM_FOR_LEFT, _ROOM_FOR_RIGHT = 760, 860  # narrower, and the panel is folded away


class PanelSplitter(QSplitter):
    """Folds away the right panel, then the left one, while the window is too narrow.

    A panel that someone opens nevertheless stays until the window is made narrower again. One that
    is dragged shut is hidden, and has its usual width when it is shown again.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._folded: set[QWidget] = set()

    def createHandle(self) -> QSplitterHandle:
        """Return what is dragged."""
        return _Handle(self.orientation(), self)

    def hide_closed(self) -> None:
        """Hide the panels that have no width."""
        for place in _SIDES:
            panel = self._panel(place)
            if panel.isVisible() and not self.sizes()[place]:
                panel.hide()

    def childEvent(self, event: QChildEvent) -> None:
        """Notice when panels are shown."""
        super().childEvent(event)
        if event.added() and not isinstance(event.child(), QSplitterHandle):
            event.child().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give a panel its usual width when it is shown without one."""
        if event.type() == QEvent.Type.ShowToParent and self.isVisible():
            place = self.indexOf(watched) if isinstance(watched, QWidget) else -1
            self._give_width(place)
        return super().eventFilter(watched, event)

    def _panel(self, place: int) -> QWidget:
        panel = self.widget(place)
        assert panel is not None  # it has three
        return panel

    def _give_width(self, place: int) -> None:
        self.refresh()  # it may remember one
        sizes = self.sizes()
        if place in _SIDES and not sizes[place]:
            sizes[place] = _SIDE_PIXELS
            sizes[1] -= _SIDE_PIXELS
            self.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold a panel when the width passes what it needs."""
        super().resizeEvent(event)
        before, now = event.oldSize().width(), event.size().width()
        for place, room in zip(_SIDES, (_ROOM_FOR_LEFT, _ROOM_FOR_RIGHT), strict=True):
            panel = self._panel(place)
            if now < room and (before < 0 or before >= room) and not panel.isHidden():
                panel.hide()
                self._folded.add(panel)
            elif now >= room and panel in self._folded:
                self._show(panel)

    def unfold(self) -> None:
        """Show what was folded."""
        for panel in list(self._folded):
            self._show(panel)

    def _show(self, panel: QWidget) -> None:
        self._folded.remove(panel)
        panel.show()


class _Handle(QSplitterHandle):
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Hide what was dragged shut, once it is let go of."""
        super().mouseReleaseEvent(event)
        splitter = self.splitter()
        assert isinstance(splitter, PanelSplitter)
        splitter.hide_closed()


class OnlyPhotos:
    """Hides all but the photos, and shows again what was shown before."""

    def __init__(self, window: QMainWindow, around: Sequence[QWidget]) -> None:
        self._window = window
        self._around = around
        self._hidden: list[QWidget] = []

    @property
    def is_on(self) -> bool:
        """Whether only photos are shown."""
        return bool(self._hidden)

    def toggle(self) -> None:
        """Switch on or off."""
        if self._hidden:
            self.leave()
            return
        self._hidden = [widget for widget in self._around if not widget.isHidden()]
        for widget in self._hidden:
            widget.hide()
        self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowFullScreen)

    def leave(self) -> None:
        """Show the rest again."""
        if not self._hidden:
            return
        for widget in self._hidden:
            widget.show()
        self._hidden = []
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowFullScreen)


def arrange(
    window: QMainWindow,
    above: QWidget,
    left: QWidget,
    middle: QWidget,
    right: QWidget,
    below: QWidget,
) -> PanelSplitter:
    """Put the widgets into the window."""
    splitter = PanelSplitter()
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
    """Stack widgets without gaps; `grows` takes the room that is left."""
    made = QWidget()
    fill(QVBoxLayout(made), *((widget, int(widget is grows)) for widget in widgets), margins=_NONE)
    return made


def fill(
    layout: QBoxLayout,
    *parts: Part | tuple[Part, int],
    margins: tuple[int, int, int, int] | None = None,
    spacing: int = 0,
) -> None:
    """Put parts into a layout, in order, each perhaps with its share of the room that is left.

    None leaves room empty. Margins are left, top, right, bottom; None: those of the style.
    """
    if margins is not None:
        layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for one in parts:
        part, share = one if isinstance(one, tuple) else (one, 0)
        if part is None:
            layout.addStretch(share)
        elif isinstance(part, QLayout):
            layout.addLayout(part, share)
        else:
            layout.addWidget(part, share)


def room_on(widget: QWidget) -> QSize:
    """Return how large a dialog may be on a widget's screen."""
    return widget.screen().availableSize() * _SHARE_OF_SCREEN


def scrolled(content: QWidget | None = None) -> QScrollArea:
    """Return a scroll area around `content`, or for one that is to come; for small screens."""
    area = QScrollArea()
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if content is not None:
        area.setWidget(content)
    return area


class SidePanel(QWidget):
    """Tabs above the leaves."""

    def __init__(self, leaves: Mapping[str, tuple[str, QWidget]]) -> None:
        """Show the first of the leaves: by name, their titles and widgets."""
        super().__init__()
        self._names = list(leaves)
        self._before = ""  # the leaf that was shown before; "": none, or the panel was hidden
        self._tabs, self._pages = QTabBar(), QStackedWidget()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Panel"))
        for title, leaf in leaves.values():
            self._tabs.addTab(title)
            self._pages.addWidget(leaf)
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        head = QHBoxLayout()
        fill(head, self._tabs, (None, 1), margins=(8, 4, 8, 0))
        fill(QVBoxLayout(self), head, (self._pages, 1), margins=(0, 0, 0, 0))

    @property
    def leaf(self) -> str:
        """The name of the leaf that is shown."""
        return self._names[self._tabs.currentIndex()]

    def show_leaf(self, name: str) -> None:
        """Show a leaf; one that is not there leaves all as it is."""
        if name in self._names:
            self._tabs.setCurrentIndex(self._names.index(name))

    def toggle(self, name: str) -> None:
        """Show a leaf; if it is shown, what was there before it, and no panel after the first."""
        if not self.shows(name):
            self._before = "" if self.isHidden() else self.leaf
            self.show_leaf(name)
            self.show()
        elif self._before and name != self._names[0]:
            self.show_leaf(self._before)
            self._before = ""
        else:
            self.hide()

    def shows(self, name: str) -> bool:
        """Tell whether a leaf is shown, and the panel with it."""
        return not self.isHidden() and self.leaf == name
