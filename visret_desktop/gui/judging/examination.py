"""An examination of someone's photos by the engine: started, followed, stopped."""

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    EngineLost,
    Examine,
    Failed,
    Finished,
    Notice,
    Progress,
)
from visret_desktop.gui.engine.engine_client import EngineClient


class Examination(QObject):
    """One examination at a time; it ends with `finished`, `failed` or `stopped`."""

    progressed = Signal(object)
    noticed = Signal(str)
    finished = Signal(dict)
    failed = Signal(str)
    stopped = Signal()

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._job = 0
        client.message_received.connect(self._on_message)

    @property
    def is_running(self) -> bool:
        """Whether one is running."""
        return bool(self._job)

    def start(self, subject: str) -> None:
        """Examine a subject of `engine.messages.Examine`."""
        if not self._job:
            self._job = self._client.new_job()
            self._client.send(Examine(self._job, subject))

    def stop(self) -> None:
        """Stop it; the engine keeps what it found for the next time."""
        if self._job:
            self._client.send(Cancel(self._client.new_job(), self._job))

    def _on_message(self, message: object) -> None:
        if not self._job or getattr(message, "job", 0) != self._job:
            return
        if isinstance(message, Progress):
            self.progressed.emit(message)
        elif isinstance(message, Notice):
            self.noticed.emit(message.sentence)
        elif isinstance(message, Finished | CancelledJob | Failed | EngineLost):
            self._job = 0
            self._on_ending(message)

    def _on_ending(self, ending: Finished | CancelledJob | Failed | EngineLost) -> None:
        if isinstance(ending, Finished):
            self.finished.emit(ending.summary)
        elif isinstance(ending, CancelledJob):
            self.stopped.emit()
        elif isinstance(ending, Failed):
            self.failed.emit(ending.sentence)
        else:
            self.failed.emit(self.tr("The search engine ended. Start again: it goes on from here."))
