"""What is done to one photo: read once, hash, and decode once for all passes that it lacks.

Reading and decoding happen in a process of their own (`decoding`); what comes back are numbers and
words that were checked. The passes look at pictures in the thread that asked.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.decoding.messages import Order, Picture, ReadFile
from visret_desktop.engine.indexing.passes import Pass, look_or_fail
from visret_desktop.engine.indexing.retry_policy import PASS_FAILED, PASSING
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.folders.scan import FoundFile
from visret_desktop.library.photos import sketch_tag
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.sentences import Sentence, sentence
from visret_desktop.settings import Settings


@dataclass(frozen=True)
class Raws:
    """The RAWs beside a picture: photos of their own if the picture cannot be read."""

    tasks: tuple["PhotoTask", ...] = ()  # those to be read then
    unchanged: int = 0  # those that need not be
    known: tuple[tuple[str, KnownFile], ...] = ()  # what goes if the picture can be read


@dataclass(frozen=True)
class PhotoTask:
    """One file to bring into the catalog."""

    folder_id: int
    root: Path
    file: FoundFile
    known: KnownFile | None = None
    raws: Raws = Raws()
    is_retry: bool = False  # a person asked for it
    is_alone: bool = False  # it may have failed because the machine was busy

    @property
    def path(self) -> Path:
        """The file."""
        return self.root / self.file.relative


@dataclass
class PhotoResult:
    """What became of a task. `pictures` wait for their passes, which turn them into `made`."""

    task: PhotoTask
    fingerprint: Fingerprint
    content_hash: str | None = None
    metadata: Metadata | None = None
    lacking: tuple[Pass, ...] = ()  # what this task is to do
    pictures: dict[Pass, Picture] = field(default_factory=dict)
    made: dict[Pass, Any] = field(default_factory=dict)  # a result, or an exception
    problem: tuple[str, Sentence] | None = None  # code, sentence
    is_known_content: bool = False  # the passes that are needed are done with it
    is_same: bool = False  # the catalog has the photo; only its fingerprint is new

    @property
    def results(self) -> list[tuple[Pass, str, Any]]:
        """What to keep: for a pass and a content, a result or the exception instead of it."""
        made = dict(self.made)
        if self.problem is not None and self.problem[0] not in PASSING and self.is_indexed:
            made = {one: ValueError(self.problem[1]) for one in self.lacking} | made
        return [(one, self.content_hash or "", result) for one, result in made.items()]

    @property
    def is_embedded(self) -> bool:
        """Whether what is needed of the photo was made now."""
        made = [result for one, result in self.made.items() if one.is_needed]
        return bool(made) and not any(isinstance(result, Exception) for result in made)

    @property
    def is_unfinished(self) -> bool:
        """Whether a pass that was to look at the photo did not, or the photo cannot be found."""
        is_partial = self.made.keys() != set(self.lacking)
        return bool(self.lacking) and (is_partial or not self.is_indexed)

    @property
    def is_indexed(self) -> bool:
        """Whether the photo can be found from now on."""
        is_described = self.is_same or self.metadata is not None
        return is_described and (self.is_known_content or self.is_embedded)


class ContentLedger(Protocol):
    """What is there of contents. Thread-safe: all workers of a run ask it."""

    def lacks(self, one: Pass, content_hash: str, is_retry: bool) -> bool:
        """Tell whether a pass is to look at a content; once more, if that is a retry."""
        ...

    def metadata_of_hash(self, content_hash: str) -> Metadata | None:
        """Return what is known of a content; None: it is to be read."""
        ...


class CatalogLedger:
    """The ledger of a library on this computer."""

    def __init__(self, reader: CatalogReader) -> None:
        self._reader = reader
        self.metadata_of_hash = reader.metadata_of_hash

    def lacks(self, one: Pass, content_hash: str, is_retry: bool) -> bool:
        """As `ContentLedger` says."""
        is_done = one.is_done(self._reader, content_hash)
        return not is_done or (is_retry and one.gave_up(self._reader, content_hash))


class PhotoWork:
    """Turns tasks into outcomes. One instance serves all workers of a run; thread-safe."""

    def __init__(self, ledger: ContentLedger, passes: Sequence[Pass], settings: Settings) -> None:
        self._ledger = ledger
        self._passes = [one for one in passes if one.thumbnail != "always"]
        self._views = tuple(one.rendition for one in self._passes)
        self._settings = settings
        self._claimed: set[str] = set()
        # The last photo lacked everything, so the next one will, too: its decoder need not ask.
        self._goes_on = False
        self._lock = threading.Lock()

    def open(self, task: PhotoTask, quick_seconds: float | None = None) -> PhotoResult:
        """Read and, where it lacks something, decode one photo; faults end in `problem`.

        One that takes longer than `quick_seconds` to decode is given up as 'slow'.
        """
        result = PhotoResult(task, task.file.fingerprint)
        try:
            self._fill(result, quick_seconds)
        except PhotoUnreadable as error:
            result.problem = (error.reason_code, error.reason)
        return result

    def _fill(self, result: PhotoResult, quick_seconds: float | None) -> None:
        order = replace(self._order(result.task), quick_seconds=quick_seconds)
        decoded = FOR_INDEXING.decode(order, lambda read: self._decide(read, result))
        if decoded.read.is_drawn:
            raise PhotoUnreadable("drawn", sketch_tag.SENTENCE)
        if decoded.metadata is not None:
            result.metadata, result.problem = decoded.metadata, decoded.warning
        result.pictures = dict(zip(result.lacking, decoded.pictures, strict=False))

    def _order(self, task: PhotoTask) -> Order:
        sidecar = task.file.sidecar
        return Order(
            str(task.path),
            None if sidecar is None else str(task.root / sidecar),
            max_megapixels=self._settings.max_megapixels,
            views=self._views,
            seconds=self._settings.decode_seconds,
            goes_on=self._goes_on,
        )

    def _decide(self, read: ReadFile, result: PhotoResult) -> Sequence[int] | None:
        """Say what is to be made of a file that was read; asked again at a second try."""
        wanted = self._wanted(read, result)
        self._goes_on = wanted is not None and len(wanted) == len(self._views)
        return wanted

    def _wanted(self, read: ReadFile, result: PhotoResult) -> Sequence[int] | None:
        if result.content_hash is not None and result.lacking:
            self.release(result.content_hash)
        if read.is_drawn:
            return None
        result.content_hash, result.fingerprint = read.content_hash, read.fingerprint
        result.metadata = None
        result.lacking = self._claim(read.content_hash, result.task)
        result.is_known_content = not any(one.is_needed for one in result.lacking)
        result.is_same = _is_same(result.task, read)
        if result.lacking:
            return [self._passes.index(one) for one in result.lacking]
        if result.is_same:
            return None
        if not read.has_sidecar and not result.task.is_retry:
            result.metadata = self._ledger.metadata_of_hash(read.content_hash)
        return () if result.metadata is None else None

    def _claim(self, content_hash: str, task: PhotoTask) -> tuple[Pass, ...]:
        """Return what a content lacks, unless another worker is making it."""
        with self._lock:
            if content_hash in self._claimed:
                return ()
            lacking = tuple(
                one
                for one in self._passes
                if one.is_for(task.folder_id)
                and self._ledger.lacks(one, content_hash, task.is_retry)
            )
            if lacking:
                self._claimed.add(content_hash)
            return lacking

    def release(self, content_hash: str) -> None:
        """Give up a claim whose photo could not be finished, so that a copy may be tried."""
        with self._lock:
            self._claimed.discard(content_hash)


def _is_same(task: PhotoTask, read: ReadFile) -> bool:
    """Tell whether a photo of the catalog has the same bytes and sidecar as before."""
    known = task.known
    return (
        known is not None
        and known.photo_id is not None
        and known.content_hash == read.content_hash
        and known.sidecar_fingerprint == task.file.sidecar_fingerprint
        and known.volume_uid == task.file.volume_uid
        and not task.is_retry
    )


def look(photo_results: Sequence[PhotoResult], *, is_waiting: bool = True) -> None:
    """Let the passes look at the pictures of a micro-batch, in place.

    Those that are not ready are waited for, or, unless `is_waiting`, left out.
    """
    for one in dict.fromkeys(one for outcome in photo_results for one in outcome.pictures):
        if not (is_waiting or one.is_ready()):
            continue
        waiting = [outcome for outcome in photo_results if one in outcome.pictures]
        results = look_or_fail(one, [outcome.pictures.pop(one) for outcome in waiting])
        for outcome, result in zip(waiting, results, strict=True):
            outcome.made[one] = result
            if isinstance(result, Exception):
                reason = sentence(
                    "The step {name} failed on this photo ({result}).",
                    name=one.name,
                    result=repr(result),
                )
                outcome.problem = outcome.problem or (PASS_FAILED, reason)
