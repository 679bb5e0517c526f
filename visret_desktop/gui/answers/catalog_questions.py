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
    Scoped,
    Search,
)
from visret_desktop.facts.fact import Fact
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.condition_text import fact_words
from visret_desktop.gui.facts.facet_panel import fact_of_condition
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.questions.catalog_question import QuestionBefore


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
        self._last: QuestionBefore | None = None  # that is answered, and still shown
        self._before: QuestionBefore | None = None  # the one before that is asked now
        self._facts: tuple[Fact, ...] = ()  # beside the last one that is answered, as typed
        search.may_follow = lambda: self._last is not None
        search.question_changed.connect(self._on_question)
        search.put.connect(self._ask)

    def leave(self) -> None:
        """Have photos searched for the question, whatever the catalog says."""
        self._forget()
        self._search.look()

    def remember(self, answered: Answered | None) -> None:
        """Note what the next question may refer to, if there is an answer."""
        if answered is None or not answered.answer:
            return
        shown = [one for one in answered.evidence if one.state == "shows" and not one.is_sketch]
        paths = [one.path for one in shown if one.path]
        read = Filter.of(photo=paths) if paths else ALL_PHOTOS
        photos = answered.photos if answered.source == "catalog" else read
        self._facts = self._search.facts
        facts = Filter(tuple(fact.condition for fact in self._facts))
        self._last = QuestionBefore(self._search.question, facts, photos)

    def _on_question(self) -> None:
        self._before, self._last = self._last, None
        self._forget()

    def _forget(self) -> None:
        self.is_answering = False
        self._job = None  # nothing more of the one before

    def _is_open(self, job: JobHandle) -> bool:
        return job is self._job and self._search.is_put

    def _ask(self) -> None:
        self._forget()
        question = self._search.question[:4000]
        wanted, facts = self._search.wanted, {one.condition: one for one in self._search.facts}
        words = tuple(fact_words(facts.get(one, Fact("", one))) for one in wanted.conditions)
        self._send(AskCatalog(question=question, filter=wanted, words=words, before=self._before))

    def _send(self, request: AskCatalog | CountFound) -> JobHandle:
        job = self._job = self._session.ask_beside(request)
        job.said.connect(lambda event: self._on_said(job, event))
        job.ended.connect(self._on_ended)
        return job

    def _on_ended(self, job: JobHandle) -> None:
        if self._is_open(job) and not (self.is_answering and isinstance(job.ending, Finished)):
            self.leave()

    def _on_said(self, job: JobHandle, event: object) -> None:
        if not self._is_open(job):
            return
        if isinstance(event, Scoped):
            if event.note:
                self._search.note(translated(event.note))
            else:
                before = {one.condition: one for one in self._facts}
                only = event.filter.conditions
                facts = tuple(before.get(one) or fact_of_condition(one) for one in only)
                self._search.ask_instead(event.question, facts)
        if not isinstance(event, Answered):
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
        assert isinstance(job.request, AskCatalog)
        self._look(replace(job.request, looks={}), list(event.unknown))

    def _look(self, request: AskCatalog, things: list[str]) -> None:
        """Search for one thing after the other; then ask again."""
        if not things:
            self._send(request)
            return
        thing, *rest = things
        terms = (QueryTerm(thing),)
        job = self._send(CountFound(search=Search(terms=terms, filter=request.filter)))

        def go_on(ended: JobHandle) -> None:
            if self._is_open(ended) and isinstance(ended.ending, Finished):
                maybe, sure = (ended.ending.summary[name] for name in ("contents", "confident"))
                looks = {**(request.looks or {}), thing: tuple(sure or maybe)}
                unsure = request.unsure if sure else (*request.unsure, thing)
                self._look(replace(request, looks=looks, unsure=unsure), rest)

        job.ended.connect(go_on)
