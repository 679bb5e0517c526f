"""What was computed and is wanted again, as many bytes of it as there may be."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

Key = TypeVar("Key", bound=Hashable)


class BoundedMemory(Generic[Key]):
    """Arrays by key; those that were not asked for the longest go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, npt.NDArray[np.generic]] = OrderedDict()
        self.size_bytes = 0

    def get(self, key: Key) -> npt.NDArray[np.generic] | None:
        """Return what is kept under a key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Key, values: npt.NDArray[np.generic]) -> None:
        """Keep an array, unless it alone is more than may be kept."""
        self.drop(key)
        if values.nbytes > self._most_bytes:
            return
        self._kept[key] = values
        self.size_bytes += values.nbytes
        while self.size_bytes > self._most_bytes:
            self.drop(next(iter(self._kept)))

    def drop(self, key: Key) -> None:
        """Forget what is kept under a key, if anything."""
        if key in self._kept:
            self.size_bytes -= self._kept.pop(key).nbytes

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.size_bytes = 0
