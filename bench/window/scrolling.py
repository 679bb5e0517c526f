"""Scroll the real window while its engine indexes a folder; print frame times and memory.

    python -m bench.window.scrolling FOLDER SECONDS

A process of its own, because it is the window. A frame is the time between two moments at which
the window is free to paint the next one, with 60 asked for a second.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import psutil
from PySide6.QtCore import Qt, QTimer

from bench import process_memory
from visret_desktop.gui import app
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.window.main_window import MainWindow

_FRAME_MS = 16
_SETTLING_SECONDS = 5.0
_PATIENCE_SECONDS = 120.0
_STALL = 0.1


class Scroller:
    """Scrolls a window up and down and takes the times."""

    def __init__(self, window: MainWindow, seconds: float) -> None:
        self._window = window
        self._seconds = seconds
        self._frames: list[float] = []
        self._last = 0.0
        self._begin = time.monotonic()
        self._until = 0.0
        self._step = 0
        self._megabytes = [0.0, 0.0]
        self._timer = QTimer(window)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.monotonic()
        bar = self._view().verticalScrollBar()
        if not self._until:
            is_ready = bar.maximum() > 0 and now - self._begin > _SETTLING_SECONDS
            if is_ready or now - self._begin > _PATIENCE_SECONDS:
                self._until = now + self._seconds
        elif now < self._until:
            self._frames.append(now - self._last)
        else:
            self._finish()
            return
        self._step += 1
        bar.setValue((self._step * 60) % max(1, bar.maximum()))
        self._view().viewport().update()
        self._last = now
        if self._step % 60 == 0:
            self._weigh()

    def _view(self) -> ResultsView:
        views = self._window.findChildren(ResultsView)
        return next((view for view in views if view.isVisible()), views[0])

    def _weigh(self) -> None:
        here = psutil.Process()
        engine = process_memory.together(here.children(recursive=True))
        found = (here.memory_info().rss / 1e6, engine)
        self._megabytes = [max(sizes) for sizes in zip(self._megabytes, found, strict=True)]
        self._last = time.monotonic()  # looking costs time that is not the window's

    def _finish(self) -> None:
        self._timer.stop()
        milliseconds = 1000 * np.array(self._frames or [0.0])
        measured = {
            "frames": len(milliseconds),
            "p50_ms": float(np.percentile(milliseconds, 50)),
            "p99_ms": float(np.percentile(milliseconds, 99)),
            "longest_ms": float(milliseconds.max()),
            "stalls": int((milliseconds > 1000 * _STALL).sum()),
            "gui_mb": self._megabytes[0],
            "engine_mb": self._megabytes[1],
        }
        sys.stdout.write(json.dumps(measured) + "\n")
        sys.stdout.flush()
        self._window.close()


def main() -> int:
    """Open the window on a folder, scroll and say."""
    folder, seconds = sys.argv[1], float(sys.argv[2])

    class ScrolledWindow(MainWindow):
        def begin(self, folders: Sequence[Path], query: str = "") -> None:
            super().begin(folders, query)
            self.resize(1280, 800)  # on every screen, as figures are compared
            self._scroller = Scroller(self, seconds)  # Qt does not hold it

    app.MainWindow = ScrolledWindow  # type: ignore[attr-defined]
    return app.main([folder])


if __name__ == "__main__":
    sys.exit(main())
