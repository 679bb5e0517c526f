"""One job of the engine as the window sees it: what is said of it, and how it ended."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import (
    Cancel,
    CancelledJob,
    Ending,
    Event,
    Request,
)


class JobHandle(QObject):
    """A job that was given to the engine. It ends once, never before the caller has the handle.

    When the engine dies over it, it is sent again, at most `repeats` times; then its ending is
    `EngineLost`.
    """

    said = Signal(object)  # an event of the job, but its ending
    ended = Signal(object)  # this handle, with its `ending`

    def __init__(self, send: Callable[[Cancel], None], request: Request, repeats: int) -> None:
        super().__init__()
        self._send = send
        self.request = request  # as it was sent, with its number
        self.repeats_left = repeats
        self.ending: Ending | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has not ended."""
        return self.ending is None

    def cancel(self) -> None:
        """Ask the engine to stop it; its ending follows."""
        self.repeats_left = 0
        if self.is_open:
            self._send(Cancel(target=self.request.job))

    def abandon(self) -> None:
        """End it for the window at once; what the engine still says of it is passed over."""
        self.cancel()
        self.take(CancelledJob(self.request.job))

    def take(self, event: Event) -> None:
        """Pass on what the engine says of this job."""
        if not self.is_open:
            return
        if isinstance(event, Ending):
            self.ending = event
            self.ended.emit(self)
        else:
            self.said.emit(event)
