"""The library's photos for the grid, read a page at a time, so that millions fit in memory."""

import logging
import sqlite3
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, overload

from visret_desktop.gui.grid.grid_layout import NARROWEST, UNKNOWN_ASPECT, WIDEST
from visret_desktop.gui.grid.results_model import GridEntry, PagedEntries, entry_of
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.catalog.photo_order import Order

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from visret_desktop.library.catalog.catalog_reader import CatalogReader

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
        shapes: "Shapes | None" = None,
    ) -> None:
        """Read the order, and the aspects of all photos unless `shapes` has them."""
        self._reader, self._only = reader, only
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
        self._pages: OrderedDict[int, Page] = OrderedDict()
        self._others: dict[str, LibraryEntries] = {order: self}

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        """Compare the photos, and all that is shown of those on pages `other` has read."""
        if not isinstance(other, LibraryEntries) or not self._has_ids_of(other):
            return False
        seen = list(other._pages.items())
        return all(self._read(number) == page for number, page in seen)

    __hash__ = None  # type: ignore[assignment]

    def _has_ids_of(self, other: "LibraryEntries") -> bool:
        is_same = len(self) == len(other) and bool((self.ids == other.ids).all())
        has_days = is_same and self.days.tobytes() == other.days.tobytes()
        return has_days and self.aspects == other.aspects

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
            made = LibraryEntries(self._reader, wanted, self._only, self._shapes)
            made._others |= self._others
            self._others[wanted] = made
        return self._others[wanted]

    def prepare(self, orders_of: Sequence[GridEntry]) -> None:
        """Read the orders that the entries shown before were asked for; on any thread."""
        if isinstance(orders_of, LibraryEntries):
            for order in list(orders_of._others):
                self.in_order(order)

    def row_of(self, photo_id: int) -> int:
        """Return the row of a photo, or -1."""
        place = int(self.ids.searchsorted(photo_id, sorter=self._by_id))
        row = int(self._by_id[place]) if place < len(self) else -1
        return row if row >= 0 and self.ids[row] == photo_id else -1

    def photo_ids(self, first: int, last: int) -> list[int]:
        """Return the photos of the rows from `first` to before `last`."""
        found: list[int] = self.ids[first:last].tolist()
        return found

    def _aspects(self) -> "array[float]":
        ids, aspects = self._shapes
        if not len(ids):
            return array("d", [UNKNOWN_ASPECT]) * len(self)
        places = ids.searchsorted(self.ids).clip(max=len(ids) - 1)
        is_known = (ids[places] == self.ids) & (aspects[places] > 0)  # others came in since
        found = aspects[places].clip(NARROWEST, WIDEST)
        found[~is_known] = UNKNOWN_ASPECT
        return array("d", found.tobytes())

    def _page(self, number: int) -> Page:
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = self._read(number)
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        self._pages.move_to_end(number)
        return page

    def _read(self, number: int) -> Page:
        ids = self.photo_ids(number * _PAGE, (number + 1) * _PAGE)
        return list(_entries(self._reader, ids))


def _entries(reader: "CatalogReader", ids: Sequence[int]) -> Iterable[GridEntry]:
    try:
        rows = reader.rows_of_ids(ids)
    except sqlite3.Error as error:  # painting goes on; the next reading of the library says why
        _log.warning("photos could not be read: %s", error)
        rows = {}
    for number in ids:
        row = rows.get(number)
        blank = GridEntry(number, "", "", "", None, 0, 0, online=False, sort_key="")
        yield blank if row is None else entry_of(row)
