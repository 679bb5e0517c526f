"""Bring the catalog up to date with the disk: scan, decode, embed, commit, index.

One generator of events drives it, for the command line, the engine process and the tests alike:

    add folders → compare each with the catalog (plan) → the first time choose the encoder's form
    → what lacks something through the workers
    → what is slow or failed, after all else → what is deleted or offline → save the vector indexes
    → bursts and events of what changed

What is made of a photo is a matter of passes (`passes.py`).

Work is committed about once a second, so that a kill costs seconds. Deletions come last: by then a
file that only moved has been recognized under its new path by its content hash.
"""

import logging
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial
from itertools import chain

from visret_desktop.engine.caches.search_caches import LearnedTimes
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.folder_diff import FolderPlan
from visret_desktop.engine.indexing.folder_scan import FolderScan
from visret_desktop.engine.indexing.grouping import group_photos
from visret_desktop.engine.indexing.initial_precision import choose_form
from visret_desktop.engine.indexing.passes import (
    PASSES,
    Embedding,
    Pass,
    from_thumbnails,
    needed_passes,
    store_all,
)
from visret_desktop.engine.indexing.photo_outcomes import OfflineFolders, has_vanished, record
from visret_desktop.engine.indexing.photo_processing import (
    CatalogLedger,
    PhotoResult,
    PhotoTask,
    PhotoWork,
)
from visret_desktop.engine.indexing.workers import ReadRound, ReadRounds, WorkerPool
from visret_desktop.engine.messages import (
    EncoderState,
    Finished,
    IndexFolders,
    LibraryChanged,
    Message,
    Notice,
    PhotoProblem,
    Progress,
)
from visret_desktop.engine.place_lookup import light_photos, place_photos
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import Rate, in_portions
from visret_desktop.errors import Cancelled, DeviceMissing, OutOfMemory, PackDamaged, PartNotLoading
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import Folder, Problem
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.interfaces import Vectors
from visret_desktop.roles import Role

_COMMIT_SECONDS = 1.0
_COMMIT_OUTCOMES = 256
_ENOUGH_TO_LEARN = 32  # photos; the rate of fewer means nothing
_log = logging.getLogger(__name__)


def index_folders(library: Library, request: IndexFolders, control: Control) -> Iterator[Message]:
    """Index `request.folders` (none: all known ones) and yield what happens.

    Ends with `Finished`, whose summary has the keys of `visret index --json`.

    Raises:
        LibraryBusy: another process is indexing.
        FolderMissing: a folder that was asked for is not there and was never known.
        UsageError: what was asked for is a file.
        Cancelled: `control.cancel()` was called; what was done so far is committed.
    """
    probe = FolderProbe(library.settings.folder_seconds, control.is_cancelled)
    with library.writing() as catalog, probe:
        yield from _IndexRun(library, catalog, request, control, probe).events()


