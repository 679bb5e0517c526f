"""Children that nobody asks anything at the moment.

Each is kept for a minute, as starting another takes longer than most of what it is asked.
"""

import threading
import time
from typing import Generic, Protocol, TypeVar

_KEPT_SECONDS = 60.0


class _Ending(Protocol):
    def is_alive(self) -> bool: ...

    def end(self) -> object: ...


Kind = TypeVar("Kind", bound=_Ending)


class RestingChildren(Generic[Kind]):
    """Children of one kind, which anyone may take. Thread-safe."""

    def __init__(self) -> None:
        self._resting: list[tuple[float, Kind]] = []  # since when; the last was used last
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def take(self) -> Kind | None:
        """Return the one that was used last; None: there is none that lives."""
        while True:
            with self._lock:
                if not self._resting:
                    return None
                child = self._resting.pop()[1]
            if child.is_alive():
                return child
            child.end()  # only its pipes are left

    def rest(self, child: Kind) -> None:
        """Keep one that has done all that it was asked."""
        with self._lock:
            self._resting.append((time.monotonic(), child))
            self._end_unused_later()

    def take_all(self) -> list[Kind]:
        """Return all of them."""
        with self._lock:
            taken = [child for _, child in self._resting]
            self._resting.clear()
        return taken

    def close(self) -> None:
        """End all of them. Others may rest here afterwards."""
        for child in self.take_all():
            child.end()

    def _end_unused_later(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(_KEPT_SECONDS / 2, self._end_unused)
            self._timer.daemon = True
            self._timer.start()

    def _end_unused(self) -> None:
        oldest = time.monotonic() - _KEPT_SECONDS
        with self._lock:
            self._timer = None
            ending = [child for since, child in self._resting if since < oldest]
            self._resting = [(since, child) for since, child in self._resting if since >= oldest]
            if self._resting:
                self._end_unused_later()
        for child in ending:
            child.end()
