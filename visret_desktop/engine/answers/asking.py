"""From a question and the photos that a search found to an answer, photo by photo.

    photos, best first, shared out among the compared things  `choosing`
          → pixels by our own decoders                        `pictures`
          → the reader, or what it said before                `consulting`
          → one answer, or several side by side; a sentence   `combining`, `wording`, `composing`
          → once that is said: where the photos show it       `consulting`

Each `Answered` event is whole and replaces the one before. Reading stops early when the answer
holds: three photos agree and none that was read says anything else (`combining.holds`). Where they
contradict each other, or show nothing, all photos that may be are read. A photo that cannot be read
is passed over, and the next one read in its place.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from visret_desktop.aside import IsStopped
from visret_desktop.engine.answers.choosing import Thing, queues, shares, things_of
from visret_desktop.engine.answers.composing import (
    cleaned,
    composed,
    from_memory,
    is_enough,
    with_reading,
)
from visret_desktop.engine.answers.consulting import Consultant, Look
from visret_desktop.engine.answers.pictures import (
    is_offline,
    key_of,
    seen_photo,
    seen_sketch,
    sketch_file,
    sketch_hash,
)
from visret_desktop.engine.answers.wording import ASKING_MEMORY
from visret_desktop.engine.messages import Answered, Ask, Evidence, Finished, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.clock import StageClock
from visret_desktop.engine.search.memory import Recent
from visret_desktop.errors import Cancelled, PhotoUnreadable, UsageError
from visret_desktop.library.records import PhotoRow
from visret_desktop.models.interfaces import Reading, SeenPicture
from visret_desktop.retrieval.query import refuse_too_much

_PICTURES_KEPT = 16  # of those that boxes may still be asked of


def ask(library: Library, request: Ask, cancelled: IsStopped) -> Iterator[Message]:
    """Answer `request`; yield `Answered` again and again, and `Finished` at last.

    Raises:
        UsageError: there is no question, it is too long, or a sketch is none.
        PackMissing, PackDamaged, OutOfMemory, DeviceMissing: the reader cannot be used.
        Cancelled: `cancelled()` turned true; at most one picture or written word later.
    """
    if not request.question.strip():
        raise UsageError(reason="There is no question. Type what you want to know.")
    refuse_too_much([request.question])
    yield from _Run(library, request, cancelled).events()


@dataclass
class _Queue:
    """What is to be read about one thing."""

    thing: Thing
    share: int  # photos that may be read
    waiting: deque[int] = field(default_factory=deque)  # numbers of evidence
    spare: deque[str] = field(default_factory=deque)  # content hashes, for those not readable
    sketches: deque[int] = field(default_factory=deque)


class _Run:
    """The state of one job."""

    def __init__(self, library: Library, request: Ask, cancelled: IsStopped) -> None:
        self._library, self._request, self._cancelled = library, request, cancelled
        self._question = request.question.strip()
        self._clock = StageClock()
        self._consultant = Consultant(library, request, self._clock, cancelled)
        self._is_memory = request.images == 0 or request.knowledge == "none"
        self._things = things_of(self._question, request.entities)
        self._copies: dict[str, list[PhotoRow]] = {}
        self._evidence: list[Evidence] = []  # number n stands at n - 1
        self._seen: Recent[SeenPicture] = Recent(_PICTURES_KEPT)
        self._joint = ""
        self._is_settled = False
        self._verdict = ""
        self._queues = [] if self._is_memory else self._planned()

    def events(self) -> Iterator[Message]:
        if self._is_memory:
            yield from self._recollect()
        else:
            yield self._answered()
            for queue, number in self._in_turn():
                yield from self._read(queue, number)
            yield from self._settle()
            if self._request.boxes:
                yield from self._find_boxes()
        self._consultant.learn()
        yield self._finished()

    # ---- what to read -----------------------------------------------------------------------

    def _planned(self) -> list[_Queue]:
        """Number what is to be read: photos thing by thing, then sketches."""
        request, count = self._request, len(self._things)
        planned = [
            _Queue(thing, share)
            for thing, share in zip(self._things, shares(request.images, count), strict=True)
        ]
        if "photos" in request.knowledge:
            hashes = queues(request.photos, count)
            wanted = list(dict.fromkeys(one for each in hashes for one in each))
            self._copies = self._library.reader.rows_by_hash(wanted)
            for entity, (queue, found) in enumerate(zip(planned, hashes, strict=True)):
                queue.spare.extend(found)
                for _ in range(min(queue.share, len(found))):
                    queue.waiting.append(self._add_photo(entity, queue.spare.popleft()))
        if "sketch" in request.knowledge:
            files = [sketch_file(self._library, path) for path in request.sketches]
            for entity, queue in enumerate(planned):
                queue.sketches.extend(self._add_sketch(entity, file) for file in files)
        return planned

    def _add_photo(self, entity: int, content_hash: str) -> int:
        copies = self._copies.get(content_hash, [])
        known = Evidence(len(self._evidence) + 1, entity, content_hash=content_hash)
        if copies:
            first, is_thumbnail = copies[0], is_offline(copies)
            known = replace(known, photo_id=first.photo_id, path=first.path, name=first.name)
            known = replace(known, is_thumbnail=is_thumbnail)
        self._evidence.append(known)
        return known.n

    def _add_sketch(self, entity: int, file: Path) -> int:
        number = len(self._evidence) + 1
        sketch = Evidence(number, entity, path=str(file), name=file.name, is_sketch=True)
        self._evidence.append(sketch)
        return number

    def _in_turn(self) -> Iterator[tuple[_Queue, int]]:
        """Yield what to read next: a photo of each thing in turn, and sketches at the end."""
        open_queues = list(self._queues)
        while open_queues:
            for queue in list(open_queues):
                entity = self._queues.index(queue)
                if not queue.waiting or is_enough(queue.thing, entity, self._evidence):
                    self._leave_out(queue)
                    open_queues.remove(queue)
                else:
                    yield queue, queue.waiting.popleft()
        for queue in self._queues:
            while queue.sketches:
                yield queue, queue.sketches.popleft()

    def _leave_out(self, queue: _Queue) -> None:
        for number in queue.waiting:
            self._change(number, state="not-needed")
        queue.waiting.clear()

    # ---- reading ----------------------------------------------------------------------------

    def _read(self, queue: _Queue, number: int) -> Iterator[Answered]:
        """Read one picture; yield the answer before, if that takes time, and after it."""
        self._check_cancelled()
        one, question = self._at(number), queue.thing.question
        try:
            content_hash = self._content_of(one)
            key = key_of(content_hash, one.is_thumbnail)
            reading = self._consultant.recalled(question, [key])
            is_cached = reading is not None
            if reading is None:
                self._change(number, state="reading")
                yield self._answered()
                looks = [partial(self._look, one)]
                reading = self._consultant.read(question, looks, [content_hash])
                self._forget_the_forgotten(one)
            self._evidence[number - 1] = with_reading(self._at(number), reading, is_cached)
        except PhotoUnreadable as error:
            self._change(number, state="unreadable", note=cleaned(error.reason, 600))
            if not one.is_sketch and queue.spare:
                queue.waiting.append(self._add_photo(one.entity, queue.spare.popleft()))
        yield self._answered()

    def _content_of(self, one: Evidence) -> str:
        if one.is_sketch:
            return sketch_hash(Path(one.path))
        if not self._copies.get(one.content_hash):
            raise PhotoUnreadable("vanished", "This photo is not in the library any more.")
        return one.content_hash

    def _look(self, one: Evidence, side: int) -> SeenPicture:
        known = self._seen.get(one.n)
        if known is not None:
            return known
        if one.is_sketch:
            seen = seen_sketch(self._library, Path(one.path), side)
        else:
            copies = self._copies.get(one.content_hash, [])
            seen = seen_photo(self._library, one.content_hash, copies, side)
        return self._seen.put(one.n, seen)

    def _forget_the_forgotten(self, one: Evidence) -> None:
        """Keep no trace of a photo whose folder was forgotten while it was read."""
        if one.is_sketch or self._library.reader.rows_by_hash([one.content_hash]):
            return
        self._library.memory.answers.keep_only(self._library.reader.content_hashes())

    def _settle(self) -> Iterator[Answered]:
        """Say that nothing more is to be read; of a comparison, once more with all its things."""
        self._is_settled = True
        yield self._answered()
        best = [self._best_of(entity) for entity in range(len(self._things))]
        shown = [one for one in best if one is not None]
        if not 2 <= len(self._things) == len(shown) <= self._consultant.most_pictures:
            return
        self._joint = self._read_together(shown)
        if self._joint:
            yield self._answered()

    def _best_of(self, entity: int) -> Evidence | None:
        shown = (one for one in self._evidence if one.entity == entity and one.state == "shows")
        return next((one for one in shown if not one.is_sketch), None)

    def _read_together(self, shown: Sequence[Evidence]) -> str:
        """Return what the reader says to the whole question, with the best picture of each."""
        self._check_cancelled()
        named = (f"Photo {n}: {self._things[one.entity].name}." for n, one in enumerate(shown, 1))
        question = " ".join((*named, self._question))
        keys = [key_of(one.content_hash, one.is_thumbnail) for one in shown]
        reading = self._consultant.recalled(question, keys)
        if reading is None:
            looks: list[Look] = [partial(self._look, one) for one in shown]
            try:
                hashes = [one.content_hash for one in shown]
                reading = self._consultant.read(question, looks, hashes)
            except PhotoUnreadable:
                return ""
        return cleaned(reading.answer, 600) if reading.is_shown else ""

    # ---- boxes ------------------------------------------------------------------------------

    def _find_boxes(self) -> Iterator[Answered]:
        """Look where photos show what they say; the answer was said before."""
        for one in [one for one in self._evidence if one.state == "shows"]:
            self._check_cancelled()
            question = self._things[one.entity].question
            try:
                content_hash = self._content_of(one)
                key = key_of(content_hash, one.is_thumbnail)
                look = partial(self._look, one)
                boxes, is_guess = self._consultant.boxes(
                    question, one.said, key, look, [content_hash]
                )
            except PhotoUnreadable:
                continue
            self._forget_the_forgotten(one)
            if boxes:
                kind = "approximate" if is_guess else "read"
                self._change(one.n, boxes=boxes, boxes_kind=kind)
                yield self._answered()

    # ---- what is said -----------------------------------------------------------------------

    def _recollect(self) -> Iterator[Answered]:
        """Ask the reader without any picture."""
        yield self._dressed(Answered(question=self._question, sentence=ASKING_MEMORY))
        self._check_cancelled()
        reading: Reading | None = self._consultant.recalled(self._question, [])
        if reading is None:
            reading = self._consultant.read(self._question, [], [])
        yield self._dressed(from_memory(self._question, reading))

    def _answered(self) -> Answered:
        found = composed(
            self._question,
            self._things,
            self._evidence,
            is_settled=self._is_settled,
            joint=self._joint,
        )
        return self._dressed(found)

    def _dressed(self, found: Answered) -> Answered:
        self._verdict = found.verdict
        return replace(
            found,
            job=self._request.job,
            reader=self._consultant.name,
            timings=self._clock.timings(),
            expected_seconds=self._consultant.expected_seconds(self._unread()),
        )

    def _unread(self) -> int:
        """Return how many pictures are still to be read, if all of them are."""
        return sum(
            one.state in ("waiting", "reading")
            and not self._consultant.knows(
                self._things[one.entity].question, key_of(one.content_hash, one.is_thumbnail)
            )
            for one in self._evidence
        )

    def _finished(self) -> Finished:
        read = [one for one in self._evidence if one.state in ("shows", "not-shown", "unusable")]
        seconds, model_seconds = self._clock.seconds(), self._clock.model_seconds()
        figures = {
            "reader": self._consultant.name,
            "verdict": self._verdict,
            "photos_read": sum(not one.is_sketch for one in read),
            "sketches_read": sum(one.is_sketch for one in read),
            "from_cache": self._consultant.from_cache,
            "reader_calls": self._consultant.calls,
            "stages": self._clock.timings(),
            "seconds": round(seconds, 5),
            "model_seconds": round(model_seconds, 5),
            "overhead_seconds": round(max(0.0, seconds - model_seconds), 5),
        }
        return Finished(self._request.job, figures)

    # ---- state ------------------------------------------------------------------------------

    def _at(self, number: int) -> Evidence:
        return self._evidence[number - 1]

    def _change(self, number: int, **changes: object) -> None:
        self._evidence[number - 1] = replace(self._at(number), **changes)  # type: ignore[arg-type]

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled
