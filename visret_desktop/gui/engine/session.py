"""The window's conversation with the engine: which jobs are open, whose answers still count."""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    CatalogRestored,
    DescribeMachine,
    EncoderState,
    EngineLost,
    Failed,
    Finished,
    IndexFolders,
    LibraryChanged,
    MachineDescribed,
    Notice,
    PhotoProblem,
    Planned,
    Progress,
    Ranked,
    RemoveFolder,
    Search,
    SetIndexing,
    SketchProgress,
    SketchReady,
)
from visret_desktop.errors import (
    DiskFailing,
    DiskFull,
    FileTooLarge,
    LibraryBusy,
    PlaceMissing,
)
from visret_desktop.gui.engine.engine_client import EngineClient

_BUSY_MS = 5000
_MOST_REPEATS = 3  # of a job over which the engine ends
# What may be over soon: another process that writes, no room, a drive that is away.
TRY_AGAIN_MS = {LibraryBusy.code: _BUSY_MS} | {
    error.code: 30_000 for error in (DiskFull, FileTooLarge, PlaceMissing, DiskFailing)
}
_OF_SEARCH = (Ranked, Planned, SketchProgress, SketchReady, Notice)


class Session(QObject):
    """Turns wishes into jobs and events into signals; an old query's results never come through."""

    ranked = Signal(object)
    planned = Signal(object)
    sketch_progressed = Signal(object)
    sketch_ready = Signal(object)
    noticed = Signal(object)
    search_started = Signal()
    search_ended = Signal()
    search_failed = Signal(str)
    progress = Signal(object)
    indexing_ended = Signal(object)  # summary, or None where it did not finish
    folder_removed = Signal(int)
    failed = Signal(str)
    library_changed = Signal()
    problem = Signal(object)
    encoder_state = Signal(object)
    catalog_restored = Signal(str)
    machine_described = Signal(object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._search_job = 0
        self._search: Search | None = None
        self._was_repeated = False
        self._removals: dict[int, RemoveFolder] = {}
        self._index_jobs: dict[int, IndexFolders] = {}
        self._repeats: Counter[Hashable] = Counter()  # of what ended the engine, by what was asked
        self._paused = False
        self._free_cores = 0
        client.message_received.connect(self._on_message)
        client.restarted.connect(self._on_restarted)

    @property
    def indexing(self) -> bool:
        """Whether an indexing job is open."""
        return bool(self._index_jobs)

    @property
    def removing(self) -> bool:
        """Whether a folder is being forgotten."""
        return bool(self._removals)

    @property
    def searching(self) -> bool:
        """Whether a query is open."""
        return bool(self._search_job)

    @property
    def adding(self) -> bool:
        """Whether folders are being indexed that the person named."""
        return any(job.folders for job in self._index_jobs.values())

    @property
    def paused(self) -> bool:
        """Whether indexing rests."""
        return self._paused

    # ---- wishes -----------------------------------------------------------------------------

    def search(self, wish: Search) -> None:
        """Ask; what was asked before is cancelled. The job's number is given here."""
        self.stop_search()
        self._was_repeated = False
        self._send_search(wish)

    def stop_search(self) -> None:
        """Cancel the open query, if any; what is shown stays."""
        if self._search_job:
            self._client.send(Cancel(self._client.new_job(), self._search_job))
            self._search_job = 0
            self.search_ended.emit()

    def _send_search(self, wish: Search) -> None:
        self._search_job = self._client.new_job()
        self._search = replace(wish, job=self._search_job)
        self._client.send(self._search)
        self.search_started.emit()

    def index(self, folders: Iterable[Path] = (), retry: Iterable[str] = ()) -> None:
        """Bring folders (none: all) up to date."""
        job = IndexFolders(
            self._client.new_job(), tuple(str(path) for path in folders), tuple(retry)
        )
        waiting = [(old.folders, old.retry) for old in self._index_jobs.values()]
        if (job.folders, job.retry) not in waiting[1:]:
            self._index_jobs[job.job] = job
            self._client.send(job)

    def remove_folder(self, folder_id: int) -> None:
        """Forget a folder."""
        self._send_removal(RemoveFolder(self._client.new_job(), folder_id))

    def _send_removal(self, job: RemoveFolder) -> None:
        self._removals[job.job] = job
        self._client.send(job)

    def set_indexing(self, paused: bool, free_cores: int) -> None:
        """Pause or resume, and leave cores free."""
        self._paused, self._free_cores = paused, free_cores
        self._client.send(SetIndexing(self._client.new_job(), paused, free_cores))

    def describe_machine(self) -> None:
        """Ask what models find on this computer."""
        self._client.send(DescribeMachine(self._client.new_job()))

    # ---- events -----------------------------------------------------------------------------

    def _on_message(self, message: object) -> None:
        if isinstance(message, _OF_SEARCH):
            if message.job == self._search_job and message.job:
                self._tell_of_search(message)
        elif isinstance(message, Progress):
            if message.job in self._index_jobs:
                self.progress.emit(message)
        elif isinstance(message, LibraryChanged):
            self.library_changed.emit()
        elif isinstance(message, PhotoProblem):
            self.problem.emit(message)
        elif isinstance(message, EncoderState):
            self.encoder_state.emit(message)
        elif isinstance(message, CatalogRestored):
            self.catalog_restored.emit(message.sentence)
        elif isinstance(message, MachineDescribed):
            self.machine_described.emit(message)
        elif isinstance(message, Finished | CancelledJob | Failed | EngineLost):
            self._on_ending(message)

    def _tell_of_search(self, message: object) -> None:
        for kind, signal in (
            (Ranked, self.ranked),
            (Planned, self.planned),
            (SketchProgress, self.sketch_progressed),
            (SketchReady, self.sketch_ready),
            (Notice, self.noticed),
        ):
            if isinstance(message, kind):
                signal.emit(message)

    def _on_ending(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        if ending.job == self._search_job and self._search_job:
            self._on_search_ended(ending)
        elif ending.job in self._removals:
            self._on_removal_ended(ending)
        elif ending.job in self._index_jobs:
            self._on_index_ended(ending)
        elif isinstance(ending, Failed) and not ending.job:
            self.failed.emit(ending.sentence)

    def _on_search_ended(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        self._search_job = 0
        if isinstance(ending, EngineLost) and self._search is not None and not self._was_repeated:
            # Once: a query that ends the engine again would do so for ever.
            self._was_repeated = True
            self._send_search(self._search)
            return
        if isinstance(ending, EngineLost):
            words = self.tr("The search engine ended twice over this query. Try other words.")
            self.search_failed.emit(words)
        elif isinstance(ending, Failed):
            self.search_failed.emit(ending.sentence)
        self.search_ended.emit()

    def _on_removal_ended(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        job = self._removals.pop(ending.job)
        if isinstance(ending, EngineLost) and self._may_repeat(job.folder_id):
            self.remove_folder(job.folder_id)  # sent after the restart
            return
        self._repeats.pop(job.folder_id, None)
        if isinstance(ending, EngineLost):
            words = self.tr("The search engine keeps ending over this folder. Try again later.")
            self.failed.emit(words)
        elif isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
            if ending.code == LibraryBusy.code:
                QTimer.singleShot(_BUSY_MS, self, partial(self.remove_folder, job.folder_id))
        else:
            self.folder_removed.emit(job.folder_id)

    def _on_index_ended(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        job = self._index_jobs.pop(ending.job)
        again = partial(self.index, [Path(path) for path in job.folders], job.retry)
        asked = (job.folders, job.retry)
        if isinstance(ending, EngineLost) and self._may_repeat(asked):
            again()  # sent after the restart
            return
        self._repeats.pop(asked, None)
        if isinstance(ending, EngineLost):
            words = self.tr("The search engine keeps ending while it indexes. Its log tells more.")
            self.failed.emit(words)
        elif isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
            if ending.code in TRY_AGAIN_MS:
                QTimer.singleShot(TRY_AGAIN_MS[ending.code], self, again)
        self.indexing_ended.emit(ending.summary if isinstance(ending, Finished) else None)

    def _may_repeat(self, asked: Hashable) -> bool:
        """Count an end of the engine over a job; a job that always ends it is not for ever."""
        self._repeats[asked] += 1
        return self._repeats[asked] <= _MOST_REPEATS

    def _on_restarted(self) -> None:
        self.set_indexing(self._paused, self._free_cores)
