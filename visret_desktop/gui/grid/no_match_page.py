"""Says that nothing matches, and offers to search elsewhere or to see the nearest photos."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill


class NoMatchPage(QWidget):
    """Shown instead of the grid until someone asks for the nearest photos."""

    show_requested = Signal()
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self._below = PlainLabel(is_wrapped=True), PlainLabel(is_wrapped=True)
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        self.title.setFont(font)
        self._below.setText(
            self.tr("No photo stands out from the others. Other words may find it, or a picture.")
        )
        self._below.setEnabled(False)
        for label in (self.title, self._below):
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
        parts = (None, self.title, self._below, row, None)
        fill(QVBoxLayout(self), *parts, margins=(64, 32, 64, 64), spacing=16)
        self.set_folder("")
        self.offer(0)

    def set_folder(self, name: str) -> None:
        """Name the folder that was searched; "": all of them."""
        inside = self.tr("Nothing in “{0}” matches.").format(name)
        self.title.setText(inside if name else self.tr("Nothing in this library matches."))
        self.all.setVisible(bool(name))

    def offer(self, photos: int) -> None:
        """Say how many photos the button shows."""
        one, many = self.tr("Show the nearest photo"), self.tr("Show the nearest {0} photos")
        self.button.setText(one if photos == 1 else many.format(f"{photos:,}"))
        self.setAccessibleName(self.title.text())
