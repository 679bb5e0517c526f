"""The frame that tables of the window have in common."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView

_Selects = QAbstractItemView.SelectionMode


def frame(table: QTableView, name: str, selects: _Selects = _Selects.SingleSelection) -> None:
    """Let a table be rows to choose from, without a grid; `name` is for screen readers.

    Tab goes on to what follows, not from cell to cell.
    """
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(selects)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def fit_height(table: QTableView) -> None:
    """Make a table as high as its rows."""
    header, rows = table.horizontalHeader(), table.verticalHeader().length()
    bar = table.horizontalScrollBar().sizeHint().height()
    table.setFixedHeight(header.sizeHint().height() + rows + bar + 2 * table.frameWidth())
