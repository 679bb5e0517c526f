"""Wait for something that may be silent for long, until the person cancels.

Looking up an address, connecting and reading cannot be interrupted on every system. So they run
on a thread that is abandoned when its result is no longer wanted: it ends when the other side
answers or its own time limit passes, and its result is dropped.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from visret_desktop.errors import Cancelled

Piece = TypeVar("Piece")
_LOOK_SECONDS = 0.1
_AHEAD = 8  # pieces that are read before they are asked for


class TooSlow(Exception):
    """Nothing came in time."""


def pieces(
    read: Callable[[], Iterator[Piece]],
    is_stopped: Callable[[], bool],
    seconds: float = math.inf,
) -> Iterator[Piece]:
    """Yield what `read()` yields, and raise what it raises.

    Raises:
        Cancelled: `is_stopped` returned True while there was nothing.
        TooSlow: there was nothing for longer than `seconds`.
    """
    reading = _Reading(read)
    try:
        yield from reading.received(is_stopped, seconds)
    finally:
        reading.is_left.set()


def answer(ask: Callable[[], Piece], is_stopped: Callable[[], bool]) -> Piece:
    """Return what `ask()` returns, and raise what it raises. Raises as `pieces` does."""
    return next(pieces(lambda: iter([ask()]), is_stopped))


class _Reading(Generic[Piece]):
    """One thread and what it has read."""

    def __init__(self, read: Callable[[], Iterator[Piece]]) -> None:
        self.is_left = threading.Event()
        self._read = read
        self._queue: queue.Queue[tuple[Piece] | Exception | None] = queue.Queue(_AHEAD)
        threading.Thread(target=self._work, name="reading", daemon=True).start()

    def received(self, is_stopped: Callable[[], bool], seconds: float) -> Iterator[Piece]:
        began = time.monotonic()
        while True:
            try:
                told = self._queue.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                if is_stopped():
                    raise Cancelled from None
                if time.monotonic() - began > seconds:
                    raise TooSlow(f"nothing came for {seconds:g} seconds") from None
                continue
            if told is None:
                return
            if isinstance(told, Exception):
                raise told
            yield told[0]
            began = time.monotonic()

    def _work(self) -> None:
        try:
            for piece in self._read():
                if not self._tell((piece,)):
                    return
            self._tell(None)
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            self._tell(error)

    def _tell(self, told: tuple[Piece] | Exception | None) -> bool:
        """Hand something over; return False if nobody waits for it any more."""
        while not self.is_left.is_set():
            try:
                self._queue.put(told, timeout=_LOOK_SECONDS)
            except queue.Full:
                continue
            return True
        return False
