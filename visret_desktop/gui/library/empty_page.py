"""The page shown instead of the grid while there are no photos."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.library.library_view import Snapshot
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import FolderState


class EmptyPage(QWidget):
    """A sentence, an explanation and, where they help, buttons."""

    add_requested = Signal()
    demo_requested = Signal()
    models_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._below = PlainLabel(is_wrapped=True), PlainLabel(is_wrapped=True)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        self._title.setFont(font)
        self._below.setEnabled(False)
        for label in (self._title, self._below):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._buttons = QWidget()
        buttons = []
        for name, text, signal in (
            ("primary", self.tr("Add a folder"), self.add_requested),
            ("secondary", self.tr("Try the demonstration"), self.demo_requested),
            ("secondary", self.tr("Get models for your photos"), self.models_requested),
        ):
            button = QPushButton(text)
            button.setObjectName(name)
            button.setMinimumHeight(36)
            button.clicked.connect(signal)
            buttons.append(button)
        fill(QHBoxLayout(self._buttons), None, *buttons, None, spacing=8)
        parts = (None, self._title, self._below, self._buttons, None)
        fill(QVBoxLayout(self), *parts, margins=(64, 64, 64, 64), spacing=16)

    def say(self, title: str, below: str = "", *, with_buttons: bool = False) -> None:
        """Show a sentence, an explanation and perhaps the buttons for the first steps."""
        self._title.setText(title)
        self._below.setText(below)
        self._buttons.setVisible(with_buttons)
        self.setAccessibleName(f"{title} {below}")

    def explain(self, snapshot: Snapshot, *, is_indexing: bool, is_adding: bool) -> None:
        """Say why there are no photos, and what to do."""
        if not snapshot.folders and not is_adding:
            below = self.tr(
                "Add a folder of photos to begin. They are only read, and nothing leaves this"
                " computer."
            )
            self.say(self.tr("Find any photo by saying what it shows."), below, with_buttons=True)
        elif is_indexing:
            self.say(
                self.tr("The first photos will appear in a moment."),
                self.tr("You can search while the rest is read."),
            )
        elif any(folder.state == FolderState.OFFLINE for folder in snapshot.folders):
            self.say(
                self.tr("No photo of this drive is known yet."),
                self.tr("Plug it in: it is noticed by itself."),
            )
        else:
            self.say(
                self.tr("There are no photos in this folder."),
                self.tr("New ones are noticed by themselves; F5 looks again."),
            )

    def title(self) -> str:
        """Return the sentence shown."""
        return self._title.text()
