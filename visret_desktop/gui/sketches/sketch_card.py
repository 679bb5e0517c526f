"""One sketch in the strip: a press orders the photos by it, its menu and keys do the rest.

One that was left out, because those before it were enough, is drawn by a press.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QMenu, QWidget

from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.sketches.sketch_face import SMALL, SketchFace
from visret_desktop.gui.sketches.sketch_view_model import LEFT_OUT, READY, STOPPED, Slot
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.incoming_pictures import has_picture, take

_ICONS = {
    "reroll": "refresh-cw",
    "lock": "lock-open",
    "replace": "replace",
    "only": "search",
    "drop": "x",
}
_KEYS = {
    Qt.Key.Key_R: "reroll",
    Qt.Key.Key_L: "lock",
    Qt.Key.Key_M: "replace",
    Qt.Key.Key_O: "only",
    Qt.Key.Key_Delete: "drop",
    Qt.Key.Key_Backspace: "drop",
}


class SketchCard(SketchFace):
    """Shows a slot. `commanded` carries a command and the slot's letter."""

    commanded = Signal(str, str)
    picture_given = Signal(str, object)  # letter, mime data

    def __init__(self, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(SMALL, parent)
        self.slot = slot
        self.commands = {name: self._action(name) for name in _ICONS}
        if slot.is_locked:
            self.commands["lock"].setIcon(icon("lock"))
        self.clicked.connect(self._order)
        self.setAcceptDrops(True)

    def show_slot(self, slot: Slot, image: QImage | None, *, is_chosen: bool) -> None:
        """Show the state of a sketch."""
        if slot.is_locked != self.slot.is_locked:
            self.commands["lock"].setIcon(icon("lock" if slot.is_locked else "lock-open"))
        self.slot = slot
        super().show_slot(slot, image, is_chosen=is_chosen)
        own = bool(slot.sketch.image)
        self.commands["reroll"].setEnabled(not own and not slot.is_locked)
        self.commands["lock"].setEnabled(not own)
        self.commands["lock"].setChecked(slot.is_locked)
        self.commands["only"].setEnabled(slot.state == READY)
        for name, words in self._commands().items():
            self.commands[name].setText(words)
        self._describe(is_chosen)

    # ---- words ------------------------------------------------------------------------------

    def _commands(self) -> dict[str, str]:
        name, is_stopped = self.slot.sketch.name, self.slot.state in (STOPPED, LEFT_OUT)
        again, now = self.tr("Draw {0} again (R)"), self.tr("Draw {0} now (R)")
        free, lock = self.tr("Let {0} be drawn again (L)"), self.tr("Keep {0} as it is (L)")
        words = {
            "reroll": now if is_stopped else again,
            "lock": free if self.slot.is_locked else lock,
            "replace": self.tr("Use a photo of yours instead of {0} (M)"),
            "only": self.tr("Search by {0} alone (O)"),
            "drop": self.tr("Remove {0} (Delete; Ctrl+Z brings it back)"),
        }
        return {command: sentence.format(name) for command, sentence in words.items()}

    def _describe(self, is_chosen: bool) -> None:
        slot = self.slot
        state = self.words() or self.tr("ready")
        what = self.tr("Sketch {0}").format(slot.sketch.name)
        locked = self.tr("locked") if slot.is_locked else ""
        chosen = self.tr("orders the photos") if is_chosen else ""
        words = (what, state, self.label(), locked, chosen)
        self.setAccessibleName(", ".join(word for word in words if word))
        self.setAccessibleDescription(self.details())

    def details(self) -> str:
        """Return what the sketch was made of, and how."""
        slot = self.slot
        if slot.sketch.image:
            return slot.sketch.image
        lines = [slot.sketch.instruction]
        if slot.state == LEFT_OUT:
            lines.append(self.tr("It would hardly change the first page. Press to draw it."))
        if slot.is_cached:
            lines.append(self.tr("drawn earlier"))
        elif slot.seconds:
            lines.append(self.tr("drawn in {0} s").format(decimal(slot.seconds, 1)))
        return "\n".join(lines)

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key stands for."""
        command = _KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Paste):
            mime = QGuiApplication.clipboard().mimeData()
            if mime is not None and has_picture(mime):
                self.picture_given.emit(self.slot.sketch.name, mime)
        elif command is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.commands[command].trigger()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._order()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape):
            event.ignore()  # a button would go to the next one
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+V before the window does: it replaces this sketch."""
        is_due = event.type() == QEvent.Type.ShortcutOverride
        if (
            isinstance(event, QKeyEvent)
            and is_due
            and event.matches(QKeySequence.StandardKey.Paste)
        ):
            event.accept()
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the sketch."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(list(self.commands.values()))
        menu.popup(event.globalPos())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures, photos of the grid included."""
        if has_picture(event.mimeData()):
            take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped instead of this sketch."""
        self.picture_given.emit(self.slot.sketch.name, event.mimeData())
        take(event)

    def _order(self) -> None:
        if self.slot.state == READY:
            self.commanded.emit("order", self.slot.sketch.name)
        elif self.slot.state == LEFT_OUT:
            self.commanded.emit("reroll", self.slot.sketch.name)

    def _action(self, name: str) -> QAction:
        action = QAction(icon(_ICONS[name]), "", self)
        action.setCheckable(name == "lock")
        action.triggered.connect(lambda: self.commanded.emit(name, self.slot.sketch.name))
        return action
