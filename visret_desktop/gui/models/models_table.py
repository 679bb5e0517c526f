"""The packs in the window of models: a table of all packs, and cards for ready-made sets.

The table shows purpose, size, memory, speed, license and state. A click on a card gets its set.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.models.model_facts import ModelFacts
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.packs.offers import OfferSet, size_of_set
from visret_desktop.packs.pack_list import PackEntry
from visret_desktop.roles import ROLES, Role

LICENSE, STATE = 5, 6  # columns


class ModelsTable(QStandardItemModel):
    """One row for each pack."""

    def __init__(self, facts: ModelFacts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts = facts
        self._choices: list[PackEntry] = []
        titles = (
            self.tr("Model"),
            self.tr("For"),
            self.tr("Disk"),
            self.tr("Memory"),
            self.tr("Speed here"),
            self.tr("License"),
            self.tr("State"),
        )
        self.setHorizontalHeaderLabels(titles)

    def show_choices(self, choices: Sequence[PackEntry], used: Mapping[str, str]) -> None:
        """Show packs; `used` names those in use, by role."""
        self._choices = list(choices)
        self.removeRows(0, self.rowCount())
        for choice in choices:
            summary = choice.reason or (choice.offer.summary if choice.offer else choice.title)
            words = translated(summary)
            roles = [ROLES[role] for role, name in used.items() if name == choice.name]
            items = [QStandardItem(text) for text in self._cells_of(choice, roles)]
            for item in items:
                item.setEditable(False)
                item.setToolTip(literally(words))
            self.appendRow(items)

    def choices(self) -> Sequence[PackEntry]:
        """Return all packs."""
        return self._choices

    def choice(self, row: int) -> PackEntry | None:
        """Return the pack of a row."""
        return self._choices[row] if 0 <= row < len(self._choices) else None

    def row_of(self, name: str) -> int:
        """Return the row of a pack, -1 if there is none."""
        return next((row for row, each in enumerate(self._choices) if each.name == name), -1)

    def _cells_of(self, choice: PackEntry, used_for: Sequence[Role]) -> tuple[str, ...]:
        facts = self._facts
        return (
            translated(choice.title),
            facts.purpose(choice.role),
            facts.size(choice),
            facts.memory(choice),
            facts.speed_in_short(choice),
            facts.license(choice),
            self._state(choice, used_for),
        )

    def _state(self, choice: PackEntry, used_for: Sequence[Role]) -> str:
        if choice.state == "ready":
            here = self.tr("built in") if choice.is_built_in else self.tr("here")
            if len(used_for) > 1:
                return self.tr("in use for both")
            if used_for and used_for[0] is not choice.role:
                return self.tr("in use for {0}").format(self._facts.purpose(used_for[0]))
            return self.tr("in use") if used_for else here
        if choice.state == "elsewhere":
            return self.tr("in {0}").format(choice.reason)
        return {
            "on offer": "",
            "unfinished": self.tr("begun"),
            "offline": self.tr("offline"),
            "damaged": self.tr("damaged"),
        }[choice.state]


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
        parts = (title, about, needs, self._speeds, None, self._button)
        fill(QVBoxLayout(self), *parts, margins=(16, 12, 16, 16), spacing=8)

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
