"""Control of a job: pause, throttle, cancel, and make way for a query."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Control:
    """Shared by the thread that controls a job and its workers. All methods are thread-safe."""

    def __init__(self, workers: int = 1) -> None:
        self._changed = threading.Condition()
        self._workers = max(1, workers)
        self._paused = False
        self._cancelled = False
        self._queries = 0

    @property
    def paused(self) -> bool:
        """Whether the run is paused."""
        return self._paused

    def is_cancelled(self) -> bool:
        """Whether the job was asked to stop."""
        return self._cancelled

    @property
    def workers(self) -> int:
        """How many workers may run at once."""
        return self._workers

    def set_paused(self, paused: bool) -> None:
        """Pause before the next photo, or go on."""
        with self._changed:
            self._paused = paused
            self._changed.notify_all()

    def set_workers(self, workers: int) -> None:
        """Let that many workers run; at least one."""
        with self._changed:
            self._workers = max(1, workers)
            self._changed.notify_all()

    def cancel(self) -> None:
        """Ask the run to stop after the photos in hand."""
        with self._changed:
            self._cancelled = True
            self._changed.notify_all()

    @contextmanager
    def making_way(self) -> Iterator[None]:
        """Hold the workers between photos while a query is answered."""
        with self._changed:
            self._queries += 1
        try:
            yield
        finally:
            with self._changed:
                self._queries -= 1
                self._changed.notify_all()

    def admit(self, worker: int, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Block until worker number `worker` may take a photo; False once cancelled or over.

        Whoever makes `is_over` true calls `wake` after it, so that waiting workers notice.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._cancelled or is_over() or self._may_run(worker))
            return not (self._cancelled or is_over())

    def wake(self) -> None:
        """Let waiting workers look again."""
        with self._changed:
            self._changed.notify_all()

    def _may_run(self, worker: int) -> bool:
        return not self._paused and not self._queries and worker < self._workers


NO_CONTROL = Control()  # of what nobody stops
