"""Make the rankings of one query in all ways, through the program's own search.

Every search starts with models loaded and an empty memory; only what was generated (rewrites,
sketches) comes from the cache on disk, and its price is added to the search's own seconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from visret_desktop.engine.caches.search_caches import SearchCaches
from visret_desktop.engine.messages import (
    Finished,
    Hit,
    Notice,
    Planned,
    QueryTerm,
    Ranked,
    Search,
    Sketch,
    SketchReady,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.judging.records import Costs, Key, Record
from visret_desktop.judging.tasks import RankingTask
from visret_desktop.judging.ways import Configuration
from visret_desktop.roles import Role


@dataclass(frozen=True)
class Conditions:
    """How all queries are asked."""

    ways: tuple[Configuration, ...]
    seeds: tuple[int, ...]
    m: int
    with_no_match: bool = True  # ask again with the relevant photos taken away


@dataclass(frozen=True)
class Answer:
    """What came out of one search, the hits in the order of their ranks."""

    hits: tuple[Hit, ...]
    answered: bool
    found: int  # hits above the line; -1: none is drawn
    planned: Planned
    ready: tuple[SketchReady, ...]
    notes: tuple[str, ...]
    summary: dict[str, Any]


def answered(library: Library, request: Search) -> Answer:
    """Search with an empty memory, and return what comes out. Raises as `search`."""
    library.caches = SearchCaches(library.paths, library.settings)
    ranked, planned = Ranked(), Planned()
    summary: dict[str, Any] = {}
    ready: list[SketchReady] = []
    notes: list[str] = []
    for event in search(library, request):
        if isinstance(event, Ranked):
            ranked = event
        elif isinstance(event, Planned):
            planned = event
        elif isinstance(event, SketchReady):
            ready.append(event)
        elif isinstance(event, Notice):
            notes.append(event.sentence)
        elif isinstance(event, Finished):
            summary = event.summary
    # Where no verdict is given, nobody says that nothing answers.
    claims, photos = ranked.found != 0, ranked.found
    return Answer(ranked.hits, claims, photos, planned, tuple(ready), tuple(notes), summary)


class Measurer:
    """Measures queries on one opened library. Not thread-safe."""

    def __init__(self, library: Library, conditions: Conditions, costs: Costs) -> None:
        self._library = library
        self._conditions = conditions
        self._costs = costs
        self._is_warm = False

    def plan(self, task: RankingTask) -> Planned:
        """Return what the rewriter makes of a query; ask it if it was not asked before."""
        request = Search(
            terms=_terms(task), strategy="hybrid", m=1, family=task.family, plan_only=True
        )
        answer = self._ask(request)
        if "rewrite" in answer.summary["stages"]:
            key = self._rewrite_key(answer.planned, task)
            self._costs.note(key, answer.summary["stages"]["rewrite"])
        return answer.planned

    def search(self, task: RankingTask, way: Configuration, seed: int = 0) -> Answer:
        """Return what a search finds for a task."""
        self._library.settings = replace(self._library.settings, hybrid_weight=way.weight)
        planned = self.plan(task) if way.strategy != "original" else Planned()
        return self._ask(self._request(task, way, seed, planned))

    def records(self, tasks: Sequence[RankingTask], known: dict[Key, Record]) -> Iterator[Record]:
        """Yield what is not `known` yet of the tasks of one query."""
        if not self._is_warm:  # an encoder's first call takes longest
            self._ask(Search(terms=_terms(tasks[0])))
            self._is_warm = True
        for way in self._conditions.ways:
            for seed in self._conditions.seeds:
                for task in tasks:
                    if (way.name, seed, task.query, task.entity) not in known:
                        yield self._record(task, way, seed)

    def _record(self, task: RankingTask, way: Configuration, seed: int) -> Record:
        settings = replace(self._library.settings, hybrid_weight=way.weight)
        self._library.settings = settings
        planned = self.plan(task) if way.strategy != "original" else Planned()
        request = self._request(task, way, seed, planned)
        answer = self._ask(request)
        hashes = [hit.content_hash for hit in answer.hits]
        is_first = not task.column  # of the entities, which share one call of the rewriter
        return Record(
            way=way.name,
            seed=seed,
            query=task.query,
            entity=task.entity,
            kind=task.kind,
            relevant=len(task.relevant),
            ranked=len(hashes),
            ranks=tuple(n for n, h in enumerate(hashes, start=1) if h in task.relevant),
            answered=answer.answered,
            answered_without=self._is_answered_without(request, task)
            if self._conditions.with_no_match
            else None,
            rewriter_calls=int(is_first and way.strategy != "original" and self._has_rewriter()),
            sketches=0 if way.is_drawn else len(answer.ready),
            rounds=answer.summary["rounds"],
            seconds=None if way.is_drawn else self._seconds(answer, task, planned, is_first),
            instructions=answer.planned.instructions,
            is_exact=_is_exact(task, planned),
            first=answer.hits[0].path if answer.hits else "",
            notes=answer.notes,
            refusal=planned.note,
            stages=answer.summary["stages"],
            wrong=len(task.wrong),
            wrong_ranks=tuple(n for n, h in enumerate(hashes, start=1) if h in task.wrong),
            found=answer.found,
        )

    def _request(
        self, task: RankingTask, way: Configuration, seed: int, planned: Planned
    ) -> Search:
        own = planned.instructions
        if task.column is not None:  # the instruction that is about this entity
            own = own[min(task.column, len(own) - 1) :][:1] if own else ()
        pictures = task.pictures[: 1 if way.strategy == "visret-single" else None]
        return Search(
            terms=_terms(task),
            top_k=task.depth,
            filter=task.only,
            strategy=way.strategy,
            m=self._conditions.m,
            seed=seed,
            draw_all=way.draws_all,
            family=task.family,
            instructions=own if task.column is not None else (),
            sketches=tuple(Sketch(image=path) for path in pictures) if way.is_drawn else (),
            by_names=False,  # what is measured is what models see
        )

    def _is_answered_without(self, request: Search, task: RankingTask) -> bool | None:
        """Return whether the search claims an answer with the relevant photos taken away."""
        if not task.relevant:
            return None
        answer = self._ask(replace(request, exclude_hashes=tuple(sorted(task.relevant))))
        return answer.answered if answer.hits else None

    # ---- one search -------------------------------------------------------------------------

    def _ask(self, request: Search) -> Answer:
        answer = answered(self._library, request)
        self._note_sketches(answer.ready, answer.summary)
        return answer

    # ---- seconds ----------------------------------------------------------------------------

    def _note_sketches(self, ready: Sequence[SketchReady], summary: dict[str, Any]) -> None:
        made = [sketch for sketch in ready if sketch.seconds > 0]
        stages = summary["stages"]
        seconds = stages.get("visualize", 0.0) + stages.get("embed", 0.0)
        for sketch in made:
            self._costs.note(self._sketch_key(sketch), seconds / len(made))

    def _seconds(
        self, answer: Answer, task: RankingTask, planned: Planned, with_rewrite: bool
    ) -> float | None:
        stages = answer.summary["stages"]
        parts = [answer.summary["seconds"] - stages.get("load", 0.0)]
        parts += [self._costs.get(self._sketch_key(s)) for s in answer.ready if s.is_cached]
        if planned.instructions and with_rewrite and self._has_rewriter():
            parts.append(self._costs.get(self._rewrite_key(planned, task)))
        known = [part for part in parts if part is not None]
        return round(sum(known), 5) if len(known) == len(parts) else None

    def _has_rewriter(self) -> bool:
        """Whether there is one to ask; what it answers may still not be used."""
        try:
            self._library.pack(Role.REWRITER)
        except (PackMissing, PackDamaged):
            return False
        return True

    def _rewrite_key(self, planned: Planned, task: RankingTask) -> str:
        return Costs.of_rewrite(_model(self._library, Role.REWRITER), planned.family, task.text)

    def _sketch_key(self, sketch: SketchReady) -> str:
        model = _model(self._library, Role.VISUALIZER)
        return Costs.of_sketch(model, sketch.instruction, sketch.seed)


def _model(library: Library, role: Role) -> str:
    pack = library.pack(role)
    size = f" {pack.settings.get('pixels')}" if role.draws else ""
    return f"{pack.name}-{pack.digest}{size}"


def _terms(task: RankingTask) -> tuple[QueryTerm, ...]:
    return (QueryTerm(task.text),)


def _is_exact(task: RankingTask, planned: Planned) -> bool | None:
    if not (task.instruction and planned.instructions):
        return None
    return list(planned.instructions) == task.instruction.splitlines()


def needs_plan(ways: Sequence[Configuration]) -> bool:
    """Return whether any way asks the rewriter."""
    return any(way.strategy != "original" for way in ways)
