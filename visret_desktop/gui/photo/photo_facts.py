"""Titles and words in two aligned columns; paths with a button that copies them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.photo.photo_rows import Places, Row
from visret_desktop.gui.widgets.accessibility import keep_left_to_right
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.window_layout import fill

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
        button = QToolButton()
        button.setObjectName("flat")
        button.setIcon(icon("copy"))
        button.setToolTip(self.tr("Copy the path"))
        button.setAccessibleName(self.tr("Copy the path"))
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