class _IndexRun:
    """The state of one indexing run."""

    def __init__(
        self,
        library: Library,
        catalog: Catalog,
        request: IndexFolders,
        control: Control,
        probe: FolderProbe,
    ) -> None:
        self.probe = probe
        self.offline = OfflineFolders({}, probe)
        self.library = library
        self.catalog = catalog
        self.request = request
        self.control = control
        self.started, self.since_ns = time.monotonic(), time.time_ns()
        self.folder_scan = FolderScan(library, catalog, request, probe, self.since_ns)
        self.passes: list[Pass] = []
        self.counts: Counter[str] = Counter()
        self.pending: list[PhotoResult] = []
        self.last_commit = time.monotonic()
        self.indexed_hashes: Counter[str] = Counter()
        self.embedding = Rate(0)
        self.folder_of_last = 0
        # RAWs (folder, path in it, what is known) whose picture can be read again.
        self.paired: list[tuple[int, str, KnownFile]] = []
        self.best_rate = 0.0  # photos a second that were embedded, while nothing else went on
        self.encoders: set[str] = set()  # that embedded some of them

    def events(self) -> Iterator[Message]:
        folders = self.folder_scan.folders()
        self.library.divide()
        yield LibraryChanged(self.request.job)
        self._place()
        self.library.first.use_best_form()
        sides = [(side.pack(Role.ENCODER), side.paths) for side in self.library.sides]
        if not all(find_compiled(pack, paths) for pack, paths in sides):
            yield Progress(self.request.job, "prepare")
        yield from self._open_passes()
        # Own folders may have come to a library that was the demonstration, or have gone.
        yield EncoderState(self.library.pack(Role.ENCODER).name, ready=True)
        reading = [one for one in self.passes if one.thumbnail != "always"]
        lacking = set().union(*(one.lacking(self.catalog) for one in reading))
        plans: list[FolderPlan] = []
        for folder in folders:
            yield from self.folder_scan.scan(folder, lacking, plans)
        self.offline = OfflineFolders({plan.folder.id: plan.folder for plan in plans}, self.probe)
        yield from self.folder_scan.note_states(plans)
        self.counts["unchanged"] += sum(plan.unchanged for plan in plans)
        self.counts["videos"] += sum(plan.videos for plan in plans)
        tasks = [task for plan in plans for task in plan.tasks]
        made: dict[bytes, Vectors] = {}
        for side in self.library.sides:
            those = [t for t in tasks if side.folders is None or t.folder_id in side.folders]
            made |= yield from choose_form(side, those, self.passes, self.request.job, self.control)
        if made:
            yield from self._open_passes(made)
        if tasks:
            yield from self._embed(tasks)
        self._look_at_thumbnails()
        yield from self._settle(plans)
        if group_photos(self.library, self.catalog, self.control.is_cancelled):
            yield LibraryChanged(self.request.job)
        self.catalog.annotations.place_by_deployments()
        self._place()
        yield Finished(self.request.job, summary=self._summary(folders))

    def _open_passes(self, made: Mapping[bytes, Vectors] | None = None) -> Iterator[Message]:
        """Open all passes; `made`: vectors that the first encoder's need not make."""
        self.passes = needed_passes(self.library, made)
        for name, open_pass in PASSES.items():
            try:
                opened = open_pass(self.library)
            except (DeviceMissing, OutOfMemory, PackDamaged, PartNotLoading) as error:
                _log.warning("this run does without the %s: %s", name, error)
                yield Notice(self.request.job, error.code, error.message)
                continue
            if opened is not None:
                self.passes.append(opened)
        for one in self.passes:
            if one.is_needed:  # what it failed on as one that was not needed
                self.catalog.drop_results(one.name)

    # ---- embed ------------------------------------------------------------------------------

    def _embed(self, tasks: list[PhotoTask]) -> Iterator[Message]:
        self.embedding, self.folder_of_last = Rate(0), tasks[0].folder_id
        work = PhotoWork(CatalogLedger(self.library.reader), self.passes, self.library.settings)
        rate = Rate(len(tasks))
        rounds = ReadRounds(tasks, os.cpu_count() or 1)
        for read_round in rounds.in_turn():
            rate.total = rate.done + len(read_round.tasks)
            for result in self._outcomes(work, read_round):
                if result is not None and not rounds.holds_back(read_round, result):
                    yield from self._settle_photo(rounds, result, rate)
                yield from self._commit_if_due(rate)
        for result in rounds.held.values():  # there was no time for another try
            if not (self.control.is_cancelled() or self.offline.leave_out(result.task)):
                yield from self._settle_photo(rounds, result, rate)
        yield from self._commit(rate)
        if self.best_rate > 0 and len(self.encoders) == 1:  # the rate of two is that of neither
            times = LearnedTimes.of(Role.ENCODER, self.library.paths, self.library.settings)
            (encoder,) = self.encoders
            times.learn(encoder, 1 / self.best_rate)
        self._check_cancelled()

    def _outcomes(self, work: PhotoWork, read_round: ReadRound) -> Iterator[PhotoResult | None]:
        """Read the photos of a round; None comes now and then while nothing gets done."""
        open_photo = partial(work.open, quick_seconds=read_round.quick_seconds)
        pool = WorkerPool(open_photo, self.control, self._is_ready)
        there = (task for task in read_round.due() if not self.offline.leave_out(task))
        for result in pool.run(there, read_round.workers):
            if result is None:
                yield None
            elif not (self.offline.explain(result) or has_vanished(result)):
                if result.is_unfinished:
                    work.release(result.content_hash or "")
                yield result

    def _is_ready(self) -> bool:
        return all(one.is_ready() for one in self.passes)

    def _settle_photo(
        self, rounds: ReadRounds, result: PhotoResult, rate: Rate
    ) -> Iterator[Message]:
        """Count and report what became of a photo, once it is final."""
        self.pending.append(result)
        self.folder_of_last = result.task.folder_id
        rate.count()
        encoders = {one.name for one in result.made if isinstance(one, Embedding)}
        if encoders:
            self.encoders |= encoders
            self.embedding.count()
        raws = result.task.raws
        if result.is_indexed:
            self.paired += [(self.folder_of_last, *known) for known in raws.known]
        else:
            rounds.raws += raws.tasks
            self.counts["unchanged"] += raws.unchanged
        if result.problem is not None:
            code, reason = result.problem
            path = str(result.task.path)
            yield PhotoProblem(self.request.job, path, code, reason, result.is_indexed)

    def _commit_if_due(self, rate: Rate) -> Iterator[Message]:
        elapsed = time.monotonic() - self.last_commit
        if elapsed >= _COMMIT_SECONDS or len(self.pending) >= _COMMIT_OUTCOMES:
            yield from self._commit(rate)

    def _commit(self, rate: Rate) -> Iterator[Message]:
        changed = bool(self.pending)
        if changed:
            self._write(self.pending)
            self.pending = []
            self._place()
        self.last_commit = time.monotonic()
        if self.embedding.done >= _ENOUGH_TO_LEARN:
            self.best_rate = max(self.best_rate, self.embedding.per_second())
        yield Progress(
            self.request.job,
            "embed" if self.control.paused or self._is_ready() else "prepare",
            done=rate.done,
            total=rate.total,
            rate=rate.per_second(),
            seconds_left=rate.seconds_left(),
            paused=self.control.paused,
            folder_id=self.folder_of_last,
        )
        if changed:
            yield LibraryChanged(self.request.job)

    def _place(self) -> None:
        """Look up where photos were taken, and in what light, as far as that was not done."""
        for _ in chain(place_photos(self.catalog), light_photos(self.catalog)):
            if self.control.is_cancelled():  # the next run goes on
                return

    def _write(self, results: list[PhotoResult]) -> None:
        """Commit what became of photos, with all that the passes made of them."""
        for side in self.library.sides:
            side.indexes.vectors()  # opened before it would lag behind
        with self.catalog.batch():
            store_all(self.catalog, self.passes, [made for o in results for made in o.results])
            for result in results:
                self._record(result)
        for one in self.passes:
            one.after_commit()
        self._bring_back([o.content_hash or "" for o in results if o.is_known_content])
        for side in self.library.sides:
            side.indexes.note_level()

    def _bring_back(self, hashes: list[str]) -> None:
        """Put vectors of bytes that were known into the index.

        It lacks those of photos that were deleted and are there again.
        """
        for side in self.library.sides:
            labels, vectors = self.catalog.embeddings.of_contents(hashes, side.encoder.name)
            if len(labels):
                side.indexes.vectors().add(labels, vectors)

    def _record(self, result: PhotoResult) -> None:
        record(self.catalog, result, self.since_ns, self.library.settings)
        if result.is_embedded:
            self.counts["indexed"] += 1
        elif result.is_indexed and result.is_same:
            self.counts["unchanged"] += 1
        elif result.is_indexed:
            self.indexed_hashes[result.content_hash or ""] += 1

    def _look_at_thumbnails(self) -> None:
        """Let passes look at the thumbnails of photos that are out of reach, or that will do."""
        for one in self.passes:
            if one.thumbnail == "never":
                continue
            lacking = sorted(one.lacking(self.catalog))
            made = from_thumbnails(one, lacking, self.library.thumbnails)
            for chunk in in_portions(made, _COMMIT_SECONDS):
                self._check_cancelled()
                with self.catalog.batch():
                    results = [(one, content, result) for content, result in chunk]
                    store_all(self.catalog, self.passes, results)
                one.after_commit()

    # ---- settle -----------------------------------------------------------------------------

    def _settle(self, plans: list[FolderPlan]) -> Iterator[Message]:
        """Drop what was deleted, note what went offline in the run, and save the indexes."""
        offline = self.offline.reasons
        vanished = [plan.folder for plan in plans if plan.folder.id in offline]
        yield from self.folder_scan.set_offline(vanished, offline)
        plans = [plan for plan in plans if plan.folder.id not in offline]
        self._pair_again(plans)
        deleted = [entry for plan in plans for entry in plan.deleted]
        for entry in deleted:
            moved = entry.content_hash and self.indexed_hashes[entry.content_hash] > 0
            if moved:
                self.indexed_hashes[entry.content_hash or ""] -= 1
            self.counts["moved" if moved else "removed"] += 1
        with self.catalog.batch():
            self.catalog.delete_photos([e.photo_id for e in deleted if e.photo_id is not None])
            for plan in plans:
                for relative in plan.stale_problems:
                    self.catalog.clear_problem(plan.folder.id, relative)
        for one in self.passes:
            one.end_run()
        yield LibraryChanged(self.request.job)

    def _pair_again(self, plans: list[FolderPlan]) -> None:
        """Drop RAWs that were photos of their own while the picture beside them was unreadable."""
        plan_of = {plan.folder.id: plan for plan in plans}
        for folder_id, relative, known in self.paired:
            if folder_id in plan_of and known.photo_id is None:
                plan_of[folder_id].stale_problems.append(relative)
            elif folder_id in plan_of:
                plan_of[folder_id].deleted.append(known)

    def _summary(self, folders: list[Folder]) -> dict[str, object]:
        photos = offline = 0
        problems: list[Problem] = []
        for folder in folders:
            in_folder, of_these = self.catalog.counts(Filter.of(folder=[folder.id]))
            photos += in_folder
            offline += of_these
            problems += self.catalog.problems(folder.id)
        return {
            "photos": photos,
            "indexed": self.counts["indexed"],
            "unchanged": self.counts["unchanged"],
            "known": self.indexed_hashes.total(),
            **{name: self.counts[name] for name in ("moved", "removed", "videos")},
            "offline": offline,
            "problems": [asdict(problem) for problem in problems],
            "seconds": round(time.monotonic() - self.started, 3),
        }

    def _check_cancelled(self) -> None:
        if self.control.is_cancelled():
            raise Cancelled
