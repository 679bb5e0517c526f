"""Counts facts in what the grid shows, on a thread; what was counted before stays till then."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.catalog.photo_filter import Condition

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.catalog.fact_columns import FacetCount, FactColumns


NO_PLACE = Condition("has", ("place",), negated=True)
NO_DATE = Condition("has", ("date",), negated=True)
_COUNTED = (
    *("country", "region", "camera", "lens", "folder", "keyword", "species", "kind", "rating"),
    *("detected", "blank"),
)
_INNER = ("region",)  # shown below values of another facet: all of them
_TREES = ("keyword",)  # values are shown below others of the same facet
FEW, MOST = 5, 500  # values of a facet that are shown at first, and at all
_SPARE = 20  # values beyond: they tell that there are more, and some may be left out
_PATIENCE_MS = 60  # a query in work shows several rankings
# Reading takes the GIL from the window: so at most one part of time in 20.
_PAUSES_PER_READ = 20
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FacetCounts:
    """How often each fact is among `photos` photos, by facet; the most frequent first."""

    photos: int = 0
    counts: dict[str, Sequence["FacetCount"]] = field(default_factory=dict)


class _Source:
    """Columns of facts, read when they are first counted; used on one thread."""

    def __init__(self, reader: "CatalogReader") -> None:
        self._reader = reader
        self._facts: FactColumns | None = None
        self._has_place: npt.NDArray[np.bool_] | None = None
        self._version = 0
        self._may_read_at = 0.0

    def counted(self, ids: Any, version: int, opened: frozenset[str]) -> tuple[FacetCounts, float]:
        """Count all facets in photos (n,), in columns of this version if they may be read already.

        Of facets that are not `opened` only the most frequent values are counted. Returns also
        after how many seconds they may be; 0: they are of this version.
        """
        import numpy as np

        from visret_desktop.library.catalog.fact_columns import FacetCount

        wait = self._refresh(version)
        facts, has_place = self._facts, self._has_place
        assert facts is not None
        assert has_place is not None
        found = facts.rows_of(np.sort(np.asarray(ids, np.int64)))
        rows = None if len(found) == len(facts) else found
        counts: dict[str, Sequence[FacetCount]] = {
            name: facts.counts(
                name, rows, (MOST if name in opened or name in _TREES else FEW) + _SPARE
            )
            for name in _COUNTED
        }
        counts["year"], counts["month"] = facts.years(rows), facts.months(rows)
        for name, condition, has in (
            ("no place", NO_PLACE, has_place),
            ("no date", NO_DATE, facts.days > 0),
        ):
            missing = len(found) - int((has if rows is None else has[rows]).sum())
            counts[name] = [FacetCount("", missing, condition)] if missing else []
        return FacetCounts(len(found), counts), wait

    def _refresh(self, version: int) -> float:
        import numpy as np

        started = time.monotonic()
        if self._facts is not None and (version == self._version or started < self._may_read_at):
            return max(0.0, self._may_read_at - started) if version != self._version else 0.0
        self._facts = self._reader.fact_columns()
        for name in _COUNTED:
            self._facts.read(name)
        rows, _ = self._facts.points()
        self._has_place = np.zeros(len(self._facts), np.bool_)
        self._has_place[rows] = True
        now = time.monotonic()
        self._version, self._may_read_at = version, now + _PAUSES_PER_READ * (now - started)
        return 0.0


class FilterCounter(QObject):
    """Counts again when the grid shows other photos, or the library changed, while it is wanted."""

    counted = Signal(object)  # FactCounts

    def __init__(self, model: ResultsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._background = Background(self, threads=1)  # columns are used on one thread
        self._source: _Source | None = None
        self._version = 1  # of the library
        self._is_wanted = False
        self._opened = frozenset(_INNER)
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._later = QTimer(self, singleShot=True)
        for timer in (self._soon, self._later):
            timer.timeout.connect(self._count)
        model.modelReset.connect(self._count_soon)

    def open(self, reader: "CatalogReader") -> None:
        """Count in this catalog."""
        self._source = _Source(reader)
        self._count_soon()

    def set_wanted(self, is_wanted: bool) -> None:
        """Count from now on, or no more: nobody looks."""
        self._is_wanted = is_wanted
        self._count_soon()

    @property
    def opened(self) -> frozenset[str]:
        """The facets of which all values are counted."""
        return self._opened

    def count_all(self, facet: str) -> None:
        """Count all values of a facet from now on."""
        self._opened |= {facet}
        self._count_soon()

    def read_again(self) -> None:
        """Read what photos say: it may have changed."""
        self._version += 1
        self._count_soon()

    def _count_soon(self) -> None:
        if self._is_wanted and self._source is not None and not self._soon.isActive():
            self._soon.start()

    def _count(self) -> None:
        if self._is_wanted and self._source is not None:
            ids = self._model.whole_ids()
            work = partial(self._source.counted, ids, self._version, self._opened)
            self._background.run("count", work, self._on_counted)

    def _on_counted(self, outcome: object) -> None:
        if not isinstance(outcome, tuple):
            # The library's own view says it to people.
            _log.warning("facts could not be counted: %s", outcome)
            return
        counts, wait = outcome
        if wait:
            self._later.start(round(1000 * wait) + 1)
        self.counted.emit(counts)
