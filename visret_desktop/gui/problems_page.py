"""Every file that could not be read, or only partly, with the reason in a sentence."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.photo_actions import reveal
from visret_desktop.library.records import Problem

_MOST_ROWS = 5000


class ProblemsPage(QWidget):
    """A table of problems with retry and reveal."""

    retry_requested = Signal(list)  # paths
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problems: list[Problem] = []
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._table = QTableWidget(0, 3)
        self._table.setAccessibleName(self.tr("Problems"))
        self._table.setHorizontalHeaderLabels(
            [self.tr("File"), self.tr("What is wrong"), self.tr("Can be found")]
        )
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.verticalHeader().hide()
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(True)
        self._table.setTextElideMode(Qt.TextElideMode.ElideLeft)
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        buttons = QHBoxLayout()
        for text, slot in (
            (self.tr("Try selected again"), self._retry_selected),
            (self.tr("Try all again"), self._retry_all),
            (self.tr("Show in file manager"), self._reveal),
        ):
            button = QPushButton(text)
            button.clicked.connect(slot)
            buttons.addWidget(button)
        buttons.addStretch()
        back = QPushButton(self.tr("Back to the photos"))
        back.clicked.connect(self.closed)
        buttons.addWidget(back)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._table)
        column.addLayout(buttons)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems."""
        self._problems = list(problems)[:_MOST_ROWS]
        self._title.setText(
            self.tr(
                "{0} files could not be read, or only partly. Your files are not touched; a file is"
                " tried again by itself when it changes."
            ).format(f"{len(problems):,}")
        )
        self._table.setRowCount(len(self._problems))
        for row, problem in enumerate(self._problems):
            found = self.tr("yes") if problem.indexed else self.tr("no")
            for column, text in enumerate((problem.path, problem.reason, found)):
                cell = QTableWidgetItem(text)
                cell.setToolTip(text)
                self._table.setItem(row, column, cell)

    def row_count(self) -> int:
        """Return how many are shown."""
        return self._table.rowCount()

    def _selected(self) -> list[str]:
        rows = sorted({index.row() for index in self._table.selectedIndexes()})
        return [self._problems[row].path for row in rows]

    def _retry_selected(self) -> None:
        if self._selected():
            self.retry_requested.emit(self._selected())

    def _retry_all(self) -> None:
        self.retry_requested.emit([problem.path for problem in self._problems])

    def _reveal(self) -> None:
        for path in self._selected()[:1]:
            reveal(path)
