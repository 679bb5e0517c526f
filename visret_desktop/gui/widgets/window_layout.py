"""Layout of the window: query on top, library left, photos in the middle, photo panel right."""

from collections.abc import Sequence

from PySide6.QtCore import QChildEvent, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QLayout,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QSplitterHandle,
    QVBoxLayout,
    QWidget,
)

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


def scrolled(content: QWidget) -> QScrollArea:
    """Return a scroll area around `content`, for small screens."""
    area = QScrollArea()
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
