"""The photos of the grid as a list model, which also orders them."""

import sys
from abc import abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import structs
from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from visret_desktop.gui.grid.collapsed_bursts import BurstFolds, burst_sizes
from visret_desktop.gui.grid.grid_layout import Aspects, Block, Section, aspect_of
from visret_desktop.gui.grid.sections import (
    WEAK,
    Days,
    Titles,
    arranged,
    dated_sections,
    day_of,
    folding,
    group_of,
    is_foldable,
)
from visret_desktop.gui.languages.figures import count
from visret_desktop.library.catalog.photo_order import Order, in_order
from visret_desktop.library.records import PhotoRow

if TYPE_CHECKING:
    import numpy.typing as npt

Index = QModelIndex | QPersistentModelIndex


class GridEntry(PhotoRow, frozen=True, kw_only=True):
    """One photo as the grid shows it; score, rank and band only in a search."""

    score: float | None = None
    rank: int | None = None
    ranks: dict[str, int] = {}
    band: str = ""
    copies: tuple[str, ...] = ()
    column: int = 0
    named: str = ""
    says: dict[str, str] = {}
    stands_for: int = 1
    one_per: Literal["burst", "event"] = "burst"

    @property
    def stack(self) -> int:
        """The burst, or the event, that may be shown as one picture; 0: there is none."""
        return self.event if self.one_per == "event" else self.burst


def entry_of(row: PhotoRow, one_per: Literal["burst", "event"] = "burst") -> GridEntry:
    """Return the entry of a photo that is browsed, or of a search's `Hit`."""
    return GridEntry(**structs.asdict(row), one_per=one_per)


LIST_ORDER = "list:"
Shown = tuple[Sequence[GridEntry], list[Block]]  # rows, and the sections that they form


