"""The threads that turn tasks into outcomes: each reads, decodes and runs the encoder by itself.

Several workers with a one-thread session each beat one forward on many threads, because nobody
waits at a barrier; Pillow, NumPy and ONNX Runtime all release the interpreter lock. Outcomes pass
through a short queue, which bounds memory: when the writer lags, the workers wait.
"""

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from visret_desktop.engine.control import IndexControl
from visret_desktop.engine.journal import Journal
from visret_desktop.engine.photo_work import Outcome, PhotoWork, Task, forward
from visret_desktop.models.interfaces import Encoder

MICRO_BATCH = 4
_QUEUED_OUTCOMES = 32
_NICENESS = 10
_log = logging.getLogger(__name__)


@dataclass
class _Slot:
    """What one worker thread is doing."""

    number: int
    task: Task | None = None
    since: float = 0.0
    abandoned: bool = False
    batch: list[Outcome] = field(default_factory=list)


class WorkerPool:
    """Runs tasks on `count` threads and yields their outcomes in the order they get done."""

    def __init__(
        self,
        work: PhotoWork,
        encoder: Encoder,
        control: IndexControl,
        journal: Journal,
        seconds_per_photo: float,
    ) -> None:
        self._work = work
        self._encoder = encoder
        self._control = control
        self._journal = journal
        self._seconds_per_photo = seconds_per_photo
        self._outcomes: queue.Queue[Outcome | Exception | None] = queue.Queue(_QUEUED_OUTCOMES)
        self._tasks: Iterator[Task] = iter(())
        self._tasks_lock = threading.Lock()
        self._slots: list[_Slot] = []
        self._stopped = threading.Event()
        self._exhausted = False

    def run(self, tasks: Iterable[Task], count: int) -> Iterator[Outcome | None]:
        """Yield one outcome per task, and None about four times a second while nothing is done.

        Closing the generator stops the workers after the photo in hand.
        """
        self._tasks = iter(tasks)
        self._exhausted = False
        for number in range(count):
            self._start(number)
        running = count
        try:
            while running:
                try:
                    outcome = self._outcomes.get(timeout=0.25)
                except queue.Empty:
                    yield from self._give_up_stuck()
                    yield None
                    continue
                if outcome is None:
                    running -= 1
                elif isinstance(outcome, Exception):
                    raise outcome
                else:
                    yield outcome
        finally:
            self._stop()

    def try_alone(self, task: Task) -> Outcome:
        """Run one suspect with nothing beside it."""
        self._journal.enter(None, str(task.path))
        outcome = self._work.open(task)
        forward(self._encoder, [outcome])
        self._journal.leave(None)
        return outcome

    def _start(self, number: int) -> None:
        slot = _Slot(number)
        self._slots.append(slot)
        threading.Thread(target=self._run_slot, args=(slot,), daemon=True).start()

    def _run_slot(self, slot: _Slot) -> None:
        _be_nice()
        try:
            while self._take_one(slot):
                pass
            self._flush(slot)
        except Exception as error:  # noqa: BLE001 - a worker's edge: the run re-raises it
            _log.exception("a worker failed")
            self._put(slot, error)
        self._put(slot, None)

    def _take_one(self, slot: _Slot) -> bool:
        if not self._control.admit(slot.number, self._is_over) or slot.abandoned:
            return False
        with self._tasks_lock:
            task = next(self._tasks, None)
        if task is None:
            self._exhausted = True
            self._control.wake()  # throttled workers rest for photos that will not come
            return False
        outcome = self._open(slot, task)
        if slot.abandoned:
            return False
        slot.batch.append(outcome)
        if sum(o.pixels is not None for o in slot.batch) >= MICRO_BATCH or outcome.pixels is None:
            self._flush(slot)
        return True

    def _open(self, slot: _Slot, task: Task) -> Outcome:
        slot.since = time.monotonic()
        slot.task = task
        self._journal.enter(slot.number, str(task.path))
        outcome = self._work.open(task)
        self._journal.leave(slot.number)
        slot.task = None
        return outcome

    def _flush(self, slot: _Slot) -> None:
        batch, slot.batch = slot.batch, []
        forward(self._encoder, batch)
        for outcome in batch:
            self._put(slot, outcome)

    def _put(self, slot: _Slot, outcome: Outcome | Exception | None) -> None:
        while not (slot.abandoned or self._stopped.is_set()):
            try:
                self._outcomes.put(outcome, timeout=0.25)
            except queue.Full:
                continue
            return

    def _give_up_stuck(self) -> Iterator[Outcome]:
        """Leave a thread that hangs in a decoder to itself and go on with a fresh one."""
        now = time.monotonic()
        for slot in list(self._slots):
            task = slot.task
            if task is None or slot.abandoned or now - slot.since < self._seconds_per_photo:
                continue
            slot.abandoned = True
            slot.task = None
            batch, slot.batch = slot.batch, []
            forward(self._encoder, batch)
            yield from batch
            reason = f"Decoding took longer than {self._seconds_per_photo:g} seconds."
            yield Outcome(task, task.found.fingerprint, problem=("timed-out", reason))
            self._start(slot.number)

    def _is_over(self) -> bool:
        return self._exhausted or self._stopped.is_set()

    def _stop(self) -> None:
        self._stopped.set()
        self._control.wake()


def _be_nice() -> None:
    """Let the window and queries go first; Linux gives every thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
