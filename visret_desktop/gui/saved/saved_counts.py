"""How many photos saved searches find now: counted when there is nothing else to do.

Facts alone are counted in the catalog, on a thread. What words and pictures find, the engine
counts, one search after the other, and only while it has no other work.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine.messages import CancelledJob, CountFound, Finished
from visret_desktop.engine.saved_search import MOST_SEEN, SavedSearch
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.photo_filter import Filter

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_PATIENCE_MS = 1000  # until it is looked again whether there is nothing else to do


@dataclass(frozen=True)
class SearchCount:
    """How many photos a search finds, and which, by content hash; None: too many to keep."""

    found: int
    contents: frozenset[str] | None


class SavedCounts(QObject):
    """Counts by name. A search without a verdict has none."""

    counted = Signal(str)  # a name

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._background = Background(self, threads=1)
        self._counts: dict[str, SearchCount] = {}
        self._asked: dict[str, SavedSearch] = {}  # what was, or is going to be, counted
        self._waiting: deque[tuple[str, CountFound]] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE_MS)
        self._timer.timeout.connect(self._go_on)

    def of(self, name: str) -> SearchCount | None:
        """Return the count of a search, as far as it is known."""
        return self._counts.get(name)

    def look(
        self,
        searches: Sequence[SavedSearch],
        reader: "CatalogReader",
        known: KnownFacts,
        *,
        is_changed: bool,
    ) -> None:
        """Count the searches that were not counted yet; all of them if the library `is_changed`."""
        wanted = {search.name: search.bare() for search in searches}
        due = [n for n, search in wanted.items() if is_changed or self._asked.get(n) != search]
        self._asked = wanted
        self._counts = {name: count for name, count in self._counts.items() if name in wanted}
        if not is_changed:  # else what it was a moment ago stays until it is counted anew
            for name in due:
                self._counts.pop(name, None)
        stays = set(wanted) - set(due)
        self._waiting = deque(one for one in self._waiting if one[0] in stays)
        if due:
            work = partial(_looked, [wanted[name] for name in due], reader, known)
            key = "all" if is_changed else " ".join(due)
            self._background.run(key, work, self._on_looked)

    def close(self) -> None:
        """Count no more."""
        self._timer.stop()
        self._waiting.clear()

    def _on_looked(self, looked: object) -> None:
        if not isinstance(looked, list):  # the next reading of the library says why
            return
        for search, what in looked:
            if self._asked.get(search.name) != search:
                continue
            if isinstance(what, CountFound):
                self._waiting.append((search.name, what))
            else:
                self._take(search.name, what)
        self._timer.start()

    def _go_on(self) -> None:
        """Let the engine count the next search, unless it has other work."""
        if not self._waiting:
            return
        if not self._session.is_free:
            self._timer.start()
            return
        name, request = self._waiting.popleft()
        job = self._session.count(request)
        job.ended.connect(partial(self._on_ended, name, request))

    def _on_ended(self, name: str, request: CountFound, job: JobHandle) -> None:
        ending = job.ending
        if isinstance(ending, CancelledJob):
            self._waiting.append((name, request))
            self._timer.start()
            return
        if isinstance(ending, Finished) and name in self._asked:
            photos, contents = ending.summary["found"], ending.summary["contents"]
            self._take(name, _counted(photos, contents) if photos >= 0 else None)
        QTimer.singleShot(0, self, self._go_on)

    def _take(self, name: str, count: SearchCount | None) -> None:
        if count is None:
            self._counts.pop(name, None)
        else:
            self._counts[name] = count
        self.counted.emit(name)


Looked = tuple[SavedSearch, CountFound | SearchCount | None]


def _looked(
    searches: Sequence[SavedSearch], reader: "CatalogReader", known: KnownFacts
) -> list[Looked]:
    """Return the count of each search, or what the engine is to be asked for it."""
    return [(search, _count(search, reader, known)) for search in searches]


def _count(
    search: SavedSearch, reader: "CatalogReader", known: KnownFacts
) -> CountFound | SearchCount | None:
    # Imported on the thread: NumPy would hold the window up.
    from visret_desktop.facts.query import read_facts
    from visret_desktop.places.gazetteer import Gazetteer

    facts, unread = read_facts(search.facts, known, Gazetteer.open(), date.today())
    if unread:
        return None
    only = Filter(tuple(fact.condition for fact in facts))
    if search.terms:
        return CountFound(search=search.counting(only))
    photos, _ = reader.counts(only)
    return _counted(photos, reader.contents(only) if photos <= MOST_SEEN else ())


def _counted(photos: int, contents: Sequence[str]) -> SearchCount:
    return SearchCount(photos, frozenset(contents) if photos <= MOST_SEEN else None)
