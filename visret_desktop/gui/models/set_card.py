"""A card with a ready-made set of packs, which one click gets."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.packs.offers import OfferSet, size_of_set


class SetCard(QFrame):
    """Says what a set is for and what it takes; `chosen` carries its name."""

    chosen = Signal(str)

    def __init__(
        self, group: OfferSet, *, is_recommended: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.group = group
        title = PlainLabel(translated(group.title))
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        about = PlainLabel(translated(group.summary))
        words = self.tr("About {0} to fetch; needs {1}.")
        told = words.format(size(size_of_set(group)), translated(group.needs))
        needs = PlainLabel(told.replace(" GB", "\N{NO-BREAK SPACE}GB"))
        self._speeds = PlainLabel()
        for label in (needs, self._speeds):
            label.setEnabled(False)
        for label in (about, needs, self._speeds):
            label.setWordWrap(True)
        self._button = QPushButton()
        self._button.setObjectName("primary" if is_recommended else "")
        self._button.clicked.connect(lambda: self.chosen.emit(group.name))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        for widget in (title, about, needs, self._speeds):
            column.addWidget(widget)
        column.addStretch()
        column.addWidget(self._button)

    def show_state(self, *, is_here: bool, is_used: bool, can_start: bool, speeds: str) -> None:
        """Show on the button what it does, and how fast the set is here."""
        words = self.tr("Get and use") if not is_here else self.tr("Use")
        self._button.setText(self.tr("In use") if is_used else words)
        self._button.setEnabled(can_start and not is_used)
        self._button.setAccessibleName(f"{self._button.text()}: {translated(self.group.title)}")
        self._speeds.setText(speeds)
        self._speeds.setVisible(bool(speeds))

    def click(self) -> None:
        """Press the button."""
        self._button.click()
