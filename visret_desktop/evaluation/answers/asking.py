"""Ask one question in all ways, through the program's own search and the engine's Ask job."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from random import Random

from visret_desktop import file_changes
from visret_desktop.engine.answers.asking import ask
from visret_desktop.engine.messages import Answered, Ask, AskedPhoto, AskedSketch, Evidence
from visret_desktop.engine.runtime import Library
from visret_desktop.evaluation.answer_metrics import MOST_CHOSEN
from visret_desktop.evaluation.answers.questions import Question
from visret_desktop.evaluation.answers.setup import KNOWLEDGE, Row, Setup
from visret_desktop.evaluation.quality.costs import Costs
from visret_desktop.evaluation.quality.measuring import Conditions, Measurer
from visret_desktop.evaluation.quality.tasks import Task

_READ = ("shows", "not-shown", "unusable")


@dataclass(frozen=True)
class Outcome:
    """What one question came to in one row.

    `first` is the rank of the first photo that shows it, of a comparison the worse one; 0: none.
    `right_with` has IA@k of the photos that the engine chose, where the row is examined.
    """

    row: Row
    answer: str
    verdict: str
    score: float
    is_refused: bool
    is_shown: bool  # whether photos that were given show it, of a comparison each of the things
    first: int = 0
    photos_read: int = 0
    right_with: tuple[float, ...] | None = None
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

    def outcomes(self, question: Question, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Yield what comes out of each row; `tasks` are the searches, one for each thing."""
        # What was read of one question is of no use for another.
        file_changes.remove(self._library.paths.answers)
        found: dict[str, list[Found]] = {}
        for row in self._setup.rows():
            strategy = KNOWLEDGE[row.knowledge].strategy
            if strategy and strategy not in found:
                found[strategy] = [self._found(task, strategy) for task in tasks]
            yield self._outcome(question, tasks, row, found.get(strategy, []))

    def _found(self, task: Task, strategy: str) -> Found:
        answer = self._measurer.search(task, self._setup.way(strategy))
        hashes = tuple(hit.content_hash for hit in answer.hits)
        return Found(hashes, tuple(sketch.path for sketch in answer.ready))

    def _outcome(
        self, question: Question, tasks: Sequence[Task], row: Row, found: Sequence[Found]
    ) -> Outcome:
        photos = photos_of([one.hashes for one in found], row.images) if row.reads_photos else ()
        request = self._request(question, tasks, row, photos, found)
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
        )
        if row not in self._setup.examined:
            return outcome
        return replace(
            outcome,
            right_with=tuple(self._right_with(question, request, answered)),
            is_steady=self._is_steady(question, request, answered),
        )

    def _request(
        self,
        question: Question,
        tasks: Sequence[Task],
        row: Row,
        photos: Sequence[AskedPhoto],
        found: Sequence[Found],
    ) -> Ask:
        most = max(1, min(row.images, self._setup.m))
        sketches = tuple(
            AskedSketch(path, entity)
            for entity, one in enumerate(found)
            for path in one.sketches[:most]
        )
        return Ask(
            question=tasks[0].text,
            photos=tuple(photos),
            entities=question.things if len(tasks) > 1 else (),
            images=max(row.images, len(tasks)) if row.images else 0,
            knowledge=KNOWLEDGE[row.knowledge].known,
            sketches=sketches,
            style=row.style,
            boxes=False,
        )

    def ask(self, request: Ask) -> Answered:
        """Return the last word of the engine about a request."""
        events = ask(self._library, request, lambda: False)
        return [event for event in events if isinstance(event, Answered)][-1]

    # ---- evidence ---------------------------------------------------------------------------

    def _right_with(self, question: Question, request: Ask, answered: Answered) -> Iterator[float]:
        """Yield IA@1, IA@2 …: the answer from the first of the photos that the engine chose."""
        chosen = chosen_photos(answered)
        for k in range(1, len(chosen) + 1):
            photos = tuple(chosen[:k])
            images = max(k, len(request.entities))
            answer = self.ask(replace(request, photos=photos, images=images))
            yield self._score(question, answer)

    def _is_steady(self, question: Question, request: Ask, answered: Answered) -> bool:
        shuffled = list(request.photos)
        Random(question.right + request.question).shuffle(shuffled)
        again = self.ask(replace(request, photos=tuple(shuffled)))
        return (said(again), again.verdict) == (said(answered), answered.verdict)

    @staticmethod
    def _score(question: Question, answered: Answered) -> float:
        return question.score(said(answered), of_things(answered, question.things))


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
    each, more = divmod(images, len(rankings))
    return tuple(
        AskedPhoto(content_hash, entity)
        for entity, ranking in enumerate(rankings)
        for content_hash in ranking[: max(1, each + (entity < more))]
    )


def _is_shown(photos: Sequence[AskedPhoto], tasks: Sequence[Task]) -> bool:
    return bool(photos) and all(
        any(photo.content_hash in task.relevant for photo in photos if photo.entity == entity)
        for entity, task in enumerate(tasks)
    )


def _first(found: Sequence[Found], tasks: Sequence[Task]) -> int:
    ranks = [
        next((n for n, one in enumerate(own.hashes, 1) if one in task.relevant), 0)
        for own, task in zip(found, tasks, strict=True)
    ]
    return max(ranks) if all(ranks) else 0
