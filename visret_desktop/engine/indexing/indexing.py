"""Bring the catalog up to date with the disk: scan, decode, embed, commit, index.

One generator of events drives it, for the command line, the engine process and the tests alike:

    add folders → compare each with the catalog (plan) → what is new through the worker pool
    → what is slow or failed, after all else → what is gone or asleep → save the vector index

Work is committed about once a second, so that a kill costs seconds. Deletions come last: by then a
file that only moved has been recognized under its new path by its content hash.
"""

import logging
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial

import numpy as np

from visret_desktop.engine.indexing.absences import Absences
from visret_desktop.engine.indexing.another_try import another_try
from visret_desktop.engine.indexing.control import IndexControl
from visret_desktop.engine.indexing.folder_diff import FolderPlan, Rules, plan_folder, sleeping
from visret_desktop.engine.indexing.lanes import Lane, Lanes
from visret_desktop.engine.indexing.photo_work import Outcome, PhotoWork, Task
from visret_desktop.engine.indexing.rate import Rate
from visret_desktop.engine.indexing.recording import is_gone, is_indexed, record
from visret_desktop.engine.indexing.workers import WorkerPool
from visret_desktop.engine.messages import (
    Finished,
    IndexFolders,
    LibraryChanged,
    Message,
    Notice,
    PhotoProblem,
    Progress,
)
from visret_desktop.engine.models.encoder_choice import in_portions, thumbnail_vectors
from visret_desktop.engine.models.learned_times import LearnedTimes
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import (
    Cancelled,
    DeviceMissing,
    FolderMissing,
    FolderSilent,
    OutOfMemory,
    PackDamaged,
    UsageError,
    VisretError,
)
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import KnownFile
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.folders.scout import Scout
from visret_desktop.library.records import Folder, FolderState, Problem
from visret_desktop.paths import absolute

_COMMIT_SECONDS = 1.0
_COMMIT_OUTCOMES = 256
_ENOUGH_TO_LEARN = 32  # photos, before their rate tells anything
_log = logging.getLogger(__name__)


def index_folders(
    library: Library, request: IndexFolders, control: IndexControl
) -> Iterator[Message]:
    """Index `request.folders` (none: all known ones) and yield what happens.

    Ends with `Finished`, whose summary has the keys of `visret index --json`.

    Raises:
        LibraryBusy: another process is indexing.
        FolderMissing: a folder that was asked for is not there and was never known.
        UsageError: what was asked for is a file.
        Cancelled: `control.cancel()` was called; what was done so far is committed.
    """
    scout = Scout(library.settings.folder_seconds, lambda: control.cancelled)
    with library.writing() as catalog, scout:
        yield from _Run(library, catalog, request, control, scout).events()


class _Run:
    """The state of one indexing run."""

    def __init__(
        self,
        library: Library,
        catalog: Catalog,
        request: IndexFolders,
        control: IndexControl,
        scout: Scout,
    ) -> None:
        self.scout = scout
        self.absences = Absences({}, scout)
        self.library = library
        self.catalog = catalog
        self.request = request
        self.control = control
        self.started, self.since_ns = time.monotonic(), time.time_ns()
        self.encoder = library.next_encoder
        self.is_first = True  # the encoder, and not the one that answers beside it
        self.complete: set[str] = set()  # hashes of photos that have a vector and a thumbnail
        self.keeps_thumbnails = True  # as far as is known
        self.counts: Counter[str] = Counter()
        self.pending: list[Outcome] = []
        self.last_commit = time.monotonic()
        self.indexed_hashes: Counter[str] = Counter()
        self.embedding = Rate(0)
        self.folder_of_last = 0
        # RAWs (folder, path in it, what is known) whose picture can be read again.
        self.paired: list[tuple[int, str, KnownFile]] = []
        self.best_rate = 0.0  # photos a second that were embedded, while nothing else went on

    def events(self) -> Iterator[Message]:
        folders = self._folders()
        yield LibraryChanged(self.request.job)
        # A photo whose thumbnail was damaged or deleted is looked at again, as if it were new.
        self.complete = self.catalog.embedded_hashes(self.encoder.name)
        kept = self.library.thumbnails.hashes()
        if not self.complete <= kept:  # decoding those again is for nothing where none can be kept
            self.keeps_thumbnails = self.library.thumbnails.can_grow()
        if self.keeps_thumbnails:
            self.complete &= kept
        plans: list[FolderPlan] = []
        for folder in folders:
            yield from self._scan(folder, plans)
        self.absences = Absences({plan.folder.id: plan.folder for plan in plans}, self.scout)
        yield from self._wake(plans)
        tasks = [task for plan in plans for task in plan.tasks]
        if tasks:
            yield from self._embed(tasks)
        self._embed_thumbnails()
        yield from self._settle(plans)
        yield from self._embed_with_second(folders)
        yield Finished(self.request.job, summary=self._summary(folders))

    # ---- scan -------------------------------------------------------------------------------

    def _folders(self) -> list[Folder]:
        known = self.catalog.folders()
        if not self.request.folders:
            return known
        wanted = []
        for path in map(absolute, self.request.folders):
            match = next((folder for folder in known if folder.path == path), None)
            if match is None and not self.scout.place(path).is_folder:
                if self.scout.is_file(path):
                    raise UsageError(reason=f"{path} is a file. Name the folder that it is in.")
                raise FolderMissing(path=path)
            wanted.append(match or self.catalog.add_folder(path, self.scout))
        current = {folder.id: folder for folder in self.catalog.folders()}
        return [current[number] for number in dict.fromkeys(folder.id for folder in wanted)]

    def _scan(self, folder: Folder, plans: list[FolderPlan]) -> Iterator[Message]:
        yield Progress(self.request.job, "scan", folder_id=folder.id)
        known = self.catalog.known_files(folder.id)
        try:
            for step in self._plan(self._adopted(folder), known):
                if isinstance(step, FolderPlan):
                    plans.append(step)
                else:
                    yield Progress(self.request.job, "scan", done=step, folder_id=folder.id)
        except FolderSilent as error:
            plans.append(sleeping(folder, known, error))

    def _adopted(self, folder: Folder) -> Folder:
        """Return the folder, on the drive it is on now if that has its photos or none are known."""
        place = self.scout.place(folder.path)
        if not place.is_folder or place.volume_uid == folder.volume_uid:
            return folder
        if folder.photo_count and not self.catalog.is_filled_by(folder, folder.path, self.scout):
            return folder
        self.catalog.move_folder(folder.id, folder.path, place)
        return replace(folder, volume_uid=place.volume_uid)

    def _plan(self, folder: Folder, known: dict[str, KnownFile]) -> Iterator[int | FolderPlan]:
        excluded = self.library.settings.excluded
        survey = self.scout.survey(folder.path, excluded, self.library.paths.sketches)
        settings, before = self.library.settings, self.since_ns / 1e9
        rules = Rules(
            self.complete.__contains__,
            lambda failure: another_try(failure, settings, before),
            frozenset(self.request.retry),
        )
        return plan_folder(folder, known, rules, survey)

    def _wake(self, plans: list[FolderPlan]) -> Iterator[Message]:
        """Tell the catalog which drives are there and which are not, before any slow work."""
        with self.catalog.batch():
            for plan in plans:
                state = FolderState.OFFLINE if plan.root_missing else FolderState.ONLINE
                reason = str(plan.reason or "")
                self.catalog.set_folder_state(plan.folder.id, state, reason)
                self.catalog.touch(plan.awake, online=True)
                self.catalog.put_fingerprints(plan.described)
                self.catalog.set_offline(plan.asleep)
        for plan in plans:
            self.counts["unchanged"] += plan.unchanged
            if plan.reason is not None:
                yield self._folder_problem(plan.folder, plan.reason)
            for problem in plan.unreadable:
                path = str(plan.folder.path / problem.relative)
                yield PhotoProblem(self.request.job, path, problem.code, problem.reason)
        yield LibraryChanged(self.request.job)

    def _folder_problem(self, folder: Folder, reason: VisretError) -> PhotoProblem:
        return PhotoProblem(self.request.job, str(folder.path), reason.code, str(reason))

    # ---- embed ------------------------------------------------------------------------------

    def _embed(self, tasks: list[Task]) -> Iterator[Message]:
        encoder = self.encoder
        self.library.index()
        self.embedding = Rate(0)
        work = PhotoWork(self.library.reader, self._lacks_thumbnail, encoder, self.library.settings)
        rate = Rate(len(tasks))
        lanes = Lanes(tasks, os.cpu_count() or 1)
        for lane in lanes.in_turn():
            rate.total = rate.done + len(lane.tasks)
            for outcome in self._outcomes(work, lane):
                if outcome is not None and not lanes.holds_back(lane, outcome):
                    yield from self._settle_photo(lanes, outcome, rate)
                yield from self._commit_if_due(rate)
        for outcome in lanes.held.values():  # there was no time for another try
            if not (self.control.cancelled or self.absences.leave_out(outcome.task)):
                yield from self._settle_photo(lanes, outcome, rate)
        yield from self._commit(rate)
        if self.best_rate > 0:
            times = LearnedTimes(self.library.paths.indexing_times)
            times.learn(encoder.name, 1 / self.best_rate)
        self._check_cancelled()

    def _outcomes(self, work: PhotoWork, lane: Lane) -> Iterator[Outcome | None]:
        """Read the photos of a lane; None comes now and then while nothing gets done."""
        open_photo = partial(work.open, quick_seconds=lane.quick_seconds)
        pool = WorkerPool(open_photo, self.encoder, self.control)
        there = (task for task in lane.due() if not self.absences.leave_out(task))
        for outcome in pool.run(there, lane.workers):
            if outcome is None:
                yield None
            elif not (self.absences.explain(outcome) or is_gone(outcome)):
                is_unfinished = outcome.vector is None and not outcome.is_known_content
                if outcome.problem and is_unfinished and outcome.content_hash:
                    work.release(outcome.content_hash)
                yield outcome

    def _settle_photo(self, lanes: Lanes, outcome: Outcome, rate: Rate) -> Iterator[Message]:
        """Take what became of a photo for good."""
        self.pending.append(outcome)
        self.folder_of_last = outcome.task.folder_id
        rate.count()
        if outcome.vector is not None:
            self.embedding.count()
        raws = outcome.task.raws
        if is_indexed(outcome):
            self.paired += [(self.folder_of_last, *known) for known in raws.known]
        else:
            lanes.raws += raws.tasks
            self.counts["unchanged"] += raws.unchanged
        if outcome.problem is not None:
            code, reason = outcome.problem
            path = str(outcome.task.path)
            yield PhotoProblem(self.request.job, path, code, reason, is_indexed(outcome))

    def _commit_if_due(self, rate: Rate) -> Iterator[Message]:
        elapsed = time.monotonic() - self.last_commit
        if elapsed >= _COMMIT_SECONDS or len(self.pending) >= _COMMIT_OUTCOMES:
            yield from self._commit(rate)

    def _commit(self, rate: Rate) -> Iterator[Message]:
        changed = bool(self.pending)
        if changed:
            self._write(self.pending)
            self.pending = []
        self.last_commit = time.monotonic()
        if self.embedding.done >= _ENOUGH_TO_LEARN:
            self.best_rate = max(self.best_rate, self.embedding.per_second())
        yield Progress(
            self.request.job,
            "embed",
            done=rate.done,
            total=rate.total,
            rate=rate.per_second(),
            seconds_left=rate.seconds_left(),
            paused=self.control.paused,
            folder_id=self.folder_of_last,
        )
        if changed:
            yield LibraryChanged(self.request.job)

    def _write(self, outcomes: list[Outcome]) -> None:
        """Commit outcomes: thumbnails first, so that a photo in the catalog has one."""
        self._keep_thumbnails(outcomes)
        labels: list[int] = []
        vectors = []
        with self.catalog.batch():
            for outcome in outcomes:
                if outcome.vector is not None and outcome.content_hash is not None:
                    name = self.encoder.name
                    rowid = self.catalog.put_embedding(outcome.content_hash, name, outcome.vector)
                    labels.append(rowid)
                    vectors.append(outcome.vector)
                self._record(outcome)
        if labels and self.is_first and not self.library.is_changing_encoder():
            self.library.index().add(np.asarray(labels, np.int64), np.stack(vectors))
        if self.is_first:
            self._bring_back([o.content_hash or "" for o in outcomes if o.is_known_content])
        self.library.index_is_level()

    def _bring_back(self, hashes: list[str]) -> None:
        """Put vectors of bytes that were known into the index: it may have lost them.

        It holds those that some photo has; a photo that was deleted and is there again has its
        vector in the catalog only.
        """
        name = self.library.encoder.name
        for content_hash, label in self.catalog.labels_of_hashes(hashes, name).items():
            vector = self.catalog.embedding(content_hash, name)
            if vector is not None:
                self.library.index().add(np.array([label]), vector[np.newaxis])

    def _keep_thumbnails(self, outcomes: list[Outcome]) -> None:
        """Write thumbnails; photos are found without them where the cache has no room."""
        made = [(o.content_hash, o.thumbnail) for o in outcomes if o.thumbnail and o.content_hash]
        try:
            self.library.thumbnails.put_many(made)
        except (sqlite3.Error, OSError) as error:
            _log.warning("%d thumbnails are not kept: %s", len(made), error)
            self.keeps_thumbnails = False

    def _lacks_thumbnail(self, content_hash: str) -> bool:
        """Tell whether a photo is to be decoded for its thumbnail. Called by the workers."""
        return self.keeps_thumbnails and bool(self.library.thumbnails.missing([content_hash]))

    def _record(self, outcome: Outcome) -> None:
        record(self.catalog, outcome, self.since_ns, self.library.settings)
        if outcome.is_same:
            self.counts["unchanged"] += 1
        elif is_indexed(outcome):
            self.counts["indexed" if outcome.vector is not None else "known"] += 1
            if outcome.vector is None:
                self.indexed_hashes[outcome.content_hash or ""] += 1

    def _embed_thumbnails(self) -> None:
        """Give photos that are out of reach a vector by the encoder that is to answer."""
        encoder = self.encoder
        missing = sorted(self.catalog.unembedded(encoder.name))
        vectors = thumbnail_vectors(missing, self.library.thumbnails, encoder)
        for chunk in in_portions(vectors, _COMMIT_SECONDS):
            self._check_cancelled()
            with self.catalog.batch():
                for content_hash, vector in chunk:
                    self.catalog.put_embedding(content_hash, encoder.name, vector)

    def _embed_with_second(self, folders: list[Folder]) -> Iterator[Message]:
        """Let the second encoder look at the photos that it has not seen, if there is one."""
        if self.library.second is None:
            return
        try:
            self.encoder, self.is_first = self.library.second.encoder, False
        except (DeviceMissing, OutOfMemory, PackDamaged) as error:
            yield Notice(self.request.job, error.code, str(error))
            return
        counts, self.counts, self.best_rate = self.counts, Counter(), 0.0
        if self.catalog.unembedded(self.encoder.name):
            self.complete = self.catalog.embedded_hashes(self.encoder.name)
            plans: list[FolderPlan] = []
            for folder in folders:
                yield from self._scan(folder, plans)
            if tasks := [task for plan in plans for task in plan.tasks]:
                yield from self._embed(tasks)
            self._embed_thumbnails()
        self.counts = counts
        self.library.level_second()
        yield LibraryChanged(self.request.job)

    # ---- settle -----------------------------------------------------------------------------

    def _settle(self, plans: list[FolderPlan]) -> Iterator[Message]:
        """Drop what is gone, let sleep what went away meanwhile, and save the index."""
        away = self.absences.reasons
        yield from self._put_to_sleep([plan.folder for plan in plans if plan.folder.id in away])
        plans = [plan for plan in plans if plan.folder.id not in away]
        self._pair_again(plans)
        gone = [entry for plan in plans for entry in plan.gone]
        for entry in gone:
            moved = entry.content_hash and self.indexed_hashes[entry.content_hash] > 0
            if moved:
                self.indexed_hashes[entry.content_hash or ""] -= 1
            self.counts["moved" if moved else "removed"] += 1
        with self.catalog.batch():
            self.catalog.delete_photos([e.photo_id for e in gone if e.photo_id is not None])
            for plan in plans:
                for relative in plan.stale_problems:
                    self.catalog.clear_problem(plan.folder.id, relative)
        self.library.level_index()
        yield LibraryChanged(self.request.job)

    def _pair_again(self, plans: list[FolderPlan]) -> None:
        """Let go of RAWs that stood in for a picture which can be read now."""
        plan_of = {plan.folder.id: plan for plan in plans}
        for folder_id, relative, known in self.paired:
            if folder_id in plan_of and known.photo_id is None:
                plan_of[folder_id].stale_problems.append(relative)
            elif folder_id in plan_of:
                plan_of[folder_id].gone.append(known)

    def _put_to_sleep(self, folders: list[Folder]) -> Iterator[Message]:
        for folder in folders:
            reason = self.absences.reasons[folder.id]
            known = self.catalog.known_files(folder.id)
            with self.catalog.batch():
                self.catalog.set_offline(sleeping(folder, known).asleep)
                self.catalog.set_folder_state(folder.id, FolderState.OFFLINE, str(reason or ""))
            if reason is not None:
                yield self._folder_problem(folder, reason)

    def _summary(self, folders: list[Folder]) -> dict[str, object]:
        photos = offline = 0
        problems: list[Problem] = []
        for folder in folders:
            in_folder, asleep = self.catalog.counts(Filter.of(folder=[folder.id]))
            photos += in_folder
            offline += asleep
            problems += self.catalog.problems(folder.id)
        return {
            "photos": photos,
            "indexed": self.counts["indexed"],
            "unchanged": self.counts["unchanged"],
            "moved": self.counts["moved"],
            "removed": self.counts["removed"],
            "offline": offline,
            "problems": [asdict(problem) for problem in problems],
            "seconds": round(time.monotonic() - self.started, 3),
        }

    def _check_cancelled(self) -> None:
        if self.control.cancelled:
            raise Cancelled
