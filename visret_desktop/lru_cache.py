"""What was made and is wanted again, as much of it as there is room for."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Values by key; those that were not asked for the longest go first. Thread-safe.

    `size_of` returns what a value takes, by default 1; in all they take at most `most`, which may
    be changed: a lower limit takes effect with the next value.
    """

    def __init__(self, most: int, size_of: Callable[[Value], int] = lambda _: 1) -> None:
        self.most, self.size = most, 0
        self._size_of = size_of
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, key: Key) -> Value | None:
        """Return what is kept under a key, which counts as used by that."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Keep a value, unless it alone takes more than there is room for; return it."""
        with self._lock:
            self.drop(key)
            size = self._size_of(value)
            if size <= self.most:
                self._values[key] = value
                self.size += size
            while self.size > self.most:
                self.drop(next(iter(self._values)))
        return value

    def drop(self, key: Key) -> None:
        """Forget what is kept under a key, if anything."""
        with self._lock:
            if key in self._values:
                self.size -= self._size_of(self._values.pop(key))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self.size = 0

    def items(self) -> list[tuple[Key, Value]]:
        """Return all, those that go first before the others."""
        with self._lock:
            return list(self._values.items())

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)
