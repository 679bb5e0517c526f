"""The library's photos for the grid, read a page at a time, so that millions fit in memory."""

import logging
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, overload

from visret_desktop.gui.grid.grid_layout import NARROWEST, UNKNOWN_ASPECT, WIDEST
from visret_desktop.gui.grid.results_model import GridEntry, PagedEntries, entry_of
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.catalog.photo_order import Order
from visret_desktop.lru_cache import LruCache

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.catalog.photo_groups import Kind

    Bursts = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    Shapes = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]

Page = list[GridEntry]
_PAGE = 128  # read in a millisecond or two
_PAGES_KEPT = 32
_log = logging.getLogger(__name__)


class LibraryEntries(PagedEntries):
    """Entries of the catalog in an order; a photo that has left it since is blank.

    May be made on any thread, but is then used on one.
    """

    def __init__(
        self,
        reader: "CatalogReader",
        order: Order = "date",
        only: Filter = ALL_PHOTOS,
        kind: "Kind" = "burst",
        shapes: "Shapes | None" = None,
        bursts: "Bursts | None" = None,
    ) -> None:
        """Read the order, and aspects and groups of all photos unless they are given.

        `kind` is what may be shown as one picture: bursts, or whole events.
        """
        self._reader, self._only, self._kind = reader, only, kind
        self._bursts = bursts or reader.groups.groups(kind, only)
        self._folded: tuple[frozenset[int], LibraryEntries] | None = None
        self._shapes = shapes or reader.photo_aspects(only)
        self.ids: npt.NDArray[np.int64]
        self.days: npt.NDArray[Any]
        if order == "date":
            self.ids, self.days = reader.photo_days(only)
        else:
            self.ids = reader.photo_ids(order, only)
            self.days = self.ids[:0]
        self._by_id = self.ids.argsort()
        self.aspects = self._aspects()
        self._pages = LruCache[int, Page](_PAGES_KEPT)
        self._others: dict[str, LibraryEntries] = {order: self}

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        """Compare the photos, and all that is shown of those on pages `other` has read."""
        if not isinstance(other, LibraryEntries) or not self._has_ids_of(other):
            return False
        seen = other._pages.items()
        if not all(self._read(number) == page for number, page in seen):
            return False
        return other._folded is None or self.one_per_burst(other._folded[0]) == other._folded[1]

    __hash__ = None  # type: ignore[assignment]

    def _has_ids_of(self, other: "LibraryEntries") -> bool:
        mine, theirs = ((each.ids, each.days, *each._bursts) for each in (self, other))
        is_same = self._kind == other._kind and all(map(_are_equal, mine, theirs))
        return is_same and self.aspects == other.aspects

    @overload
    def __getitem__(self, row: int) -> GridEntry: ...

    @overload
    def __getitem__(self, row: slice) -> Page: ...

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[number] for number in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        number, place = divmod(row % len(self), _PAGE)
        return self._page(number)[place]

    def in_order(self, order: str) -> "LibraryEntries":
        """Return the same photos by 'date' (newest first) or 'name'."""
        wanted: Order = "name" if order == "name" else "date"
        if wanted not in self._others:
            known = (self._only, self._kind, self._shapes, self._bursts)
            made = LibraryEntries(self._reader, wanted, *known)
            made._others |= self._others
            self._others[wanted] = made
        return self._others[wanted]

    def one_per_burst(self, opened: frozenset[int]) -> "LibraryEntries":
        """Return the same photos without those behind the one in front of a burst.

        All photos of bursts that are `opened` stay.
        """
        if self._folded is None or self._folded[0] != opened:
            made = copy(self)
            is_shown = ~self._is_behind(opened)
            made.ids = self.ids[is_shown]
            made.days = self.days[is_shown] if len(self.days) else self.days
            made._by_id = made.ids.argsort()
            made.aspects = made._aspects()
            made._pages, made._folded = LruCache(_PAGES_KEPT), None
            self._folded = opened, made
        return self._folded[1]

    def burst_sizes(self) -> Mapping[int, int]:
        """Return how many photos of each burst there are."""
        return Counter(self._bursts[1].tolist())

    def _is_behind(self, opened: frozenset[int]) -> "npt.NDArray[np.bool_]":
        """Tell for each row whether its photo stands behind another one of its burst."""
        import numpy as np

        members, bursts = self._bursts
        if not len(members):
            return np.zeros(len(self), bool)
        is_front = members == bursts
        # A filter may have left out the photo in front: then the first one stands there.
        whole, first = np.unique(bursts, return_index=True)
        is_front[first[~np.isin(whole, bursts[is_front])]] = True
        behind = members[~is_front & ~np.isin(bursts, list(opened))]
        return np.isin(self.ids, behind)

    def prepare(self, orders_of: Sequence[GridEntry]) -> None:
        """Read the orders that the entries shown before were asked for; on any thread."""
        if isinstance(orders_of, LibraryEntries):
            for order, before in list(orders_of._others.items()):
                ordered = self.in_order(order)
                if before._folded is not None:
                    ordered.one_per_burst(before._folded[0])

    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo, or -1."""
        place = int(self.ids.searchsorted(photo_id, sorter=self._by_id))
        row = int(self._by_id[place]) if place < len(self) else -1
        return row if row >= 0 and self.ids[row] == photo_id else -1

    def photo_ids(self, first: int, last: int) -> list[int]:
        """Return the photos of the rows from `first` to before `last`."""
        ids: list[int] = self.ids[first:last].tolist()
        return ids

    def _aspects(self) -> "array[float]":
        ids, aspects = self._shapes
        if not len(ids):
            return array("d", [UNKNOWN_ASPECT]) * len(self)
        places = ids.searchsorted(self.ids).clip(max=len(ids) - 1)
        is_known = (ids[places] == self.ids) & (aspects[places] > 0)  # others came in since
        clipped = aspects[places].clip(NARROWEST, WIDEST)
        clipped[~is_known] = UNKNOWN_ASPECT
        return array("d", clipped.tobytes())

    def _page(self, number: int) -> Page:
        page = self._pages.get(number)
        return self._pages.put(number, self._read(number)) if page is None else page

    def _read(self, number: int) -> Page:
        ids = self.photo_ids(number * _PAGE, (number + 1) * _PAGE)
        return list(_entries(self._reader, ids, self._kind))


def _are_equal(one: "npt.NDArray[np.int64]", other: "npt.NDArray[np.int64]") -> bool:
    return len(one) == len(other) and bool((one == other).all())


def _entries(reader: "CatalogReader", ids: Sequence[int], kind: "Kind") -> Iterable[GridEntry]:
    try:
        rows = reader.rows_of_ids(ids)
    except sqlite3.Error as error:  # painting goes on; the next reading of the library says why
        _log.warning("photos could not be read: %s", error)
        rows = {}
    for number in ids:
        row = rows.get(number)
        blank = GridEntry(number, "", "", "", None, 0, 0, online=False, sort_key="")
        yield blank if row is None else entry_of(row, kind)
