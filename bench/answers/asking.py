"""Ask one question in all ways, through the program's own search and the engine's Ask job."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from random import Random

from bench.answer_metrics import MOST_CHOSEN
from bench.answers.questions import Question
from bench.answers.setup import KNOWLEDGE, Row, Setup
from visret_desktop import file_changes
from visret_desktop.engine.answers.answer_job import ask
from visret_desktop.engine.answers.answer_sentences import plain
from visret_desktop.engine.answers.question_split import shares
from visret_desktop.engine.messages import Answered, Ask, AskedPhoto, AskedSketch, Evidence
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.measuring import Conditions, Measurer
from visret_desktop.judging.records import Costs
from visret_desktop.judging.tasks import RankingTask
from visret_desktop.strategies import STRATEGIES

_READ = ("shows", "not-shown", "unusable")


@dataclass(frozen=True)
class Outcome:
    """What one question came to in one row.

    `first` is the rank of the first photo that shows it, of a comparison the worse one; 0: none.
    `is_side_by_side`: it says something of each thing compared, and draws no conclusion.
    `right_with` has IA@k of the `chosen` photos that the answer rests on, where it is examined.
    """

    row: Row
    answer: str
    verdict: str
    score: float
    is_refused: bool
    is_shown: bool  # whether photos that were given show it, of a comparison each of the things
    first: int = 0
    photos_read: int = 0
    is_side_by_side: bool = False
    chosen: int = 0
    right_with: tuple[float, ...] | None = None
    is_sure: bool = False
    is_reliable: bool = False  # sure, or it would be with more witnesses
    witnesses: int = 0  # that the answer rests on, of a comparison those of the thing with fewer
    is_steady: bool | None = None  # whether the photos in another order give the same answer


@dataclass(frozen=True)
class Found:
    """What a search found for one of the things asked about."""

    hashes: tuple[str, ...]
    sketches: tuple[str, ...]


class Asker:
    """Asks questions about one opened library. Not thread-safe."""

    def __init__(self, library: Library, setup: Setup, costs: Costs) -> None:
        self._library = library
        self._setup = setup
        self._measurer = Measurer(library, Conditions((), (0,), setup.m), costs)

    def outcomes(self, question: Question, tasks: Sequence[RankingTask]) -> Iterator[Outcome]:
        """Yield what comes out of each row.

        `tasks` are the searches, one for each thing, in the order of the instructions.
        """
        # What was read of one question is of no use for another.
        file_changes.remove(self._library.paths.answers)
        entities = self._entities(tasks)
        found: dict[str, list[Found]] = {}
        for row in self._setup.rows():
            strategy = KNOWLEDGE[row.knowledge].strategy
            if strategy and strategy not in found:
                found[strategy] = [self._found(task, strategy) for task in tasks]
            yield self._outcome(question, tasks, row, entities, found.get(strategy, []))

    def refusal(self, tasks: Sequence[RankingTask]) -> str | None:
        """Return why the rewriter's answer to a question was not used; "": it was.

        None: no row asks the rewriter. Each thing of a comparison gets its instruction of one plan.
        """
        used = (KNOWLEDGE[row.knowledge].strategy for row in self._setup.rows())
        if len(tasks) < 2 and not any(name and STRATEGIES[name].rewrites for name in used):
            return None
        return self._measurer.plan(tasks[0]).note

    def _entities(self, tasks: Sequence[RankingTask]) -> tuple[str, ...]:
        """Return what a comparison is taken apart to, as `visret ask` does; else nothing."""
        instructions = self._measurer.plan(tasks[0]).instructions if len(tasks) > 1 else ()
        return instructions if len(instructions) > 1 else ()

    def _found(self, task: RankingTask, strategy: str) -> Found:
        answer = self._measurer.search(task, self._setup.way(strategy))
        hashes = tuple(hit.content_hash for hit in answer.hits)
        return Found(hashes, tuple(sketch.path for sketch in answer.ready))

    def _outcome(
        self,
        question: Question,
        tasks: Sequence[RankingTask],
        row: Row,
        entities: tuple[str, ...],
        found: Sequence[Found],
    ) -> Outcome:
        photos = photos_of([one.hashes for one in found], row.images) if row.reads_photos else ()
        request = self._request(tasks, row, entities, photos, found)
        answered = self.ask(request)
        outcome = Outcome(
            row,
            said(answered),
            answered.verdict,
            self._score(question, answered),
            is_refused(answered),
            _is_shown(photos, tasks),
            _first(found, tasks) if row.reads_photos else 0,
            sum(one.state in _READ and not one.is_sketch for one in answered.evidence),
            bool(answered.answer and not conclusion(answered)),
            is_sure=answered.is_sure,
            is_reliable=replace(answered, witnesses=2).is_sure,
            witnesses=answered.witnesses,
        )
        if row not in self._setup.examined:
            return outcome
        return replace(
            outcome,
            chosen=len(chosen_photos(answered)),
            right_with=tuple(self._right_with(question, request, answered)),
            is_steady=self._is_steady(question, request, answered),
        )

    def _request(
        self,
        tasks: Sequence[RankingTask],
        row: Row,
        entities: tuple[str, ...],
        photos: Sequence[AskedPhoto],
        found: Sequence[Found],
    ) -> Ask:
        last = max(0, len(entities) - 1)
        most = shares(min(row.images, self._setup.m), len(tasks))
        sketches = tuple(
            AskedSketch(path, min(thing, last))
            for thing, one in enumerate(found)
            for path in one.sketches[: most[thing]]
        )
        return Ask(
            question=tasks[0].text,
            photos=tuple(replace(one, entity=min(one.entity, last)) for one in photos),
            entities=entities,
            images=max(row.images, len(tasks)) if row.images else 0,
            knowledge=KNOWLEDGE[row.knowledge].known,
            sketches=sketches,
            style=row.style,
            boxes=False,
        )

    def ask(self, request: Ask) -> Answered:
        """Return the last word of the engine about a request."""
        events = ask(self._library, request)
        return [event for event in events if isinstance(event, Answered)][-1]

    # ---- evidence ---------------------------------------------------------------------------

    def _right_with(self, question: Question, request: Ask, answered: Answered) -> Iterator[float]:
        """Yield IA@1, IA@2 …: the answer from the first chosen photos, of each compared thing."""
        chosen = chosen_photos(answered)
        most = max(Counter(photo.entity for photo in chosen).values(), default=0)
        for k in range(1, most + 1):
            photos = first_of_each(chosen, k)
            images = k * max(1, len(request.entities))
            answer = self.ask(replace(request, photos=photos, images=images))
            yield self._score(question, answer)

    def _is_steady(self, question: Question, request: Ask, answered: Answered) -> bool:
        shuffled = list(request.photos)
        Random(question.right + request.question).shuffle(shuffled)
        again = self.ask(replace(request, photos=tuple(shuffled)))
        return (said(again), again.verdict) == (said(answered), answered.verdict)

    @staticmethod
    def _score(question: Question, answered: Answered) -> float:
        return question.score(conclusion(answered), of_things(answered, question.things))


# ---- reading an answer --------------------------------------------------------------------------


def said(answered: Answered) -> str:
    """Return an answer, or all that contradicting photos say, most photos first."""
    if answered.answer:
        return answered.answer
    names = answered.entities or ("",)
    found = of_things(answered, names)
    if len(names) == 1:
        return found[0]
    return "; ".join(f"{name}: {text}" for name, text in zip(names, found, strict=True) if text)


def conclusion(answered: Answered) -> str:
    """Return what is answered to the whole question; "" where things only stand side by side."""
    if len(answered.entities) < 2:
        return answered.answer
    first = {one.entity: plain(one.text) for one in reversed(answered.said)}
    beside = (f"{name}: {first.get(n, '')}" for n, name in enumerate(answered.entities))
    return "" if answered.answer == "; ".join(beside) else answered.answer


def of_things(answered: Answered, things: Sequence[str]) -> list[str]:
    """Return what was said of each thing: by photos, or by sketches where no photo says it."""
    if len(answered.entities) < 2 <= len(things):
        return parted(answered.answer, things)
    sketches = {one.n for one in answered.evidence if one.is_sketch}
    found = []
    for entity in range(len(things)):
        own = [one for one in answered.said if one.entity == entity]
        by_photos = [one for one in own if sketches.isdisjoint(one.photos)]
        found.append(" or ".join(one.text.rstrip(".") for one in by_photos or own))
    return found


def parted(answer: str, things: Sequence[str]) -> list[str]:
    """Return the part of an answer about each thing: what follows its name."""
    lowered = answer.casefold()
    places = {thing: lowered.find(thing.casefold()) for thing in things}
    ends = [*(place for place in places.values() if place >= 0), len(answer)]
    return [
        answer[place : min(end for end in ends if end > place)] if place >= 0 else ""
        for place in places.values()
    ]


def is_refused(answered: Answered) -> bool:
    """Whether the answer is that this is not shown, or not known; of a comparison, of a thing."""
    return answered.verdict in ("not-shown", "unknown")


def chosen_photos(answered: Answered) -> list[AskedPhoto]:
    """Return the photos that an answer rests on, at most five, of compared things in turn."""
    by_number: dict[int, Evidence] = {one.n: one for one in answered.evidence}
    queues: dict[int, list[AskedPhoto]] = {}
    for one in answered.said:
        own = (by_number[number] for number in one.photos)
        photos = (AskedPhoto(e.content_hash, e.entity) for e in own if not e.is_sketch)
        queues.setdefault(one.entity, []).extend(photos)
    in_turn = chain.from_iterable(zip_longest(*queues.values()))
    return [photo for photo in in_turn if photo is not None][:MOST_CHOSEN]


# ---- photos -------------------------------------------------------------------------------------


def photos_of(rankings: Sequence[Sequence[str]], images: int) -> tuple[AskedPhoto, ...]:
    """Return so many photos, shared out among the things; each has at least one."""
    own = zip(rankings, shares(images, len(rankings)), strict=True)
    return tuple(
        AskedPhoto(content_hash, thing)
        for thing, (ranking, share) in enumerate(own)
        for content_hash in ranking[:share]
    )


def first_of_each(photos: Sequence[AskedPhoto], k: int) -> tuple[AskedPhoto, ...]:
    """Return the first k photos of each thing."""
    found = []
    taken: Counter[int] = Counter()
    for photo in photos:
        taken[photo.entity] += 1
        if taken[photo.entity] <= k:
            found.append(photo)
    return tuple(found)


def _is_shown(photos: Sequence[AskedPhoto], tasks: Sequence[RankingTask]) -> bool:
    return bool(photos) and all(
        any(photo.content_hash in task.relevant for photo in photos if photo.entity == entity)
        for entity, task in enumerate(tasks)
    )


def _first(found: Sequence[Found], tasks: Sequence[RankingTask]) -> int:
    ranks = [
        next((n for n, one in enumerate(own.hashes, 1) if one in task.relevant), 0)
        for own, task in zip(found, tasks, strict=True)
    ]
    return max(ranks) if all(ranks) else 0
