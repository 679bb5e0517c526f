"""From what is asked to what the grid shows: one query at a time, its words, its time."""

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine.messages import QueryTerm, Ranked
from visret_desktop.gui.banner import Banner
from visret_desktop.gui.grid_page import GridPage
from visret_desktop.gui.query_bar import QueryBar
from visret_desktop.gui.results_model import ResultsModel, entry_of_hit
from visret_desktop.gui.session import Session
from visret_desktop.gui.status_line import StatusLine

_QUIET_MS = 200  # a query that is answered sooner needs no word


class SearchController(QObject):
    """Joins query bar, session and grid. What is shown stays until something better is there."""

    cleared = Signal()  # there is no query any more: browse
    answered = Signal(bool)  # whether there are photos to show

    def __init__(
        self,
        bar: QueryBar,
        session: Session,
        model: ResultsModel,
        grid: GridPage,
        status: StatusLine,
        banner: Banner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar, self._session, self._model = bar, session, model
        self._grid, self._status, self._banner = grid, status, banner
        self._terms: tuple[QueryTerm, ...] = ()
        self._is_again = False
        self.top_k = 1000
        self.folder_id = 0
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_QUIET_MS)
        self._patience.timeout.connect(lambda: status.show_times(self.tr("searching …")))
        bar.asked.connect(self._on_asked)
        bar.stopped.connect(session.stop_search)
        bar.refused.connect(self._refuse)
        session.search_started.connect(self._on_started)
        session.search_ended.connect(self._on_ended)
        session.ranked.connect(self._on_ranked)
        session.search_failed.connect(self._refuse)

    @property
    def is_active(self) -> bool:
        """Whether the grid shows, or will show, the answer to a query."""
        return bool(self._terms)

    def choose_folder(self, folder_id: int) -> None:
        """Search in one folder from now on (0: everywhere)."""
        self.folder_id = folder_id
        if self._terms:
            self._is_again = False
            self._send()

    def again(self) -> None:
        """Ask once more because the library changed; nothing on the screen jumps."""
        if self._terms and not self._session.searching:
            self._is_again = True
            self._send()

    def _on_asked(self, terms: tuple[QueryTerm, ...], text: str) -> None:
        self._terms = terms
        self._banner.clear("search")
        if terms:
            self._is_again = False
            self._send()
        else:
            self._session.stop_search()
            self._status.show_times("")
            self.cleared.emit()

    def _send(self) -> None:
        folders = (self.folder_id,) if self.folder_id > 0 else ()
        self._session.search(self._terms, self.top_k, folders)

    def _on_started(self) -> None:
        self._bar.set_busy(True)
        self._patience.start()

    def _on_ended(self) -> None:
        self._bar.set_busy(False)
        self._patience.stop()
        if self._status.times() == self.tr("searching …"):
            self._status.show_times("")

    def _refuse(self, sentence: str) -> None:
        self._banner.say("search", sentence)

    def _on_ranked(self, ranked: Ranked) -> None:
        self._patience.stop()
        self._banner.clear("search")
        if not self._is_again:
            self._grid.set_searching(True)
        self._model.set_entries([entry_of_hit(hit) for hit in ranked.hits])
        self._grid.title.setText(self._title(len(ranked.hits), ranked.answered))
        seconds = sum(ranked.timings.values())
        lists = next((", ".join(hit.ranks) for hit in ranked.hits), self.tr("text"))
        self._status.show_times(self.tr("{0} {1:.2f} s").format(lists, seconds))
        if not self._is_again:
            self._grid.view.verticalScrollBar().setValue(0)
            self.answered.emit(bool(ranked.hits))

    def _title(self, count: int, answered: bool) -> str:
        if count == 1:
            close, far = self.tr("1 photo"), self.tr("Nothing here matches well. The nearest one:")
            return close if answered else far
        close = self.tr("The nearest {0} photos, best first")
        far = self.tr("The nearest {0} photos; none stands out")
        return (close if answered else far).format(f"{count:,}")
