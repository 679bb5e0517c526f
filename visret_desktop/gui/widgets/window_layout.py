"""Layout of the window: query on top, library left, photos in the middle, photo panel right."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QLayout,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

Part = QWidget | QLayout | None
_NONE = (0, 0, 0, 0)
_SIDE_PIXELS, _MIDDLE_PIXELS = 232, 900
_SHARE_OF_SCREEN = 0.9  # at most, for a dialog
_ROOM_FOR_LEFT, _ROOM_FOR_RIGHT = 700, 860  # narrower, and the panel is folded away


class PanelSplitter(QSplitter):
    """Folds away the right panel, then the left one, while the window is too narrow.

    A panel that someone opens nevertheless stays until the window is made narrower again.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._folded: set[QWidget] = set()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold a panel when the width passes what it needs."""
        super().resizeEvent(event)
        before, now = event.oldSize().width(), event.size().width()
        for place, room in ((0, _ROOM_FOR_LEFT), (2, _ROOM_FOR_RIGHT)):
            panel = self.widget(place)
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
