"""Which bursts are collapsed to one picture, and the button beside a heading that opens one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from visret_desktop.gui.grid.grid_layout import Section
from visret_desktop.gui.grid.sections import group_of
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.widgets.icons import icon

if TYPE_CHECKING:
    from visret_desktop.gui.grid.results_model import GridEntry


class BurstFolds:
    """Bursts by their numbers. In front of a result's burst is the best of its photos there."""

    def __init__(self) -> None:
        self.is_on = False
        self.opened: set[int] = set()

    def toggle(self, burst: int) -> bool:
        """Open a burst, or close it; tell whether it is open now."""
        self.opened ^= {burst}
        return burst in self.opened

    def folded(self, entries: Sequence["GridEntry"]) -> tuple[list["GridEntry"], dict[int, int]]:
        """Return a ranking with one photo for each burst; all of an open one follow each other.

        Photos of one burst that stand under different headings stay there. Second, by photo id:
        how many photos one stands for there, where these are several.
        """
        if not self.is_on:
            return list(entries), {}
        behind: dict[tuple[int, str, int], list[GridEntry]] = {}
        fronts = []
        for entry in entries:
            place = (entry.stack, group_of(entry), entry.column)
            if not entry.stack or place not in behind:
                fronts.append(entry)
                behind[place] = []
            else:
                behind[place].append(entry)
        shown, photos = [], {}
        for entry in fronts:
            shown.append(entry)
            others = behind.get((entry.stack, group_of(entry), entry.column), [])
            if entry.stack in self.opened:
                shown += sorted(others, key=lambda other: (other.sort_key, other.name))
            elif others:
                photos[entry.photo_id] = 1 + len(others)
        return shown, photos


def burst_sizes(entries: Sequence["GridEntry"]) -> Mapping[int, int]:
    """Return how many photos of each burst there are."""
    return Counter(entry.stack for entry in entries if entry.stack)


_GAP = 12


class FoldButton(QToolButton):
    """Lies in the grid and scrolls with it; Up leads back to the photos above it."""

    reached = Signal()  # the keyboard is on it: it should be in sight
    left_upwards = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("flat")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def follow(self, section: Section, heading: QRect, end_of_words: int) -> None:
        """Lie beside the words of a heading."""
        is_folded = section.count == 0
        self.setText(self.tr("Show") if is_folded else self.tr("Hide"))
        self.setIcon(icon("chevron-down" if is_folded else "chevron-up"))
        words = self.tr("Show {0} photos: {1}") if is_folded else self.tr("Hide {0} photos: {1}")
        self.setAccessibleName(words.format(count(section.total), section.title))
        size = self.sizeHint()
        top = heading.top() + (heading.height() - _GAP // 2 - size.height()) // 2
        self.setGeometry(end_of_words + _GAP, top, size.width(), size.height())
        self.show()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come into sight."""
        super().focusInEvent(event)
        self.reached.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter too, and go up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Up:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)
