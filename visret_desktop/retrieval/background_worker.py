"""Work through an object's backlog in a thread that does not outlive the object."""

import threading
import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")

SECONDS_BEFORE_GROWING = 5.0
PAUSE_BETWEEN_STEPS = 0.002  # seconds, in which others get the lock


class BackgroundGrowth(Generic[Owner]):
    """Calls `step(owner)` until it returns False, each time it is started."""

    def __init__(self, owner: Owner, step: Callable[[Owner], bool]) -> None:
        self._owner = weakref.ref(owner)
        self._step = step
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []  # one at most
        # Ends the thread when the owner is collected, and before the interpreter exits.
        self._finalizer = weakref.finalize(owner, _stop, self._stopped, self._threads)

    def start(self) -> None:
        """Start the thread, unless it runs; it begins to work after a few seconds."""
        if not any(thread.is_alive() for thread in self._threads):
            arguments = (self._owner, self._step, self._stopped)
            thread = threading.Thread(target=_run, args=arguments, name="growth", daemon=True)
            self._threads[:] = [thread]
            thread.start()

    def stop(self) -> None:
        """End for good, after the current step."""
        self._finalizer()


def _run(
    reference: "weakref.ReferenceType[Owner]",
    step: Callable[[Owner], bool],
    stopped: threading.Event,
) -> None:
    # A command that asks once and ends should not spend time on what it never uses.
    if stopped.wait(SECONDS_BEFORE_GROWING):
        return
    while not stopped.wait(PAUSE_BETWEEN_STEPS):
        owner = reference()
        if owner is None or not step(owner):
            return
        del owner


def _stop(stopped: threading.Event, threads: list[threading.Thread]) -> None:
    stopped.set()
    for thread in threads:
        if thread is not threading.current_thread():
            thread.join()
