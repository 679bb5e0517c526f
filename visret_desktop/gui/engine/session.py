"""What the window asks of the engine: queries, questions, indexing, removals; and what is open."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine import messages
from visret_desktop.errors import DiskFailing, DiskFull, FileTooLarge, LibraryBusy, PlaceMissing
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle

_BUSY_MS = 5000
_IDLE_MS = 20_000  # after indexing, until what may wait begins
_REPEATS = 3  # of work on the library over which the engine dies
# What may be over soon: another process that writes, no room, a drive that is not mounted.
TRY_AGAIN_MS = {LibraryBusy.code: _BUSY_MS} | {
    error.code: 30_000 for error in (DiskFull, FileTooLarge, PlaceMissing, DiskFailing)
}


class Session(QObject):
    """The jobs of one window."""

    progress = Signal(object)
    indexing_ended = Signal(object)  # summary, or None where it did not finish
    looking = Signal(object)  # Progress of what may wait
    looking_ended = Signal(object)  # summary, or None where it did not finish
    folder_added = Signal(object)  # FolderAdded
    folder_removed = Signal(int)
    failed = Signal(str)
    library_changed = Signal()
    others_wrote = Signal()  # the library was changed by another process, such as the command line
    encoder_state = Signal(object)
    catalog_restored = Signal(str)
    machine_described = Signal(object)

    def __init__(
        self, client: EngineClient, parent: QObject | None = None, *, is_of_server: bool = False
    ) -> None:
        """Begin; of a library on a server nothing is indexed here."""
        super().__init__(parent)
        self._client, self.is_of_server = client, is_of_server
        self.query: JobHandle | None = None  # the newest one
        self.question: JobHandle | None = None  # the newest one that photos are read for
        self.counting: JobHandle | None = None  # what a saved search finds
        self._additions: list[JobHandle] = []
        self._removals: list[JobHandle] = []
        self._index_jobs: list[JobHandle] = []
        self._looking: JobHandle | None = None  # what may wait
        self._idle = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._idle.timeout.connect(self._look_when_idle)
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
        return self.query is not None and self.query.is_open

    @property
    def reading(self) -> bool:
        """Whether photos are being read for an answer."""
        return self.question is not None and self.question.is_open

    @property
    def adding(self) -> bool:
        """Whether folders are being added or indexed that the person named."""
        return bool(self._additions) or any(_asked(job).folders for job in self._index_jobs)

    @property
    def is_free(self) -> bool:
        """Whether nothing is open but counting."""
        at_work = (self.searching, self.reading, self.indexing, self.adding, self.removing)
        return not any(at_work)

    @property
    def paused(self) -> bool:
        """Whether indexing rests."""
        return self._paused

    # ---- queries ----------------------------------------------------------------------------

    def search(self, request: messages.Search, *, is_again: bool = False) -> JobHandle:
        """Search; nothing more is heard of what was asked before.

        `is_again`: the same is searched because the library changed, so its answer goes on.
        """
        self.stop_search()
        self.stop_counting()
        if not is_again:
            self.stop_reading()
        # Repeated once: a query that ends the engine again would do so for ever.
        self.query = self._client.run(request, repeats=1)
        return self.query

    def stop_search(self) -> None:
        """End the open query, if any; what is shown stays."""
        if self.query is not None:
            self.query.abandon()

    def ask(self, request: messages.Ask) -> JobHandle:
        """Have a question answered from photos; an open one is let go of."""
        self.stop_reading()
        self.stop_counting()
        self.question = self._client.run(request, repeats=1)
        return self.question

    def ask_beside(
        self, request: messages.AskCatalog | messages.Browse | messages.CountFound
    ) -> JobHandle:
        """Ask what takes nothing from a query or a question that is open."""
        return self._client.run(request, repeats=1)

    def stop_reading(self) -> None:
        """Read no more photos; the answer so far stays."""
        if self.question is not None:
            self.question.abandon()

    def count(self, request: messages.CountFound) -> JobHandle:
        """Count what a search finds; a query and a question end it at once."""
        self.stop_counting()
        self.counting = self._client.run(request)
        return self.counting

    def stop_counting(self) -> None:
        """Count no more, as something else is to be done."""
        if self.counting is not None:
            self.counting.abandon()

    # ---- work on the library ----------------------------------------------------------------

    def add(self, folders: Iterable[Path]) -> None:
        """Put folders into the library at once, then index them."""
        job = self._client.run(messages.AddFolders(folders=tuple(map(str, folders))), _REPEATS)
        to_index: list[Path] = []
        self._additions.append(job)
        job.said.connect(partial(self._on_adding_said, to_index))
        job.ended.connect(partial(self._on_adding_ended, to_index))

    def index(self, folders: Iterable[Path] = (), retry: Iterable[str] = ()) -> None:
        """Bring folders (none: all) up to date, unless that waits to be done already."""
        if self.is_of_server:
            return
        wanted = messages.IndexFolders(
            folders=tuple(str(path) for path in folders), retry=tuple(retry)
        )
        waiting = [(_asked(job).folders, _asked(job).retry) for job in self._index_jobs[1:]]
        if (wanted.folders, wanted.retry) not in waiting:
            job = self._client.run(wanted, _REPEATS)
            self._index_jobs.append(job)
            job.said.connect(self._on_indexing_said)
            job.ended.connect(self._on_index_ended)

    def _look_when_idle(self) -> None:
        """Let passes that may wait look at photos. The engine holds them while it does anything."""
        if self.indexing or self.removing:
            return  # the timer starts anew when that has ended
        if self._looking is None or not self._looking.is_open:
            self._looking = self._client.run(messages.LookWhenIdle())
            self._looking.said.connect(self._on_looking_said)
            self._looking.ended.connect(self._on_looking_ended)

    def _on_looking_said(self, event: object) -> None:
        if isinstance(event, messages.Progress):
            self.looking.emit(event)

    def _on_looking_ended(self, job: JobHandle) -> None:
        if isinstance(job.ending, messages.EngineLost):  # it would end it again and again
            self._idle.timeout.disconnect(self._look_when_idle)
        self.looking_ended.emit(
            job.ending.summary if isinstance(job.ending, messages.Finished) else None
        )

    def remove_folder(self, folder_id: int, *, keeps_notes: bool = False) -> None:
        """Forget a folder, and perhaps not what was noted of its photos."""
        request = messages.RemoveFolder(folder_id=folder_id, keeps_notes=keeps_notes)
        job = self._client.run(request, _REPEATS)
        self._removals.append(job)
        job.ended.connect(self._on_removal_ended)

    def set_indexing(self, paused: bool, free_cores: int) -> None:
        """Pause or resume, and leave cores free."""
        self._paused, self._free_cores = paused, free_cores
        self._client.send(messages.SetIndexing(paused=paused, free_cores=free_cores))

    def describe_machine(self) -> None:
        """Ask what models find on this computer."""
        self._client.run(messages.DescribeMachine(), repeats=1).said.connect(self._on_machine_said)

    # ---- events -----------------------------------------------------------------------------

    def _on_message(self, message: object) -> None:
        """Take what concerns the window whichever job it is of."""
        if isinstance(message, messages.LibraryChanged):
            self.library_changed.emit()
            if message.is_by_others:
                self.others_wrote.emit()
        elif isinstance(message, messages.EncoderState):
            self.encoder_state.emit(message)
        elif isinstance(message, messages.CatalogRestored):
            self.catalog_restored.emit(message.sentence)
        elif isinstance(message, messages.Failed) and not message.job:
            self.failed.emit(message.sentence)

    def _on_adding_said(self, to_index: list[Path], event: object) -> None:
        if not isinstance(event, messages.FolderAdded):
            return
        if event.outcome in ("added", "known", "found"):
            to_index.append(Path(event.path))
        elif event.outcome == "inside":
            to_index.append(Path(event.others[0]))
        self.folder_added.emit(event)

    def _on_adding_ended(self, to_index: list[Path], job: JobHandle) -> None:
        self._additions.remove(job)
        ending, asked = job.ending, job.request
        assert isinstance(asked, messages.AddFolders)
        if isinstance(ending, messages.EngineLost):
            words = self.tr("The search engine keeps ending over this folder. Try again later.")
            self.failed.emit(words)
        elif isinstance(ending, messages.Failed):
            self.failed.emit(ending.sentence)
            if ending.code in TRY_AGAIN_MS:
                again = partial(self.add, [Path(path) for path in asked.folders])
                QTimer.singleShot(TRY_AGAIN_MS[ending.code], self, again)
        if to_index:
            self.index(dict.fromkeys(to_index))

    def _on_indexing_said(self, event: object) -> None:
        if isinstance(event, messages.Progress):
            self.progress.emit(event)

    def _on_machine_said(self, event: object) -> None:
        if isinstance(event, messages.MachineDescribed):
            self.machine_described.emit(event)

    def _on_removal_ended(self, job: JobHandle) -> None:
        self._removals.remove(job)
        ending, removal = job.ending, job.request
        assert isinstance(removal, messages.RemoveFolder)
        if isinstance(ending, messages.EngineLost):
            words = self.tr("The search engine keeps ending over this folder. Try again later.")
            self.failed.emit(words)
        elif isinstance(ending, messages.Failed):
            self.failed.emit(ending.sentence)
            if ending.code == LibraryBusy.code:
                again = partial(self.remove_folder, keeps_notes=removal.keeps_notes)
                QTimer.singleShot(_BUSY_MS, self, partial(again, removal.folder_id))
        else:
            self.folder_removed.emit(removal.folder_id)

    def _on_index_ended(self, job: JobHandle) -> None:
        self._index_jobs.remove(job)
        ending, wanted = job.ending, _asked(job)
        if isinstance(ending, messages.EngineLost):
            words = self.tr("The search engine keeps ending while it indexes. Its log says more.")
            self.failed.emit(words)
        elif isinstance(ending, messages.Failed):
            self.failed.emit(ending.sentence)
            if ending.code in TRY_AGAIN_MS:
                again = partial(self.index, [Path(path) for path in wanted.folders], wanted.retry)
                QTimer.singleShot(TRY_AGAIN_MS[ending.code], self, again)
        self._idle.start()
        self.indexing_ended.emit(ending.summary if isinstance(ending, messages.Finished) else None)

    def _on_restarted(self) -> None:
        self.set_indexing(self._paused, self._free_cores)


def _asked(job: JobHandle) -> messages.IndexFolders:
    assert isinstance(job.request, messages.IndexFolders)
    return job.request
