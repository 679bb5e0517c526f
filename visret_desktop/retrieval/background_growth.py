"""Work off an object's backlog step by step, in a thread that does not outlive the object."""

import threading
import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")

SECONDS_BEFORE_GROWING = 5.0
PAUSE_BETWEEN_STEPS = 0.002  # seconds, so that who waits for a lock gets it


class BackgroundGrowth(Generic[Owner]):
    """Calls `step(owner)` until it returns False, whenever started."""

    def __init__(self, owner: Owner, step: Callable[[Owner], bool]) -> None:
        self._owner = weakref.ref(owner)
        self._step = step
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []  # one at most
        # Ends the thread when nobody holds the owner any more, and before the interpreter goes.
        self._finalizer = weakref.finalize(owner, _stop, self._stopped, self._threads)

    def start(self) -> None:
        """See to it that the thread runs, or will in a few seconds."""
        if not any(thread.is_alive() for thread in self._threads):
            arguments = (self._owner, self._step, self._stopped)
            thread = threading.Thread(target=_run, args=arguments, name="growth", daemon=True)
            self._threads[:] = [thread]
            thread.start()

    def stop(self) -> None:
        """End for good; waits for the step under way."""
        self._finalizer()


def _run(
    reference: "weakref.ReferenceType[Owner]",
    step: Callable[[Owner], bool],
    stopped: threading.Event,
) -> None:
    # A command that asks once and ends should not spend the processor on what it never uses.
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
