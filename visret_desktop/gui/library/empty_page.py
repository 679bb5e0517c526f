"""The page shown instead of the grid while there are no photos."""

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.library.library_view import Snapshot
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import FolderState

_BAR_PIXELS = 360
_ENOUGH_TO_LEARN = 40  # pictures; how long fewer took says little about the others


class EmptyPage(QWidget):
    """A sentence, an explanation and, where they help, buttons or a bar."""

    add_requested = Signal()
    demo_requested = Signal()
    models_requested = Signal()
    cancel_requested = Signal()  # drawing the demonstration

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._below = PlainLabel(is_wrapped=True), PlainLabel(is_wrapped=True)
        set_text(self._title, Text.TITLE, is_bold=True)
        self._below.setEnabled(False)
        for label in (self._title, self._below):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._drawing = QElapsedTimer()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_PIXELS)
        self._bar.setAccessibleName(self.tr("Drawing the demonstration"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.clicked.connect(self.cancel_requested)
        self._buttons, self._models = self._make_buttons()
        column = QVBoxLayout(self)
        parts = (None, self._title, self._below, self._bar, self._cancel, self._buttons)
        fill(column, *parts, self._models, None, margins=(32, 32, 32, 32), spacing=16)
        for part in (self._bar, self._cancel, self._models):
            column.setAlignment(part, Qt.AlignmentFlag.AlignHCenter)
        self.say("")

    def _make_buttons(self) -> tuple[QWidget, QToolButton]:
        """Return the two buttons that begin, and the quiet one below them."""
        add = QPushButton(self.tr("Add a folder"))
        demo = QPushButton(self.tr("Try the demonstration"))
        models = QToolButton()
        models.setText(self.tr("Get models for your photos"))
        models.setObjectName("flat")
        add.clicked.connect(self.add_requested)
        demo.clicked.connect(self.demo_requested)
        models.clicked.connect(self.models_requested)
        add.setObjectName("primary")
        row = QWidget()
        for button in (add, demo):
            button.setMinimumHeight(36)
        fill(QHBoxLayout(row), None, add, demo, None, spacing=8)
        return row, models

    def say(self, title: str, below: str = "", *, with_buttons: bool = False) -> None:
        """Show a sentence, an explanation and perhaps the buttons for the first steps."""
        self._title.setText(title)
        self._below.setText(below)
        self._buttons.setVisible(with_buttons)
        self._models.setVisible(with_buttons)
        self._bar.hide()
        self._cancel.hide()
        self.setAccessibleName(f"{title} {below}".strip())

    def show_drawing(self, done: int = 0, total: int = 0) -> None:
        """Say how far the demonstration is drawn; without figures: that it begins."""
        if not total:
            self._drawing.start()
            words = self.tr(
                "1,000 pictures of invented animals and plants, to try the program with, are drawn"
                " on this computer. That takes some minutes."
            )
        else:
            words = self.tr("{0} of {1} pictures are drawn").format(count(done), count(total))
            if done >= _ENOUGH_TO_LEARN:
                left = self._drawing.elapsed() / 1000 * (total - done) / done
                words += self.tr(" · {0} left, then they are indexed").format(duration(left))
        self.say(self.tr("Drawing the demonstration library …"), words)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self._bar.show()
        self._cancel.show()

    def explain(self, snapshot: Snapshot, *, is_indexing: bool, is_adding: bool) -> None:
        """Say why there are no photos, and what to do."""
        if not snapshot.folders and not is_adding:
            below = self.tr(
                "Add a folder of photos to begin. They are only read, and nothing leaves this"
                " computer."
            )
            self.say(self.tr("Find any photo by saying what it shows."), below, with_buttons=True)
        elif is_indexing or is_adding:
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
                self.tr("There are no photos here."),
                self.tr("New ones are noticed by themselves. F5 checks at once."),
            )

    def explain_query(self, snapshot: Snapshot, *, is_indexing: bool) -> None:
        """Say why a query finds nothing, and what to do."""
        if is_indexing:
            below = self.tr("The first ones are being read. The search is repeated by itself.")
            self.say(self.tr("There are no photos to search yet."), below)
        elif not snapshot.photos:
            below = self.tr("Add a folder of photos, then search again.")
            self.say(self.tr("There are no photos to search yet."), below, with_buttons=True)
        else:
            below = self.tr("Choose “All photos” at the left to search the others.")
            self.say(self.tr("There are no photos here."), below)

    def explain_facts(self, alone: Sequence[tuple[str, int]], *, is_indexing: bool) -> None:
        """Say which conditions no photo meets, and what to do.

        `alone` has each condition in words, and how many photos meet it by itself; it is empty
        while that is not known.
        """
        unmet = [words for words, photos in alone if not photos]
        if unmet:
            words = self.tr("None of the photos fits: {0}.")
            title = words.format("; ".join(unmet))
            below = self.tr("Take that away above, or click it to change it.")
        elif len(alone) > 1:
            title = self.tr("No photo fits all of this together.")
            by_itself = "; ".join(f"{words}: {count(photos)}" for words, photos in alone)
            below = self.tr("Photos that fit one condition alone: {0}.").format(by_itself)
        else:
            title = self.tr("No photo fits this.")
            below = self.tr("Take a condition away above to see more.")
        if is_indexing:
            below = self.tr("Photos are still being read. Those that fit appear by themselves.")
        self.say(title, below)

    def title(self) -> str:
        """Return the sentence shown."""
        return self._title.text()

    def explanation(self) -> str:
        """Return the words below the sentence."""
        return self._below.text()
