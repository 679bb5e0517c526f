"""An indexing run of an institution: list the sources, have actors index what is new, sum up.

    look at each source → what is new, in batches → actors (`index_actor.py`) → the library

Whoever starts the run only lists and counts; the actors read, compute and write. So nothing is lost
with it: the next run finds what was written, and goes on.
"""

import queue
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import visret_desktop
from visret_desktop.engine.messages import Finished, Message, Notice, Progress
from visret_desktop.engine.timing import Rate
from visret_desktop.errors import VisretError
from visret_desktop.institution import ray_cluster
from visret_desktop.institution.index_actor import PhotoIndexer
from visret_desktop.institution.index_order import BatchOutcome, IndexOrder
from visret_desktop.institution.photo_sources import PhotoSource, open_source, path_in
from visret_desktop.institution.ray_cluster import RayCluster
from visret_desktop.institution.source_diff import SourceDiff
from visret_desktop.institution.store import Store, StoredProblem
from visret_desktop.institution.store_errors import StoreError
from visret_desktop.library.folders.scan import UNREADABLE_FOLDER, ScanProblem
from visret_desktop.library.records import Failure, Fingerprint
from visret_desktop.sentences import Sentence, sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]
BATCH_PHOTOS = 32  # for each thread of an actor: a second or two of work
_NEWS_SECONDS = 60.0  # between two lines about the machines
_QUIET_SECONDS = 20.0  # after which it is said why nothing comes


class NodeRefused(VisretError):
    """A machine of the cluster cannot index."""

    code = "node-refused"
    sentence = "The machine {node} cannot index: {reason} What was done so far is kept."
    exit_code = 3


@dataclass(frozen=True)
class IndexRequest:
    """What is to be indexed, and how."""

    library: str  # the address of the store
    sources: tuple[str, ...]
    thumbnails: str = ""  # the address of a folder or bucket; "": none are made
    cluster: str = ""  # the address of a Ray cluster; "": this machine alone


def index_sources(request: IndexRequest, store: Store, settings: Settings) -> Iterator[Message]:
    """Bring a library up to date with sources, and yield what happens.

    Ends with `Finished`, whose summary has the keys of `visret institution index --json`.

    Raises:
        FolderMissing, FolderSilent, BucketMissing, StoreError: a source or the library.
        ClusterUnreachable, RayNotStarted, ClusterTooSmall, NodeRefused: Ray, or a machine of it.
    """
    yield from _Run(request, store, settings).events()


@dataclass
class _Machines:
    """What each machine did."""

    photos: Counter[str] = field(default_factory=Counter)
    since: float = field(default_factory=time.monotonic)

    def lines(self) -> Iterator[Sentence]:
        """Yield a sentence for each machine, by name."""
        seconds = max(time.monotonic() - self.since, 1e-3)
        for node, count in sorted(self.photos.items()):
            yield sentence(
                "The machine {node} has looked at {count:,} photos, {rate:.1f} a second.",
                node=node,
                count=count,
                rate=count / seconds,
            )


