"""A line above the grid: what happened, what it means, and a button."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill


@dataclass(frozen=True)
class _Notice:
    sentence: str
    is_hint: bool
    button: str
    action: Callable[[], object] | None


class Banner(QWidget):
    """Shows the newest sentence, hints last; `dismissed` carries its key."""

    dismissed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.AlertMessage)
        self._notices: dict[str, _Notice] = {}
        self._label = PlainLabel(is_wrapped=True)
        self._button = QPushButton()
        self._button.clicked.connect(self._on_button)
        close = QPushButton(self.tr("Dismiss"))
        close.clicked.connect(self._on_dismiss)
        row = QHBoxLayout(self)
        fill(row, (self._label, 1), self._button, close, margins=(16, 8, 8, 8), spacing=8)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.hide()

    def say(
        self,
        key: str,
        sentence: str,
        *,
        is_hint: bool = False,
        button: str = "",
        action: Callable[[], object] | None = None,
    ) -> None:
        """Show a sentence under a key, with a button if there is an action.

        A hint that stands already is not news: it does not go before newer ones.
        """
        before = self._notices.get(key)
        if before is None or not is_hint or before.sentence != sentence:
            self._notices.pop(key, None)
        self._notices[key] = _Notice(sentence, is_hint, button, action)
        self._show()

    def clear(self, key: str) -> None:
        """Take back the sentence of a key."""
        if self._notices.pop(key, None) is not None:
            self._show()

    def text(self) -> str:
        """Return the sentence shown, "" while hidden."""
        return "" if self.isHidden() else self._label.text()

    def _key(self) -> str:
        """Return the key of the sentence shown: the newest that is not a hint, else the newest."""
        serious = [key for key, notice in self._notices.items() if not notice.is_hint]
        return (serious or list(self._notices))[-1]

    def _show(self) -> None:
        self.setVisible(bool(self._notices))
        if self._notices:
            notice = self._notices[self._key()]
            self._label.setText(notice.sentence)
            self.setAccessibleName(notice.sentence)
            self._button.setText(notice.button)
            self._button.setVisible(notice.action is not None)

    def _on_button(self) -> None:
        if not self._notices:
            return  # it was taken back while the button was held
        key = self._key()
        action = self._notices.pop(key).action
        self._show()
        if action is not None:
            action()

    def _on_dismiss(self) -> None:
        if self._notices:
            key = self._key()
            self.clear(key)
            self.dismissed.emit(key)
