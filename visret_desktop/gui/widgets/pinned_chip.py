"""Chips beside the query that can be pinned: then they stay when a new line is typed."""

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QToolButton, QWidget

from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import literally


class PinnedChip(QFrame):
    """`pin` is a button that stays pressed. A chip that goes with the next search looks so.

    `identity` is what a chip is found again by once it was pinned.
    """

    pinned = Signal(object)  # itself, when that was changed
    removed = Signal(object)  # itself
    identity: Hashable
    buttons: tuple[QToolButton, ...]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        speak_as(self, QAccessible.Role.Grouping)
        self.pin = QToolButton()
        self.pin.setIcon(icon("pin"))
        self.pin.setCheckable(True)
        self.pin.setToolTip(self.tr("Keep this when a new line is searched"))
        self.pin.toggled.connect(lambda _: self.pinned.emit(self))
        self._body, self._close = QToolButton(), QToolButton()
        self._close.setIcon(icon("x"))
        self._close.clicked.connect(lambda: self.removed.emit(self))

    def _put_side_by_side(self, *buttons: QToolButton, left: int) -> None:
        """Be made of these buttons, so many pixels from the left."""
        self.buttons = buttons
        row = QHBoxLayout(self)
        row.setContentsMargins(left, 2, 4, 2)
        row.setSpacing(0)
        for button in buttons:
            button.setAutoRaise(True)
            row.addWidget(button)

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


C = TypeVar("C", bound=PinnedChip)


class PinnedChipRow(QWidget, Generic[C]):
    """The chips of a query and, for now, of what is being typed; hidden without any."""

    changed = Signal()
    rearranged = Signal()  # there are other buttons

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[C] = []
        self._previews: dict[Hashable, C] = {}  # of what is being typed
        self._pinned: set[Hashable] = set()  # identities
        self._is_reserved = False  # it is as high as a chip also without one
        self.hide()

    def chips(self) -> list[C]:
        """Return the chips in order."""
        return list(self._chips)

    def buttons(self) -> list[QAbstractButton]:
        """Return the buttons of all chips, in order."""
        return [button for chip in self._chips for button in chip.buttons]

    def drop_unpinned(self) -> None:
        """Remove the chips that are not pinned. Nothing is emitted but `rearranged`."""
        for chip in self.chips():
            if not chip.pin.isChecked():
                self._take_out(chip)

    def show_leaving(self, is_leaving: bool) -> None:
        """Show whether the chips that are not pinned go with the line that is being typed."""
        for chip in self._chips:
            chip.show_leaving(is_leaving)

    def _kept(self, is_new: bool) -> list[C]:
        """Return the chips that stay with a line that is typed, be it a new one or not."""
        return [chip for chip in self._chips if chip.pin.isChecked() or not is_new]

    def _put(self, chip: C) -> None:
        chip.pin.setChecked(chip.identity in self._pinned)
        chip.pinned.connect(self._on_pinned)
        chip.removed.connect(self._on_removed)
        self._chips.append(chip)
        self._place(chip)

    def _show_previews(self, previews: Mapping[Hashable, Callable[[], C]]) -> None:
        """Show chips of what is being typed, by what they mean; those before go."""
        for meaning in [one for one in self._previews if one not in previews]:
            self._take_away(self._previews.pop(meaning))
        for meaning, make in previews.items():
            if meaning not in self._previews:
                chip = self._previews[meaning] = make()
                chip.show_preview()
                self._place(chip)
        self._show()

    def _on_pinned(self, chip: C) -> None:
        self._pinned ^= {chip.identity}

    def _on_removed(self, chip: C) -> None:
        self._take_out(chip)
        self.changed.emit()

    def _take_out(self, chip: C) -> None:
        self._chips.remove(chip)
        self._take_away(chip)
        self._show()
        self.rearranged.emit()

    def _take_away(self, widget: QWidget) -> None:
        layout = self.layout()
        assert layout is not None  # each row has one
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _show(self) -> None:
        self.setVisible(bool(self._is_reserved or self.buttons() or self._previews))
        self.updateGeometry()

    def _place(self, chip: C) -> None:
        raise NotImplementedError  # each kind of row does it; Qt's classes cannot be abstract
