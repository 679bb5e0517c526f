"""Fetch, copy and check packs on a thread of their own; report progress to the window.

The thread does not use Qt: events go into a queue that a timer of the window's thread empties.
"""

import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.gui.models.pack_sentences import sentence_of
from visret_desktop.packs.events import PackProgress, PackReady

IsStopped = Callable[[], bool]
Run = Callable[[IsStopped], Iterator[PackProgress | PackReady]]
_POLL_MS = 100


class PackWorker(QObject):
    """One piece of work at a time; it ends with `ended`, which carries a sentence if it failed."""

    progressed = Signal(object)
    ready = Signal(object)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told: SimpleQueue[Any] = SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.failure: Exception | None = None  # of the work that ran last
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._deliver)

    @property
    def is_running(self) -> bool:
        """Whether something is being done."""
        return self._thread is not None

    @property
    def is_stopped(self) -> bool:
        """Whether the work that runs, or ran last, was asked to stop."""
        return self._stop.is_set()

    def start(self, run: Run) -> None:
        """Call `run` on a thread and report its events; does nothing while another runs."""
        if self.is_running:
            return
        self._stop.clear()
        self.failure = None
        self._thread = threading.Thread(target=self._work, args=(run,), name="packs")
        self._thread.start()
        self._timer.start()

    def stop(self) -> None:
        """Stop soon; what was fetched is kept."""
        self._stop.set()

    def close(self) -> None:
        """Stop, wait, and report nothing more."""
        self._timer.stop()
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self, run: Run) -> None:
        try:
            for event in run(self._stop.is_set):
                self._told.put(event)
            self._told.put("")
        except Cancelled:
            self._told.put("")
        except (VisretError, OSError) as error:
            self.failure = error
            self._told.put(sentence_of(error))
        except Exception as error:  # noqa: BLE001 - the thread's edge: the window says it
            self._told.put(f"The program made a mistake: {error!r}")

    def _deliver(self) -> None:
        newest: PackProgress | None = None
        while True:
            try:
                event = self._told.get_nowait()
            except Empty:
                break
            if isinstance(event, PackProgress):
                newest = event
            elif isinstance(event, PackReady):
                self.ready.emit(event)
            else:
                self._end(event)
                return
        if newest is not None:
            self.progressed.emit(newest)

    def _end(self, sentence: str) -> None:
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.ended.emit(sentence)
