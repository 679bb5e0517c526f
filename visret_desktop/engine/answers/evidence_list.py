"""What is to be read, in which order: numbered evidence, its state, and its pixels."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from visret_desktop.engine.answers.answer_builder import is_enough
from visret_desktop.engine.answers.moments import Moments
from visret_desktop.engine.answers.pictures import (
    GONE,
    is_offline,
    seen_photo,
    seen_sketch,
    sketch_file,
    sketch_hash,
)
from visret_desktop.engine.answers.question_split import ComparedEntity, queues, shares
from visret_desktop.engine.messages import Ask, Evidence
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import PhotoUnreadable, ReaderOfDrawings
from visret_desktop.library.records import PhotoRow
from visret_desktop.lru_cache import LruCache
from visret_desktop.models.answering.answer_matching import Gist
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.sentences import Sentence

_PICTURES_KEPT = 16  # of those that boxes may still be asked of


@dataclass
class _Queue:
    """What is to be read about one thing: numbers of evidence."""

    thing: ComparedEntity
    waiting: deque[int] = field(default_factory=deque)
    spare: deque[str] = field(default_factory=deque)  # content hashes, in place of unreadable ones
    sketches: deque[int] = field(default_factory=deque)


class EvidenceList:
    """The evidence of one job. Not thread-safe."""

    def __init__(
        self,
        library: Library,
        request: Ask,
        entities: tuple[ComparedEntity, ...],
        cancelled: IsStopped,
    ) -> None:
        """Plan what to read, of no things nothing.

        Raises:
            UsageError: a sketch is none.
            Cancelled: nobody waits any more; `in_turn` raises it, too.
        """
        self._library, self._request, self._entities = library, request, entities
        self._cancelled = cancelled
        self._copies: dict[str, list[PhotoRow]] = {}
        self._seen = LruCache[int, SeenPicture](_PICTURES_KEPT)
        self.evidence: list[Evidence] = []  # number n stands at n - 1
        self.agreed: set[tuple[str, frozenset[Gist]]] = set()  # pairs that a model calls so
        self._queues = self._planned() if entities else []

    @property
    def shown(self) -> list[Evidence]:
        """Those that show what was asked for."""
        return [one for one in self.evidence if one.state == "shows"]

    @property
    def open(self) -> list[Evidence]:
        """Those that are still to be read, unless the answer holds before."""
        return [one for one in self.evidence if one.state in ("waiting", "reading")]

    def at(self, number: int) -> Evidence:
        """Return the evidence of a number."""
        return self.evidence[number - 1]

    def change(self, number: int, **changes: object) -> None:
        """Note something about the evidence of a number."""
        self.evidence[number - 1] = replace(self.at(number), **changes)  # type: ignore[arg-type]

    # ---- what to read -----------------------------------------------------------------------

    def _planned(self) -> list[_Queue]:
        """Number what is to be read: photos thing by thing, then sketches."""
        request, count = self._request, len(self._entities)
        planned = [_Queue(thing) for thing in self._entities]
        if "photos" in request.knowledge:
            hashes = queues(request.photos, count)
            wanted = list(dict.fromkeys(one for each in hashes for one in each))
            self._copies = self._library.reader.rows_by_hash(wanted)
            hashes = self._readable(hashes)
            self._moments = Moments(self._library.thumbnails, self._copies, self._cancelled)
            for entity, share in enumerate(shares(request.images, count)):
                planned[entity].spare.extend(self._moments.apart(hashes[entity], share))
                for _ in range(min(share, len(hashes[entity]))):
                    self._add_next(planned[entity], entity)
        if "sketch" in request.knowledge:
            drawn = [(one.entity, sketch_file(self._library, one.path)) for one in request.sketches]
            for entity, queue in enumerate(planned):
                own = [file for drawn_for, file in drawn if count == 1 or drawn_for in (entity, -1)]
                queue.sketches.extend(self._add_sketch(entity, file) for file in own)
        return planned

    def _readable(self, hashes: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the photos of each thing that the reader knows.

        Raises:
            ReaderOfDrawings: it knows none of them.
        """
        only = self._library.only_readable
        if only is None:
            return [list(each) for each in hashes]
        known = {
            content_hash
            for content_hash, copies in self._copies.items()
            if any(Path(copy.path).is_relative_to(only) for copy in copies)
        }
        left = [[one for one in each if one in known] for each in hashes]
        if any(hashes) and not any(left):
            raise ReaderOfDrawings
        return left

    def _add_next(self, queue: _Queue, entity: int) -> None:
        content_hash = queue.spare.popleft()
        copies = self._copies.get(content_hash, [])
        known = Evidence(len(self.evidence) + 1, entity, content_hash=content_hash)
        if copies:
            first, is_thumbnail = copies[0], is_offline(copies)
            known = replace(known, photo_id=first.photo_id, path=first.path, name=first.name)
            known = replace(known, is_thumbnail=is_thumbnail)
        self.evidence.append(known)
        queue.waiting.append(known.n)

    def _add_sketch(self, entity: int, file: Path) -> int:
        number = len(self.evidence) + 1
        sketch = Evidence(number, entity, path=str(file), name=file.name, is_sketch=True)
        self.evidence.append(sketch)
        return number

    def in_turn(self) -> Iterator[int]:
        """Yield the number to read next: a photo of each thing in turn, and sketches at the end."""
        to_read = dict(enumerate(self._queues))
        while to_read:
            for entity, queue in list(to_read.items()):
                if not queue.waiting or is_enough(queue.thing, entity, self.evidence, self.agreed):
                    self._leave_out(queue)
                    del to_read[entity]
                else:
                    number = queue.waiting.popleft()
                    moment = self._moments.of(self.at(number).content_hash)
                    self.change(number, moment=moment)
                    yield number
        for queue in self._queues:
            yield from queue.sketches

    def pass_over(self, number: int, why: Sentence) -> None:
        """Note that something cannot be read; another photo takes its place, if there is one."""
        self.change(number, state="unreadable", note=why)
        one = self.at(number)
        if not one.is_sketch and self._queues[one.entity].spare:
            self._add_next(self._queues[one.entity], one.entity)

    def _leave_out(self, queue: _Queue) -> None:
        for number in queue.waiting:
            self.change(number, state="not-needed")
        queue.waiting.clear()

    # ---- pictures ---------------------------------------------------------------------------

    def content_of(self, one: Evidence) -> str:
        """Return what names the content of a photo or sketch.

        Raises:
            PhotoUnreadable: there is none.
        """
        if one.is_sketch:
            return sketch_hash(Path(one.path))
        if not self._copies.get(one.content_hash):
            raise PhotoUnreadable("vanished", GONE)
        return one.content_hash

    def look(self, one: Evidence, side: int) -> SeenPicture:
        """Return the picture of a photo or sketch. Raises as `pictures` does."""
        known = self._seen.get(one.n)
        if known is not None:
            return known
        if one.is_sketch:
            seen = seen_sketch(self._library, Path(one.path), side)
        else:
            copies = self._copies.get(one.content_hash, [])
            seen = seen_photo(self._library, one.content_hash, copies, side)
        return self._seen.put(one.n, seen)
