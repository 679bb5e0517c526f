"""Run a function on a pool thread and hand its results to a slot on the window's thread.

All that the window does off its own thread, in its own process, is done so.

The threads are Python's and live as long as the pool: a `QRunnable` gets a new Python thread state
at each run, so what the library keeps per thread, a SQLite connection, would be opened each time
and never closed.

They leave Qt alone, signals included. PySide holds the GIL while it emits, and Qt locks the
receiver; the window, when it destroys an object, may hold that lock and wait for the GIL. So
results go into a queue, which a timer of the window's thread empties while work is open.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer

POLL_MS = 8
_END = object()  # of what a call yields


class Background(QObject):
    """A small pool. Only the newest call under a key delivers its result."""

    def __init__(
        self, parent: QObject | None = None, threads: int = 2, poll_ms: int = POLL_MS
    ) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="background")
        self._slots: dict[int, tuple[str, Callable[[Any], None]]] = {}
        self._newest: dict[str, int] = {}
        self._results: SimpleQueue[tuple[int, Any, bool]] = SimpleQueue()
        self._count = 0
        self.is_closed = False  # what waits on a thread for others asks this
        self._timer = QTimer(self)
        self._timer.setInterval(poll_ms)
        self._timer.timeout.connect(self._deliver)

    def run(self, key: str, work: Callable[[], Any], slot: Callable[[Any], None]) -> None:
        """Call `work` on a thread, then `slot` with its result, or with the exception it raised.

        `work` is not called if a newer call under the same key came first. It must not touch Qt
        objects or emit signals.
        """
        if not self.is_closed:
            number = self._open(key, slot)
            self._pool.submit(self._work, key, number, work)

    def run_each(
        self, key: str, work: Callable[[], Iterable[Any]], slot: Callable[[list[Any]], None]
    ) -> None:
        """Call `work` on a thread, then `slot` with what it yielded since the last time.

        `work` ends the call by its end, and answers for its own errors. Unlike results of `run`,
        those of an earlier call under the same key are delivered, too.
        """
        if not self.is_closed:
            number = self._open(key, slot)
            self._pool.submit(self._work_each, number, work)

    def close(self) -> None:
        """Wait for running calls and deliver nothing more."""
        self.refuse()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def refuse(self) -> None:
        """Begin no call and deliver nothing more."""
        self.is_closed = True
        self._timer.stop()
        self._slots.clear()

    def _open(self, key: str, slot: Callable[[Any], None]) -> int:
        self._count += 1
        self._newest[key] = self._count
        self._slots[self._count] = (key, slot)
        self._timer.start()
        return self._count

    def _work(self, key: str, number: int, work: Callable[[], Any]) -> None:
        result: Any = None
        if self._newest.get(key) == number:
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - end of the thread: the slot gets the error
                result = error
        self._results.put((number, result, True))

    def _work_each(self, number: int, work: Callable[[], Iterable[Any]]) -> None:
        try:
            for result in work():
                self._results.put((number, result, False))
        finally:
            self._results.put((number, _END, True))

    def _deliver(self) -> None:
        yielded: dict[int, list[Any]] = {}
        while True:
            try:
                number, result, is_over = self._results.get_nowait()
            except Empty:
                break
            if not is_over:
                yielded.setdefault(number, []).append(result)
                continue
            key, slot = self._slots.pop(number, ("", None))
            if slot is None:
                continue
            if result is not _END:
                if self._newest.get(key) == number:
                    slot(result)
            elif number in yielded:
                slot(yielded.pop(number))
        for number, results in yielded.items():
            _, slot = self._slots.get(number, ("", None))
            if slot is not None:
                slot(results)
        if not self._slots:
            self._timer.stop()


def close_all(owner: QObject) -> None:
    """Close every pool below an object, such as a window. None waits for another to be asked."""
    pools = owner.findChildren(Background)
    for pool in pools:
        pool.refuse()
    for pool in pools:
        pool.close()
