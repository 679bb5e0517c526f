"""The window's conversation with the engine: which jobs are open, whose answers still count."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    EncoderState,
    EngineLost,
    Failed,
    Finished,
    IndexFolders,
    LibraryChanged,
    PhotoProblem,
    Progress,
    QueryTerm,
    Ranked,
    RemoveFolder,
    Search,
    SetIndexing,
)
from visret_desktop.errors import LibraryBusy
from visret_desktop.gui.engine_client import EngineClient

_BUSY_MS = 5000


class Session(QObject):
    """Turns wishes into jobs and events into signals; an old query's results never come through."""

    ranked = Signal(object)
    search_ended = Signal()
    search_failed = Signal(str)
    progress = Signal(object)
    indexing_ended = Signal(object)  # summary, or None where it did not finish
    failed = Signal(str)
    library_changed = Signal()
    problem = Signal(object)
    encoder_state = Signal(object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._search_job = 0
        self._index_jobs: dict[int, IndexFolders] = {}
        self._paused = False
        self._free_cores = 0
        client.message_received.connect(self._on_message)
        client.restarted.connect(self._on_restarted)

    @property
    def indexing(self) -> bool:
        """Whether an indexing job is open."""
        return bool(self._index_jobs)

    @property
    def paused(self) -> bool:
        """Whether indexing rests."""
        return self._paused

    # ---- wishes -----------------------------------------------------------------------------

    def search(
        self, terms: Sequence[QueryTerm], top_k: int, folder_ids: Sequence[int] = ()
    ) -> None:
        """Ask; what was asked before is cancelled."""
        self.stop_search()
        self._search_job = self._client.new_job()
        self._client.send(Search(self._search_job, tuple(terms), top_k, tuple(folder_ids)))

    def stop_search(self) -> None:
        """Cancel the open query, if any; what is shown stays."""
        if self._search_job:
            self._client.send(Cancel(self._client.new_job(), self._search_job))
            self._search_job = 0

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
        self._client.send(RemoveFolder(self._client.new_job(), folder_id))

    def set_indexing(self, paused: bool, free_cores: int) -> None:
        """Pause or resume, and leave cores free."""
        self._paused, self._free_cores = paused, free_cores
        self._client.send(SetIndexing(self._client.new_job(), paused, free_cores))

    # ---- events -----------------------------------------------------------------------------

    def _on_message(self, message: object) -> None:
        if isinstance(message, Ranked):
            if message.job == self._search_job:
                self.ranked.emit(message)
        elif isinstance(message, Progress):
            self.progress.emit(message)
        elif isinstance(message, LibraryChanged):
            self.library_changed.emit()
        elif isinstance(message, PhotoProblem):
            self.problem.emit(message)
        elif isinstance(message, EncoderState):
            self.encoder_state.emit(message)
        elif isinstance(message, Finished | CancelledJob | Failed | EngineLost):
            self._on_ending(message)

    def _on_ending(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        if ending.job == self._search_job and self._search_job:
            self._search_job = 0
            if isinstance(ending, Failed):
                self.search_failed.emit(ending.sentence)
            self.search_ended.emit()
            return
        index_job = self._index_jobs.pop(ending.job, None)
        if isinstance(ending, Failed) and ending.code == LibraryBusy.code and index_job:
            again = partial(self.index, map(Path, index_job.folders), index_job.retry)
            QTimer.singleShot(_BUSY_MS, self, again)
        if isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
        if isinstance(ending, EngineLost) and index_job is not None:
            self.index(map(Path, index_job.folders), index_job.retry)  # sent after the restart
            return
        if index_job is not None:
            self.indexing_ended.emit(ending.summary if isinstance(ending, Finished) else None)

    def _on_restarted(self) -> None:
        self.set_indexing(self._paused, self._free_cores)
