"""Questions that the catalog answers: they are put to it before any photo is read.

What only the looks of photos could tell is searched for, and counted then.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    Answered,
    AskCatalog,
    CountFound,
    Finished,
    QueryTerm,
    Search,
)
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.search.search_controller import SearchController


class CatalogQuestions(QObject):
    """Asks the catalog what it may know, and says what is to be shown then."""

    answered = Signal(object)  # `Answered`
    looking = Signal()  # for photos that look like what is asked about

    def __init__(
        self, search: SearchController, session: Session, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._search, self._session = search, session
        self._job: JobHandle | None = None
        self.is_answering = False  # the question is the catalog's, and no reader's
        search.question_changed.connect(self._forget)
        search.put.connect(self._ask)

    def leave(self) -> None:
        """Have photos searched for the question, whatever the catalog says."""
        self._forget()
        self._search.look()

    def _forget(self) -> None:
        self.is_answering = False
        self._job = None  # nothing more of the one before

    def _ask(self) -> None:
        question, only = self._search.question[:4000], self._search.wanted
        self._send(AskCatalog(question=question, filter=only))

    def _send(self, request: AskCatalog | CountFound) -> JobHandle:
        job = self._job = self._session.ask_beside(request)
        job.said.connect(lambda event: self._on_said(job, event))
        job.ended.connect(self._on_ended)
        return job

    def _on_ended(self, job: JobHandle) -> None:
        if job is self._job and not (self.is_answering and isinstance(job.ending, Finished)):
            self.leave()

    def _on_said(self, job: JobHandle, event: object) -> None:
        if job is not self._job or not isinstance(event, Answered):
            return
        self.is_answering = True
        if not event.unknown:
            self.answered.emit(event)
            if event.verdict == "answer":
                self._search.count(event.photos)
            else:
                self._search.look()  # the closest photos: nothing can be counted
            return
        self.looking.emit()
        self._look(job.request, list(event.unknown), {})

    def _look(self, request: object, things: list[str], looks: dict[str, tuple[str, ...]]) -> None:
        """Search for one thing after the other; then ask again."""
        assert isinstance(request, AskCatalog)
        if not things:
            self._send(replace(request, looks=looks))
            return
        thing, *rest = things
        terms = (QueryTerm(thing),)
        job = self._send(CountFound(search=Search(terms=terms, filter=request.filter)))

        def go_on(ended: JobHandle) -> None:
            if ended is self._job and isinstance(ended.ending, Finished):
                confident = tuple(ended.ending.summary["confident"])
                self._look(request, rest, {**looks, thing: confident})

        job.ended.connect(go_on)
