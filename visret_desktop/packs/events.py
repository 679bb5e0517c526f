"""What an installation reports while it runs."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from visret_desktop.packs.manifest import Pack

_WINDOW = 8.0  # seconds that a rate is measured over


@dataclass(frozen=True)
class PackProgress:
    """How far the installation of one pack is. A rate or time is -1 while it is unknown."""

    name: str
    stage: str  # 'ask', 'fetch', 'check', 'copy'
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_second: float = -1.0
    seconds_left: float = -1.0


@dataclass(frozen=True)
class PackReady:
    """A pack is installed and whole: the last event."""

    pack: Pack
    fetched_bytes: int = 0  # over the network; the rest was there already


class Tally:
    """Counts bytes for progress. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock  # one that does not jump when the system's time is set
        self._lock = threading.Lock()
        self._recent: deque[tuple[float, int]] = deque([(clock(), 0)])
        self.moved = 0

    def add(self, count: int) -> None:
        """Count bytes that came; negative ones were thrown away again."""
        with self._lock:
            self.moved += count
            now = self._clock()
            if now - self._recent[-1][0] >= 0.1 or count < 0:
                self._recent.append((now, self.moved))
            while len(self._recent) > 2 and now - self._recent[0][0] > _WINDOW:
                self._recent.popleft()

    def progress(self, name: str, stage: str, done_before: int, total: int) -> PackProgress:
        """Return how far it is, counted on from `done_before` bytes."""
        with self._lock:
            began, first = self._recent[0]
            seconds, moved = self._clock() - began, self.moved
        rate = (moved - first) / seconds if seconds > 0.5 else -1.0
        done = max(0, done_before + moved)
        left = (total - done) / rate if rate > 0 else -1.0
        return PackProgress(name, stage, done, total, rate, left)
