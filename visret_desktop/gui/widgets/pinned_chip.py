"""A chip beside the query that can be pinned: then it stays when a new line is typed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import literally


class PinnedChip(QFrame):
    """`pin` is a button that stays pressed. A chip that goes with the next search looks so."""

    pinned = Signal(object)  # itself, when that was changed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        speak_as(self, QAccessible.Role.Grouping)
        self.pin = QToolButton()
        self.pin.setIcon(icon("pin"))
        self.pin.setCheckable(True)
        self.pin.setToolTip(self.tr("Keep this when a new line is searched"))
        self.pin.toggled.connect(lambda _: self.pinned.emit(self))

    def name_pin(self, words: str) -> None:
        """Say what it is that would be kept."""
        self.pin.setAccessibleName(self.tr("keep {0} for a new line").format(literally(words)))

    def show_leaving(self, is_leaving: bool) -> None:
        """Show whether it goes with the line that is being typed."""
        is_leaving = is_leaving and not self.pin.isChecked()
        if bool(self.property("leaving")) != is_leaving:
            self.setProperty("leaving", is_leaving)
            for part in (self, *self.findChildren(QToolButton)):
                part.style().unpolish(part)
                part.style().polish(part)
            words = self.tr("goes when the new line is searched, unless it is pinned")
            self.setAccessibleDescription(words if is_leaving else "")

    def show_preview(self) -> None:
        """Be only looked at: what it says is still being typed."""
        for button in self.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.pin.hide()
