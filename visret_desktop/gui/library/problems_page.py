"""The page of files that could not be read, or only partly, each with its reason."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.library.problems_model import ProblemsModel
from visret_desktop.gui.photo.photo_actions import reveal
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import Problem


class ProblemsPage(QWidget):
    """A table of problems with retry and reveal."""

    retry_requested = Signal(list)  # paths
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ProblemsModel(self)
        self._title = PlainLabel(is_wrapped=True)
        self.table = self._make_table()
        self._retry_some = self._button(self.tr("Try selected again"), self._retry_selected)
        self._retry_every = self._button(self.tr("Try all again"), self._retry_all)
        self._show_file = self._button(self.tr("Show in file manager"), self._reveal)
        back = self._button(self.tr("Back to the photos"), self.closed.emit)
        buttons = QHBoxLayout()
        fill(buttons, self._retry_some, self._retry_every, self._show_file, None, back, spacing=8)
        parts = (self._title, self.table, buttons)
        fill(QVBoxLayout(self), *parts, margins=(16, 16, 16, 16), spacing=16)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.model.modelReset.connect(self._enable)
        self.show_problems([])

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Problems"))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(32)
        table.doubleClicked.connect(lambda index: reveal(self.model.path(index.row())))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(2, 120)
        return table

    def _button(self, text: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda: slot())
        return button

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems."""
        self.model.set_problems(problems)
        if not problems:
            self._title.setText(self.tr("Every file could be read."))
            return
        only = self.tr("1 file could not be read, or only partly.")
        many = self.tr("{0} files could not be read, or only partly.")
        how_many = only if len(problems) == 1 else many.format(f"{len(problems):,}")
        promise = self.tr(
            "Your files are not touched. A file is tried again by itself when it changes."
        )
        self._title.setText(f"{how_many} {promise}")

    def row_count(self) -> int:
        """Return how many are shown."""
        return self.model.rowCount()

    def title(self) -> str:
        """Return the sentence above the table."""
        return self._title.text()

    def _enable(self) -> None:
        has_selection = self.table.selectionModel().hasSelection()
        self._retry_some.setEnabled(has_selection)
        self._show_file.setEnabled(has_selection)
        self._retry_every.setEnabled(self.model.rowCount() > 0)

    def _selected(self) -> list[str]:
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.model.path(row) for row in rows]

    def _retry_selected(self) -> None:
        if self._selected():
            self.retry_requested.emit(self._selected())

    def _retry_all(self) -> None:
        self.retry_requested.emit(self.model.paths())

    def _reveal(self) -> None:
        for path in self._selected()[:1]:
            reveal(path)
