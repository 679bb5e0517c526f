"""From a query to a ranking, top to bottom.

    terms → one vector → the ranking by the query itself, at once
          → the rewriter → instructions, one for each thing asked about        `planning`
          → the visualizer → sketches, each a ranking of its own as it lands   `sketching`
                             until another one would change hardly anything    `drawing_budget`
          → fusion of the rankings by the strategy                             `encoder_search`
          → photos, online copies first → hits with ranks, the better bands first  `result_builder`

Each `Ranked` event is whole and replaces the one before. Where nothing has to be computed by a
model the first is the last. Cancelling stops at the next stage or denoising step. What a strategy
does with a query is in `visret_desktop.strategies`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import (
    ONLY_ENGLISH,
    SECOND_ENCODER,
    Enough,
    Finished,
    Message,
    Notice,
    Planned,
    Ranked,
    Search,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.boolean_search import search_by_formula
from visret_desktop.engine.search.drawing_budget import DrawingBudget
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.engine.search.feedback import with_marks
from visret_desktop.engine.search.library_sides import search_sides
from visret_desktop.engine.search.planning import (
    Planner,
    SearchPlan,
    check_request,
    feasible_strategy,
    why_no_sketches,
)
from visret_desktop.engine.search.query_language import QueryLanguage
from visret_desktop.engine.search.query_vectors import QueryVectors, SplitQuery
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.search.result_builder import ResultBuilder
from visret_desktop.engine.search.sketching import DrawingSession, Landed, Sketcher
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import (
    Cancelled,
    DeviceMissing,
    OutOfMemory,
    PackDamaged,
    PackMissing,
    PartNotLoading,
    UsageError,
    VisretError,
)
from visret_desktop.models.interfaces import Encoder, Family
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.models.rewriting.rewrite_check import subjects
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.sentences import Sentence, joined, sentence

_PHRASE_SECONDS = 3.0  # that a search takes, once its photos are shown, to be able to judge them
_READS_ENGLISH = sentence(
    "These models read English, and your words seem to be of another language: what follows is "
    "closest first only. Ask in English, or choose an encoder for many languages."
)


def search(library: Library, request: Search, control: Control = NO_CONTROL) -> Iterator[Message]:
    """Answer `request`; yield what `engine.messages` says of a search, and `Finished` at last.

    Closing the generator stops after the denoising step in hand.

    Raises:
        UsageError: an empty query, an unknown strategy or an unreadable example picture.
        PackMissing: no encoder, or the strategy needs a model that is not installed.
        Cancelled: `control` was.
    """
    check_request(request)

    def search_one(side: Library, only: Search) -> Iterator[Message]:
        if only.formula:
            return search_by_formula(side, only, control.is_cancelled)
        return _SearchRun(side, only, control.is_cancelled).events()

    yield from search_sides(library, request, search_one)


class _SearchRun:
    """The state of one search."""

    def __init__(self, library: Library, request: Search, cancelled: IsStopped) -> None:
        self._library = library
        self._request = request
        self._typed = request.terms
        self._cancelled = cancelled
        self._clock = StageClock()
        self._question = SplitQuery.of(request.terms)
        self._can_draw = bool(request.sketches) or library.can_draw()
        may_draw = self._can_draw and library.settings.pictures_enabled
        self._strategy = feasible_strategy(request, self._question.words, may_draw)
        self._searches: list[EncoderSearch] = []
        self._hit_count = -1  # nothing shown yet
        # Sketches that may still change the ranking; None: nobody knows yet what is to be drawn.
        is_unknown = self._strategy.rewrites or request.is_typed
        self._awaited: set[str] | None = None if is_unknown else set()
        self._budget = DrawingBudget((), (), 0)
        family = Family(request.family or choose_family(self._question.words))
        is_question = family is not Family.DESCRIPTION
        # What photos are to show, in words; "" while a question is not yet an instruction.
        self._sought = "" if is_question and self._strategy.rewrites else self._question.words
        self._has_settled = False
        self._sketcher = Sketcher(library, request.job, self._clock)
        self._why_no_sketches = why_no_sketches(library, request, self._strategy, self._can_draw)
        self._planner = Planner(
            library,
            request,
            self._strategy,
            self._question,
            self._can_draw and self._why_no_sketches is None,
            self._clock,
        )

    def events(self) -> Iterator[Message]:
        if self._request.plan_only:
            plan = self._planner.recalled() or self._planner.made(self._cancelled)
            self._budget = DrawingBudget(plan.sketches, (), 0)
            yield from self._say(plan)
            yield self._finished({})
            return
        with self._clock.loading():
            encoder = self._library.encoder
        self._request = with_marks(self._library, self._request)
        self._question = SplitQuery.of(self._request.terms)
        self._searches = [self._encoder_search(encoder)]
        self._results = ResultBuilder(
            self._library, self._request, self._typed, self._searches, self._clock
        )
        if not self._request.is_typed:
            yield from self._look_with_second()
        self._check_cancelled()
        self._results.look_for_named(self._question)
        self._check_cancelled()
        if self._language.is_unread and not self._request.is_typed:
            yield Notice(self._request.job, ONLY_ENGLISH, _READS_ENGLISH)
        if self._strategy.rewrites:
            yield from self._visualize_then_retrieve()
        else:
            yield from self._rank()
        yield self._finished({"encoder": encoder.name, "hits": self._hit_count})

    def _encoder_search(
        self, encoder: Encoder, index: ContentIndex | None = None, pack_name: str = ""
    ) -> EncoderSearch:
        """Return what an encoder sees of the query as it is; the second one has its own index."""
        ranker = Ranker(self._library, self._request, self._clock, index)
        vectors = QueryVectors(self._library, self._clock, encoder)
        search = EncoderSearch(self._strategy, self._library.settings, ranker, vectors, pack_name)
        search.ask(self._request.terms, self._typed)
        return search

    def _look_with_second(self) -> Iterator[Message]:
        """Let the second encoder look too; yield why it does not, if there is one."""
        second = self._library.second
        if second is None:
            return
        try:
            with self._clock.loading():
                encoder, is_whole = second.encoder, second.is_whole()
            if not is_whole:
                reason = sentence(
                    "{encoder} has still to look at {count:,} photos; until it has, the first"
                    " encoder answers alone.",
                    encoder=second.pack.title,
                    count=second.missing(),
                )
                yield Notice(self._request.job, SECOND_ENCODER, reason)
                return
            search = self._encoder_search(encoder, self._library.second_index(), second.pack.name)
        except (OutOfMemory, PackDamaged, DeviceMissing, PartNotLoading, UsageError) as error:
            reason = sentence(
                "{title} has no part in this answer: {error}", title=second.pack.title, error=error
            )
            yield Notice(self._request.job, SECOND_ENCODER, reason)
            return
        self._searches.append(search)

    @cached_property
    def _language(self) -> QueryLanguage:
        return QueryLanguage(self._library, self._question.words, rewrites=self._strategy.rewrites)

    @property
    def _vectors(self) -> list[QueryVectors]:
        return [search.vectors for search in self._searches]

    def _visualize_then_retrieve(self) -> Iterator[Message]:
        plan = self._planner.recalled()
        if plan is None:
            yield from self._rank()
            self._check_cancelled()
            plan = self._planner.made(self._cancelled)
            self._check_cancelled()
        landed = self._sketcher.at_hand(plan.sketches, self._vectors)
        missing = [sketch for sketch in plan.sketches if sketch.name not in landed]
        self._budget = DrawingBudget(plan.sketches, self._searches, self._library.settings.rrf_k)
        with self._sketcher.drawing(missing, self._vectors, self._cancelled) as session:
            if not landed:  # the first one is needed in any case
                self._budget.order(session)
            if missing and self._hit_count < 0:
                yield from self._rank()
                self._check_cancelled()
            used = self._place_plan(plan, landed)
            self._budget.order(session)
            yield from self._say(plan)
            yield from self._rank_by(used)
            for scorer in self._results.scorers if session.is_busy else ():
                scorer.prepare()  # the sketches take longer
            yield from self._draw(session)
        if not self._has_settled:  # a sketch could not be drawn, or there was nothing to rank by
            self._awaited = set()
            yield from self._rank()

    def _place_plan(self, plan: SearchPlan, landed: Mapping[str, Landed]) -> list[Landed]:
        """Rank by the instructions and by the sketches at hand; return those that are needed."""
        family = Family(plan.family) if plan.family else Family.DESCRIPTION
        self._sought = " ".join(plan.instructions) or self._question.words
        things = subjects(self._question.words, family, plan.instructions)
        for search, pack in zip(self._searches, self._language.encoder_packs, strict=False):
            own = things if pack.knows == "things" else ()
            search.place_instructions(plan.instructions, self._question, own)
            search.place_translation(plan.translation, self._question)
            search.place_details(plan.details, self._question)
        used = []
        for sketch in plan.sketches:
            if sketch.name in landed and sketch.name in self._budget.names():
                self._place(landed[sketch.name])
                used.append(landed[sketch.name])
        self._awaited = self._budget.names()
        return used

    def _rank_by(self, landed: Sequence[Landed]) -> Iterator[Message]:
        self._sketcher.from_cache = sum(one.message.is_cached for one in landed)
        for one in landed:
            yield one.message
        self._check_cancelled()
        if any(column.lists() for column in self._searches[0].columns) or self._hit_count < 0:
            yield from self._rank()

    # ---- plan -------------------------------------------------------------------------------

    def _say(self, plan: SearchPlan) -> Iterator[Message]:
        """Yield at most one notice, and the plan."""
        reasons = [(plan.note_code, plan.note)] if plan.note_code else []
        if (why := self._why_no_sketches) is not None:
            code = "pictures-off" if isinstance(why, UsageError) else why.code
            reasons.append((code, _no_sketches(why)))
        elif plan.undrawn and not self._language.is_unread:  # that notice says enough
            reasons.append(("unread", plan.undrawn))
        if reasons:
            yield Notice(self._request.job, reasons[-1][0], joined(each for _, each in reasons))
        yield Planned(
            self._request.job,
            plan.family,
            plan.instructions,
            plan.sketches,
            plan.note,
            self._sketcher.expected_seconds(self._budget.to_come),
            plan.translation,
            plan.details,
        )
        yield from self._say_enough()

    def _say_enough(self) -> Iterator[Message]:
        if names := self._budget.newly_left_out():
            yield Enough(self._request.job, names)

    # ---- sketches ---------------------------------------------------------------------------

    def _draw(self, session: DrawingSession) -> Iterator[Message]:
        try:
            for event in session.events():
                if isinstance(event, Landed):
                    yield from self._take(event, session)
                else:
                    yield event
        except (OutOfMemory, PackDamaged, PackMissing, DeviceMissing, PartNotLoading) as error:
            yield Notice(self._request.job, error.code, _no_sketches(error))

    def _take(self, landed: Landed, session: DrawingSession) -> Iterator[Message]:
        self._place(landed)
        self._awaited = self._budget.names()
        self._check_cancelled()
        self._budget.order(session)
        yield landed.message
        yield from self._say_enough()
        yield from self._rank()

    def _place(self, landed: Landed) -> None:
        for search, vector in zip(self._searches, landed.vectors, strict=True):
            search.place_sketch(landed.sketch, vector, self._question)
        self._budget.note(landed.sketch)

    # ---- results ----------------------------------------------------------------------------

    def _rank(self) -> Iterator[Ranked]:
        """Yield the ranking; where a verdict takes longer to come, first without."""
        if self._awaited == set():
            waiting = [one for one in self._results.scorers if one.lacks_phrases()]
            if waiting:
                yield self._ranked(is_settled=False)
            for scorer in waiting:
                with self._clock.stage("encode"):
                    scorer.make_phrases(_PHRASE_SECONDS, self._cancelled)
                self._check_cancelled()
        yield self._ranked(is_settled=self._awaited == set())

    def _ranked(self, *, is_settled: bool) -> Ranked:
        self._has_settled = is_settled
        ranked = self._results.ranked(
            self._language.beyond_sought(self._sought),
            is_settled=is_settled,
            can_judge=self._language.can_judge,
        )
        self._hit_count = len(ranked.hits)
        return ranked

    # ---- end --------------------------------------------------------------------------------

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled

    def _finished(self, results: dict[str, Any]) -> Finished:
        """Return the ending with the figures of the search.

        `overhead_seconds` is what the search took beyond the models' own time.
        """
        seconds, model_seconds = self._clock.seconds(), self._clock.model_seconds()
        if words := self._question.words:
            results = {"family": self._request.family or choose_family(words).value} | results
        figures = {
            "strategy": self._request.strategy,
            "rounds": int(self._strategy.rewrites),
            "rewriter_calls": self._planner.rewriter_calls,
            "sketches_made": self._sketcher.made,
            "sketches_from_cache": self._sketcher.from_cache,
            "sketches_left_out": self._budget.left_out,
            "stages": self._clock.timings(),
            "seconds": round(seconds, 5),
            "model_seconds": round(model_seconds, 5),
            "overhead_seconds": round(max(0.0, seconds - model_seconds), 5),
        }
        return Finished(self._request.job, {**results, **figures})


def _no_sketches(why: VisretError) -> Sentence:
    return sentence("Sketches are not drawn: {why}", why=why)
