"""Open the map on the profile's library and drag it; print how long that takes.

python -m bench.window.dragging SECONDS

The map is opened so many seconds after the photos are there.

A process of its own, because it is the window. There is no engine. A frame is one painting of the
map after the mouse has moved, with new circles, names and new parts of the earth.
"""

import json
import sys
import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.library.library_view import LibraryView
from visret_desktop.gui.map.earth import RESOLUTIONS, ready
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.paths import default_paths
from visret_desktop.settings import Settings

_PATIENCE_SECONDS = 120.0
_ZOOMS = (1, 4, 4, 4, 4, 4, 4)
_STEPS = 60  # frames at each zoom
_STEP = (-9.0, 4.0)  # pixels


def main() -> int:
    """Open the window, its map, drag and say."""
    application = QApplication(sys.argv[:1])
    theme.use(application, "light")
    client = EngineClient()
    window = MainWindow(default_paths(), Settings(), client)
    window.resize(1280, 800)  # on every screen, as figures are compared
    window.show()
    window.findChildren(LibraryView)[0].open()
    model, work = window.findChildren(ResultsModel)[0], window.findChildren(MapController)[0]
    _wait(lambda: model.rowCount() > 0 and work.knows_places)
    in_use = time.monotonic() + float(sys.argv[1])
    _wait(lambda: time.monotonic() > in_use)
    started = time.perf_counter()
    work.set_open(True)
    assert work.panel is not None, "it was made"
    canvas = work.panel.canvas
    canvas.repaint()
    opened = time.perf_counter() - started
    _wait(lambda: bool(canvas.shown))
    canvas.repaint()
    filled = time.perf_counter() - started
    _wait(
        lambda: (
            len(ready()) == len(RESOLUTIONS)
            and canvas.labels is not None
            and bool(work.panel and work.panel.places.count())
        )
    )
    frames: list[float] = []
    for zoom in _ZOOMS:
        canvas.zoom(zoom)
        frames += _dragged(canvas)
    milliseconds = 1000 * np.array(frames)
    measured = {
        "photos": model.rowCount(),
        "opened_ms": 1000 * opened,
        "filled_ms": 1000 * filled,
        "frames": len(frames),
        "p50_ms": float(np.percentile(milliseconds, 50)),
        "p99_ms": float(np.percentile(milliseconds, 99)),
        "longest_ms": float(milliseconds.max()),
    }
    sys.stdout.write(json.dumps(measured) + "\n")
    sys.stdout.flush()
    window.close()
    return 0


def _dragged(canvas: QWidget) -> list[float]:
    """Return the seconds of each frame."""
    kinds = QEvent.Type
    here = QPointF(canvas.rect().center())
    _send(canvas, kinds.MouseButtonPress, here)
    seconds = []
    for _ in range(_STEPS):
        here += QPointF(*_STEP)
        started = time.perf_counter()
        _send(canvas, kinds.MouseMove, here)
        canvas.repaint()
        seconds.append(time.perf_counter() - started)
        QCoreApplication.processEvents()
    _send(canvas, kinds.MouseButtonRelease, here)
    return seconds


def _send(canvas: QWidget, kind: QEvent.Type, here: QPointF) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, here, canvas.mapToGlobal(here), left, left, none)
    QCoreApplication.sendEvent(canvas, event)


def _wait(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("the library was not read in time")
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)


if __name__ == "__main__":
    sys.exit(main())
