"""The strip above the grid: instructions, sketches, and their buttons.

Commands go to the board, which can undo them. 'More like this' searches by this picture alone,
without the others and the words. For other pictures of the same instruction there is 'draw again'.
"""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from visret_desktop.gui.sketches.sketch_board import READY, SketchBoard
from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.sketches.sketch_group import SketchGroup
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.incoming_pictures import choose_picture, first_picture, has_picture
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill


class SketchStrip(QWidget):
    """Hidden without sketches. `list_chosen` carries the list to order the grid by."""

    list_chosen = Signal(str)
    stop_requested = Signal()
    refused = Signal(str)

    def __init__(
        self,
        board: SketchBoard,
        pictures: SketchPictures,
        pasted: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sketch_strip")
        self.setAccessibleName(self.tr("Sketches of the query"))
        self._board, self._pictures, self._pasted = board, pictures, pasted
        self._chosen = ""
        self._is_open = False
        self.groups: list[SketchGroup] = []
        self._inner = QWidget()
        self._row = QHBoxLayout(self._inner)
        fill(self._row, margins=(0, 0, 0, 0), spacing=16)
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.note = PlainLabel(is_wrapped=True)
        self.note.setEnabled(False)
        self._usual_height = 0
        self._waiting = PlainLabel(self.tr("Thinking of a picture that shows this …"))
        self._waiting.setEnabled(False)
        self._side = self._make_side()
        top = QHBoxLayout()
        fill(top, (self._scroll, 1), self._side, spacing=16)
        parts = (self._waiting, top, self.note)
        fill(QVBoxLayout(self), *parts, margins=(16, 0, 16, 8), spacing=4)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.hide()
        board.changed.connect(self._show)
        pictures.loaded.connect(self._show)

    def _make_side(self) -> QWidget:
        side = QWidget()
        self.stop = QPushButton(self.tr("Stop drawing"))
        self.stop.setToolTip(self.tr("Stop and keep what is there (Esc)"))
        self.stop.clicked.connect(self.stop_requested)
        self.reroll_all = QPushButton(self.tr("Draw all again"))
        self.reroll_all.setToolTip(self.tr("Other pictures of the same words; locked ones stay"))
        self.reroll_all.clicked.connect(self._board.reroll_all)
        self.add = QPushButton(self.tr("My photo …"))
        self.add.setToolTip(self.tr("Search by a photo of yours beside the sketches"))
        self.add.clicked.connect(lambda: self._choose(""))
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Take the last change of the pictures back (Ctrl+Z)"))
        self.undo.clicked.connect(self._board.undo)
        buttons = (self.stop, self.reroll_all, self.add, self.undo)
        widest = max(button.sizeHint().width() for button in buttons)
        for button in buttons:  # so that nothing moves when one replaces another
            button.setMinimumWidth(widest)
        fill(QVBoxLayout(side), *buttons, None, margins=(0, 0, 0, 0), spacing=4)
        return side

    # ---- show -------------------------------------------------------------------------------

    def set_open(self, is_open: bool) -> None:
        """Note whether the engine works on the query and can be stopped."""
        self._is_open = is_open
        self._show()

    def show_chosen(self, name: str) -> None:
        """Mark the sketch that orders the photos; "": none."""
        if name != self._chosen:
            self._chosen = name
            self._show()

    def card(self, name: str) -> SketchCard | None:
        """Return the card of a sketch."""
        return next((g.cards[name] for g in self.groups if name in g.cards), None)

    def cards(self) -> list[SketchCard]:
        """Return all cards in order."""
        return [card for group in self.groups for card in group.cards.values()]

    def _show(self) -> None:
        board = self._board
        plan, slots = board.plan, board.slots()
        columns = max([len(plan.instructions), *(s.sketch.column + 1 for s in slots)], default=0)
        self._make_groups(columns)
        for group in self.groups:
            number = group.column
            text = plan.instructions[number] if number < len(plan.instructions) else ""
            own = [slot for slot in slots if slot.sketch.column == number]
            group.show_slots(text, plan.family, own, self._chosen)
            group.line.setVisible(bool(plan.instructions))
        is_drawing = self._is_open and any(slot.state != READY for slot in slots)
        self.stop.setVisible(is_drawing)
        self.reroll_all.setVisible(len(slots) > 1 and not is_drawing)
        self.reroll_all.setEnabled(any(self._can_reroll(slot.sketch.name) for slot in slots))
        self.add.setVisible(bool(slots) or plan.is_bare)
        self.undo.setVisible(board.can_undo)
        self._side.setVisible(bool(slots) or board.can_undo)
        self.note.setText(board.note)
        self.note.setVisible(bool(board.note))
        self._scroll.setFixedHeight(self._inner.sizeHint().height() + self._bar_height(columns))
        self._set_height()

    def _set_height(self) -> None:
        """Keep the last query's height until the new plan comes, so that the photos stay put."""
        is_awaited = self._board.is_awaited and self._usual_height > 0
        self._waiting.setVisible(is_awaited)
        self._scroll.setVisible(not is_awaited)
        if self._board.is_planned:
            self._usual_height = self.sizeHint().height()
        self.setMinimumHeight(self._usual_height if is_awaited else 0)
        self.setVisible(self._board.is_planned or is_awaited)

    def _bar_height(self, columns: int) -> int:
        """Return the height of the scroll bar below the groups, 0 if there is none."""
        needed = self._inner.minimumSizeHint().width()
        if needed <= self._scroll.viewport().width() or columns == 0:
            return 0
        return self._scroll.horizontalScrollBar().sizeHint().height()

    def _make_groups(self, count: int) -> None:
        while len(self.groups) > count:
            group = self.groups.pop()
            self._row.removeWidget(group)
            group.hide()
            group.deleteLater()
        while len(self.groups) < count:
            group = SketchGroup(len(self.groups), self._pictures)
            group.line.edited.connect(self._board.edit_instruction)
            group.line.family_chosen.connect(self._board.choose_family)
            group.line.undone.connect(self._board.undo)
            group.commanded.connect(self._on_command)
            group.picture_given.connect(self._on_picture)
            group.left.connect(self._on_left)
            self.groups.append(group)
            self._row.addWidget(group, 1)
        for group in self.groups:
            group.set_compact(count > 1)

    def _can_reroll(self, name: str) -> bool:
        slot = self._board.slot(name)
        return slot is not None and not slot.sketch.image and not slot.is_locked

    # ---- commands ---------------------------------------------------------------------------

    def _on_command(self, command: str, name: str) -> None:
        board = self._board
        if command == "drop":
            self._keep_focus(name)
            board.drop(name)
        elif command == "reroll":
            board.reroll(name)
        elif command == "lock":
            slot = board.slot(name)
            board.set_locked(name, slot is not None and not slot.is_locked)
        elif command == "replace":
            self._choose(name)
        elif command == "only":
            board.only(name)
        elif command == "order":
            self.list_chosen.emit("" if name == self._chosen else name)

    def _keep_focus(self, name: str) -> None:
        """Give the focus to a neighbor of a sketch that goes, so that Ctrl+Z still works."""
        names = [card.slot.sketch.name for card in self.cards()]
        place = names.index(name)
        others = [*names[place + 1 :], *reversed(names[:place])]
        neighbor = self.card(others[0]) if others else None
        (neighbor or self).setFocus()

    def _on_left(self, name: str, side: int) -> None:
        cards = self.cards()
        place = [card.slot.sketch.name for card in cards].index(name) + side
        if 0 <= place < len(cards):
            cards[place].setFocus()

    def _choose(self, name: str) -> None:
        path = choose_picture(self, self.tr("A photo of yours to search by"))
        if path:
            self._use(name, path)

    def _on_picture(self, name: str, mime: object) -> None:
        try:
            path = first_picture(mime, self._pasted)
        except OSError as error:
            sentence = self.tr("The picture could not be kept in {0}.")
            self.refused.emit(sentence.format(error.filename))
            return
        if path:
            self._use(name, path)

    def _use(self, name: str, path: str) -> None:
        if name:
            self._board.replace(name, path)
        else:
            self._board.add(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures, photos of the grid included."""
        if has_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped, beside the sketches."""
        self._on_picture("", event.mimeData())
        event.acceptProposedAction()
