"""Says that nothing matches, and offers to search elsewhere or to see the closest photos."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_ICON = 48  # pixels


class NoMatchPage(QWidget):
    """Shown instead of the grid until someone asks for the closest photos."""

    show_requested = Signal()
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = PlainLabel()
        self.title, self._below = PlainLabel(is_wrapped=True), PlainLabel(is_wrapped=True)
        set_text(self.title, Text.TITLE, is_bold=True)
        self._below.setText(self.tr("Try other words, or search with a picture."))
        self._below.setEnabled(False)
        for label in (self._icon, self.title, self._below):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.setObjectName("primary")
        self.button.setMinimumHeight(36)
        self.button.clicked.connect(self.show_requested)
        self.all = QPushButton(self.tr("Search all photos"))
        self.all.setMinimumHeight(36)
        self.all.clicked.connect(self.all_requested)
        row = QHBoxLayout()
        fill(row, None, self.all, self.button, None, spacing=8)
        parts = (None, self._icon, self.title, self._below, row, None)
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 48), spacing=12)
        self.set_folder("")
        self.offer(0)
        self._paint_icon()

    def set_folder(self, name: str) -> None:
        """Name the folder that was searched; "": all of them."""
        inside = self.tr("No photo in “{0}” matches").format(name)
        self.title.setText(inside if name else self.tr("No photo matches"))
        self.all.setVisible(bool(name))

    def offer(self, photos: int) -> None:
        """Say how many photos the button shows."""
        self.button.setText(self.tr("Show the closest photo(s)", "", photos))
        self.setAccessibleName(self.title.text())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()

    def _paint_icon(self) -> None:
        color = self.palette().color(QPalette.ColorRole.PlaceholderText)
        self._icon.setPixmap(pixmap("search-x", color, _ICON, self.devicePixelRatioF()))
