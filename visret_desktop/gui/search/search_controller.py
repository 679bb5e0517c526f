"""From what is asked to what the grid shows: one query at a time, from its words to its pictures.

A search says everything that it wants, so every change, such as a dropped sketch or another
strategy, asks again; the engine has kept what is still valid. What is shown stays until something
better is there: while a query is refined, a ranking is passed over as long as it lacks a sketch
that is already drawn.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine.messages import (
    SECOND_ENCODER,
    EngineLost,
    Enough,
    Failed,
    Finished,
    Notice,
    Planned,
    Preparing,
    QueryTerm,
    Ranked,
    Search,
    SketchProgress,
    SketchReady,
    unwanted_hashes,
)
from visret_desktop.facts.fact import Fact
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.list_names import SECOND
from visret_desktop.gui.grid.results_model import ResultsModel, entry_of
from visret_desktop.gui.search.answer_view_model import AnswerViewModel
from visret_desktop.gui.search.history import History, SearchState
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_times import SearchTimes
from visret_desktop.gui.sketches.sketch_plan import distinct_parts
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

_LATE_MS = 300  # after this, the photos of the query before are marked as such
DONE, STOPPED, FAILED = "done", "stopped", "failed"  # how a search settles
_NEW, _REFINED, _AGAIN, _BACK = "new", "refined", "again", "back"  # why the engine is asked
_BEYOND = "beyond"  # key of a sentence: words that the encoder cannot know


class SearchController(QObject):
    """Joins query bar, session, board and grid."""

    models_requested = Signal()  # ones that know more are wanted
    cleared = Signal()  # there is no query any more: browse
    answered = Signal(bool)  # whether there are photos to show
    question_changed = Signal(str)  # what is asked in words; "": nothing
    narrowed = Signal(object)  # the photos of this filter are wanted from now on
    only_wanted = Signal(object)  # choose these photos in the library, as they were then
    understood = Signal(str)  # the family of the query, as soon as it is known
    repeated = Signal()  # the same was searched again because the library changed
    arrived = Signal()  # another search is shown, or other photos are
    settled = Signal(str)  # nothing more comes by itself: it is done, stopped or failed

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
        self._bar, self._session, self._board, self._model = bar, session, board, model
        self._answers = answers
        self.ranked: Ranked | None = None  # what is shown of this query
        self._grid, self._banner = grid, banner
        self._times = SearchTimes(status, board, self)
        self._history, self._is_moving = History(), False
        self._terms: tuple[QueryTerm, ...] = ()
        self._settings = Settings()
        self._reason = _NEW
        self._is_plan_due = False
        self._is_due_again = False  # whether the library changed while this was searched
        self._has_begun = False  # whether anything of this query was shown
        self._passed_over: Ranked | None = None
        self._unmatched = 0  # photos that are shown although nothing matches
        self._only = ALL_PHOTOS  # what is chosen in the library
        self._facts: tuple[Fact, ...] = ()
        self._formula = ""  # that is searched by; "": none
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(_LATE_MS)
        self._late.timeout.connect(self._on_late)
        session.folder_removed.connect(self._history.forget_answers)
        bar.asked.connect(self._on_asked)
        bar.stopped.connect(self._stop)
        bar.refused.connect(self._refuse)
        bar.noted.connect(self._note)
        bar.back_requested.connect(self.go_back)
        bar.forward_requested.connect(self.go_forward)
        grid.strip.refused.connect(self._refuse)
        grid.strip.stop_requested.connect(self._stop)
        board.asked.connect(self._refine)

    @property
    def is_active(self) -> bool:
        """Whether the grid shows, or will show, the answer to a query."""
        return bool(self._terms)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The conditions beside the query."""
        return self._facts

    @property
    def only(self) -> Filter:
        """The photos that are chosen in the library."""
        return self._only

    @property
    def wanted(self) -> Filter:
        """The photos that are searched, or browsed: in the chosen place, with all facts."""
        of_facts = (fact.condition for fact in self._facts)
        return Filter((*self._only.conditions, *of_facts))

    @property
    def is_narrowed(self) -> bool:
        """Whether photos are to have facts."""
        return bool(self._facts)

    @property
    def question(self) -> str:
        """What is asked in words; "": nothing."""
        return ", ".join(term.text.strip() for term in _words(self._terms))

    @property
    def has_pictures(self) -> bool:
        """Whether the query that is shown is searched by pictures too."""
        plan = self._board.plan
        return plan.draws and self._settings.pictures_enabled and self._board.is_planned

    # ---- what the person wants --------------------------------------------------------------

    def apply(self, settings: Settings) -> None:
        """Search by these settings from now on."""
        before, self._settings = self._settings, settings
        if not self._terms:
            self._board.begin(settings.strategy)
        self._show_controls()
        others = ("pictures_enabled", "events_as_one")
        if self._terms and any(getattr(before, n) != getattr(settings, n) for n in others):
            self._refine()

    def choose(self, only: Filter) -> None:
        """Search among the photos of a filter from now on."""
        if only == self._only:
            return
        self._leave()
        self._only = only
        self._arrive()
        self.narrowed.emit(self.wanted)
        if self._terms:
            self._begin(_REFINED)

    def choose_strategy(self, strategy: str) -> None:
        """Search this query in another way."""
        if self._terms:
            self._board.choose_strategy(strategy)
        else:
            self._board.begin(strategy)  # for the next query
        self._show_controls()

    @property
    def here(self) -> SearchState:
        """The search that is shown, but for its sketches and answer."""
        return self._history.here

    def place(self) -> SearchState:
        """Return the search that is shown, as it stands."""
        self._leave()
        return self._history.here

    def open(self, place: SearchState) -> None:
        """Show a search as it was left."""
        self._leave()
        self._history.visit(place)
        self._go_to(place)

    def go_back(self) -> None:
        """Show the search before this one as it was left."""
        self._leave()
        if self._history.can_go_back:
            self._go_to(self._history.back())

    def go_forward(self) -> None:
        """Show the search that one has gone back from."""
        self._leave()
        if self._history.can_go_forward:
            self._go_to(self._history.forward())

    def again(self) -> None:
        """Ask once more because the library changed; nothing on the screen jumps.

        Where there was no photo to find, it is asked as if for the first time.
        """
        if self._session.searching:
            self._is_due_again = True
        elif self._terms and self.ranked is not None and not self.ranked.hits:
            self._begin(_NEW)
        elif self._terms:
            self._send(_AGAIN)

    def forget_removed(self) -> None:
        """Ask anew because photos left the library; an open query must not bring them back."""
        if self._terms and self._session.searching:
            self._begin(_REFINED)
        else:
            self.again()

    def _on_asked(self, terms: tuple[QueryTerm, ...], text: str) -> None:
        self._leave()
        is_same = _is_same(terms, self._terms)
        was_active = bool(self._terms)
        is_narrowed = self._set_facts(self._bar.facts.facts())
        self._formula = self._bar.formula
        self._set_terms(terms)
        self._arrive()
        if not terms:
            self._browse()
        elif is_same and is_narrowed:
            self._begin(_REFINED)
        elif is_same:
            self._refine()
        else:
            strategy = self._settings.strategy if was_active else self._board.plan.strategy
            self._board.begin(strategy)
            self._answers.begin()
            self._show_controls()
            self._begin(_NEW)

    def _set_facts(self, facts: tuple[Fact, ...]) -> bool:
        """Search photos with these facts; return whether they are others than before."""
        if facts == self._facts:
            return False
        self._facts = facts
        self.narrowed.emit(self.wanted)
        return True

    def _note(self, sentence: str) -> None:
        if sentence:
            self._banner.say("facts", sentence, is_hint=True)
        else:
            self._banner.clear("facts")

    def _set_terms(self, terms: tuple[QueryTerm, ...]) -> None:
        self._terms = terms
        self.question_changed.emit(self.question)
        self._banner.clear("search")
        self._banner.clear(_BEYOND)

    def _browse(self) -> None:
        self._session.stop_search()
        self._session.stop_reading()
        self._let_go_of_late()
        self.ranked = None
        self._board.begin(self._settings.strategy)
        self._answers.begin()
        self._times.clear()
        self._show_controls()
        self.cleared.emit()

    # ---- back and forward -------------------------------------------------------------------

    def _leave(self) -> None:
        """Keep what was made of the search that is shown."""
        self._history.leave(self._board.state(), self._answers.state)

    def _arrive(self) -> None:
        """Note that another search is shown, or another part of the library."""
        if not self._is_moving:
            chips = self._bar.chips.states()
            text = self._bar.line.text()
            place = SearchState(text, self._terms, chips, self._only, self._facts, self._formula)
            self._history.visit(place)
            self._bar.show_ways(self._history.can_go_back, self._history.can_go_forward)
            self.arrived.emit()

    def _go_to(self, place: SearchState) -> None:
        self._is_moving = True
        self._bar.show_query(place.text, place.chips, place.facts)
        self._bar.show_ways(self._history.can_go_back, self._history.can_go_forward)
        self._set_terms(place.terms)
        self._only = place.only
        self._facts, self._formula = place.facts, place.formula
        self.only_wanted.emit(place.only)
        self.narrowed.emit(self.wanted)
        if place.terms:
            self._board.restore(place.board)
            self._answers.restore(place.answer)
            self._show_controls()
            self._begin(_BACK)
        else:
            self._browse()
        self._is_moving = False
        self.arrived.emit()

    def _begin(self, reason: str) -> None:
        """Ask for what has nothing to do with the photos that are shown."""
        self._has_begun, self.ranked = False, None
        self._send(reason)

    def _stop(self) -> None:
        if not self._session.searching:
            return  # it is the reading of photos that is stopped
        self._board.stop()
        self._session.stop_search()
        self._give_up(STOPPED)

    def _give_up(self, how: str) -> None:
        """Say that the photos shown are no answer, if this query never came to one."""
        if self._reason != _AGAIN:
            self.settled.emit(how)
        if not self._has_begun:
            self._let_go_of_late()
            self._grid.title.setText(self.tr("Stopped before anything was found"))

    def _refine(self) -> None:
        self._show_controls()
        if self._terms:
            self._send(_REFINED)

    def _send(self, reason: str) -> None:
        self._reason, self._is_due_again = reason, False
        board, terms = self._board, self._terms
        instructions, sketches = board.requested()
        if reason == _AGAIN:  # what was stopped stays stopped
            ready = board.ready_names()
            there = (sketch for sketch in sketches if sketch.name in ready)
            sketches = tuple(replace(sketch, if_needed=False) for sketch in there)
        strategy, words = STRATEGIES[board.plan.strategy], _words(terms)
        is_written = bool(words) and not self._formula
        may_draw = is_written and self._may_draw(has_sketches=bool(sketches))
        self._is_plan_due = strategy.rewrites and is_written
        self._passed_over, self._unmatched = None, 0
        request = Search(
            terms=terms,
            top_k=self._settings.top_k,
            filter=self.wanted,
            strategy=board.plan.strategy,
            exclude_hashes=unwanted_hashes(terms),
            right_hashes=board.plan.right,
            wrong_hashes=board.plan.wrong,
            m=self._settings.m if may_draw else 0,
            draw_all=self._settings.draw_all,
            one_per="event" if self._settings.events_as_one else "photo",
            family=board.family_asked,
            formula=self._formula,
            instructions=instructions if strategy.rewrites and is_written else (),
            sketches=sketches if strategy.draws and may_draw else (),
        )
        job = self._session.search(request, is_again=reason == _AGAIN)
        job.said.connect(self._on_said)
        job.ended.connect(self._on_ended)
        self._on_started()

    def _may_draw(self, *, has_sketches: bool) -> bool:
        """Return whether the person wants sketches of this query."""
        is_stopped = not has_sketches and (self._reason == _AGAIN or self._board.is_stopped)
        return self._settings.pictures_enabled and not (self._board.plan.is_bare or is_stopped)

    def _show_controls(self) -> None:
        controls, plan, settings = self._bar.controls, self._board.plan, self._settings
        # Without pictures both is as good as the instruction alone.
        is_drawn = settings.pictures_enabled or not plan.draws
        controls.show_sketches(settings.pictures_enabled)
        controls.show_strategy(plan.strategy if is_drawn else "rephrase", settings.strategy)

    # ---- answers ----------------------------------------------------------------------------

    def _on_started(self) -> None:
        self._bar.set_busy(True)
        if not self._has_begun:
            self._late.start()
        if self._reason != _AGAIN:
            self._grid.strip.set_open(True)
            self._board.set_open(True, is_plan_due=self._is_plan_due)
            self._times.begin()

    def _on_said(self, event: object) -> None:
        if isinstance(event, Ranked):
            self._on_ranked(event)
        elif isinstance(event, Planned):
            self._on_planned(event)
        elif isinstance(event, Enough):
            self._on_enough(event)
        elif isinstance(event, Preparing):
            self._times.note_preparing(event)
        elif isinstance(event, SketchProgress):
            self._board.note_progress(event)
        elif isinstance(event, SketchReady):
            self._board.note_ready(event)
            self._times.note_ready(event)
        elif isinstance(event, Notice):
            self._on_noticed(event)

    def _on_ended(self, job: JobHandle) -> None:
        if isinstance(job.ending, EngineLost):
            self._refuse(self.tr("The search engine ended twice over this query. Try other words."))
        elif isinstance(job.ending, Failed):
            self._refuse(job.ending.sentence)
        if isinstance(job.ending, EngineLost | Failed):
            self._give_up(FAILED)
        self._bar.set_busy(False)
        if self._passed_over is not None:
            self._show(self._passed_over)
        self._grid.strip.set_open(False)
        self._board.set_open(False)
        if self._reason != _AGAIN:
            self._times.end()
        if self._unmatched:
            self._grid.show_no_match(self._unmatched)
        if not isinstance(job.ending, Finished):
            return
        if self._reason == _AGAIN:
            self.repeated.emit()
        else:
            self.understood.emit(job.ending.summary.get("family", self._board.plan.family))
            self.settled.emit(DONE)
        if self._is_due_again:
            self.again()

    def _on_late(self) -> None:
        self._grid.view.set_outdated(True)
        self._grid.title.setText(self.tr("Searching …"))

    def _say_beyond(self, words: Sequence[str]) -> None:
        """Say which words of the query the built-in encoder cannot know, if there are any."""
        if not words:
            self._banner.clear(_BEYOND)
            return
        sentence = self.tr("The built-in encoder knows things, not: {0}. These photos are closest.")
        self._banner.say(
            _BEYOND,
            sentence.format(", ".join(words)),
            is_hint=True,
            button=self.tr("Get models"),
            action=self.models_requested.emit,
        )

    def _let_go_of_late(self) -> None:
        self._late.stop()
        self._grid.view.set_outdated(False)

    def _on_planned(self, planned: Planned) -> None:
        if self._reason != _AGAIN:
            self._board.take_plan(planned)
            self._model.set_columns(distinct_parts(planned.instructions))
            self.understood.emit(planned.family)

    def _on_enough(self, enough: Enough) -> None:
        if self._reason != _AGAIN:
            self._board.take_enough(enough)

    def _on_noticed(self, notice: Notice) -> None:
        if notice.code == SECOND_ENCODER:
            self._banner.say(SECOND_ENCODER, notice.sentence, is_hint=True)
        elif self._reason != _AGAIN:
            self._board.take_notice(notice)

    def _refuse(self, sentence: str) -> None:
        self._banner.say("search", sentence)

    def _on_ranked(self, ranked: Ranked) -> None:
        if any(SECOND in name for name in ranked.lists):
            self._banner.clear(SECOND_ENCODER)
        if self._reason != _AGAIN:
            self._times.note_ranked(ranked)
        wanted = self._board.ready_names() if self._board.plan.draws else set()
        is_better_near = self._has_begun or self._reason == _BACK
        if is_better_near and wanted - set(ranked.lists):
            self._passed_over = ranked
        else:
            self._show(ranked)

    def _show(self, ranked: Ranked) -> None:
        had_photos = self.ranked is not None and bool(self.ranked.hits)
        self._passed_over, self.ranked = None, ranked
        self._banner.clear("search")
        entries = [entry_of(hit) for hit in ranked.hits]
        is_first, self._has_begun = not self._has_begun, True
        self._let_go_of_late()
        if is_first:
            self._grid.set_searching(True)
        if is_first and self._reason in (_NEW, _BACK):
            self._grid.view.select_none()  # it was chosen for what was asked before
        if is_first or self._reason == _AGAIN:
            self._model.set_entries(entries)
        else:
            self._grid.view.show_ranking(entries)
        self._grid.set_lists(ranked.lists)
        self._grid.show_answer(ranked)
        self._say_beyond(ranked.beyond)
        self._unmatched = len(entries) if ranked.nothing_matches else 0
        if not ranked.nothing_matches:
            self._grid.show_photos()
        if is_first:
            self._grid.view.verticalScrollBar().setValue(0)
        if is_first or (entries and not had_photos):  # photos may come while it is searched
            self.answered.emit(bool(entries))


def _words(terms: tuple[QueryTerm, ...]) -> tuple[QueryTerm, ...]:
    """Return the terms that can be rewritten and drawn."""
    return tuple(term for term in terms if term.text.strip() and term.weight > 0)


def _is_same(now: tuple[QueryTerm, ...], before: tuple[QueryTerm, ...]) -> bool:
    """Tell whether a query is the one before, refined by example photos or minus signs."""
    if _words(now):
        return _words(now) == _words(before)
    wanted = [[term for term in terms if term.weight > 0] for terms in (now, before)]
    return bool(now) and bool(before) and wanted[0] == wanted[1]
