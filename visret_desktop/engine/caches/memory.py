"""What searches of one library leave for the next ones: vectors, rankings, rewrites, sketches, and
answers.

The first two live as long as the process, the others also in the cache directory. Everything is
keyed by all that determines it, so nothing has to be dropped because it is out of date.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from visret_desktop.engine.caches.answer_cache import AnswerCache
from visret_desktop.engine.caches.learned_times import LearnedTimes
from visret_desktop.engine.caches.listing import RankedList
from visret_desktop.engine.caches.rewrite_cache import RewriteCache
from visret_desktop.engine.caches.sketch_cache import SketchCache
from visret_desktop.models.interfaces import Vectors
from visret_desktop.paths import Paths
from visret_desktop.retrieval.cutoff import Scale, Similarities
from visret_desktop.retrieval.score_fusion import Spread
from visret_desktop.settings import Settings

Value = TypeVar("Value")
_VECTORS = 1024
_STATES = 8  # of indexes
_LISTINGS = 64  # of a thousand labels each: about 10 MB


class Recent(Generic[Value]):
    """The values used last, by key. Thread-safe."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return what was kept under `key`, if it still is."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value, return it, and drop the one not used for longest when it gets too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
        return value


class SearchCaches:
    """All that one library remembers of its searches."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self.vectors: Recent[Vectors] = Recent(_VECTORS)
        self.listings: Recent[RankedList] = Recent(_LISTINGS)
        self.spreads: Recent[Spread] = Recent(_VECTORS)
        self.sampled: Recent[Similarities] = Recent(_STATES)
        self.nearness: Recent[Scale] = Recent(_STATES)
        self.rewrites = RewriteCache(paths.rewrites)
        self.sketches = SketchCache(paths.sketches, settings.sketch_cache_mb)
        self.times = LearnedTimes(paths.drawing_times)
        self.rewriting_times = LearnedTimes(paths.rewriting_times)
        self.reading_times = LearnedTimes(paths.reading_times)
        self.answers = AnswerCache(paths.answers)
