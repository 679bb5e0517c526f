"""An actor of a run on several machines: it loads the encoder once and turns files into rows.

A batch is decoded, looked at and encoded as on a desktop: by the same decoders in processes of
their own, in the same rounds, by the same passes. What came of it is written at its end, while the
next one is read: thumbnails first, then contents with their files. So a batch that Ray runs again,
because an actor or its machine died, writes the same rows again.

A source that does not answer is waited for; so is the library's server.
"""

import logging
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import visret_desktop
from visret_desktop import logs
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.passes import Embedding, Pass, thumbnail_pass
from visret_desktop.engine.indexing.photo_outcomes import MAY_BE_THE_DRIVE, as_trusted, has_vanished
from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask, PhotoWork, Raws
from visret_desktop.engine.indexing.retry_policy import failed_now
from visret_desktop.engine.indexing.workers import ReadRounds, WorkerPool
from visret_desktop.errors import PhotoUnreadable, VisretError
from visret_desktop.institution.index_order import BatchOutcome, IndexOrder, OrderedFile
from visret_desktop.institution.library_encoder import open_library_encoder
from visret_desktop.institution.photo_sources import PhotoSource, open_source, path_in
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import Store, StoredContent, StoredFile, StoredProblem
from visret_desktop.institution.store_errors import ContentMissing
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.paths import default_paths
from visret_desktop.processes import library_environment, malloc_tuning
from visret_desktop.sentences import NOTHING

_PATIENCE = 7 * 86400.0  # seconds that a server may be away; nothing is lost meanwhile
_FIRST_LOOK, _LOOK_SECONDS = 0.5, 10.0  # seconds between two looks whether a source is back
_log = logging.getLogger(__name__)


class ProgramsDiffer(VisretError):
    """Two machines have different versions of the program."""

    code = "programs-differ"
    sentence = (
        "It has version {here} of visret, and the run was started by {there}. Install the same "
        "version on all machines."
    )
    exit_code = 3


