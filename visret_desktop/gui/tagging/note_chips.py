"""Tags and names as chips: a click, Enter or Delete removes one; dashed ones only some have."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import FlowLayout
from visret_desktop.library.keyword_paths import SEPARATOR
from visret_desktop.library.records import AcceptedName

_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def tag_words(tag: str) -> str:
    """Return 'Animals › Birds › Grey heron'."""
    return " › ".join(tag.split(SEPARATOR))


@dataclass(frozen=True)
class NoteChip:
    """A tag or name, and how many of the photos have it; of a name maybe one `group` alone."""

    value: str
    is_name: bool
    having: int
    of: int
    group: AcceptedName | None = None

    @property
    def is_partial(self) -> bool:
        """Whether only some have it."""
        return self.having < self.of


class _ChipButton(QToolButton):
    """One chip; dashed while only some photos have what it says."""

    removed = Signal()

    def __init__(self, chip: NoteChip, parent: QWidget) -> None:
        super().__init__(parent)
        self.chip = chip
        # "offer" is dashed.
        self.setObjectName("offer" if chip.is_partial else "noted")
        words = chip.value if chip.is_name else tag_words(chip.value)
        if chip.is_partial:
            part = self.tr("{0} ({1} of {2})")
            words = part.format(words, figures.count(chip.having), figures.count(chip.of))
        self.setText(words.replace("&", "&&"))
        self.setIcon(icon("x"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross comes last
        self.setToolTip(literally(self.tr("Remove {0}").format(words)))
        self.setAccessibleName(self.tr("remove {0}").format(words))
        self.clicked.connect(self.removed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove with Delete, too."""
        if event.key() in (*_DELETES, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class NoteChips(QWidget):
    """`removed` has the chip whose tag or name is not wanted any more."""

    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[_ChipButton] = []
        self._flow = FlowLayout(self, spacing=6)
        self._arrows = ArrowGroup(self)

    def show_chips(self, chips: Sequence[NoteChip]) -> None:
        """Show these, unless they are shown already."""
        if [button.chip for button in self._chips] == list(chips):
            return
        for button in self._chips:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._chips = [_ChipButton(chip, self) for chip in chips]
        for button in self._chips:
            button.removed.connect(lambda chip=button.chip: self.removed.emit(chip))
            self._flow.addWidget(button)
            button.show()
        self._arrows.follow(self._chips)
        if self.parentWidget() is not None:  # else it would be a window of its own
            self.setVisible(bool(chips))
        self.updateGeometry()

    def buttons(self) -> list[QToolButton]:
        """Return the buttons, in order."""
        return list(self._chips)
