"""Hide all but the photos, and bring back what was there before."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QWidget


class OnlyPhotos:
    """Remembers which of the widgets around the photos were shown."""

    def __init__(self, window: QMainWindow, around: Sequence[QWidget]) -> None:
        self._window = window
        self._around = around
        self._hidden: list[QWidget] = []

    @property
    def is_on(self) -> bool:
        """Whether only photos are shown."""
        return bool(self._hidden)

    def toggle(self) -> None:
        """Change over."""
        if self._hidden:
            self.leave()
            return
        self._hidden = [widget for widget in self._around if not widget.isHidden()]
        for widget in self._hidden:
            widget.hide()
        self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowFullScreen)

    def leave(self) -> None:
        """Bring everything back."""
        if not self._hidden:
            return
        for widget in self._hidden:
            widget.show()
        self._hidden = []
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowFullScreen)
