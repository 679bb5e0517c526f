"""Names that a photo is like: a number or Enter accepts one. Likeness, and nothing that is so."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from visret_desktop.engine.field_messages import SuggestedName

_MOST_NUMBERED = 9


class SuggestionList(QListWidget):
    """`accepted` has the suggestion that a person took."""

    accepted = Signal(object)

    def __init__(self, names: Sequence[SuggestedName], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = list(names)
        self.setObjectName("choices")
        self.setAccessibleName(self.tr("Suggested names"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        for number, one in enumerate(self._names, 1):
            both = f"{one.common} – {one.name}" if one.common else one.name
            item = QListWidgetItem(f"{number}   {both}   {one.likeness:.2f}", self)
            tip = self.tr("{0}: likeness {1}, {2}. Press {3} to accept it.")
            said = tip.format(both, f"{one.likeness:.2f}", one.source, number)
            item.setToolTip(said)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        if self._names:
            self.setCurrentRow(0)
        height = self.sizeHintForRow(0) * len(self._names) + 4 + 2 * self.frameWidth()
        self.setFixedHeight(max(1, height))
        self.itemDoubleClicked.connect(lambda item: self._accept(self.row(item)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept with Enter or a number."""
        key = event.key()
        number = key - Qt.Key.Key_1
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept(self.currentRow())
        elif 0 <= number < _MOST_NUMBERED and not event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier
        ):
            self._accept(number)
        else:
            super().keyPressEvent(event)

    def _accept(self, row: int) -> None:
        if 0 <= row < len(self._names):
            self.accepted.emit(self._names[row])
