"""What a process takes of the machine while it runs: memory, handles, threads, children."""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil

_MEGABYTE = 2**20
_HEAP = 64 * _MEGABYTE
_LINGERING_SECONDS = 3.0
_LEAST_SECONDS = 60.0
_SETTLING_SHARE = 0.35  # of the time: models load and memories fill


@dataclass
class Gauge:
    """Samples of one process; `read` takes one, with its children's memory apart."""

    process: psutil.Process
    samples: list[tuple[float, float, int, int, int]] = field(default_factory=list)
    zombies: int = 0  # children that ended seconds ago and nobody has asked after
    heaps: int = 0  # the most it had
    _ended: dict[int, float] = field(default_factory=dict)

    def read(self) -> None:
        """Take a sample: time, megabytes of its own, handles, threads, children."""
        with self.process.oneshot():
            children = self.process.children(recursive=True)
            memory = self.process.memory_info().rss / _MEGABYTE
            handles, threads = self.process.num_fds(), self.process.num_threads()
        now = time.monotonic()
        self.samples.append((now, memory, handles, threads, len(children)))
        self.heaps = max(self.heaps, _heaps(self.process.pid))
        ended = {child.pid for child in children if _is_zombie(child)}
        self._ended = {pid: self._ended.get(pid, now) for pid in ended}
        lingering = sum(now - since > _LINGERING_SECONDS for since in self._ended.values())
        self.zombies = max(self.zombies, lingering)

    @property
    def settled(self) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
        """Samples (n, 5) of the time after the warm-up."""
        taken = np.asarray(self.samples)
        begin, end = taken[0, 0], taken[-1, 0]
        return np.asarray(taken[taken[:, 0] >= begin + _SETTLING_SHARE * (end - begin)])

    @property
    def megabytes_an_hour(self) -> float:
        """How fast memory grows: the slope of a line through what it was after the warm-up."""
        seconds, memory = self.settled[:, 0], self.settled[:, 1]
        return float(np.polyfit(seconds - seconds[0], memory, 1)[0] * 3600)

    def growth(self, column: int) -> float:
        """How much more the last third holds of something than the third after the warm-up.

        The lower quartile: what is only there while something runs does not count.
        """
        first, _, last = np.array_split(self.settled[:, column], 3)
        return float(np.percentile(last, 25) - np.percentile(first, 25))

    def said(self) -> str:
        """Return the memory and, where it was watched for minutes, its slope in words."""
        memory = f"{np.median(self.settled[:, 1]):.0f} MB"
        if np.ptp(self.settled[:, 0]) < _LEAST_SECONDS:
            return memory
        return f"{memory}, {self.megabytes_an_hour:+.0f} MB an hour"


def _heaps(pid: int) -> int:
    """Return how many heaps the GNU C library made for a process's threads; 0 on other systems.

    They lie at multiples of the 64 megabytes that each has room for. Many of them are how memory
    grows by steps: each keeps the most that any thread ever had of it.
    """
    try:
        maps = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    ranges = re.findall(r"^(\w+)-\w+ rw-p 00000000 00:00 0 *$", maps, re.MULTILINE)
    return sum(int(begin, 16) % _HEAP == 0 for begin in ranges)


def _is_zombie(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


HANDLES, THREADS, CHILDREN = 2, 3, 4
