"""Lifetimes of Qt objects: slots that end with their widget, garbage collected on one thread.

Qt disconnects the methods of a destroyed object, but not plain functions, which would be called
after the widgets that they name are gone (`while_there`).

Python collects cycles on whichever thread just made an object. A widget in a cycle would then be
destroyed on a thread that only reads the catalog, and the process would crash. So the window's
thread alone collects (`GarbageCollection`). Objects loaded by then live as long as the window and
are skipped by every collection.
"""

import gc
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid


def while_there(owner: QObject, slot: Callable[..., object]) -> Callable[..., None]:
    """Return a slot that calls `slot` until `owner` is destroyed."""

    def call(*arguments: Any) -> None:
        if isValid(owner):
            slot(*arguments)

    return call


_LOOK_MS = 1000


class GarbageCollection(QObject):
    """Looks once a second whether as much has gathered as Python itself would wait for."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        gathered, most = gc.get_count(), gc.get_threshold()
        full = [age for age in range(3) if gathered[age] > most[age] > 0]
        if full:
            gc.collect(max(full))
