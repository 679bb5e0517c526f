"""One sketch with its buttons; while the card has the focus, keys do the same."""

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from visret_desktop.gui.sketches.sketch_board import READY, STOPPED, Slot
from visret_desktop.gui.sketches.sketch_face import FACE, SMALL_FACE, SketchFace
from visret_desktop.gui.sketches.sketch_icons import icon
from visret_desktop.gui.widgets.incoming_pictures import has_picture
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import fill

_BUTTON, _SMALL_BUTTON = QSize(24, 24), QSize(20, 24)
_KEYS = {
    Qt.Key.Key_R: "reroll",
    Qt.Key.Key_L: "lock",
    Qt.Key.Key_M: "replace",
    Qt.Key.Key_O: "only",
    Qt.Key.Key_Delete: "drop",
    Qt.Key.Key_Backspace: "drop",
    Qt.Key.Key_Return: "order",
    Qt.Key.Key_Enter: "order",
    Qt.Key.Key_Space: "order",
}


class SketchCard(QFrame):
    """Shows a slot. `commanded` carries a command and the slot's letter."""

    commanded = Signal(str, str)
    picture_given = Signal(str, object)  # letter, mime data
    left = Signal(str, int)  # letter, to which side the keyboard goes

    def __init__(self, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sketch_card")
        self.slot = slot
        self.face = SketchFace()
        self._icons_of = ""
        self.buttons = {name: self._button(name) for name in _BUTTON_NAMES}
        row = QHBoxLayout()
        fill(row, *self.buttons.values(), margins=(0, 0, 0, 0))
        fill(QVBoxLayout(self), self.face, row, margins=(0, 0, 0, 0), spacing=2)
        self.set_compact(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self._paint_icons()

    def set_compact(self, is_compact: bool) -> None:
        """Be smaller than usual, or as large."""
        face, button = (SMALL_FACE, _SMALL_BUTTON) if is_compact else (FACE, _BUTTON)
        self.face.setFixedSize(face)
        self.setFixedWidth(face.width())
        for one in self.buttons.values():
            one.setFixedSize(button)

    def show_slot(self, slot: Slot, image: QImage | None, *, is_chosen: bool) -> None:
        """Show the state of a sketch."""
        self.slot = slot
        self.face.show_slot(slot, image, is_chosen=is_chosen)
        own = bool(slot.sketch.image)
        self.buttons["reroll"].setEnabled(not own and not slot.is_locked)
        self.buttons["lock"].setEnabled(not own)
        self.buttons["lock"].setChecked(slot.is_locked)
        self.buttons["only"].setEnabled(slot.state == READY)
        tips = self._tips()
        for name, button in self.buttons.items():
            button.setToolTip(tips[name])
            button.setAccessibleName(tips[name])
        self._describe(is_chosen)
        if self._icons_of != self._icons():
            self._paint_icons()

    # ---- words ------------------------------------------------------------------------------

    def _tips(self) -> dict[str, str]:
        name, is_stopped = self.slot.sketch.name, self.slot.state == STOPPED
        again, now = self.tr("Draw {0} again (R)"), self.tr("Draw {0} now (R)")
        free, lock = self.tr("Let {0} be drawn again (L)"), self.tr("Keep {0} as it is (L)")
        return {
            "reroll": (now if is_stopped else again).format(name),
            "lock": (free if self.slot.is_locked else lock).format(name),
            "replace": self.tr("A photo of yours instead of {0} (M)").format(name),
            "only": self.tr("More like {0}: search by this picture alone (O)").format(name),
            "drop": self.tr("Go on without {0} (Delete; Ctrl+Z brings it back)").format(name),
        }

    def _describe(self, is_chosen: bool) -> None:
        slot = self.slot
        state = self.face.words() or self.tr("ready")
        what = self.tr("picture {0}").format(slot.sketch.name)
        locked = self.tr("locked") if slot.is_locked else ""
        chosen = self.tr("orders the photos") if is_chosen else ""
        words = (what, state, self.face.label(), locked, chosen)
        self.setAccessibleName(", ".join(word for word in words if word))
        if slot.sketch.image:
            lines = [slot.sketch.image]
        else:
            lines = [slot.sketch.instruction, self.tr("seed {0}").format(slot.sketch.seed)]
            if slot.is_cached:
                lines.append(self.tr("kept from before"))
            elif slot.seconds:
                lines.append(self.tr("drawn in {0:.1f} s").format(slot.seconds))
        lines.append(self.tr("Click: order the photos by this picture"))
        self.face.setToolTip(literally("\n".join(lines)))
        self.setAccessibleDescription("\n".join(lines))

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key stands for."""
        command = _KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Paste):
            mime = QGuiApplication.clipboard().mimeData()
            if mime is not None and has_picture(mime):
                self.picture_given.emit(self.slot.sketch.name, mime)
        elif command is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._command(command)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.left.emit(self.slot.sketch.name, -1 if event.key() == Qt.Key.Key_Left else 1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+V before the window does: it replaces this picture."""
        is_key = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and event.matches(QKeySequence.StandardKey.Paste):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Order the photos by this picture."""
        if event.button() == Qt.MouseButton.LeftButton and self.face.underMouse():
            self._command("order")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures, photos of the grid included."""
        if has_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped instead of this sketch."""
        self._give(event.mimeData())
        event.acceptProposedAction()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.face.set_focused(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(event)
        self.face.set_focused(False)

    def changeEvent(self, event: QEvent) -> None:
        """Follow light and dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "buttons"):
            self._paint_icons()

    def _give(self, mime: QMimeData) -> None:
        self.picture_given.emit(self.slot.sketch.name, mime)

    def _command(self, command: str) -> None:
        button = self.buttons.get(command)
        is_possible = button.isEnabled() if button is not None else self.slot.state == READY
        if is_possible:
            self.commanded.emit(command, self.slot.sketch.name)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setFixedSize(_BUTTON)
        button.setIconSize(QSize(16, 16))
        button.setCheckable(name == "lock")
        # One tab stop for each sketch: the card has the focus, its buttons have keys.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self._press(name))
        return button

    def _press(self, name: str) -> None:
        self.setFocus()
        self._command(name)

    def _icons(self) -> str:
        return "lock" if self.slot.is_locked else "unlock"

    def _paint_icons(self) -> None:
        self._icons_of = self._icons()
        for name, button in self.buttons.items():
            drawn = self._icons_of if name == "lock" else name
            button.setIcon(icon(drawn, self.palette()))


_BUTTON_NAMES = ("reroll", "lock", "replace", "only", "drop")
