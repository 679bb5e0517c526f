"""Names that a photo is like: Enter accepts the one selected. Likeness, and nothing that is so.

None is selected at first, so that an Enter too many accepts nothing, and numbers do nothing here:
elsewhere they rate.
"""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from visret_desktop.engine.field_messages import SuggestedName
from visret_desktop.gui.languages.figures import decimal


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
        for one in self._names:
            both = f"{one.common} – {one.name}" if one.common else one.name
            likeness = decimal(one.likeness, 2)
            item = QListWidgetItem(f"{likeness}   {both}", self)  # what is cut off is of the name
            tip = self.tr("{0}: likeness {1}, {2}. Select it and press Enter to accept it.")
            said = tip.format(both, likeness, one.source)
            item.setToolTip(said)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        self.ensurePolished()
        height = self.sizeHintForRow(0) * len(self._names) + 4 + 2 * self.frameWidth()
        self.setFixedHeight(max(1, height))
        self.itemDoubleClicked.connect(self._accept)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept with Enter; the first Down selects the first name."""
        chosen = self.selectedItems()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if chosen:
                self._accept(chosen[0])
        elif event.key() == Qt.Key.Key_Down and not chosen:
            self.setCurrentRow(0, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            super().keyPressEvent(event)

    def _accept(self, item: QListWidgetItem) -> None:
        self.accepted.emit(self._names[self.row(item)])
