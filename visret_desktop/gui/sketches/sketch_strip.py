"""The strip above the grid: sketches, instructions, and their buttons, in one line that folds.

Commands go to the board, which can undo them. 'Search by A alone' searches by this sketch without
the others and the words. For other sketches of the same instruction there is 'draw again'.
"""

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.sketches.sketch_group import SketchGroup
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.sketches.sketch_preview import SketchPreview
from visret_desktop.gui.sketches.sketch_view_model import LEFT_OUT, READY, SketchViewModel, Slot
from visret_desktop.gui.widgets.accessibility import ArrowGroup, speak_as
from visret_desktop.gui.widgets.icons import flat_button, icon
from visret_desktop.gui.widgets.incoming_pictures import (
    choose_picture,
    first_picture,
    has_picture,
    take,
)
from visret_desktop.gui.widgets.plain_text import ElidedLabel, literally
from visret_desktop.gui.widgets.window_layout import fill, scrolled

_HEIGHT, _FOLDED_HEIGHT = 64, 32
_LOW = 480  # height of a page on which the photos need the room of the sketches
_BUTTON = 28


class SketchStrip(QWidget):
    """Hidden without a plan. `list_chosen` carries the list to order the grid by."""

    list_chosen = Signal(str)
    stop_requested = Signal()
    refused = Signal(str)

    def __init__(
        self,
        board: SketchViewModel,
        pictures: SketchPictures,
        pasted: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sketch_strip")
        speak_as(self, QAccessible.Role.Grouping)
        self.setAccessibleName(self.tr("Sketches of the query"))
        self._board, self._pasted = board, pasted
        self._pictures = pictures
        self._chosen = ""
        self._is_open = False
        self.is_folded = False
        self.is_folded_for_room = False  # not because somebody wants it so
        self._is_low = False
        self.groups: list[SketchGroup] = []
        self._preview = SketchPreview(self)
        self._inner = QWidget()
        self._row = QHBoxLayout(self._inner)
        fill(self._row, margins=(0, 0, 0, 0), spacing=16)
        self._scroll = scrolled(self._inner)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._line = ElidedLabel()  # instead of all, while it is folded or awaited
        self._line.setEnabled(False)
        self.fold = flat_button("chevron-down", "", _BUTTON)
        self.fold.clicked.connect(lambda: self.set_folded(not self.is_folded))
        self._side = self._make_side()
        tools = (self.fold, self.stop, self.reroll_all, self.add, self.undo, self.more)
        self._tools = ArrowGroup(self, tools)
        self._cards = ArrowGroup(self)
        parts = (self.fold, (self._line, 1), (self._scroll, 1), self._side)
        fill(QHBoxLayout(self), *parts, margins=(8, 0, 8, 0), spacing=8)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.hide()
        board.changed.connect(self._show)
        pictures.loaded.connect(self._show)

    def _make_side(self) -> QWidget:
        side = QWidget()
        self.stop = flat_button(
            "circle-stop", self.tr("Stop drawing, keep what is there (Esc)"), _BUTTON
        )
        self.stop.clicked.connect(self.stop_requested)
        self.reroll_all = flat_button(
            "refresh-cw", self.tr("Draw other sketches; locked ones stay (Ctrl+Shift+A)"), _BUTTON
        )
        self.reroll_all.clicked.connect(self._board.reroll_all)
        self.add = flat_button(
            "image-plus", self.tr("Add a photo of yours to the sketches"), _BUTTON
        )
        self.add.clicked.connect(lambda: self._choose(""))
        self.undo = flat_button(
            "undo-2", self.tr("Undo the last change of the sketches (Ctrl+Z)"), _BUTTON
        )
        self.undo.clicked.connect(self._board.undo)
        self.more = flat_button("images", self.tr("Draw those left out (Ctrl+Shift+M)"), _BUTTON)
        self.more.clicked.connect(self._board.draw_left_out)
        places = (
            (self.stop, 0, 0),
            (self.reroll_all, 0, 0),
            (self.add, 0, 1),
            (self.undo, 1, 0),
            (self.more, 1, 1),
        )
        grid = QGridLayout(side)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        for button, row, column in places:
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that nothing moves when one comes or goes
            button.setSizePolicy(policy)
            grid.addWidget(button, row, column)
        side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return side

    # ---- show -------------------------------------------------------------------------------

    def set_open(self, is_open: bool) -> None:
        """Note whether the engine works on the query and can be stopped."""
        self._is_open = is_open
        self._show()

    def set_folded(self, is_folded: bool) -> None:
        """Show one line of words instead of the sketches, or the sketches."""
        self.is_folded, self.is_folded_for_room = is_folded, False
        self.fold.setIcon(icon("chevron-right" if is_folded else "chevron-down"))
        self._show()

    def set_room(self, height: int) -> None:
        """Fold when a page becomes so low that photos need the room; unfold when it is higher.

        What somebody unfolds nevertheless stays until then.
        """
        was_low, self._is_low = self._is_low, height < _LOW
        if self._is_low and not was_low and not self.is_folded:
            self.set_folded(True)
            self.is_folded_for_room = True
        elif was_low and not self._is_low and self.is_folded_for_room:
            self.set_folded(False)

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
        plan, slots, before = board.plan, board.slots(), self.cards()
        columns = max([len(plan.instructions), *(s.sketch.column + 1 for s in slots)], default=0)
        self._make_groups(columns)
        for group in self.groups:
            number = group.column
            text = plan.instructions[number] if number < len(plan.instructions) else ""
            own = [slot for slot in slots if slot.sketch.column == number]
            letters = ", ".join(slot.sketch.name for slot in own)
            note = self._note(slots) if number == 0 else ""
            group.line.show_instruction(text, plan.family, letters, note)
            group.line.setVisible(bool(plan.instructions))
            group.show_slots(own, self._chosen)
        if self.cards() != before:
            self._cards.follow(self.cards())
            self._order_tabs()
        is_drawing = self._is_open and any(s.state not in (READY, LEFT_OUT) for s in slots)
        self.stop.setVisible(is_drawing)
        self.reroll_all.setVisible(len(slots) > 1 and not is_drawing)
        self.reroll_all.setEnabled(any(self._can_reroll(slot.sketch.name) for slot in slots))
        self.add.setVisible(bool(slots) or plan.is_bare)
        self.undo.setVisible(board.can_undo)
        self.more.setVisible(not is_drawing and any(slot.state == LEFT_OUT for slot in slots))
        self._show_form()
        self._preview.refresh()

    def _note(self, slots: list[Slot]) -> str:
        drawn = self.tr("Sketches, not records") if slots else ""
        parts = (
            self._translation(),
            drawn,
            self._enough(slots),
            self._board.note,
            self._details(),
        )
        return " · ".join(part for part in parts if part)

    def _translation(self) -> str:
        """Return the query in English, by which the photos are ranked, too; "" without one."""
        translation = self._board.translation
        return self.tr("In English: {0}").format(translation) if translation else ""

    def _details(self) -> str:
        """Return what the rewriter added beside the instruction; "" without it."""
        details = self._board.details
        return self.tr("Added, not counted: {0}").format(details) if details else ""

    def _enough(self, slots: list[Slot]) -> str:
        """Return how many sketches were enough; "" where none was left out."""
        if not any(slot.state == LEFT_OUT for slot in slots):
            return ""
        count = sum(slot.state != LEFT_OUT for slot in slots)
        words = {1: self.tr("One was enough"), 2: self.tr("Two were enough")}
        return words.get(count, self.tr("{0} were enough").format(count))

    def _show_form(self) -> None:
        """Be as high for every query, so that the photos stay where they are."""
        board = self._board
        waits, instructions = board.is_awaited, " · ".join(board.plan.instructions)
        thinking = self.tr("Thinking about what the photo should show …")
        self._line.setText(thinking if waits else instructions)
        self._line.setVisible(waits or self.is_folded)
        self._scroll.setHidden(waits or self.is_folded)
        self._side.setHidden(waits or self.is_folded)
        fold, unfold = self.tr("Fold the sketches away"), self.tr("Show the sketches")
        self.fold.setToolTip(literally(unfold if self.is_folded else fold))
        self.fold.setAccessibleName(unfold if self.is_folded else fold)
        self.setFixedHeight(_FOLDED_HEIGHT if self.is_folded else _HEIGHT + self._bar_height())
        self.setVisible(board.is_planned or waits)

    def _bar_height(self) -> int:
        """Return the height of the scroll bar below the groups, 0 if there is none."""
        if self._inner.minimumSizeHint().width() <= self._scroll.viewport().width():
            return 0
        return self._scroll.horizontalScrollBar().sizeHint().height()

    def _make_groups(self, count: int) -> None:
        if len(self.groups) == count:
            return
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
            group.card_made.connect(self._preview.attend)
            self.groups.append(group)
            self._row.addWidget(group, 1)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab come here as the eye does: what is made later would come last in the window."""
        stops: list[QWidget] = [self.fold, self.stop, self.reroll_all, self.add]
        stops += [self.undo, self.more]
        for group in self.groups:
            stops += [*group.cards.values(), group.line.edit, group.line.family]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

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

    def _choose(self, name: str) -> None:
        path = choose_picture(self, self.tr("A photo of yours to search by"))
        if path:
            self._use(name, path)

    def _on_picture(self, name: str, mime: QMimeData) -> None:
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
            take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped, beside the sketches."""
        self._on_picture("", event.mimeData())
        take(event)
