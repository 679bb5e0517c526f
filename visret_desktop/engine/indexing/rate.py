"""How fast a run goes, over the last seconds, and how long it will take."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeVar

_WINDOW_SECONDS = 10.0
Made = TypeVar("Made")


class Rate:
    """Counts finished photos of a known total."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self._marks: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])

    def count(self) -> None:
        """Note one more finished photo."""
        self.done += 1

    def per_second(self) -> float:
        """Return photos per second over the last ten seconds."""
        now = time.monotonic()
        self._marks.append((now, self.done))
        while len(self._marks) > 2 and now - self._marks[0][0] > _WINDOW_SECONDS:
            self._marks.popleft()
        since, before = self._marks[0]
        return (self.done - before) / max(now - since, 1e-6)

    def seconds_left(self) -> float:
        """Return the seconds until the total at this rate; -1 while unknown."""
        rate = self.per_second()
        return (self.total - self.done) / rate if rate > 0 else -1.0


def in_portions(made: Iterable[Made], seconds: float) -> Iterator[list[Made]]:
    """Yield what takes time to make in lists, each of what was made in about `seconds`."""
    chunk, since = [], time.monotonic()
    for one in made:
        chunk.append(one)
        if time.monotonic() - since >= seconds:
            yield chunk
            chunk, since = [], time.monotonic()
    if chunk:
        yield chunk
