"""The memory that all decoders of this process may take together.

A photo waits here until there is room for it, first come, first served, except that photos somebody
waits for go first. One that is larger than the whole room gets in when the room is empty, so large
ones are decoded one after the other.

A photo in the room for decoding waits for nothing more, so none waits for ever.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_MOST_BYTES = 3_000_000_000  # on any machine: more large pictures at once gain nothing
_LOOK_SECONDS = 5.0  # for which free memory is not asked again


class MemoryBudget:
    """A share of the memory of this machine."""

    def __init__(self, share: float) -> None:
        """Make room of a share of half of the machine's memory, or of what is free if less."""
        self._share = share
        self._taken = 0
        self._waiting: list[object] = []
        self._changed = threading.Condition()
        self._size = 0
        self._looked_at = float("-inf")

    @contextmanager
    def taken(self, count: int, *, is_urgent: bool = False) -> Iterator[None]:
        """Wait until `count` bytes are free and take them for the `with` block."""
        ticket = object()
        with self._changed:
            self._waiting.insert(0 if is_urgent else len(self._waiting), ticket)
            try:
                self._changed.wait_for(lambda: self._waiting[0] is ticket and self._has(count))
                self._taken += count
            finally:  # whoever was interrupted must not keep its place: nobody would get past it
                self._waiting.remove(ticket)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._taken -= count
                self._changed.notify_all()

    def _has(self, count: int) -> bool:
        return not self._taken or self._taken + count <= self._room()

    def _room(self) -> int:
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_SECONDS:
            self._looked_at = now
            total, free = _memory()
            self._size = int(self._share * min(total / 2, free + self._taken, _MOST_BYTES))
        return self._size


def _memory() -> tuple[int, int]:
    import psutil

    memory = psutil.virtual_memory()
    return int(memory.total), int(memory.available)


# Two rooms: a photo that is read holds its bytes in one while it waits for the other.
FOR_READING = MemoryBudget(0.25)
FOR_DECODING = MemoryBudget(0.75)
