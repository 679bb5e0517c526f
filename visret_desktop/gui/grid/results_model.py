"""The photos of the grid as a list model, which also orders them."""

import sys
from abc import abstractmethod
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from visret_desktop.gui.grid.grid_layout import Aspects, Block, Section, aspect_of
from visret_desktop.gui.grid.ranking_sections import (
    WEAK,
    Titles,
    arranged,
    folding,
    group_of,
    is_foldable,
)
from visret_desktop.library.catalog.photo_order import Order, in_order
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
    says: dict[str, str] = field(default_factory=dict, hash=False)


def entry_of(row: PhotoRow) -> GridEntry:
    """Return the entry of a photo that is browsed, or of a search's `Hit`."""
    return GridEntry(**vars(row))


LIST_ORDER = "list:"
Shown = tuple[Sequence[GridEntry], list[Block]]  # rows, and the sections that they form


class PagedEntries(Sequence[GridEntry]):
    """Entries of which only those looked at are in memory."""

    aspects: Aspects  # of all photos, in the order shown

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
    """Entries in the chosen order, and the sections that they form."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._given: Sequence[GridEntry] = []
        self._shown: Sequence[GridEntry] = []
        self._blocks: list[Block] = []
        self._aspects: Aspects = ()
        self._row_of: Callable[[int], int] = lambda _photo_id: -1
        self._order = "relevance"
        self._list_name = ""
        self._columns: tuple[str, ...] = ()
        self._is_folded, self._is_bent = True, False
        self._new: frozenset[str] = frozenset()
        self._titles = Titles(
            named=self.tr("Named or tagged so"),
            confident=self.tr("Confident"),
            maybe=self.tr("Maybe"),
            weak=self.tr("Less likely"),
            others=self.tr("Closest first"),
        )

    # ---- what is shown ----------------------------------------------------------------------

    def set_entries(self, entries: Sequence[GridEntry]) -> None:
        """Show other entries."""
        self._given = entries if isinstance(entries, PagedEntries) else list(entries)
        self._show()

    def show_bent(self, entries: Sequence[GridEntry], shown: Shown) -> None:
        """Show other entries, but in a way that differs from the ranking's own."""
        self._given = list(entries)
        self._show(shown)

    def set_columns(self, titles: Sequence[str]) -> None:
        """Name the columns that hits belong to; a single one needs no name."""
        self._columns = tuple(titles) if len(titles) > 1 else ()

    def fold(self, is_folded: bool) -> None:
        """Hide the weak photos of a search below the others, or show them."""
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            self._show()

    def begin_folded(self, is_folded: bool = True) -> None:
        """Hide the weak photos of the ranking that comes next, or do not."""
        self._is_folded = is_folded

    def sort_by(self, order: str) -> None:
        """Order by 'relevance' (as given), 'date' (newest first), 'name', or 'list:' and a name."""
        if order != self._order:
            self._order = order
            is_list = order.startswith(LIST_ORDER)
            self._list_name = order.removeprefix(LIST_ORDER) if is_list else ""
            self._show()

    def arrange(self, entries: Sequence[GridEntry]) -> Shown:
        """Return how entries would be shown; nothing changes."""
        if isinstance(entries, PagedEntries):
            return entries.in_order(self._order), _one_block(len(entries))
        if self._order == "relevance":
            return arranged(entries, self._columns, self._titles, is_folded=self._is_folded)
        if name := self._list_name:
            shown = sorted(entries, key=lambda e: e.ranks.get(name, sys.maxsize))
            return shown, _one_block(len(shown))
        order: Order = "name" if self._order == "name" else "date"
        if not self._is_folded or not is_foldable(entries):
            return in_order(entries, order), _one_block(len(entries))
        found = [entry for entry in entries if group_of(entry) != WEAK]
        (column,) = _one_block(len(found))[0]
        weak = len(entries) - len(found)
        column.append(folding(self._titles.weak, len(found), weak, is_folded=True))
        return in_order(found, order), [[column]]

    # ---- what can be asked ------------------------------------------------------------------

    @property
    def order(self) -> str:
        """The order shown."""
        return self._order

    @property
    def list_name(self) -> str:
        """Name of the list that the photos are ordered by, or ""."""
        return self._list_name

    @property
    def blocks(self) -> list[Block]:
        """The sections of the rows."""
        return self._blocks

    @property
    def aspects(self) -> Aspects:
        """The aspects of the rows."""
        return self._aspects

    @property
    def is_bent(self) -> bool:
        """Whether the rows differ from what the order says."""
        return self._is_bent

    def set_new(self, contents: frozenset[str]) -> None:
        """Take the photos of these content hashes as new since a saved search was looked at."""
        self._new = contents

    def is_new(self, entry: GridEntry) -> bool:
        """Return whether a photo is new since the saved search was looked at."""
        return entry.content_hash in self._new

    def is_dim(self, entry: GridEntry) -> bool:
        """Return whether the list that orders the photos lacks this one."""
        return bool(self._list_name) and self._list_name not in entry.ranks

    def finder(self) -> Callable[[int], int]:
        """Return what `row_of` is now; a later ranking does not change its answers."""
        return self._row_of

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

    def is_folded_away(self, photo_id: int) -> bool:
        """Tell whether a photo would be shown with the weak ones."""
        if not self._is_folded or isinstance(self._given, PagedEntries):
            return False
        is_there = any(entry.photo_id == photo_id for entry in self._given)
        return is_there and self.row_of(photo_id) < 0

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a view asks for."""
        entry = self.entry(index)
        return entry.name if entry is not None and role == Qt.ItemDataRole.DisplayRole else None

    def spoken(self, entry: GridEntry) -> str:
        """Return what a screen reader says of a photo."""
        is_compared = 0 <= entry.column < len(self._columns) and not entry.named
        subject = self._columns[entry.column] if is_compared else ""
        offline = "" if entry.online else self.tr("drive not plugged in")
        new = self.tr("new") if self.is_new(entry) else ""
        parts = (entry.name, new, date_of(entry), self.verdict(entry), subject, offline)
        return ", ".join(part for part in parts if part)

    def verdict(self, entry: GridEntry) -> str:
        """Return the words for an entry's group, or ""."""
        return {
            "named": self.tr("named or tagged so"),
            "confident": self.tr("confident"),
            "maybe": self.tr("maybe"),
            "weak": self.tr("less likely"),
        }.get(group_of(entry), "")

    def _show(self, bent: Shown | None = None) -> None:
        self.beginResetModel()
        self._is_bent = bent is not None
        self._shown, self._blocks = bent or self.arrange(self._given)
        if isinstance(self._shown, PagedEntries):
            self._aspects, self._row_of = self._shown.aspects, self._shown.row_of
        else:
            self._aspects = array("d", (aspect_of(e.width, e.height) for e in self._shown))
            rows = {entry.photo_id: row for row, entry in enumerate(self._shown)}
            self._row_of = lambda photo_id: rows.get(photo_id, -1)
        self.endResetModel()


def date_of(entry: GridEntry) -> str:
    """Return the day on which a photo was taken in the words of the system's language, or ""."""
    day = QDate.fromString((entry.taken_at or "")[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, "d MMM yyyy") if day.isValid() else ""


def _one_block(count: int) -> list[Block]:
    return [[[Section("", 0, count, count)]]]
