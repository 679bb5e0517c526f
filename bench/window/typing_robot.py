"""Type into the real window while its engine indexes a folder; print how soon photos follow.

    python -m bench.window.typing_robot FOLDER QUERIES

A process of its own, because it is the window. A key counts until the grid is painted with photos
for what stood in the line then, or for more of it.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from visret_desktop.engine.messages import Search
from visret_desktop.gui import app
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.window.main_window import MainWindow

_KEY_MS = 125  # 8 keys a second
_BETWEEN_MS = 1500  # queries
_PATIENCE_SECONDS = 120.0
_PLACES = ("on a branch", "at the lake", "in the snow", "behind glass", "by night")
_THINGS = (
    "a heron",
    "red boats",
    "two dogs",
    "an old door",
    "children",
    "a clock",
    "fruit",
    "mist",
)


class Robot(QObject):
    """Types into a window and takes the times."""

    def __init__(self, window: MainWindow, queries: int) -> None:
        super().__init__(window)
        self._window = window
        (self._bar,), (self._session,) = window.findChildren(QueryBar), window.findChildren(Session)
        (page,), (model,) = window.findChildren(GridPage), window.findChildren(ResultsModel)
        self._queries = islice((f"{t} {p}" for p, t in product(_PLACES, _THINGS)), queries)
        self._keys: Iterator[str] = iter("")
        self._pressed: dict[str, float] = {}  # by what stood in the line
        self._shown = ""  # what the grid is about to be painted for
        self._latencies: list[float] = []
        self._handling: list[float] = []
        self._begin, self._is_indexing = time.monotonic(), 0
        page.view.viewport().installEventFilter(self)
        model.modelReset.connect(self._on_photos)
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_KEY_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        is_ready = self._bar.typing.is_followed and self._session.indexing
        is_patient = not self._handling and time.monotonic() - self._begin < _PATIENCE_SECONDS
        if not is_ready and is_patient:
            return  # the engine has still to begin
        key = next(self._keys, "")
        if key:
            self._timer.setInterval(_KEY_MS)
            self._press(key)
        elif query := next(self._queries, ""):
            self._pressed.clear()
            self._keys = iter(query)
            self._bar.line.selectAll()
            self._timer.setInterval(_BETWEEN_MS)
        else:
            self._finish()

    def _press(self, key: str) -> None:
        begun = time.perf_counter()
        before = self._bar.line.text().strip()
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, key)
        QCoreApplication.sendEvent(self._bar.line, event)
        self._handling.append(time.perf_counter() - begun)
        self._is_indexing += self._session.indexing
        text = self._bar.line.text().strip()
        if len(text) > 1 and text != before:  # one letter and a space ask for nothing
            self._pressed[text] = begun

    def _on_photos(self) -> None:
        job = self._session.query
        if job is not None and isinstance(job.request, Search):
            self._shown = job.request.terms[0].text

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the time once the grid was painted."""
        if event.type() == QEvent.Type.Paint and self._shown:
            QTimer.singleShot(0, self, self._on_painted)
        return False

    def _on_painted(self) -> None:
        now = time.perf_counter()
        for text in [one for one in self._pressed if self._shown.startswith(one)]:
            self._latencies.append(now - self._pressed.pop(text))

    def _finish(self) -> None:
        self._timer.stop()
        latencies = 1000 * np.array(self._latencies or [0.0])
        measured = {
            "keys": len(self._handling),
            "followed": len(self._latencies),
            "while_indexing": self._is_indexing / max(1, len(self._handling)),
            "p50_ms": float(np.percentile(latencies, 50)),
            "p95_ms": float(np.percentile(latencies, 95)),
            "longest_key_ms": 1000 * max(self._handling, default=0.0),
        }
        sys.stdout.write(json.dumps(measured) + "\n")
        sys.stdout.flush()
        self._window.close()


def main() -> int:
    """Open the window on a folder, type and say."""
    folder, queries = sys.argv[1], int(sys.argv[2])

    class TypedWindow(MainWindow):
        def begin(self, folders: Sequence[Path], query: str = "") -> None:
            super().begin(folders, query)
            self.resize(1280, 800)  # on every screen, as figures are compared
            self._robot = Robot(self, queries)

    app.MainWindow = TypedWindow  # type: ignore[attr-defined]
    return app.main([folder])


if __name__ == "__main__":
    sys.exit(main())
