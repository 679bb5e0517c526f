"""What the window sends, read by a thread of its own from the first moment to the last.

When the window is gone the engine ends, whatever it is doing: in order, or, if that takes longer
than a few seconds, at once. What is committed stays; the rest is what a power cut would take.
"""

import logging
import os
import queue
import threading
from collections.abc import Iterator
from typing import IO

from visret_desktop.engine.message_lines import read_lines

SECONDS_ALONE = 6.0  # that an engine may take to end when the window is gone
_MOST_WAITING = 100
_log = logging.getLogger(__name__)


class Incoming:
    """The lines of a stream, to be iterated over once; when they end, the process soon does."""

    def __init__(self, descriptor: int) -> None:
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        # A stream of its own: the interpreter closes `sys.stdin` when it ends, and cannot while
        # this thread reads from it.
        stream = os.fdopen(os.dup(descriptor), "rb")
        threading.Thread(target=self._read, args=(stream,), name="reading", daemon=True).start()

    def __iter__(self) -> Iterator[bytes]:
        while (line := self._lines.get()) is not None:
            yield line

    def _read(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                for line in read_lines(stream):
                    self._lines.put(line)
        finally:  # whatever happened, nothing comes any more
            end_within(SECONDS_ALONE)
            self._lines.put(None)


def end_within(seconds: float) -> None:
    """End the process after so many seconds if it has not ended by then."""
    timer = threading.Timer(seconds, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    _log.warning("ending without waiting any longer for what is being done")
    os._exit(0)
