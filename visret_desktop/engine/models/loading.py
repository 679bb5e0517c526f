"""Wait for a model that is being loaded, until the search that wants it is cancelled."""

import threading
from collections.abc import Callable
from typing import TypeVar

from visret_desktop.aside import IsStopped, answer

Model = TypeVar("Model")
_THREAD_NAME = "loading"


def load(open_model: Callable[[], Model], cancelled: IsStopped) -> Model:
    """Return what `open_model` returns. It is called on a thread that a cancelled search
    leaves running: loading takes seconds, cannot be interrupted, and the next search wants the
    model, too.

    Raises:
        Cancelled: `cancelled()` turned true.
        Exception: whatever `open_model` raises.
    """
    return answer(open_model, cancelled, _THREAD_NAME, is_daemon=False)


def is_loading() -> bool:
    """Tell whether a model is being loaded, also for a search that was cancelled."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())
