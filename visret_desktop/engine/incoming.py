"""What the window sends, read by a thread of its own from the first moment to the last.

Whatever else the process is about, opening a library that must be restored or loading a model:
when the window is gone, so is the engine, in order or, after a few seconds, without it. What is
committed stays; the rest is what a power cut would take.
"""

import logging
import os
import queue
import threading
from collections.abc import Iterator
from typing import IO

from visret_desktop.engine.message_lines import read_lines

SECONDS_ALONE = 6.0  # that an engine goes on for when nobody is there any more
_MOST_WAITING = 100
_log = logging.getLogger(__name__)


class Incoming:
    """The lines of a stream, to be iterated over once; their end begins the end of the process."""

    def __init__(self, descriptor: int) -> None:
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        # A stream that this thread alone knows: the interpreter closes `sys.stdin` when it ends,
        # and cannot while somebody reads from it.
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
        finally:  # whatever happened, nobody can tell us anything any more
            end_within(SECONDS_ALONE)
            self._lines.put(None)


def end_within(seconds: float) -> None:
    """End the process after so many seconds unless it ends before."""
    timer = threading.Timer(seconds, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    _log.warning("ending without waiting any longer for what is being done")
    os._exit(0)
