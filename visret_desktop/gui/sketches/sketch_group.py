"""One instruction with its sketches; the strip has a group for each thing compared."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QWidget

from visret_desktop.gui.sketches.instruction_line import InstructionLine
from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_plan import key_of
from visret_desktop.gui.sketches.sketch_view_model import Slot
from visret_desktop.gui.widgets.window_layout import fill


class SketchGroup(QWidget):
    """A row of cards beside their instruction; a card stays as long as its letter."""

    commanded = Signal(str, str)
    picture_given = Signal(str, object)
    card_made = Signal(object)

    def __init__(self, column: int, pictures: SketchPictures) -> None:
        super().__init__()
        self.column = column
        self._pictures = pictures
        self.line = InstructionLine(column)
        self.cards: dict[str, SketchCard] = {}
        self._row = QHBoxLayout()
        fill(self._row, spacing=6)
        fill(QHBoxLayout(self), self._row, (self.line, 1), margins=(0, 0, 0, 0), spacing=8)

    def show_slots(self, slots: list[Slot], chosen: str) -> None:
        """Show the sketches."""
        names = [slot.sketch.name for slot in slots]
        for name in set(self.cards) - set(names):
            card = self.cards.pop(name)
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, slot in enumerate(slots):
            card = self.cards.get(slot.sketch.name) or self._add(slot)
            if self._row.indexOf(card) != place:
                self._row.removeWidget(card)
                self._row.insertWidget(place, card)
            image = self._image(slot)
            card.show_slot(slot, image, is_chosen=slot.sketch.name == chosen)
        self.cards = {name: self.cards[name] for name in names}

    def _add(self, slot: Slot) -> SketchCard:
        card = SketchCard(slot)
        card.commanded.connect(self.commanded)
        card.picture_given.connect(self.picture_given)
        self.cards[slot.sketch.name] = card
        self.card_made.emit(card)
        return card

    def _image(self, slot: Slot) -> QImage | None:
        if slot.path:
            return self._pictures.picture(slot.path)
        if slot.sketch.image:
            return self._pictures.picture(slot.sketch.image)
        return self._pictures.preview(key_of(slot.sketch), slot.preview, slot.step)
