"""The page of files that could not be read, or only in part: a table with a reason for each."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.photo.photo_actions import reveal
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import Problem

Index = QModelIndex | QPersistentModelIndex
FILE, FOLDER, REASON, FOUND = range(4)
PATH = Qt.ItemDataRole.UserRole


class ProblemsModel(QAbstractTableModel):
    """Columns: file, folder, reason, and whether searches find the file nevertheless."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._problems: list[Problem] = []

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show these; if they are the same, nothing moves."""
        if list(problems) != self._problems:
            self.beginResetModel()
            self._problems = list(problems)
            self.endResetModel()

    def paths(self) -> list[str]:
        """Return all paths."""
        return [problem.path for problem in self._problems]

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of files."""
        return 0 if parent is not None and parent.isValid() else len(self._problems)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return 4."""
        return 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, or the path of its file."""
        problem = self._problems[index.row()]
        if role == PATH:
            return problem.path
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        path = Path(problem.path)
        share = self.tr("in part") if problem.indexed else self.tr("no")
        words = (path.name, str(path.parent), translated(problem.reason), share)[index.column()]
        return words if role == Qt.ItemDataRole.DisplayRole else literally(words)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        titles = (self.tr("File"), self.tr("Folder"), self.tr("What is wrong"), self.tr("Found"))
        return titles[section] if role == Qt.ItemDataRole.DisplayRole else None


_MARGIN, _FOLDER_PIXELS, _FOUND_PIXELS = 16, 220, 80
_FILE, _FOLDER = 0.45, 0.2  # shares of the table, at most


class _EndsDelegate(QStyledItemDelegate):
    """Shows the end of what is too long: of a path that says most."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Cut at the left."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft


class ProblemsPage(QWidget):
    """A table of problems with retry and reveal."""

    retry_requested = Signal(list)  # paths
    closed = Signal()

    def __init__(self, demonstration: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._demonstration = demonstration
        self.model = ProblemsModel(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.model)
        self._sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._title = PlainLabel(is_wrapped=True)
        self.table = self._make_table()
        self._retry_some = self._button(self.tr("Try again"), self._retry_selected)
        self._retry_every = self._button(self.tr("Try all again"), self._retry_all)
        self._show_file = self._button(self.tr("Show file"), self._reveal)
        back = self._button(self.tr("Back to photos"), self.closed.emit)
        buttons = QHBoxLayout()
        fill(buttons, self._retry_some, self._retry_every, self._show_file, None, back, spacing=8)
        parts = (self._title, self.table, buttons)
        fill(QVBoxLayout(self), *parts, margins=(_MARGIN, _MARGIN, _MARGIN, _MARGIN), spacing=16)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.model.modelReset.connect(self._enable)
        self.show_problems([])

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._sorted)
        several = QAbstractItemView.SelectionMode.ExtendedSelection
        tables.frame(table, self.tr("Problems"), several)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setAlternatingRowColors(True)
        table.setItemDelegateForColumn(FOLDER, _EndsDelegate(table))
        table.setSortingEnabled(True)
        table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)  # as they come: by folder
        table.verticalHeader().setDefaultSectionSize(32)
        table.doubleClicked.connect(lambda index: reveal(index.data(PATH)))
        header = table.horizontalHeader()
        header.setSectionResizeMode(REASON, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(FOUND, max(_FOUND_PIXELS, header.sectionSizeHint(FOUND)))
        return table

    def _button(self, text: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda: slot())
        return button

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems."""
        self.model.set_problems(problems)
        self._show_whole_names()
        if not problems:
            self._title.setText(self.tr("Every file could be read."))
            return
        how_many = self.tr("%Ln file(s) could not be read, or only partly.", "", len(problems))
        promise = self.tr(
            "Your files are not touched. A file is tried again by itself when it changes."
        )
        drawn = sum(self._demonstration in Path(one.path).parents for one in problems)
        words = self.tr("%Ln of them belong(s) to the demonstration, on purpose.", "", drawn)
        self._title.setText(" ".join((how_many, *([words] if drawn else []), promise)))

    def _show_whole_names(self) -> None:
        """Give the names of files the room that they need, up to a share of it."""
        header, room = self.table.horizontalHeader(), self.width() - 2 * _MARGIN
        header.resizeSection(FILE, min(self.table.sizeHintForColumn(FILE), int(room * _FILE)))
        header.resizeSection(FOLDER, min(_FOLDER_PIXELS, int(room * _FOLDER)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the names of files whole where there is room."""
        super().resizeEvent(event)
        self._show_whole_names()

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
        rows = sorted(self.table.selectionModel().selectedRows(), key=QModelIndex.row)
        return [index.data(PATH) for index in rows]

    def _retry_selected(self) -> None:
        if self._selected():
            self.retry_requested.emit(self._selected())

    def _retry_all(self) -> None:
        self.retry_requested.emit(self.model.paths())

    def _reveal(self) -> None:
        for path in self._selected()[:1]:
            reveal(path)
