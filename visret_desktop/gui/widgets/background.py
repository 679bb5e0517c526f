"""Run a function on a pool thread and hand its result to a slot on the window's thread.

The threads are Python's and live as long as the pool: a `QRunnable` gets a new Python thread state
at each run, so what the library keeps per thread, a SQLite connection, would be opened each time
and never closed.

They leave Qt alone, signals included. PySide holds the GIL while it emits, and Qt locks the
receiver; the window, when it destroys an object, may hold that lock and wait for the GIL. So
results go into a queue, which a timer of the window's thread empties while work is open.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer

POLL_MS = 8


class Background(QObject):
    """A small pool. Only the newest call under a key delivers its result."""

    def __init__(self, parent: QObject | None = None, threads: int = 2) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="background")
        self._slots: dict[int, tuple[str, Callable[[Any], None]]] = {}
        self._newest: dict[str, int] = {}
        self._results: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._count = 0
        self._is_closed = False
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._deliver)

    def run(self, key: str, work: Callable[[], Any], slot: Callable[[Any], None]) -> None:
        """Call `work` on a thread, then `slot` with its result, or with the exception it raised.

        `work` is not called if a newer call under the same key came first. It must not touch Qt
        objects or emit signals.
        """
        if self._is_closed:
            return
        self._count += 1
        self._newest[key] = self._count
        self._slots[self._count] = (key, slot)
        self._pool.submit(self._work, key, self._count, work)
        self._timer.start()

    def close(self) -> None:
        """Wait for running calls and deliver nothing more."""
        self._is_closed = True
        self._timer.stop()
        self._slots.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, key: str, number: int, work: Callable[[], Any]) -> None:
        result: Any = None
        if self._newest.get(key) == number:
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - end of the thread: the slot gets the error
                result = error
        self._results.put((number, result))

    def _deliver(self) -> None:
        while True:
            try:
                number, result = self._results.get_nowait()
            except Empty:
                break
            key, slot = self._slots.pop(number, ("", None))
            if slot is not None and self._newest.get(key) == number:
                slot(result)
        if not self._slots:
            self._timer.stop()
