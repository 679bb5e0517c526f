"""The photos of a library on a server come in by pages, as far as one looks."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QAbstractScrollArea

from visret_desktop.engine.messages import Browse, Failed, Finished
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

_PAGE = 500
_KEY = "browsing"
_UNREACHABLE, _AGAIN_MS = "server-unreachable", 5_000


class ServerBrowsing(QObject):
    """Asks for the first page of what is chosen, and for the next at the end of it."""

    def __init__(
        self,
        session: Session,
        search: SearchController,
        library: LibraryController,
        view: QAbstractScrollArea,
        banner: Banner,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._search, self._banner = session, search, banner
        self._library = library
        self._only, self._most = ALL_PHOTOS, _PAGE
        self._job: JobHandle | None = None
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        self._bar = view.verticalScrollBar()
        self._bar.valueChanged.connect(self._on_scrolled)
        search.narrowed.connect(self.begin)

    def begin(self, only: Filter = ALL_PHOTOS) -> None:
        """Have the first page of a filter's photos come in."""
        self._only, self._most, self._library.on_server = only, _PAGE, 0
        self._ask()

    def _ask(self) -> None:
        self._again.stop()
        self._job = self._session.ask_beside(Browse(filter=self._only, most=self._most))
        self._job.ended.connect(self._on_ended)

    def _on_ended(self, job: JobHandle) -> None:
        if job is not self._job:
            return
        if isinstance(job.ending, Finished):
            self._library.on_server = job.ending.summary["photos"]
            self._library.view.read_soon()
            self._banner.clear(_KEY)
        elif isinstance(job.ending, Failed):
            self._banner.say(_KEY, translated(job.ending.sentence))
            if job.ending.code == _UNREACHABLE:
                self._again.start()

    def _on_scrolled(self, value: int) -> None:
        is_waiting = self._job is not None and self._job.is_open
        is_at_end = value >= self._bar.maximum() - self._bar.pageStep()
        is_more = self._most < self._library.on_server
        if is_at_end and is_more and not is_waiting and not self._search.is_active:
            self._most += _PAGE
            self._ask()
