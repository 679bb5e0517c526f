"""The threads that turn tasks into outcomes: each has photos decoded and runs the passes its
photos lack; and the order in which they are read.

Several workers with a one-thread session each beat one forward on many threads, because nobody
waits at a barrier. Each has a decoder process at its side, which bounds time and memory of every
photo, so a thread is never stuck. Outcomes pass through a short queue, which bounds memory: when
the writer lags, the workers wait. While an encoder is being prepared, decoded pictures wait for it,
up to a bound as well.

    first   all photos, each given up after a few seconds of decoding
    slow    those that were given up, with all the time that the settings allow
    alone   those that took too long or crashed all the same, perhaps because the machine was busy;
            one after the other, for some minutes at most
    raws    RAWs beside pictures that could not be read

A photo that is held back for a later round is reported after that.
"""

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.photo_processing import PhotoResult, PhotoTask, look
from visret_desktop.engine.indexing.retry_policy import MAY_BE_THE_MACHINE

MICRO_BATCH = 4
_MOST_WAITING_BYTES = 96_000_000  # of pictures: 470 photos at 260 pixels
_QUEUED_OUTCOMES = 32
NICENESS = 10
_POLL_SECONDS = 0.25
_MOST_POLLS_AFTER_CANCEL = 6
_log = logging.getLogger(__name__)


@dataclass
class _Slot:
    """What one worker thread has in hand."""

    number: int
    room: int  # bytes of pictures that may wait
    batch: list[PhotoResult] = field(default_factory=list)


class WorkerPool:
    """Runs tasks on `count` threads and yields their outcomes as they get done."""

    def __init__(
        self,
        open_photo: Callable[[PhotoTask], PhotoResult],
        control: Control,
        is_ready: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_ready`: nothing that looks at pictures has to be waited for."""
        self._open_photo = open_photo
        self._is_ready = is_ready
        self._control = control
        self._results: queue.Queue[PhotoResult | Exception | None] = queue.Queue(_QUEUED_OUTCOMES)
        self._tasks: Iterator[PhotoTask] = iter(())
        self._tasks_lock = threading.Lock()
        self._stopped = threading.Event()
        self._exhausted = False

    def run(self, tasks: Iterable[PhotoTask], count: int) -> Iterator[PhotoResult | None]:
        """Yield one outcome per task, and None about four times a second while nothing is done.

        Closing the generator stops the workers after the photo in hand. Cancelling ends it, too;
        a photo that takes long is not waited for.
        """
        self._tasks = iter(tasks)
        for number in range(count):
            slot = _Slot(number, _MOST_WAITING_BYTES // count)
            threading.Thread(target=self._run_slot, args=(slot,), daemon=True).start()
        running, polls = count, 0
        try:
            while running and polls < _MOST_POLLS_AFTER_CANCEL:
                try:
                    result = self._results.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    polls += self._control.is_cancelled()
                    yield None
                    continue
                if result is None:
                    running -= 1
                elif isinstance(result, Exception):
                    raise result
                else:
                    yield result
        finally:
            self._stop()

    def _run_slot(self, slot: _Slot) -> None:
        try:
            be_nice()
            while self._take_one(slot):
                pass  # one after the other, until none is left
            self._flush(slot)
        except Exception as error:  # noqa: BLE001 - a worker's edge: the run re-raises it
            _log.exception("a worker failed")
            self._put(error)
        self._put(None)

    def _take_one(self, slot: _Slot) -> bool:
        if not self._control.admit(slot.number, self._is_over):
            return False
        with self._tasks_lock:
            task = next(self._tasks, None)
        if task is None:
            self._exhausted = True
            self._control.wake()  # throttled workers wait for photos that will not come
            return False
        result = self._open_photo(task)
        slot.batch.append(result)
        if self._is_due(slot, result):
            self._flush(slot)
        return True

    def _is_due(self, slot: _Slot, last: PhotoResult) -> bool:
        """Tell whether pictures are to be looked at, even if that has to be waited for."""
        if self._is_ready():
            count = sum(bool(result.pictures) for result in slot.batch)
            return count >= MICRO_BATCH or not last.pictures
        look([last], is_waiting=False)
        slot.room -= sum(len(picture.rgb) for picture in last.pictures.values())
        return slot.room <= 0

    def _flush(self, slot: _Slot) -> None:
        batch, slot.batch = slot.batch, []
        for start in range(0, len(batch), MICRO_BATCH):
            some = batch[start : start + MICRO_BATCH]
            look(some)
            for result in some:
                self._put(result)

    def _put(self, result: PhotoResult | Exception | None) -> None:
        while not self._stopped.is_set():
            try:
                self._results.put(result, timeout=_POLL_SECONDS)
            except queue.Full:
                continue
            return

    def _is_over(self) -> bool:
        return self._exhausted or self._stopped.is_set()

    def _stop(self) -> None:
        self._stopped.set()
        self._control.wake()


def be_nice() -> None:
    """Let the window and queries go first; Linux gives every thread a priority of its own.

    Who was started nicer stays so: only root may take that back.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        if os.getpriority(os.PRIO_PROCESS, thread) < NICENESS:
            os.setpriority(os.PRIO_PROCESS, thread, NICENESS)


_QUICK_SECONDS = 5.0
_SECONDS_ALONE = 600.0
_SLOW = "slow"


@dataclass
class ReadRound:
    """Photos that are read side by side."""

    tasks: Sequence[PhotoTask]
    workers: int
    quick_seconds: float | None = None  # of decoding; None: as long as the settings say
    until: float = float("inf")  # by time.monotonic(); none is begun after it
    held_back: frozenset[str] = frozenset()  # codes of problems that wait for a later round

    def due(self) -> Iterator[PhotoTask]:
        """Yield the tasks while there is time."""
        for task in self.tasks:
            if time.monotonic() >= self.until:
                return
            yield task


@dataclass
class ReadRounds:
    """The rounds of one run; what comes out of one decides what is in the next."""

    tasks: Sequence[PhotoTask]
    workers: int
    slow: list[PhotoTask] = field(default_factory=list)
    alone: list[PhotoTask] = field(default_factory=list)
    raws: list[PhotoTask] = field(default_factory=list)
    held: dict[PhotoTask, PhotoResult] = field(
        default_factory=dict
    )  # unsettled, by what is tried again

    def in_turn(self) -> Iterator[ReadRound]:
        """Yield each round that has photos, once the one before is through."""
        first = [task for task in self.tasks if not task.is_alone]
        self.alone += [task for task in self.tasks if task.is_alone]
        quick_seconds = _QUICK_SECONDS if len(first) > self.workers else None
        if first:
            yield ReadRound(
                first, self.workers, quick_seconds, held_back=MAY_BE_THE_MACHINE | {_SLOW}
            )
        if self.slow:
            yield ReadRound(self.slow, self.workers, held_back=MAY_BE_THE_MACHINE)
        if self.alone:
            yield ReadRound(self.alone, 1, until=time.monotonic() + _SECONDS_ALONE)
        if self.raws:
            yield ReadRound(self.raws, self.workers)

    def holds_back(self, read_round: ReadRound, result: PhotoResult) -> bool:
        """Tell whether a photo is to be tried once more before its outcome counts."""
        self.held.pop(result.task, None)
        code = result.problem[0] if result.problem is not None else ""
        if code not in read_round.held_back:
            return False
        (self.slow if code == _SLOW else self.alone).append(result.task)
        self.held[result.task] = result
        return True
