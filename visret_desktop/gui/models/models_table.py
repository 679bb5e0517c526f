"""The table of all packs: what each is for, what it takes, how fast it is, whether it is here."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from visret_desktop.gui.models.model_facts import ModelFacts
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.packs.shelf import Choice

Index = QModelIndex | QPersistentModelIndex
LICENSE, STATE = 5, 6  # columns


class ModelsTable(QAbstractTableModel):
    """One row for each pack."""

    def __init__(self, facts: ModelFacts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts = facts
        self._choices: list[Choice] = []
        self._cells: list[tuple[str, ...]] = []

    def show_choices(self, choices: Sequence[Choice], used: Collection[str]) -> None:
        """Show packs; those named in `used` are in use."""
        self.beginResetModel()
        self._choices = list(choices)
        self._cells = [self._cells_of(choice, choice.name in used) for choice in choices]
        self.endResetModel()

    def choices(self) -> Sequence[Choice]:
        """Return all packs."""
        return self._choices

    def choice(self, row: int) -> Choice | None:
        """Return the pack of a row."""
        return self._choices[row] if 0 <= row < len(self._choices) else None

    def row_of(self, name: str) -> int:
        """Return the row of a pack, -1 if there is none."""
        return next((row for row, each in enumerate(self._choices) if each.name == name), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many packs there are."""
        return 0 if parent is not None and parent.isValid() else len(self._choices)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._titles())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell."""
        choice = self.choice(index.row())
        if choice is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            words = choice.reason or (choice.offer.summary if choice.offer else choice.title)
            return literally(words)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self._titles()[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("Model"),
            self.tr("For"),
            self.tr("Disk"),
            self.tr("Memory"),
            self.tr("Speed here"),
            self.tr("License"),
            self.tr("State"),
        )

    def _cells_of(self, choice: Choice, is_used: bool) -> tuple[str, ...]:
        facts = self._facts
        return (
            choice.title,
            facts.purpose(choice.role),
            facts.size(choice),
            facts.memory(choice),
            facts.speed_in_short(choice),
            facts.license(choice),
            self._state(choice, is_used),
        )

    def _state(self, choice: Choice, is_used: bool) -> str:
        if choice.state == "ready":
            here = self.tr("built in") if choice.is_built_in else self.tr("here")
            return self.tr("in use") if is_used else here
        if choice.state == "elsewhere":
            return self.tr("in {0}").format(choice.reason)
        return {
            "on offer": "",
            "unfinished": self.tr("begun"),
            "offline": self.tr("offline"),
            "damaged": self.tr("damaged"),
        }[choice.state]