class PhotoIndexer:
    """Indexes batches of files; Ray makes some of these on each machine and calls them.

    Two threads may call it: one batch is read while the one before is written.
    """

    def __init__(self, order: IndexOrder) -> None:
        """Open what a batch needs. What this machine lacks is said by the first batch."""
        library_environment.compute_arrays_alone()
        malloc_tuning.share_heaps()
        self._order, self._refusal = order, NOTHING
        self._held = ExitStack()  # what is open as long as this
        self._reading, self._writing = threading.Lock(), threading.Lock()
        try:
            self._open()
        except VisretError as error:
            self._refusal = error.message

    def _open(self) -> None:
        order = self._order
        if order.version != visret_desktop.__version__:
            raise ProgramsDiffer(here=visret_desktop.__version__, there=order.version)
        paths = default_paths()
        logs.set_up(paths.logs, "institution")
        # Two connections, as one batch is read and asked for while another one is written.
        self._asked: Store = self._opened_store()
        self._store: Store = self._opened_store()
        encoder = open_library_encoder(self._store.space, paths, order.settings)
        self._passes: list[Pass] = [Embedding(encoder, is_needed=True)]
        self._thumbnails: ThumbnailFolder | None = None
        if order.thumbnails:
            self._thumbnails = ThumbnailFolder(order.thumbnails)
            self._passes.append(Pass(*thumbnail_pass(order.settings.thumbnail_pixels)))
        self._sources = [open_source(one, order.settings) for one in order.sources]

    def _opened_store(self) -> PostgresStore:
        store = PostgresStore(self._order.library, patience=_PATIENCE)
        return self._held.enter_context(store)

    def close(self) -> None:
        """Give back what it has open; Ray, which ends its process, need not."""
        self._held.close()

    def __call__(self, batch: Any) -> dict[str, list[bytes]]:
        """Index the files in the column `file` of an Arrow table; return one outcome."""
        outcome = BatchOutcome(socket.gethostname(), refusal=self._refusal)
        if not self._refusal:
            files = [OrderedFile.from_json(row) for row in batch.column("file").to_pylist()]
            try:
                outcome = self._indexed(files)
            except VisretError as error:
                _log.exception("a batch failed")
                outcome = BatchOutcome(outcome.node, refusal=error.message)
        return {"outcome": [outcome.to_json()]}

    def _indexed(self, files: Sequence[OrderedFile]) -> BatchOutcome:
        """Read and write files; again if somebody forgot what some of them are copies of."""
        try:
            return self._written(self._results(files), files)
        except ContentMissing:
            return self._written(self._results(files), files)

    # ---- read -------------------------------------------------------------------------------

    def _results(self, files: Sequence[OrderedFile]) -> list[PhotoResult]:
        """Return what became of each file, once all sources answered."""
        with self._reading:
            _log.info("%d files in hand", len(files))
            results = self._read(files)
            _log.info("%d photos were read", len(results))
            return results

    def _read(self, files: Sequence[OrderedFile]) -> list[PhotoResult]:
        tasks = [self._task(file) for file in files]
        results: list[PhotoResult] = []
        while tasks:
            reading = _Reading(self._asked, self._passes, self._sources, self._order)
            reading.run(tasks)
            tasks = reading.away + [result.task for result in self._left_alone(reading.results)]
            results += (one for one in reading.results if one.task not in tasks)
            for number in {task.folder_id for task in reading.away}:
                self._wait_for(self._sources[number])
        return results

    def _task(self, ordered: OrderedFile) -> PhotoTask:
        number, root = ordered.source, Path()  # where it lies is known once it is fetched
        raws = Raws(tuple(PhotoTask(number, root, raw) for raw in ordered.file.raws))
        return PhotoTask(number, root, ordered.file, raws=raws, is_alone=ordered.is_alone)

    def _left_alone(self, results: Sequence[PhotoResult]) -> list[PhotoResult]:
        """Return those whose content another file of the batch was to bring, and did not."""
        made = {one.content_hash for one in results if one.is_embedded}
        copies = [one for one in results if one.is_indexed and one.content_hash not in made]
        lacking = self._asked.lacking({one.content_hash or "" for one in copies})
        return [one for one in copies if one.content_hash in lacking]

    def _wait_for(self, source: PhotoSource) -> None:
        _log.warning("%s does not answer; waiting for it", source.address)
        seconds = _FIRST_LOOK
        while not source.is_there():
            time.sleep(seconds)
            seconds = min(2 * seconds, _LOOK_SECONDS)

    # ---- write ------------------------------------------------------------------------------

    def _written(
        self, results: Sequence[PhotoResult], files: Sequence[OrderedFile]
    ) -> BatchOutcome:
        """Keep what came of a batch."""
        with self._writing:
            return self._write(results, files)

    def _write(self, results: Sequence[PhotoResult], files: Sequence[OrderedFile]) -> BatchOutcome:
        there = [one for one in results if not has_vanished(one)]
        new = [one for one in there if one.is_embedded]
        contents = []
        for result in new:
            content_hash, metadata = result.content_hash or "", result.metadata or Metadata()
            encoding, *drawing = self._passes
            contents.append(StoredContent(content_hash, metadata, result.made[encoding]))
            for jpeg in (result.made.get(one) for one in drawing):
                if self._thumbnails is not None and isinstance(jpeg, bytes):
                    self._thumbnails.put(content_hash, jpeg)
        indexed = [one for one in there if one.is_indexed]
        before = {self._path(self._task(file)): file for file in files}
        self._store.upsert(
            contents,
            [
                StoredFile(self._path(one.task), self._fingerprint(one), one.content_hash or "")
                for one in indexed
            ],
            [
                self._problem(one, before.get(self._path(one.task)))
                for one in there
                if one.problem is not None
            ],
        )
        return BatchOutcome(
            socket.gethostname(),
            indexed=len(new),
            same=len(indexed) - len(new),
            vanished=len(results) - len(there),
            problems=len(there) - len(indexed),
        )

    def _problem(self, result: PhotoResult, ordered: OrderedFile | None) -> StoredProblem:
        assert result.problem is not None
        code, reason = result.problem
        fingerprint = self._fingerprint(result)
        earlier = None
        if ordered is not None and ordered.failure is not None:
            failure = ordered.failure
            earlier = KnownFile(None, ordered.file.fingerprint, None, "", True, None, failure)
        failure = failed_now(code, fingerprint, earlier, self._order.settings)
        path = self._path(result.task)
        return StoredProblem(path, fingerprint, failure, reason, result.is_indexed)

    def _path(self, task: PhotoTask) -> str:
        return path_in(self._sources[task.folder_id].address, task.file.relative)

    def _fingerprint(self, result: PhotoResult) -> Fingerprint:
        """Return what a file is compared by at the next run."""
        is_copied = self._sources[result.task.folder_id].is_copied
        fingerprint = result.task.file.fingerprint if is_copied else result.fingerprint
        return as_trusted(fingerprint, self._order.since_ns)


