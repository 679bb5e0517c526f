"""From what is asked to what the grid shows: one query at a time, from its words to its pictures.

A search says everything that it wants, so every change, such as a dropped sketch or another
strategy, asks again; the engine has kept what is still valid. What follows from what is decided in
`search_flow`; here it is carried out. What is shown stays until something better is there.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    EncoderState,
    EngineLost,
    Event,
    Failed,
    QueryTerm,
    Ranked,
)
from visret_desktop.facts.fact import Fact
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.search import search_flow
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.history_controller import HistoryController
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_query import SearchQuery, follows
from visret_desktop.gui.search.search_request import search_request
from visret_desktop.gui.search.shown_results import ShownResults
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.accessibility import announce
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES


class SearchController(QObject):
    """Joins query bar, session, board and grid."""

    models_requested = Signal()  # ones that know more are wanted
    cleared = Signal()  # there is no query any more: browse
    answered = Signal(bool)  # whether there are photos to show
    question_changed = Signal(str)  # what is asked in words; "": nothing
    put = Signal()  # the query, to the catalog: `count` or `look` is to follow
    counted = Signal(object)  # the photos of this filter are behind the answer from the catalog
    narrowed = Signal(object)  # the photos of this filter are wanted from now on
    only_wanted = Signal(object)  # choose these photos in the library, as they were then
    understood = Signal(str)  # the family of the query, as soon as it is known
    repeated = Signal()  # the same was searched again because the library changed
    settled = Signal(str)  # nothing more comes by itself: it is done, stopped or failed
    slowed = Signal(str)  # this encoder is too slow to follow the typing; "": none is

    def __init__(
        self,
        bar: QueryBar,
        session: Session,
        board: SketchViewModel,
        answers: AnswerViewModel,
        model: ResultsModel,
        grid: GridPage,
        status: StatusLine,
        banner: Banner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar, self._session, self._board, self._answers = bar, session, board, answers
        self._grid, self._banner = grid, banner
        self._shown = ShownResults(bar, board, model, grid, status, banner, self)
        self._shown.models_requested.connect(self.models_requested)
        self._shown.understood.connect(self.understood)
        self._flow, self._events = search_flow.SearchFlow(), deque[search_flow.Happening]()
        self._is_at_it = False  # and events wait
        self.may_follow: Callable[[], bool] = lambda: False  # whether a question was answered
        self._settings = Settings()
        self.history = HistoryController(bar, board, answers, lambda: self._flow, self._visit, self)
        self._job: JobHandle | None = None  # what is listened to
        self._acts = self._make_acts()
        session.folder_removed.connect(self.history.forget_answers)
        session.encoder_state.connect(self._on_encoder)
        bar.asked.connect(self._on_asked)
        bar.typing.typed.connect(self._on_typed)
        bar.typing.rested.connect(self._on_rested)
        bar.line.left.connect(lambda: self.take(search_flow.Change.USE))
        bar.stopped.connect(lambda: self.take(search_flow.Change.STOP))
        bar.refused.connect(self._refuse)
        bar.noted.connect(self.note)
        grid.strip.refused.connect(self._refuse)
        grid.strip.stop_requested.connect(lambda: self.take(search_flow.Change.STOP))
        board.asked.connect(lambda: self.take(search_flow.Change.PLAN))

    def _make_acts(self) -> dict[search_flow.Act, Callable[[], None]]:
        return {
            search_flow.Act.LEAVE: self.history.leave,
            search_flow.Act.ARRIVE: self.history.arrive,
            search_flow.Act.MOVE: lambda: self.only_wanted.emit(self.only),
            search_flow.Act.NARROW: lambda: self.narrowed.emit(self.wanted),
            search_flow.Act.NAME: self._name,
            search_flow.Act.RESTORE: self.history.restore,
            search_flow.Act.BROWSE: self._browse,
            search_flow.Act.PUT: self._put,
            search_flow.Act.COUNTED: self._show_counted,
            search_flow.Act.STOP: self._end_search,
            search_flow.Act.CONTROLS: self._show_controls,
            search_flow.Act.REPEATED: self.repeated.emit,
            search_flow.Act.NOTHING: self._shown.show_nothing,
        }

    @property
    def is_active(self) -> bool:
        """Whether the grid shows, or will show, the answer to a query."""
        return bool(self._flow.query.terms) and not self.is_counted

    @property
    def is_counted(self) -> bool:
        """Whether the grid shows the photos behind an answer from the catalog."""
        return self._flow.counted is not None

    @property
    def is_put(self) -> bool:
        """Whether the catalog is to answer what is asked; what is typed next is not."""
        return self._flow.query.is_put

    @property
    def ranked(self) -> Ranked | None:
        """What is shown of this query."""
        return self._flow.ranked

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The conditions beside the query."""
        return self._flow.query.facts

    @property
    def only(self) -> Filter:
        """The photos that are chosen in the library."""
        return self._flow.query.only

    @property
    def wanted(self) -> Filter:
        """The photos that are searched, or browsed: in the chosen place, with all facts."""
        return self._flow.query.filter

    @property
    def question(self) -> str:
        """What is asked in words; "": nothing."""
        return self._flow.query.question

    @property
    def has_pictures(self) -> bool:
        """Whether the query that is shown is searched by pictures too."""
        plan = self._board.plan
        return plan.draws and self._settings.pictures_enabled and self._board.is_planned

    # ---- what happens -----------------------------------------------------------------------

    def take(self, happening: search_flow.Happening) -> None:
        """Carry out what follows from something; what happens meanwhile comes after it."""
        self._events.append(happening)
        if self._is_at_it:
            return
        self._is_at_it = True
        try:
            while self._events:
                self._flow, effects = search_flow.step(self._flow, self._events.popleft())
                for effect in effects:
                    self._carry_out(effect)
        finally:
            self._is_at_it = False

    def apply(self, settings: Settings) -> None:
        """Search by these settings from now on; a library on a server has no events yet."""
        if self._session.is_of_server:
            settings = settings.changed(events_as_one=False)
        before, self._settings = self._settings, settings
        if not self.is_active:
            self._board.begin(settings.strategy)
        self._show_controls()
        self._bar.typing.follow(self._settings.search_as_typed)
        others = ("pictures_enabled", "events_as_one")
        if any(getattr(before, name) != getattr(settings, name) for name in others):
            self.take(search_flow.Change.PLAN)

    def choose(self, only: Filter) -> None:
        """Search among the photos of a filter from now on."""
        self.take(search_flow.Chosen(only))

    def choose_strategy(self, strategy: str) -> None:
        """Search this query in another way."""
        choose = self._board.choose_strategy if self.is_active else self._board.begin
        choose(strategy)  # without a query it is for the next one
        self._show_controls()

    def count(self, photos: Filter) -> None:
        """Show the photos behind an answer from the catalog; nothing is searched."""
        self.take(search_flow.Counted(photos))

    def look(self) -> None:
        """Search the photos, as the catalog does not know what is asked."""
        self.take(search_flow.Change.LOOK)

    def ask_instead(self, text: str, facts: tuple[Fact, ...]) -> None:
        """Ask what a question stands for, in its place, of photos with these facts, too."""
        with self.history.replacing():
            self._bar.ask_instead(text, (*self.facts, *facts))

    def again(self) -> None:
        """Ask once more because the library changed; nothing on the screen jumps."""
        self.take(search_flow.Change.LIBRARY)

    def forget_removed(self) -> None:
        """Ask anew because photos left the library; an open query must not bring them back."""
        self.take(search_flow.Change.REMOVAL)

    def _on_asked(self, terms: tuple[QueryTerm, ...], text: str) -> None:
        facts, formula = self._bar.facts.facts(), self._bar.formula
        if not terms and self.may_follow() and follows(text):  # 'and in 2022?' is all conditions
            terms = (QueryTerm(text),)
        self.take(
            search_flow.Asked(self._put_first(SearchQuery(terms, facts=facts, formula=formula)))
        )

    def _visit(self, query: SearchQuery) -> None:
        self.take(search_flow.Visited(self._put_first(query)))

    def _put_first(self, query: SearchQuery) -> SearchQuery:
        """Return a query that is put to the catalog first, if that may know it."""
        return replace(query, is_put=self._settings.answers_enabled and query.may_be_put)

    def _on_typed(self, terms: tuple[QueryTerm, ...], facts: tuple[Fact, ...]) -> None:
        self.take(search_flow.Typing(SearchQuery(terms, facts=facts)))

    def _on_rested(self) -> None:
        if self._flow.is_typed and self._flow.has_begun:  # between keys: silence
            announce(self._grid.title, self._grid.title.text())

    def _on_encoder(self, state: EncoderState) -> None:
        if state.text_seconds >= 0:
            self._bar.typing.text_seconds = state.text_seconds
            self._bar.typing.follow(self._settings.search_as_typed)
            is_slow = self._settings.search_as_typed and not self._bar.typing.is_followed
            self.slowed.emit(state.name if is_slow else "")

    def _on_said(self, event: Event) -> None:
        sketches = self._board.ready_names() if self._board.plan.draws else ()
        self.take(search_flow.Heard(event, frozenset(sketches)))

    def _on_ended(self, job: JobHandle) -> None:
        if job is self._job and job.ending is not None:
            self.take(search_flow.Ended(job.ending))

    # ---- what follows -----------------------------------------------------------------------

    def _carry_out(self, effect: search_flow.Effect) -> None:
        match effect:
            case search_flow.Act():
                self._acts[effect]()
            case search_flow.Begin(is_first):
                is_chosen = is_first and self._board.plan.strategy
                self._board.begin(is_chosen or self._settings.strategy)
                self._answers.begin()
                self._show_controls()
            case search_flow.Send(reason, is_awaited):
                self._send(reason, is_awaited=is_awaited)
            case search_flow.Forward(event):
                self._shown.forward(event)
            case search_flow.Show():
                self._shown.show(effect, is_typed=self._flow.is_typed)
                if effect.is_told:
                    self.answered.emit(bool(effect.ranked.hits))
            case search_flow.Close(is_again, unmatched):
                self._shown.close(is_again=is_again, unmatched=unmatched)
            case search_flow.Settle(how, family):
                if how == search_flow.DONE:
                    self.understood.emit(family or self._board.plan.family)
                self.settled.emit(how)
            case search_flow.Refuse(EngineLost()):
                lost = self.tr("The search engine ended twice over this query. Try other words.")
                self._refuse(lost)
            case search_flow.Refuse(Failed(sentence=sentence)):
                self._refuse(sentence)

    def _name(self) -> None:
        self.question_changed.emit(self.question)
        self._banner.clear("search")
        self._shown.clear_beyond()

    def _browse(self) -> None:
        self._session.stop_search()
        self._session.stop_reading()
        self._shown.let_go_of_late()
        self._board.begin(self._settings.strategy)
        self._answers.begin()
        self._shown.times.clear()
        self._show_controls()
        self.cleared.emit()

    def _let_go(self) -> None:
        """Hear nothing more of the search before."""
        self._job = None
        self._session.stop_search()
        self._shown.let_go_of_late()
        self._shown.close(is_again=False, unmatched=0)

    def _put(self) -> None:
        self._let_go()
        self.put.emit()

    def _show_counted(self) -> None:
        self._let_go()
        self._board.begin(self._settings.strategy)
        self._shown.times.clear()
        self._show_controls()
        self.counted.emit(self._flow.counted)

    def _end_search(self) -> None:
        self._board.stop()
        self._session.stop_search()

    def _send(self, reason: search_flow.Reason, *, is_awaited: bool) -> None:
        self._job = None  # the end of the one before is no end of this
        is_again = reason is search_flow.Reason.AGAIN
        query, plan = self._flow.query, self._board.plan
        request = search_request(self._flow, self._board, self._settings, reason)
        self._job = self._session.search(request, is_again=is_again)
        self._job.said.connect(self._on_said)
        self._job.ended.connect(self._on_ended)
        if self._flow.is_typed:  # also once more, because photos came: there is nothing to stop
            self.history.show_ways()
            self._shown.let_go_of_late()
            self._shown.close(is_again=False, unmatched=0)  # the one before
            return
        self._bar.set_busy(True)
        if is_awaited:
            self._shown.wait()
        if not is_again:
            self._grid.strip.set_open(True)
            is_rewritten = STRATEGIES[plan.strategy].rewrites and not query.formula
            self._board.set_open(True, is_plan_due=is_rewritten and bool(query.words))
            self._shown.times.begin()

    def _show_controls(self) -> None:
        controls, plan, settings = self._bar.controls, self._board.plan, self._settings
        # Without pictures both is as good as the instruction alone.
        is_drawn = settings.pictures_enabled or not plan.draws
        controls.show_sketches(settings.pictures_enabled)
        controls.show_strategy(plan.strategy if is_drawn else "rephrase", settings.strategy)

    def note(self, sentence: str) -> None:
        """Say what of the query was not understood; "": all was."""
        if sentence:
            self._banner.say("facts", sentence, is_hint=True)
        else:
            self._banner.clear("facts")

    def _refuse(self, sentence: str) -> None:
        self._banner.say("search", sentence)
