"""A store for several threads, which ask it in turn."""

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from visret_desktop.institution.store import Store

Result = TypeVar("Result")


class SharedStore:
    """One connection for all threads of a process: searches are short, and wait for each other."""

    def __init__(self, store: Store) -> None:
        self.space = store.space
        self._store = store
        self._lock = Lock()

    def ask(self, work: Callable[[Store], Result]) -> Result:
        """Return what `work` asks of the store.

        Raises:
            StoreError: it does not answer.
        """
        with self._lock:
            return work(self._store)
