"""One instruction with its sketches; the strip has a group for each thing compared."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from visret_desktop.gui.sketches.instruction_line import InstructionLine
from visret_desktop.gui.sketches.sketch_board import Slot
from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_plan import key_of
from visret_desktop.gui.widgets.window_layout import fill


class SketchGroup(QWidget):
    """An instruction above a row of cards; a card stays as long as its letter."""

    commanded = Signal(str, str)
    picture_given = Signal(str, object)
    left = Signal(str, int)

    def __init__(self, column: int, pictures: SketchPictures) -> None:
        super().__init__()
        self.column = column
        self._pictures = pictures
        self._is_compact = False
        self.line = InstructionLine(column)
        self.cards: dict[str, SketchCard] = {}
        self._row = QHBoxLayout()
        fill(self._row, None, spacing=8)
        fill(QVBoxLayout(self), self.line, self._row, margins=(0, 0, 0, 0), spacing=8)

    def set_compact(self, is_compact: bool) -> None:
        """Make the cards smaller, so that groups fit beside each other."""
        if is_compact != self._is_compact:
            self._is_compact = is_compact
            for card in self.cards.values():
                card.set_compact(is_compact)

    def show_slots(self, instruction: str, family: str, slots: list[Slot], chosen: str) -> None:
        """Show an instruction and its sketches."""
        names = [slot.sketch.name for slot in slots]
        self.line.show_instruction(instruction, family, ", ".join(names))
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
        card.set_compact(self._is_compact)
        card.commanded.connect(self.commanded)
        card.picture_given.connect(self.picture_given)
        card.left.connect(self.left)
        self.cards[slot.sketch.name] = card
        return card

    def _image(self, slot: Slot) -> QImage | None:
        if slot.path:
            return self._pictures.picture(slot.path)
        if slot.sketch.image:
            return self._pictures.picture(slot.sketch.image)
        return self._pictures.preview(key_of(slot.sketch), slot.preview, slot.step)
