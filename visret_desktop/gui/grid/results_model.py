"""The photos of the grid as a list model, which also orders them."""

import sys
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.library.catalog.photo_order import in_order
from visret_desktop.library.records import PhotoRow

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class GridEntry(PhotoRow):
    """One photo as the grid shows it; score, rank and band only in a search."""

    score: float | None = None
    rank: int | None = None
    ranks: dict[str, int] = field(default_factory=dict, hash=False)
    band: str = ""
    copies: tuple[str, ...] = ()
    column: int = 0
    named: str = ""


def entry_of(row: PhotoRow) -> GridEntry:
    """Return the entry of a photo that is browsed, or of a search's `Hit`."""
    return GridEntry(**vars(row))


LIST_ORDER = "list:"


class PagedEntries(Sequence[GridEntry]):
    """Entries of which only those looked at are in memory."""

    @abstractmethod
    def in_order(self, order: str) -> "PagedEntries":
        """Return the same photos by 'date' (newest first) or 'name'."""

    @abstractmethod
    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo, or -1."""

    @abstractmethod
    def photo_ids(self, first: int, last: int) -> list[int]:
        """Return the photos of the rows from `first` to before `last`."""


class ResultsModel(QAbstractListModel):
    """Entries in the chosen order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._given: Sequence[GridEntry] = []
        self._shown: Sequence[GridEntry] = []
        self._row_of: Callable[[int], int] = lambda _photo_id: -1
        self._order = "relevance"
        self._list_name = ""
        self._columns: tuple[str, ...] = ()

    def set_entries(self, entries: Sequence[GridEntry]) -> None:
        """Show other entries."""
        self._given = entries if isinstance(entries, PagedEntries) else list(entries)
        self._show()

    def set_columns(self, titles: Sequence[str]) -> None:
        """Name the columns that hits belong to; a single one needs no name."""
        self._columns = tuple(titles) if len(titles) > 1 else ()

    def column_title(self, entry: GridEntry) -> str:
        """Return the name of an entry's column, "" if there is only one."""
        if entry.rank is None or entry.column >= len(self._columns):
            return ""
        return self._columns[entry.column]

    def is_dim(self, entry: GridEntry) -> bool:
        """Return whether the list that orders the photos lacks this one."""
        return bool(self._list_name) and self._list_name not in entry.ranks

    @property
    def list_name(self) -> str:
        """Name of the list that the photos are ordered by, or ""."""
        return self._list_name

    def finder(self) -> Callable[[int], int]:
        """Return what `row_of` is now; a later ranking does not change its answers."""
        return self._row_of

    def sort_by(self, order: str) -> None:
        """Order by 'relevance' (as given), 'date' (newest first), 'name', or 'list:' and a name."""
        if order != self._order:
            self._order = order
            is_list = order.startswith(LIST_ORDER)
            self._list_name = order.removeprefix(LIST_ORDER) if is_list else ""
            self._show()

    @property
    def order(self) -> str:
        """The order shown."""
        return self._order

    def entries(self) -> Sequence[GridEntry]:
        """Return the entries as shown."""
        return self._shown

    def photo_ids(self, first: int, last: int) -> list[int]:
        """Return the photos of the rows from `first` to before `last`."""
        if isinstance(self._shown, PagedEntries):
            return self._shown.photo_ids(first, last)
        return [entry.photo_id for entry in self._shown[first:last]]

    def entry(self, index: Index | int) -> GridEntry | None:
        """Return the entry of an index or a row."""
        row = index if isinstance(index, int) else index.row()
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo, or -1 if it is not shown."""
        return self._row_of(photo_id)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of entries."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a view asks for."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return literally(entry.path)
        return entry.name if role == Qt.ItemDataRole.DisplayRole else None

    def spoken(self, row: int) -> str:
        """Return what a screen reader says of a row."""
        entry = self._shown[row]
        place = self.tr("photo {0} of {1}").format(row + 1, len(self._shown))
        offline = "" if entry.online else self.tr("drive not plugged in")
        date = (entry.taken_at or "")[:10]
        column = self.column_title(entry)
        parts = (place, entry.name, date, self.band_title(entry), column, offline)
        return ", ".join(part for part in parts if part)

    def band_title(self, entry: GridEntry) -> str:
        """Return the word for an entry's band, or ""."""
        return {
            "confident": self.tr("confident"),
            "maybe": self.tr("maybe"),
            "weak": self.tr("weak"),
        }.get(entry.band, "")

    def _show(self) -> None:
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        if isinstance(self._given, PagedEntries):
            self._shown = self._given.in_order(self._order)
            self._row_of = self._shown.row_of
            return
        if self._order == "date" or self._order == "name":
            self._shown = in_order(self._given, self._order)
        elif name := self.list_name:
            self._shown = sorted(self._given, key=lambda e: e.ranks.get(name, sys.maxsize))
        else:
            self._shown = self._given
        rows = {entry.photo_id: row for row, entry in enumerate(self._shown)}
        self._row_of = lambda photo_id: rows.get(photo_id, -1)
