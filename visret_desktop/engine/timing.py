"""Seconds per stage of a search, how fast a run goes, and what the words of a query take."""

import math
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from visret_desktop.models.interfaces import Encoder

# In these a model computes or is loaded; the rest is our own.
MODEL_STAGES = frozenset(
    ("load", "encode", "rewrite", "translate", "detail", "visualize", "embed", "read", "locate")
)
_NOTHING = 0.0005  # seconds; loading what is loaded already


class StageClock:
    """Adds up the seconds of each stage; a stage that the cache answered has none."""

    def __init__(self) -> None:
        self._stages: dict[str, float] = {}
        self._model_spans: list[tuple[float, float]] = []  # from, until
        self._started = time.perf_counter()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a `with` block."""
        since = time.perf_counter()
        try:
            yield
        finally:
            self.add(name, time.perf_counter() - since)

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Time a `with` block that loads a model, unless it was there already."""
        since = time.perf_counter()
        yield
        self.loaded(time.perf_counter() - since)

    def loaded(self, seconds: float, until: float | None = None) -> None:
        """Add what loading a model took, as `add` does, unless it was there already."""
        if seconds > _NOTHING:
            self.add("load", seconds, until)

    def add(self, name: str, seconds: float, until: float | None = None) -> None:
        """Add seconds timed elsewhere, up to `until` of `time.perf_counter` (None: until now)."""
        self._stages[name] = self._stages.get(name, 0.0) + seconds
        if name in MODEL_STAGES:
            until = time.perf_counter() if until is None else until
            self._model_spans.append((until - seconds, until))

    def timings(self) -> dict[str, float]:
        """Return seconds by stage so far."""
        return {name: round(seconds, 5) for name, seconds in self._stages.items()}

    def seconds(self) -> float:
        """Return seconds since the search began."""
        return time.perf_counter() - self._started

    def model_seconds(self) -> float:
        """Return the seconds in which any model was at work; two at once count once."""
        total, reached = 0.0, -math.inf
        for since, until in sorted(self._model_spans):
            total += max(0.0, until - max(since, reached))
            reached = max(reached, until)
        return total


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


_TRIES = ("warm up", "a photo", "a bird on a branch", "warm up")  # the first one loads
_QUICKER = 0.75  # of the seconds that were returned last, or it is no news


class TextTimes:
    """What the words of a query take the encoders that answer: the least of all tries so far.

    The first tries may fall on a moment when the machine is busy with something else, so that the
    words of real queries count, too. Thread-safe.
    """

    def __init__(self) -> None:
        self._least: dict[str, float] = {}  # seconds by encoder
        self._answering: tuple[str, ...] = ()
        self._returned = math.inf
        self._lock = threading.Lock()

    def note(self, encoder: str, seconds: float) -> None:
        """Take the time of one query into account."""
        with self._lock:
            self._least[encoder] = min(seconds, self._least.get(encoder, math.inf))

    def measured(self, encoders: Sequence[Encoder]) -> float:
        """Let the encoders that answer read a few words; return the seconds of all of them."""
        for encoder in encoders:
            for number, words in enumerate(_TRIES):
                begun = time.perf_counter()
                encoder.embed_texts([words])
                if number:
                    self.note(encoder.name, time.perf_counter() - begun)
        with self._lock:
            self._answering = tuple(encoder.name for encoder in encoders)
            self._returned = self._seconds()
            return self._returned

    def news(self) -> float | None:
        """Return the seconds, if queries have shown since that it is a quarter less or better."""
        with self._lock:
            if not self._answering or self._seconds() > _QUICKER * self._returned:
                return None
            self._returned = self._seconds()
            return self._returned

    def _seconds(self) -> float:
        return sum(self._least[name] for name in self._answering)