class PagedEntries(Sequence[GridEntry]):
    """Entries of which only those looked at are in memory."""

    ids: "npt.NDArray[Any]"  # of all photos, in the order shown
    aspects: Aspects
    days: Days  # in the order by date, of all photos, as `dated_sections` has them; else none

    @abstractmethod
    def in_order(self, order: str) -> "PagedEntries":
        """Return the same photos by 'date' (newest first) or 'name'."""

    @abstractmethod
    def one_per_burst(self, opened: frozenset[int]) -> "PagedEntries":
        """Return the same photos without those behind the one in front of a burst.

        All photos of bursts that are `opened` stay.
        """

    @abstractmethod
    def burst_sizes(self) -> Mapping[int, int]:
        """Return how many photos of each burst there are."""

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
        self._list_name, self._headlines = "", 0
        self._columns: tuple[str, ...] = ()
        self._is_folded, self._is_fold_chosen, self._is_bent = True, False, False
        self._new: frozenset[str] = frozenset()
        self._bursts, self._burst_sizes = BurstFolds(), dict[int, int]()
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
        """Hide the weak photos of a search below the others, or show them, as a person chooses."""
        self._is_fold_chosen = True
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            self._show()

    def begin_folded(self) -> None:
        """Hide the weak photos of the query that comes next."""
        self._is_folded, self._is_fold_chosen = True, False
        self._bursts.opened.clear()

    def unfold_first(self) -> None:
        """Show the weak photos of the ranking that comes next, unless a person hid them."""
        self._is_folded = self._is_folded and self._is_fold_chosen

    def show_bursts_as_one(self, is_on: bool) -> None:
        """Show one picture for each burst that nobody opens, or all photos."""
        if is_on != self._bursts.is_on:
            self._bursts.is_on = is_on
            self._bursts.opened.clear()
            self._show()

    def open_bursts(self, only: int = 0) -> None:
        """Show all photos of every burst, or of one."""
        bursts = {only} if only else {one for one, size in self._burst_sizes.items() if size > 1}
        if self._bursts.is_on and not bursts <= self._bursts.opened:
            self._bursts.opened |= bursts
            self._show()

    def toggle_burst(self, burst: int) -> bool:
        """Show all photos of a burst, or one of them; tell whether it is open now."""
        is_open = self._bursts.toggle(burst)
        self._show()
        return is_open

    def sort_by(self, order: str, headlines: int = 0) -> None:
        """Order by 'relevance' (as given), 'date' (newest first), 'name', or 'list:' and a name.

        By date there is a headline over each DAY or MONTH, or over none.
        """
        if (order, headlines) != (self._order, self._headlines):
            self._order, self._headlines = order, headlines
            is_list = order.startswith(LIST_ORDER)
            self._list_name = order.removeprefix(LIST_ORDER) if is_list else ""
            self._show()

    def arrange(self, entries: Sequence[GridEntry]) -> Shown:
        """Return how entries would be shown; nothing changes."""
        if isinstance(entries, PagedEntries):
            paged = entries.in_order(self._order)
            if self._bursts.is_on:
                paged = paged.one_per_burst(frozenset(self._bursts.opened))
            return paged, self._dated(len(paged), paged.days, entries.in_order("date").days)
        given = entries
        entries, photos = self._bursts.folded(entries)
        if self._order == "relevance":
            return arranged(entries, self._columns, self._titles, photos, is_folded=self._is_folded)
        if name := self._list_name:
            shown = sorted(entries, key=lambda e: e.ranks.get(name, sys.maxsize))
            return shown, _one_block(len(shown))
        order: Order = "name" if self._order == "name" else "date"
        uncut = self._uncut(entries)
        shown = in_order(uncut, order)
        blocks = self._dated(len(shown), _days(shown), self._uncut_days(given))
        if len(uncut) < len(entries):
            weak = [entry for entry in entries if group_of(entry) == WEAK]
            below = folding(self._titles.weak, len(uncut), weak, photos, is_folded=True)
            blocks[0][0].append(below)
        return shown, blocks

    def _dated(self, count: int, days: Days, whole: Days) -> list[Block]:
        is_dated = self._order == "date" and self._headlines
        return [[dated_sections(days, self._headlines, whole)]] if is_dated else _one_block(count)

    def _uncut(self, entries: Sequence[GridEntry]) -> list[GridEntry]:
        """Return the photos of a ranking without those that are folded away as weak."""
        is_cut = self._is_folded and is_foldable(entries)
        return [entry for entry in entries if not is_cut or group_of(entry) != WEAK]

    def _uncut_days(self, entries: Sequence[GridEntry]) -> list[int]:
        return _days(in_order(self._uncut(entries), "date"))

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

    def days(self) -> Days:
        """Return the days of the rows, the newest first: by date, in their order."""
        if isinstance(self._shown, PagedEntries):
            return self._shown.days if self._order == "date" else self.whole_days()
        is_by_date = self._order == "date"
        return _days(self._shown if is_by_date else in_order(self._shown, "date"))

    def whole_days(self) -> Days:
        """Return the days of `whole_ids`, the newest first."""
        if isinstance(self._given, PagedEntries):
            return self._given.in_order("date").days
        return self._uncut_days(self._given)

    def is_dim(self, entry: GridEntry) -> bool:
        """Return whether the list that orders the photos lacks this one."""
        return bool(self._list_name) and self._list_name not in entry.ranks

    def burst_size(self, entry: GridEntry) -> int:
        """Return how many photos of its burst there are, where they are shown as one; else 0."""
        size = self._burst_sizes.get(entry.stack, 0) if self._bursts.is_on else 0
        return size if size > 1 else 0

    def count_of(self, entry: GridEntry) -> int:
        """Return how many photos it stands for: those of its event, or of its burst; 0: itself."""
        return entry.stands_for if entry.stands_for > 1 else self.burst_size(entry)

    def is_open(self, entry: GridEntry) -> bool:
        """Tell whether all photos of its burst are shown."""
        return entry.stack in self._bursts.opened

    def finder(self) -> Callable[[int], int]:
        """Return what `row_of` is now; a later ranking does not change its answers."""
        return self._row_of

    def entries(self) -> Sequence[GridEntry]:
        """Return the entries as shown."""
        return self._shown

    def whole_ids(self) -> "Sequence[int] | npt.NDArray[Any]":
        """Return all photos shown, those behind others of their burst included, in any order."""
        if isinstance(self._given, PagedEntries):
            return self._given.ids
        return [entry.photo_id for entry in self._uncut(self._given)]

    def found_ids(self) -> list[int]:
        """Return the photos that stand above "Less likely"; none where there is no such line."""
        if isinstance(self._given, PagedEntries) or not is_foldable(self._given):
            return []
        return [entry.photo_id for entry in self._given if group_of(entry) != WEAK]

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

    def unfold_for(self, photo_id: int) -> None:
        """Show a photo of a search that stands behind others of its burst, or with weak ones."""
        if isinstance(self._given, PagedEntries) or self.row_of(photo_id) >= 0:
            return
        entry = next((each for each in self._given if each.photo_id == photo_id), None)
        if entry is not None and self.burst_size(entry) and not self.is_open(entry):
            self.toggle_burst(entry.stack)
        if entry is not None and self.row_of(photo_id) < 0:
            self.fold(is_folded=False)

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
        offline = "" if entry.online else self.tr("offline")
        new = self.tr("new") if self.is_new(entry) else ""
        facts = (entry.name, new, date_of(entry), self.verdict(entry), subject, offline)
        return ", ".join(filter(None, (*facts, self._burst_words(entry))))

    def _burst_words(self, entry: GridEntry) -> str:
        size = self.count_of(entry)
        if not size:
            return ""
        is_open = self.is_open(entry)
        if entry.stands_for > 1 or entry.one_per == "event":
            return self.tr("event of {0} photos").format(count(size))
        words = self.tr("of an open burst of {0}") if is_open else self.tr("burst of {0} photos")
        return words.format(count(size))

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
        given = self._given
        paged = given if isinstance(given, PagedEntries) else None
        self._burst_sizes = dict(burst_sizes(given) if paged is None else paged.burst_sizes())
        self._shown, self._blocks = bent or self.arrange(given)
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


def _days(entries: Sequence[GridEntry]) -> list[int]:
    return [day_of(entry.sort_key) for entry in entries]


def _one_block(count: int) -> list[Block]:
    return [[[Section("", 0, count, count)]]]
