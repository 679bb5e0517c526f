"""The page that shows every key that does something."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.plain_text import PlainLabel

Keys = Sequence[tuple[str, str]]


class ShortcutsPage(QDialog):
    """Keys in columns, one per menu, and those of the query, the grid and the viewer."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Keys"))
        columns = QHBoxLayout()
        columns.setSpacing(40)
        groups = [*_of_menus(window), *self._of_places()]
        for start in range(0, len(groups), 2):
            column = QVBoxLayout()
            column.setSpacing(24)
            for title, keys in groups[start : start + 2]:
                column.addWidget(_group(title, keys))
            column.addStretch()
            columns.addLayout(column)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        buttons.rejected.connect(self.reject)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 24, 24, 16)
        page.setSpacing(24)
        page.addLayout(columns)
        page.addWidget(buttons)

    def _of_places(self) -> list[tuple[str, Keys]]:
        return [
            (
                self.tr("Query"),
                [
                    ("/", self.tr("Go to the query")),
                    (_native("Return"), self.tr("Search")),
                    (_native("Esc"), self.tr("Stop, then clear")),
                    (_native("Down"), self.tr("Recent queries")),
                    (_native("Ctrl+V"), self.tr("Search by a copied picture")),
                ],
            ),
            (
                self.tr("Photos"),
                [
                    (self.tr("Arrows"), self.tr("Move; with Shift select")),
                    (_native("Space"), self.tr("View, and back")),
                    (_native("Ctrl+A"), self.tr("Select all")),
                    ("+   −", self.tr("Right, wrong for this query")),
                    (self.tr("Ctrl + wheel"), self.tr("Size of the photos")),
                ],
            ),
            (
                self.tr("One sketch"),
                [
                    ("← →", self.tr("The sketch beside it")),
                    (_native("Return"), self.tr("Order the photos by it, and back")),
                    ("R", self.tr("Draw it anew")),
                    ("L", self.tr("Keep it as it is, or not")),
                    ("M", self.tr("A photo of yours instead")),
                    ("O", self.tr("More like it: search by it alone")),
                    (_native("Delete"), self.tr("Go on without it")),
                ],
            ),
            (
                self.tr("One photo"),
                [
                    ("+   −", self.tr("Larger, smaller")),
                    ("1   0", self.tr("100 %, fit")),
                    (self.tr("Arrows"), self.tr("Next, previous")),
                ],
            ),
        ]


def _of_menus(window: QMainWindow) -> list[tuple[str, Keys]]:
    groups: list[tuple[str, Keys]] = []
    for menu in window.menuBar().findChildren(QMenu):
        keys = [
            (action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action.text())
            for action in menu.actions()
            if not action.shortcut().isEmpty()
        ]
        groups.append((menu.title().replace("&", ""), keys))
    return groups


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _group(title: str, keys: Keys) -> QWidget:
    group = QWidget()
    grid = QGridLayout(group)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    head = PlainLabel(title)
    font = head.font()
    font.setBold(True)
    head.setFont(font)
    grid.addWidget(head, 0, 0, 1, 2)
    for row, (key, words) in enumerate(keys, start=1):
        left = PlainLabel(key)
        left.setEnabled(False)
        grid.addWidget(left, row, 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(PlainLabel(words.replace("&", "")), row, 1)
    grid.setColumnStretch(1, 1)
    return group