class _Reading:
    """One reading of files, by the rounds of the desktop; thread-safe where workers call it."""

    def __init__(
        self,
        store: Store,
        passes: Sequence[Pass],
        sources: Sequence[PhotoSource],
        order: IndexOrder,
    ) -> None:
        self._sources, self._threads = sources, order.threads
        self._work = PhotoWork(_StoreLedger(store), passes, order.settings)
        self.results: list[PhotoResult] = []
        self.away: list[PhotoTask] = []  # those whose source does not answer

    def run(self, tasks: Sequence[PhotoTask]) -> None:
        """Read files; fill `results` and `away`."""
        rounds = ReadRounds(tasks, self._threads)
        for read_round in rounds.in_turn():
            open_photo = partial(self._opened, read_round.quick_seconds)
            pool = WorkerPool(open_photo, Control(self._threads))
            for result in pool.run(self._there(read_round.due()), read_round.workers):
                if result is None or self._is_away(result):
                    continue
                if result.is_unfinished:
                    self._work.release(result.content_hash or "")
                if rounds.holds_back(read_round, result):
                    continue
                self.results.append(result)
                if not result.is_indexed:
                    rounds.raws += result.task.raws.tasks
        self.results += rounds.held.values()  # there was no time for another try

    def _there(self, tasks: Iterator[PhotoTask]) -> Iterator[PhotoTask]:
        for task in tasks:
            if any(one.folder_id == task.folder_id for one in self.away):
                self.away.append(task)
            else:
                yield task

    def _is_away(self, result: PhotoResult) -> bool:
        if result.problem is None or result.problem[0] not in MAY_BE_THE_DRIVE:
            return False
        number = result.task.folder_id
        is_away = any(one.folder_id == number for one in self.away)
        if not (is_away or self._sources[number].is_there()):
            is_away = True
        if is_away:
            self._work.release(result.content_hash or "")
            self.away.append(result.task)
        return is_away

    def _opened(self, quick_seconds: float | None, task: PhotoTask) -> PhotoResult:
        try:
            with self._sources[task.folder_id].fetched(task.file) as root:
                result = self._work.open(replace(task, root=root), quick_seconds)
        except PhotoUnreadable as error:
            problem = (error.reason_code, error.reason)
            return PhotoResult(task, task.file.fingerprint, problem=problem)
        result.task = task
        return result


class _StoreLedger:
    """The ledger of a library on a server; asked by one thread at a time, as `PhotoWork` does."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last = ("", False)  # a content, and whether it is not there

    def lacks(self, _pass: Pass, content_hash: str, _is_retry: bool) -> bool:
        """As `ContentLedger` says: what is there had all passes, as a batch is written whole."""
        if self._last[0] != content_hash:
            self._last = (content_hash, bool(self._store.lacking([content_hash])))
        return self._last[1]

    def metadata_of_hash(self, _content_hash: str) -> Metadata:
        """As `ContentLedger` says: what is there was described, so nothing has to be read."""
        return Metadata()
