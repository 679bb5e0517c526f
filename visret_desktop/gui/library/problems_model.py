"""The files that could not be read, or only partly, as a table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import literally
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
        found = self.tr("in part") if problem.indexed else self.tr("no")
        words = (path.name, str(path.parent), translated(problem.reason), found)[index.column()]
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
