"""An examination of someone's photos by the engine: started, followed, stopped."""

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    CancelledJob,
    Examine,
    Failed,
    Finished,
    Notice,
    Progress,
)
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.job_handle import JobHandle


class TrialRun(QObject):
    """One examination at a time; it ends with `finished`, `failed` or `stopped`."""

    progressed = Signal(object)
    noticed = Signal(str)
    finished = Signal(dict)
    failed = Signal(str)
    stopped = Signal()

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._job: JobHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether one is open."""
        return self._job is not None and self._job.is_open

    def start(self, subject: str) -> None:
        """Examine a subject of `engine.messages.Examine`."""
        if not self.is_running:
            self._job = self._client.run(Examine(subject=subject))
            self._job.said.connect(self._on_said)
            self._job.ended.connect(self._on_ended)

    def stop(self) -> None:
        """Ask it to stop; what it found so far is kept for the next time."""
        if self._job is not None:
            self._job.cancel()

    def _on_said(self, event: object) -> None:
        if isinstance(event, Progress):
            self.progressed.emit(event)
        elif isinstance(event, Notice):
            self.noticed.emit(event.sentence)

    def _on_ended(self, job: JobHandle) -> None:
        ending = job.ending
        if isinstance(ending, Finished):
            self.finished.emit(ending.summary)
        elif isinstance(ending, CancelledJob):
            self.stopped.emit()
        elif isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
        else:
            self.failed.emit(self.tr("The search engine ended. Start again: it goes on from here."))
