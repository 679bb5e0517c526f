"""Parts of the photo panel: titles and words in two columns, and why a photo was found."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QGuiApplication,
    QIcon,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPixmap,
)
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.grid.list_names import by_list, place_in_list
from visret_desktop.gui.photo.photo_rows import Places, Row
from visret_desktop.gui.widgets.accessibility import keep_left_to_right, speak_as
from visret_desktop.gui.widgets.icons import flat_button
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill

FindSketch = Callable[[str], QImage | None]
_ICON = QSize(40, 40)


class WhyLines(QWidget):
    """What names the photo, what it says of a formula, then a line for each list, best rank first.

    `chosen` carries the list that was clicked.
    """

    chosen = Signal(str)

    def __init__(
        self,
        ranks: dict[str, int],
        find_sketch: FindSketch,
        named: str = "",
        says: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Grouping)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        saying = self._saying(named)
        if saying:
            column.addWidget(PlainLabel(saying))
        answers = [self._answer(*pair) for pair in (says or {}).items()]
        for answer in answers:
            column.addWidget(PlainLabel(answer, is_wrapped=True))
        ordered = sorted(ranks.items(), key=lambda pair: pair[1])
        for name, rank in ordered:
            column.addWidget(self._line(name, rank, find_sketch(name)))
        places = [place_in_list(*pair) for pair in ordered]
        self.setAccessibleName(", ".join(filter(None, (saying, *answers, *places))))

    def _answer(self, part: str, answer: str) -> str:
        """Return what a photo says of a part of a formula."""
        return {
            "yes": self.tr("✓ {0}: yes"),
            "no": self.tr("✗ {0}: no"),
            "unknown": self.tr("? {0}: not known"),
        }[answer].format(part)

    def _saying(self, named: str) -> str:
        return {
            "keywords": self.tr("Its keywords say so"),
            "title": self.tr("Its title says so"),
            "name": self.tr("Its file name says so"),
            "folder": self.tr("Its folder’s name says so"),
        }.get(named, "")

    def _line(self, name: str, rank: int, sketch: QImage | None) -> QPushButton:
        line = QPushButton(place_in_list(name, rank))
        line.setObjectName("why")
        line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # no wider panel
        if sketch is not None:
            line.setIcon(QIcon(QPixmap.fromImage(sketch)))
            line.setIconSize(_ICON)
        words = self.tr("Order the photos {0}").format(by_list(name))
        line.setToolTip(literally(words))
        line.setAccessibleDescription(words)
        line.setCursor(Qt.CursorShape.PointingHandCursor)
        line.clicked.connect(lambda: self.chosen.emit(name))
        return line


_TITLES = 72  # pixels; longer ones take more
_TOP = Qt.AlignmentFlag.AlignTop


class PhotoFacts(QWidget):
    """One row for each title. Words can be selected; a screen reader says a title with them."""

    def __init__(self, rows: Sequence[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _TITLES)
        grid.setColumnStretch(1, 1)
        for number, (title, words) in enumerate(rows):
            if isinstance(words, Places):
                grid.addWidget(self._places(title, words), number, 0, 1, 2)
            else:
                grid.addWidget(_title(title), number, 0, _TOP)
                grid.addWidget(_Words(title, words), number, 1, _TOP)

    def _places(self, title: str, paths: Places) -> QWidget:
        """Return a title with paths below it, which take all the width there is."""
        made = QWidget()
        column = QVBoxLayout(made)
        fill(column, _title(title), margins=(0, 0, 0, 0))
        for path in paths:
            shown = ElidedLabel(path, mode=Qt.TextElideMode.ElideMiddle)
            shown.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            shown.setAccessibleName(f"{title}: {path}")
            keep_left_to_right(shown)
            line = QHBoxLayout()
            fill(line, (shown, 1), self._copy_button(path), spacing=4)
            column.addLayout(line)
        return made

    def _copy_button(self, path: str) -> QToolButton:
        button = flat_button("copy", self.tr("Copy the path"))
        button.clicked.connect(lambda: QGuiApplication.clipboard().setText(path))
        return button


def _title(title: str) -> PlainLabel:
    head = PlainLabel(title)
    head.setEnabled(False)
    return head


class _Words(PlainLabel):
    """Words that can be selected. What is selected goes before the photo when Ctrl+C is pressed."""

    def __init__(self, title: str, words: str) -> None:
        super().__init__(words, is_wrapped=True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(f"{title}: {words}")

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+C from the window's own action."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_copy = event.matches(QKeySequence.StandardKey.Copy)
            if is_copy and self.hasSelectedText():
                event.accept()
                return True
        return super().event(event)
