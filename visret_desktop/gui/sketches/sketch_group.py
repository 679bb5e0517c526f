"""One instruction with its sketches; the strip has a group for each thing compared."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QImage, QKeyEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStyle,
    QStyleOptionFrame,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_plan import key_of
from visret_desktop.gui.sketches.sketch_view_model import Slot
from visret_desktop.gui.widgets.plain_text import ElidedLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill


class InstructionEdit(QLineEdit):
    """The words. Enter applies them, Escape restores them."""

    undone = Signal()  # Ctrl+Z with nothing typed undoes the last change of the sketches

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("instruction")
        self._given = ""

    def show_text(self, text: str) -> None:
        """Show an instruction, unless another is being typed."""
        self._given = text
        if not self.isModified() and text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        change = self.tr("Change this and press Enter to search by other words")
        self.setToolTip(literally(f"{text}\n\n{change}"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Escape, and Ctrl+Z if nothing was typed."""
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.setModified(False)
            self.show_text(self._given)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the window stops or clears
        elif event.matches(QKeySequence.StandardKey.Undo) and not self.isModified():
            self.undone.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Shorten the words to what fits, unless they are being edited."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inside = QStyle.SubElement.SE_LineEditContents
        room = self.style().subElementRect(inside, option, self).adjusted(2, 0, -2, 0)
        right = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self.text(), right, room.width())
        if self.hasFocus() or shown == self.text():
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


class InstructionLine(QWidget):
    """The instruction above the kind of query; `edited` carries its column and new words."""

    edited = Signal(int, str)
    family_chosen = Signal(str)
    undone = Signal()

    def __init__(self, column: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = column
        self.families = {
            "question": self.tr("Question"),
            "comparison": self.tr("Comparison"),
            "description": self.tr("Description"),
        }
        self.family = QToolButton()
        self.family.setObjectName("family")
        self.family.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.family.setToolTip(self.tr("How your query is understood; choose another way here"))
        set_text(self.family, Text.SMALL)
        self._menu = QMenu(self.family)
        self._group = QActionGroup(self._menu)
        for family in self.families:
            self._menu.addAction(self._action(family))
        self.family.setMenu(self._menu)
        self.edit = InstructionEdit()
        self.edit.returnPressed.connect(self._on_return)
        self.edit.undone.connect(self.undone)
        self.note = ElidedLabel()
        self.note.setEnabled(False)
        set_text(self.note, Text.SMALL)
        below = QHBoxLayout()
        fill(below, self.family, (self.note, 1), margins=(2, 0, 0, 0), spacing=8)
        fill(QVBoxLayout(self), self.edit, below, margins=(0, 0, 0, 0), spacing=2)

    def show_instruction(self, text: str, family: str, letters: str, note: str = "") -> None:
        """Show an instruction; only the first one shows the family, and words about all."""
        self.note.setText(note)
        self.edit.show_text(text)
        name = self.tr("Instruction for {0}").format(letters) if letters else ""
        self.edit.setAccessibleName(name or self.tr("Instruction"))
        self.edit.setPlaceholderText(self.tr("What the photo should show"))
        self.family.setVisible(self._column == 0 and bool(family))
        word = self.families.get(family, family)
        self.family.setText(word)
        self.family.setAccessibleName(self.tr("Understood as: {0}").format(word))
        for action in self._group.actions():
            action.setChecked(action.data() == family)

    def _action(self, family: str) -> QAction:
        words = {
            "question": self.tr("Question: find photos in which the answer can be seen"),
            "comparison": self.tr("Comparison: find each of the things compared"),
            "description": self.tr("Description: find what is described"),
        }
        action = QAction(words[family], self._menu)
        action.setCheckable(True)
        action.setData(family)
        action.triggered.connect(lambda: self.family_chosen.emit(family))
        self._group.addAction(action)
        return action

    def _on_return(self) -> None:
        self.edit.setModified(False)
        self.edited.emit(self._column, self.edit.text())


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
