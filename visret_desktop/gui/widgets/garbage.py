"""Python's garbage is collected on the window's thread alone.

Python collects what lies in cycles on whichever thread just made an object. A widget or an action
in such a cycle would then be destroyed on a thread that only reads the catalog, while the window
uses it: the process ends. What is loaded by then stays as long as the window, and is looked at by
no collection.
"""

import gc

from PySide6.QtCore import QObject, QTimer

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