class _Run:
    """The state of one run."""

    def __init__(self, request: IndexRequest, store: Store, settings: Settings) -> None:
        self._request, self._store, self._settings = request, store, settings
        self._sources = [open_source(one, settings) for one in request.sources]
        self._since_ns = time.time_ns()
        self._cluster: RayCluster | None = None
        self._total = 0
        self._counts: Counter[str] = Counter()
        self._problems: list[Json] = []
        self._machines = _Machines()

    def events(self) -> Iterator[Message]:
        with ExitStack() as held:
            for step in self._listed(held):
                yield Progress(0, "scan", done=step)
            if self._cluster is not None:
                yield from self._index(self._cluster)
        self._store.finish_load()
        names = ("indexed", "same", "unchanged", "unseen", "vanished")
        figures: Json = {name: self._counts[name] for name in names}
        for source in self._sources:
            for one in self._store.problems_below(source.address):
                self._problems.append({"path": one.path, "reason": str(one.reason)})
        machines = [str(line) for line in self._machines.lines()]
        yield Finished(0, figures | {"problems": self._problems, "machines": machines})

    def _listed(self, held: ExitStack) -> Iterator[int]:
        """Give all files that are to be read to a cluster, if there are any; yield how many.

        The cluster is connected until `held` is closed.
        """
        rows: list[bytes] = []
        for number, source in enumerate(self._sources):
            diff = SourceDiff(source, number, self._store, self._settings, self._since_ns / 1e9)
            for file in diff.files():
                if self._cluster is None:
                    cluster = ray_cluster.connected(self._request.cluster)
                    self._cluster = held.enter_context(cluster)
                rows.append(file.to_json())
                if len(rows) == BATCH_PHOTOS * self._cluster.plan.processors:
                    yield self._given(rows)
                    rows = []
            self._counts.update(unchanged=diff.unchanged, unseen=diff.unseen)
            self._note_places(source, diff.problems)
        if rows:
            yield self._given(rows)

    def _note_places(self, source: PhotoSource, problems: Sequence[ScanProblem]) -> None:
        """Keep which folders could not be read now, in place of those before.

        A file that could not be looked at is listed alone: what is there of it stays.
        """
        places = {path_in(source.address, one.relative): one for one in problems}
        now = {path: one for path, one in places.items() if one.code == UNREADABLE_FOLDER}
        self._problems += (
            {"path": path, "reason": str(one.reason)}
            for path, one in places.items()
            if path not in now
        )
        before = self._store.problems_below(source.address)
        self._store.delete(
            [
                one.path
                for one in before
                if one.failure.code == UNREADABLE_FOLDER and one.path not in now
            ]
        )
        nothing, since = Fingerprint(0, 0), self._since_ns / 1e9
        noted = [
            StoredProblem(path, nothing, Failure(one.code, tried_at=since), one.reason, False)
            for path, one in now.items()
        ]
        self._store.upsert([], [], noted)

    def _given(self, rows: Sequence[bytes]) -> int:
        assert self._cluster is not None
        self._cluster.add(rows)
        self._total += len(rows)
        return self._total

    def _index(self, cluster: RayCluster) -> Iterator[Message]:
        order = IndexOrder(
            self._request.library,
            self._request.sources,
            self._request.thumbnails,
            self._settings,
            visret_desktop.__version__,
            cluster.plan.processors,
            self._since_ns,
        )
        self._machines, rate = _Machines(), Rate(self._total)
        last_news = last_row = time.monotonic()
        yield Progress(0, "prepare")
        for row in _in_turn(cluster.outcomes(PhotoIndexer, order)):
            now = time.monotonic()
            if row is not None:
                last_row = now
                self._note(BatchOutcome.from_json(row), rate)
                left = rate.seconds_left()
                yield Progress(0, "embed", rate.done, rate.total, rate.per_second(), left)
            elif now - last_row > _QUIET_SECONDS:
                last_row = now
                yield from self._why_quiet()
            if now - last_news > _NEWS_SECONDS:
                last_news = now
                for line in self._machines.lines():
                    yield Notice(0, "machine", line)

    def _note(self, outcome: BatchOutcome, rate: Rate) -> None:
        if outcome.refusal:
            raise NodeRefused(node=outcome.node, reason=outcome.refusal)
        names = ("indexed", "same", "vanished", "problems")
        self._counts.update({name: getattr(outcome, name) for name in names})
        self._machines.photos[outcome.node] += outcome.photos
        rate.done += outcome.photos

    def _why_quiet(self) -> Iterator[Message]:
        """Say what does not answer, if that is why nothing comes."""
        try:
            self._store.lacking(())
        except StoreError as error:
            words = sentence("{error} The run waits for it; Ctrl-C ends it.", error=error)
            yield Notice(0, "server-silent", words)
        for source in self._sources:
            if not source.is_there():
                yield Notice(
                    0,
                    "source-silent",
                    sentence(
                        "{address} does not answer. The run waits for it, and nothing is "
                        "forgotten; Ctrl-C ends it, and what was done so far is kept.",
                        address=source.address,
                    ),
                )


def _in_turn(outcomes: Iterator[bytes]) -> Iterator[bytes | None]:
    """Yield what comes, and None each second in which nothing does."""
    answers: queue.SimpleQueue[bytes | BaseException | None] = queue.SimpleQueue()

    def listen() -> None:
        try:
            for row in outcomes:
                answers.put(row)
            answers.put(None)
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            answers.put(error)

    threading.Thread(target=listen, name="outcomes", daemon=True).start()
    while True:
        try:
            row = answers.get(timeout=1.0)
        except queue.Empty:
            yield None
            continue
        if isinstance(row, BaseException):
            raise row
        if row is None:
            return
        yield row
