"""Wait for a model that is being loaded, but no longer than its answer is wanted."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from visret_desktop.errors import Cancelled

IsCancelled = Callable[[], bool]
Model = TypeVar("Model")

_LOOK_SECONDS = 0.05
_THREAD_NAME = "loading"


def load(open_model: Callable[[], Model], cancelled: IsCancelled) -> Model:
    """Return what `open_model` returns. It is called on a thread that a cancelled search leaves to
    itself: loading takes seconds, cannot be broken off, and the next search wants the model too.

    Raises:
        Cancelled: `cancelled()` turned true.
        Exception: whatever `open_model` raises.
    """
    outcome: Future[Model] = Future()
    threading.Thread(target=_run, args=(open_model, outcome), name=_THREAD_NAME).start()
    while not outcome.done():
        if cancelled():
            raise Cancelled
        wait([outcome], _LOOK_SECONDS)
    return outcome.result()


def is_loading() -> bool:
    """Tell whether a model is being loaded, be it for a search that nobody wants any more."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())


def _run(open_model: Callable[[], Model], outcome: "Future[Model]") -> None:
    try:
        outcome.set_result(open_model())
    except BaseException as error:  # noqa: BLE001 - the thread's edge: who waits raises it
        outcome.set_exception(error)
