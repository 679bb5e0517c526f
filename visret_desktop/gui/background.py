"""Run a function on a pool thread and hand its result to a slot on the window's thread."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


class _Task(QRunnable):
    def __init__(self, owner: "Background", number: int, work: Callable[[], Any]) -> None:
        super().__init__()
        self._owner, self._number, self._work = owner, number, work

    def run(self) -> None:
        try:
            result: Any = self._work()
        except Exception as error:  # noqa: BLE001 - the thread's edge: the slot gets the error
            result = error
        self._owner.done.emit(self._number, result)


class Background(QObject):
    """A small pool. Only the newest call under a key delivers; older ones are stale."""

    done = Signal(int, object)

    def __init__(self, parent: QObject | None = None, threads: int = 2) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._slots: dict[int, tuple[str, Callable[[Any], None]]] = {}
        self._newest: dict[str, int] = {}
        self._count = 0
        self.done.connect(self._on_done)

    def run(self, key: str, work: Callable[[], Any], slot: Callable[[Any], None]) -> None:
        """Call `work` on a thread, then `slot` with its result, or with the exception it raised."""
        self._count += 1
        self._newest[key] = self._count
        self._slots[self._count] = (key, slot)
        self._pool.start(_Task(self, self._count, work))

    def close(self) -> None:
        """Wait for what runs and deliver nothing more."""
        self._slots.clear()
        self._pool.clear()
        self._pool.waitForDone()

    def _on_done(self, number: int, result: Any) -> None:
        key, slot = self._slots.pop(number, ("", None))
        if slot is not None and self._newest.get(key) == number:
            slot(result)
